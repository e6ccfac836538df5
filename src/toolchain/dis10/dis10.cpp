#include "toolchain/dis10.hpp"

#include <algorithm>

#include "toolchain/input_file.hpp"
#include "toolchain/octal.hpp"
#include "utah10/toolchain/rel_file.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kCoreWords = 01000000;

// The words of a file that need not be an image, with byte positions if they were packed.
Expected<WordFile> readRaw(const Dis10Request& request, std::vector<std::string>& warnings) {
  const std::string name = request.in.string();
  const auto bytes = readFileWhole(request.in);
  if (!bytes) return tl::unexpected(bytes.error());
  std::optional<HostForm> form = request.from;
  if (!form) {
    const auto found = detectHostForm(name, *bytes);
    if (!found) return tl::unexpected(found.error());
    form = found->form;
  }
  auto read = readWords(name, *bytes, *form);
  if (!read) return tl::unexpected(read.error());
  for (const std::string& w : read->warnings) warnings.push_back(name + ": " + w);
  if (form->kind == HostFormKind::Packed && read->warnings.empty()) {
    return WordFile::unpack(name, *bytes, form->packing);
  }
  return WordFile{name, std::move(read->words)};
}

Expected<CoreImage> rawImage(const Dis10Request& request, std::vector<std::string>& warnings) {
  const auto file = readRaw(request, warnings);
  if (!file) return tl::unexpected(file.error());
  const std::size_t room = kCoreWords - request.origin.bits();
  if (file->words().size() > room) {
    return fail(request.in.string(),
                fmt::format("{:o} words do not fit from {} on", file->words().size(), octalAddress(request.origin)),
                "use another --origin or shorten the file");
  }
  CoreImage image;
  image.format = "raw words";
  image.packing = file->packing();
  image.segments.push_back({request.origin, {file->words().begin(), file->words().end()}});
  return image;
}

Expected<Dis10Result> relText(const Dis10Request& request) {
  Dis10Result result;
  const auto file = readRaw(request, result.warnings);
  if (!file) return tl::unexpected(file.error());
  const auto items = decodeRel(*file);
  if (!items) return tl::unexpected(items.error());
  for (const RelItem& item : *items) {
    result.text += describeRel(item);
    if (!result.text.ends_with('\n')) result.text += '\n';
  }
  return result;
}

// A list is text; any other file must be an image with a symbol table.
Expected<std::vector<ImageSymbol>> symbolsFrom(const std::filesystem::path& path) {
  const auto bytes = readFileWhole(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string name = path.string();
  const bool list = std::all_of(bytes->begin(), bytes->end(), [](std::byte b) {
    const auto c = std::to_integer<unsigned>(b);
    return c == '\t' || c == '\n' || c == '\r' || (c >= ' ' && c < 0177);
  });
  if (list) return parseSymbolList(name, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  const auto image = readCoreImage(name, *bytes);
  if (!image) return tl::unexpected(image.error());
  auto symbols = imageSymbols(*image);
  if (!symbols) return fail(name + ": " + symbols.error().where, symbols.error().what, symbols.error().hint);
  if (symbols->empty()) return fail(name, "the image has no symbol table", "location 116 holds no table pointer");
  return symbols;
}

// If the table is damaged, the image is disassembled without symbols.
Expected<std::vector<ImageSymbol>> symbolsFor(const Dis10Request& request, const CoreImage& image,
                                              std::vector<std::string>& warnings) {
  if (request.symbols) return symbolsFrom(*request.symbols);
  if (request.withoutSymbols) return std::vector<ImageSymbol>{};
  auto own = imageSymbols(image);
  if (own) return own;
  warnings.push_back(fmt::format("{}: {}", request.in.string(), own.error().text()));
  return std::vector<ImageSymbol>{};
}

bool anyWordIn(const CoreImage& image, const AddressRange& wanted) {
  const auto ranges = image.ranges();
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const AddressRange& r) { return !(r.last < wanted.first) && !(wanted.last < r.first); });
}

std::string titleOf(const std::filesystem::path& path) {
  std::string title;
  for (const char c : path.stem().string()) {
    const char u = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const bool good = (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9' && !title.empty());
    if (!good) break;
    title += u;
  }
  return title.empty() ? "IMAGE" : title.substr(0, 6);
}

}  // namespace

Expected<Dis10Result> disassembleFile(const Dis10Request& request) {
  if (request.rel) return relText(request);
  Dis10Result result;
  const auto image = request.raw ? rawImage(request, result.warnings) : loadCoreImage(request.in);
  if (!image) return tl::unexpected(image.error());
  result.warnings.insert(result.warnings.end(), image->notes.begin(), image->notes.end());
  if (!anyWordIn(*image, request.range)) {
    return fail(
        request.in.string(),
        fmt::format("no words from {} to {}", octalAddress(request.range.first), octalAddress(request.range.last)),
        image->summary());
  }
  auto symbols = symbolsFor(request, *image, result.warnings);
  if (!symbols) return tl::unexpected(symbols.error());
  const DisassemblyOptions options{request.range.first, request.range.last, titleOf(request.in), std::move(*symbols)};
  result.text = request.plain ? listingOf(*image, options) : sourceOf(*image, options);
  return result;
}

}  // namespace utah10
