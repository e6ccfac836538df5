#include "toolchain/pack10.hpp"

#include <fmt/format.h>

#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;  // large enough for a disk pack

Expected<HostFormFinding> findForm(std::string_view name, std::span<const std::byte> bytes,
                                   std::optional<HostForm> from) {
  if (from) return HostFormFinding{*from, {"as --from says"}};
  return detectHostForm(name, bytes);
}

}  // namespace

Expected<Pack10Result> convertFile(const Pack10Request& request) {
  const std::string name = request.in.string();
  const auto bytes = readFileWhole(request.in, kLargestFile);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto form = findForm(name, *bytes, request.from);
  if (!form) return tl::unexpected(form.error());
  auto read = readWords(name, *bytes, form->form);
  if (!read) return tl::unexpected(read.error());
  auto packed = writeWords(read->words, request.to, request.options);
  if (!packed) return fail(name, packed.error().what, packed.error().hint);
  if (request.out) {
    if (auto written = writeFileWhole(*request.out, *packed); !written) return tl::unexpected(written.error());
  }
  Pack10Result result{form->form, read->words.size(), std::move(*packed), {}};
  for (const std::string& w : read->warnings) result.warnings.push_back(name + ": " + w);
  return result;
}

Expected<std::string> describeFile(const std::filesystem::path& path, std::optional<HostForm> from) {
  const std::string name = path.string();
  const auto bytes = readFileWhole(path, kLargestFile);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto form = findForm(name, *bytes, from);
  if (!form) return tl::unexpected(form.error());
  const auto read = readWords(name, *bytes, form->form);
  if (!read) return tl::unexpected(read.error());
  std::string text =
      fmt::format("{}: {}, {} words in {} bytes\n", name, hostFormName(form->form), read->words.size(), bytes->size());
  for (const std::string& line : form->evidence) text += fmt::format("  packing: {}\n", line);
  text +=
      fmt::format("  contents: {}\n", form->form.kind == HostFormKind::Text ? "ASCII text" : contentsOf(read->words));
  for (const std::string& warning : read->warnings) text += fmt::format("  warning: {}\n", warning);
  return text;
}

}  // namespace utah10
