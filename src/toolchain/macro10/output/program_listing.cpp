#include "toolchain/macro10/output/program_listing.hpp"

#include <fmt/format.h>

#include "toolchain/macro10/listing/line_listing.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint32_t kJobData = 0140;  // an absolute break up to here is the job data area's

std::string tagOf(const Entry& e) {
  const bool hidden = e.has(kNoDdt);
  if (e.has(kUndefined)) return "UDF";
  if (e.has(kEntry)) return hidden ? "SEN" : "ENT";
  if (e.has(kExternal)) return hidden ? "SEX" : "EXT";
  if (e.has(kInternal)) return hidden ? "SIN" : "INT";
  return hidden ? "SPD" : "";
}

}  // namespace

// UOUT on pass 2: undefined symbols and operators, made external or assigned from an undefined one; values longer than
// a half word are skipped.
std::string ProgramListing::undefinedSymbols() {
  const auto undefined = [](const std::optional<Entry>& e) {
    return e && e->has(kUndefined) && (e->has(kExternal) || complexReloc(e->reloc) || leftOf(e->value) == 0);
  };
  std::string typed;
  for (const Name name : symbols_.ordered()) {
    const Meanings* m = symbols_.table().find(name);
    if (!undefined(m->operand) && !undefined(m->operation)) continue;
    const std::string line = fmt::format("{}\tUNASSIGNED, DEFINED AS IF EXTERNAL", nameText(name));
    listing_.plain(line);
    if (!errors_.isLost(name)) typed += line + '\n';
  }
  return typed;
}

void ProgramListing::summary(const MessageCounts& counts, const LocationCounters& at) {
  std::vector<std::string> lines;
  const auto counted = [](unsigned n, std::string_view one, std::string_view many) {
    return n == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", n, many);
  };
  if (counts.warnings != 0) lines.push_back("%" + counted(counts.warnings, "WARNING GIVEN", "WARNINGS GIVEN"));
  lines.push_back(counts.errors != 0 ? "?" + counted(counts.errors, "ERROR DETECTED", "ERRORS DETECTED")
                                     : "NO ERRORS DETECTED");
  if (at.highHigh != 0) lines.push_back(fmt::format("HI-SEG. BREAK IS {:06o}", at.highHigh));
  lines.push_back(fmt::format("PROGRAM BREAK IS {:06o}", at.high));
  if (at.highestAbsolute > kJobData) lines.push_back(fmt::format("ABSLUTE BREAK IS {:06o}", at.highestAbsolute));
  listing_.plain("");
  for (const std::string& line : lines) listing_.plain(line);
}

void ProgramListing::symbolTable(const std::vector<std::pair<Name, const Entry*>>& list) {
  std::vector<Listing::SymbolLine> lines;
  for (const auto& [name, entry] : list) lines.push_back(symbolLine(name, *entry));
  listing_.symbolTable(lines);
}

Listing::SymbolLine ProgramListing::symbolLine(Name name, const Entry& e) const {
  Listing::SymbolLine s;
  s.name = nameText(name);
  s.value = e.value;
  s.left = markOf(leftOf(e.reloc));
  s.right = symbols_.isExternal(e.external) && e.has(kExternal) ? Mark::External : markOf(rightOf(e.reloc));
  s.tag = tagOf(e);
  return s;
}

}  // namespace utah10::macro10
