#include "command/dap/editor_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kPage = 01000;

bool sameFile(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

}  // namespace

int EditorSources::referenceTo(const Made& made) {
  const auto known = std::ranges::find(made_, made);
  if (known != made_.end()) return static_cast<int>(known - made_.begin()) + 1;
  made_.push_back(made);
  return static_cast<int>(made_.size());
}

EditorSource EditorSources::sourceOf(const std::string& file) {
  const std::string name = fs::path{file}.filename().string();
  if (const auto path = debugger_.sources().find(file)) {
    std::error_code ignored;
    return {name, fs::absolute(*path, ignored).lexically_normal().string(), 0, {}};
  }
  return {name, file, referenceTo({file, 0, false}), "instructions in memory; the source file is missing"};
}

EditorLine EditorSources::lineOf(VirtualAddress a, bool user) {
  if (const auto at = debugger_.symbols().of(user).line(a)) return {sourceOf(std::string{at->file}), at->line};
  const std::uint32_t page = a.bits() / kPage;
  const std::string name = fmt::format("{}:{:06o}", user ? "u" : "e", page * kPage);
  return {{name, {}, referenceTo({{}, page, user}), "instructions in memory"}, a.bits() % kPage + 1};
}

std::vector<EditorSource> EditorSources::all() {
  std::vector<EditorSource> sources;
  for (const SymbolMap* map : {&debugger_.symbols().exec, &debugger_.symbols().user})
    for (const std::string& file : map->files()) sources.push_back(sourceOf(file));
  return sources;
}

std::string EditorSources::instructionText(VirtualAddress a, bool user) const {
  const auto w = debugger_.cpu().peek(user ? Space::User : Space::Exec, a);
  return fmt::format("{:<22} {}", placeName(debugger_, a, user),
                     w ? octal(*w) + "  " + disassembled(debugger_, *w, a, user) : "??");
}

std::string EditorSources::pageText(const Made& made) const {
  std::string text;
  for (std::uint32_t n = 0; n < kPage; ++n)
    text += instructionText(VirtualAddress{made.page * kPage + n}, made.user) + "\n";
  return text;
}

// The lines keep their numbers.
std::string EditorSources::linesText(const Made& made) const {
  std::map<std::uint32_t, std::string> lines;
  for (const bool user : {false, true}) {
    const SymbolMap& map = user ? debugger_.symbols().user : debugger_.symbols().exec;
    if (map.lineCount() == 0) continue;
    for (std::uint32_t a = 0; a <= VirtualAddress::kMask; ++a)
      if (const auto at = map.line(VirtualAddress{a}); at && at->file == made.file)
        lines[at->line] += (lines[at->line].empty() ? "" : "; ") + instructionText(VirtualAddress{a}, user);
  }
  std::string text;
  std::uint32_t last = 0;
  for (const auto& [line, words] : lines) {
    text += std::string(line - last - 1, '\n') + words + "\n";
    last = line;
  }
  return text;
}

Expected<std::string> EditorSources::text(int reference) const {
  if (reference < 1 || static_cast<std::size_t>(reference) > made_.size())
    return fail("source", fmt::format("there is no source {}", reference));
  const Made& made = made_[static_cast<std::size_t>(reference) - 1];
  return made.file.empty() ? pageText(made) : linesText(made);
}

std::optional<std::string> EditorSources::fileOf(const std::string& path, int reference) const {
  if (reference > 0 && static_cast<std::size_t>(reference) <= made_.size()) {
    const Made& made = made_[static_cast<std::size_t>(reference) - 1];
    return made.file.empty() ? std::nullopt : std::optional{made.file};
  }
  std::optional<std::string> likely;
  for (const SymbolMap* map : {&debugger_.symbols().exec, &debugger_.symbols().user})
    for (const std::string& file : map->files()) {
      const auto found = debugger_.sources().find(file);
      if (file == path || (found && sameFile(*found, path))) return file;
      if (!found && fs::path{file}.filename() == fs::path{path}.filename()) likely = file;
    }
  return likely;
}

std::optional<VirtualAddress> EditorSources::listed(int reference, std::uint32_t line, bool& user) const {
  if (reference < 1 || static_cast<std::size_t>(reference) > made_.size()) return std::nullopt;
  const Made& made = made_[static_cast<std::size_t>(reference) - 1];
  if (!made.file.empty() || line == 0 || line > kPage) return std::nullopt;
  user = made.user;
  return VirtualAddress{made.page * kPage + line - 1};
}

}  // namespace utah10
