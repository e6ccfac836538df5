#include "toolchain/debug_file.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "toolchain/line_fields.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kHead = "; utah10 debug file 1";
constexpr std::string_view kScopes[] = {"global", "local", "hidden"};
constexpr unsigned kGlobal = 04, kBlock = 010, kHidden = 040;

using Scope = DebugSymbol::Scope;

using Labels = std::set<std::string, std::less<>>;

// A label of absolute code (LOC, FAIL's USE) has no relocation, as a number has none. Where no line table tells them
// apart, it is a label if the program loads a word there; a name defined with == is suppressed, and is not.
bool labelsCode(const LinkedSymbol& s) { return s.loaded && s.value.bits() > 017 && (s.code & kHidden) == 0; }

// A symbol is a label if it was defined with a colon, or if its value was relocated. `labels`: those with a colon.
DebugSymbol symbolOf(const LinkedSymbol& s, const Labels* labels) {
  const Scope scope = (s.code & kHidden) != 0 ? Scope::Hidden : (s.code & kGlobal) != 0 ? Scope::Global : Scope::Local;
  const bool address = s.value.left().bits() == 0;
  const bool colon = labels != nullptr ? labels->contains(s.name) : labelsCode(s);
  return {s.name, s.value, address && (s.moves || colon), scope};
}

class Collector {
 public:
  explicit Collector(const std::map<std::string, LineTable>& tables) : tables_(tables) {}

  void add(const LinkedProgram& program) {
    const auto table = tables_.find(program.file);
    const LineTable::Program* lines = nullptr;
    if (table != tables_.end() && program.number < table->second.programs.size())
      lines = &table->second.programs[program.number];
    std::optional<Labels> labels;
    if (lines != nullptr) labels.emplace(lines->labels.begin(), lines->labels.end());
    DebugFile::Program& p = result.programs.emplace_back(DebugFile::Program{program.name, program.file, {}});
    for (const LinkedSymbol& s : program.symbols) {
      const bool blockName = (s.code & kGlobal) != 0 && (s.code & kBlock) != 0;  // or the length of a common
      if (!blockName && isRadix50Name(s.name)) p.symbols.push_back(symbolOf(s, labels ? &*labels : nullptr));
    }
    if (lines == nullptr) return;
    for (const LineEntry& e : lines->lines)
      result.lines.push_back({e.relocatable ? program.placement.moved(e.location) : VirtualAddress{e.location},
                              fileNumber(table->second.files[e.file]), e.line});
  }

  DebugFile result;

 private:
  std::size_t fileNumber(const std::string& path) {
    const auto [at, fresh] = numbers_.try_emplace(path, result.files.size());
    if (fresh) result.files.push_back(path);
    return at->second;
  }

  const std::map<std::string, LineTable>& tables_;
  std::map<std::string, std::size_t> numbers_;
};

bool takeSymbol(LineFields& in, bool label, DebugFile& file) {
  const auto scope = std::ranges::find(kScopes, in.field());
  DebugSymbol s;
  s.label = label;
  s.name = in.field();
  const auto value = parseOctal(in.field(), label ? 6 : 12);
  if (scope == std::end(kScopes) || !isRadix50Name(s.name) || !value || !in.atEnd() || file.programs.empty())
    return false;
  s.scope = static_cast<Scope>(scope - std::begin(kScopes));
  s.value = Word36{*value};
  file.programs.back().symbols.push_back(std::move(s));
  return true;
}

bool takeSourceLine(LineFields& in, DebugFile& file) {
  const auto address = parseOctal(in.field(), 6);
  const auto number = in.decimal();
  const auto line = in.decimal();
  if (!address || !number || !line || !in.atEnd() || *number >= file.files.size()) return false;
  file.lines.push_back({VirtualAddress{static_cast<std::uint32_t>(*address)}, *number, *line});
  return true;
}

bool takeLine(LineFields& in, DebugFile& file) {
  const std::string_view word = in.field();
  if (word.empty() || word.starts_with(';')) return true;
  if (word == "label" || word == "value") return takeSymbol(in, word == "label", file);
  if (word == "line") return takeSourceLine(in, file);
  if (word == "file") {
    const auto number = in.decimal();
    file.files.emplace_back(in.rest());
    return number == file.files.size() - 1 && !file.files.back().empty();
  }
  if (word != "program") return false;
  DebugFile::Program& p = file.programs.emplace_back();
  p.name = in.field();
  p.file = in.rest();
  return !p.name.empty() && !p.file.empty();
}

}  // namespace

DebugFile debugFileOf(std::span<const LinkedProgram> programs, const std::map<std::string, LineTable>& tables) {
  Collector all{tables};
  for (const LinkedProgram& p : programs) all.add(p);
  // Sorted by address; if a word was loaded twice, the later line applies, as the later word does in core.
  std::ranges::stable_sort(all.result.lines, {}, &DebugFile::Line::address);
  return std::move(all.result);
}

std::string writeDebugFile(const DebugFile& file) {
  std::string text = fmt::format("{}\n", kHead);
  for (std::size_t i = 0; i < file.files.size(); ++i) text += fmt::format("file {} {}\n", i, file.files[i]);
  for (const DebugFile::Program& p : file.programs) {
    text += fmt::format("program {} {}\n", isRadix50Name(p.name) ? p.name : ".MAIN", p.file);
    for (const DebugSymbol& s : p.symbols) {
      const std::string_view scope = kScopes[static_cast<std::size_t>(s.scope)];
      text += s.label ? fmt::format("label {} {} {:06o}\n", scope, s.name, s.value.bits())
                      : fmt::format("value {} {} {:012o}\n", scope, s.name, s.value.bits());
    }
  }
  for (const DebugFile::Line& l : file.lines)
    text += fmt::format("line {:06o} {} {}\n", l.address.bits(), l.file, l.line);
  return text;
}

bool isDebugFile(std::string_view text) {
  return text.starts_with(kHead) &&
         (text.size() == kHead.size() || text[kHead.size()] == '\n' || text[kHead.size()] == '\r');
}

Expected<DebugFile> parseDebugFile(std::string_view name, std::string_view text) {
  LineFields in{name, text};
  if (!in.nextLine() || in.line() != kHead)
    return in.damaged("not a debug file of link10", fmt::format("it begins with \"{}\"", kHead));
  DebugFile file;
  while (in.nextLine())
    if (!takeLine(in, file)) return in.damaged("not a line of a debug file");
  return file;
}

}  // namespace utah10
