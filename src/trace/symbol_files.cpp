#include "trace/symbol_files.hpp"

#include <fmt/format.h>

#include "toolchain/image_symbols.hpp"
#include "toolchain/input_file.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

// ..0014 and the like: created by macro10 for a macro argument %L, not written by a programmer.
bool created(std::string_view name) {
  return name.size() == 6 && name.starts_with("..") &&
         name.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

SymbolKind kindOf(const DebugSymbol& s) {
  if (s.scope == DebugSymbol::Scope::Hidden || created(s.name)) return SymbolKind::Hidden;
  return s.label ? SymbolKind::Label : SymbolKind::Value;
}

// Globals last, so that a global takes precedence over locals of the same name.
void addImageSymbols(SymbolMap& map, const std::vector<ImageSymbol>& symbols, const std::vector<Segment>* core) {
  for (const bool global : {false, true}) {
    for (const ImageSymbol& s : symbols) {
      if (s.global() != global) continue;
      const bool address = s.value.left().bits() == 0 && s.value.right().bits() > 017;
      const bool label = address && (core == nullptr || wordAt(*core, VirtualAddress{s.value.right()}));
      const SymbolKind kind = s.suppressed() || created(s.name) ? SymbolKind::Hidden
                              : label                           ? SymbolKind::Label
                                                                : SymbolKind::Value;
      global ? map.add(s.name, s.value, kind) : map.addLocal(s.name, s.value, kind);
    }
  }
}

Expected<std::optional<SymbolMap>> ownTable(const CoreImage& image) {
  const auto symbols = imageSymbols(image);
  if (!symbols) return tl::unexpected(symbols.error());
  if (symbols->empty()) return std::nullopt;
  const auto core = mergedSegments(image);
  std::optional<SymbolMap> map{std::in_place};
  addImageSymbols(*map, *symbols, &core);
  return map;
}

Expected<SymbolMap> debugMap(const std::string& name, std::string_view text) {
  const auto file = parseDebugFile(name, text);
  if (!file) return tl::unexpected(file.error());
  return symbolMapOf(*file);
}

Expected<SymbolMap> imageMap(const std::string& name, const CoreImage& image) {
  auto map = ownTable(image);
  if (!map) return fail(name, map.error().what, map.error().hint);
  if (!*map)
    return fail(name, "the image has no symbol table", "link10 --symbols writes one, link10 --debug a debug file");
  return std::move(**map);
}

}  // namespace

std::string LoadedSymbols::text() const {
  const std::string lines = map.lineCount() == 0 ? "" : fmt::format(", {}. source lines", map.lineCount());
  return fmt::format("{}: {}. symbols{}", source, map.all().size(), lines);
}

SymbolMap symbolMapOf(const DebugFile& file) {
  SymbolMap map;
  for (const bool global : {false, true})
    for (const DebugFile::Program& p : file.programs)
      for (const DebugSymbol& s : p.symbols)
        if ((s.scope == DebugSymbol::Scope::Global) == global)
          global ? map.add(s.name, s.value, kindOf(s)) : map.addLocal(s.name, s.value, kindOf(s));
  for (const DebugFile::Line& l : file.lines) map.addLine(l.address, file.files[l.file], l.line);
  return map;
}

Expected<LoadedSymbols> loadSymbols(const fs::path& path) {
  const std::string name = path.string();
  const auto bytes = readFileWhole(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view text{reinterpret_cast<const char*>(bytes->data()), bytes->size()};
  const auto loaded = [&](Expected<SymbolMap> map) -> Expected<LoadedSymbols> {
    if (!map) return tl::unexpected(map.error());
    return LoadedSymbols{std::move(*map), name};
  };
  if (isDebugFile(text)) return loaded(debugMap(name, text));
  if (const auto list = parseSymbolList(name, text); list && !list->empty()) {
    SymbolMap map;
    addImageSymbols(map, *list, nullptr);
    return loaded(std::move(map));
  }
  const auto image = readCoreImage(name, *bytes);
  if (!image) return fail(name, "not a debug file, an image or a list of symbols", image.error().what);
  return loaded(imageMap(name, *image));
}

Expected<std::optional<LoadedSymbols>> symbolsFor(const fs::path& path, const CoreImage& image, std::string& note) {
  const fs::path beside = fs::path{path}.replace_extension(".debug");
  std::error_code ignored;
  if (beside != path && fs::exists(beside, ignored)) {
    auto loaded = loadSymbols(beside);
    if (!loaded) return tl::unexpected(loaded.error());
    return std::optional{std::move(*loaded)};
  }
  auto map = ownTable(image);
  if (!map) {
    // TENEX and DEC programs keep the pointer when the table is deleted, or when it is in a segment of its own.
    note = fmt::format("{}; no symbols are loaded", map.error().text());
    return std::nullopt;
  }
  if (!*map) return std::nullopt;
  return std::optional{LoadedSymbols{std::move(**map), "the image's own table"}};
}

}  // namespace utah10
