#include "utah10/toolchain/pack10.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "utah10/toolchain/output_file.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

Expected<HostFormFinding> findForm(std::string_view name, std::span<const std::byte> bytes,
                                   std::optional<HostForm> from) {
  if (from) return HostFormFinding{*from, {"as --from says"}};
  return detectHostForm(name, bytes);
}

}  // namespace

Expected<std::vector<std::byte>> readHostFile(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code why;
  const auto status = std::filesystem::status(path, why);
  if (status.type() == std::filesystem::file_type::not_found) return fail(name, "no such file");
  if (std::filesystem::is_directory(status)) return fail(name, "is a directory", "name a file in it");
  errno = 0;
  std::ifstream in{path, std::ios::binary};
  std::vector<std::byte> bytes;
  std::vector<char> chunk(1 << 16);
  while (in && bytes.size() <= kLargestFile) {
    in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    const auto* first = reinterpret_cast<const std::byte*>(chunk.data());
    bytes.insert(bytes.end(), first, first + in.gcount());
  }
  if (bytes.size() > kLargestFile) return fail(name, fmt::format("is larger than {} bytes", kLargestFile));
  if (!in.eof()) {
    return fail(name, "cannot be read: " + std::generic_category().message(errno == 0 ? EIO : errno));
  }
  return bytes;
}

Expected<Pack10Result> convertFile(const Pack10Request& request) {
  const std::string name = request.in.string();
  const auto bytes = readHostFile(request.in);
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
  const auto bytes = readHostFile(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto form = findForm(name, *bytes, from);
  if (!form) return tl::unexpected(form.error());
  const auto read = readWords(name, *bytes, form->form);
  if (!read) return tl::unexpected(read.error());
  std::string text =
      fmt::format("{}: {}, {} words in {} bytes\n", name, hostFormName(form->form), read->words.size(), bytes->size());
  for (const std::string& line : form->evidence) text += fmt::format("  packing: {}\n", line);
  text +=
      fmt::format("  contents: {}\n", form->form.kind == HostForm::Kind::Text ? "ASCII text" : contentsOf(read->words));
  for (const std::string& warning : read->warnings) text += fmt::format("  warning: {}\n", warning);
  return text;
}

}  // namespace utah10
