// The end of loading: undefined globals, the start address, the job data area and the symbol table for DDT.
#include <fmt/format.h>

#include <algorithm>

#include "toolchain/link10/link_state.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"

namespace utah10 {

namespace {

using link::Address;

constexpr Address kCoreEnd = 01000000;
constexpr Address kBlock = 02000;  // of core, as the monitor of the time allotted it
// Job data area (Monitor Calls manual; LOADER V.057 stores these at SASYM and NODDT). SASYM makes .JBFF the end of the
// programs, and only where switch B moves the symbols down does it become the end of the table. LOADER for TENEX takes
// B for granted from 1973 on; the monitor of 1971 was loaded without: its POSTLD takes the end of code from .JBFF.
constexpr Address kJb41 = 041, kJbHrl = 0115, kJbSym = 0116, kJbUsy = 0117, kJbSa = 0120, kJbFf = 0121, kJbRen = 0124;
constexpr Address kJbCor = 0133, kJbVer = 0137;
// The part of the job data area that the high segment carries, as LINK-10 stores it: PA1050 makes the job data area of
// a program with two segments from it.
constexpr Address kVestige = 010;
constexpr unsigned kGlobal = 04;

// The names in alphabetical order.
std::vector<std::uint32_t> sortedNames(const std::unordered_map<std::uint32_t, Global>& globals) {
  std::vector<std::pair<std::string, std::uint32_t>> names;
  for (const auto& [name, global] : globals) names.emplace_back(radix50Name(name), name);
  std::sort(names.begin(), names.end());
  std::vector<std::uint32_t> sorted;
  for (const auto& n : names) sorted.push_back(n.second);
  return sorted;
}

}  // namespace

void Linker::State::reportUndefined() {
  compareSeconds();
  const std::size_t before = errors.size();
  const auto names = sortedNames(globals);
  for (const std::uint32_t name : names) {
    const Global& g = globals[name];
    if (!g.wanted || g.symbol) continue;
    const std::string where = g.mentions.empty() ? "start" : programs[g.mentions.front()].file;
    addError(where, fmt::format("global {} is undefined", radix50Name(name)), mentionedIn(name));
  }
  if (errors.size() != before) return;  // a deferred symbol waits for one of these
  for (const std::uint32_t name : names) {
    const Global& g = globals[name];
    if (!g.waiting.empty()) {
      addError(programs[g.mentions.front()].file,
               fmt::format("the value of global {} is never completed", radix50Name(name)), mentionedIn(name));
    }
  }
}

// Uses the start given to the linker, or the last one named by a program. A nonzero left half makes it an entry
// vector, which LOADER for TENEX keeps whole.
void Linker::State::resolveStart(const LinkEnding& ending) {
  if (ending.start) {
    startSymbol.reset();
    if (const auto number = parseOctalWord(*ending.start)) {
      start = *number;
    } else if (isRadix50Name(*ending.start)) {
      start = Word36{};
      startSymbol = packRadix50(*ending.start);
      globals[*startSymbol].wanted = true;
    } else {
      addError("start", fmt::format("\"{}\" is neither an octal address nor a symbol", *ending.start));
    }
  }
  if (!startSymbol || !start) return;
  if (const auto value = valueOf(*startSymbol)) start = Word36::halves(start->left(), (*start + *value).right());
}

bool Linker::State::inTable(const LoadedSymbol& s, const Program& p) {
  return !s.again && ((s.code & kGlobal) != 0 || p.locals);
}

// In words: PAT.. twice, and for each program its name and its symbols.
Address Linker::State::symbolTableSize() const {
  std::size_t entries = 2 + programs.size();
  std::size_t end = symbols.size();
  for (auto p = programs.rbegin(); p != programs.rend(); end = p->firstSymbol, ++p)
    for (std::size_t i = p->firstSymbol; i < end; ++i) entries += inTable(symbols[i], *p) ? 1 : 0;
  return static_cast<Address>(2 * entries);
}

// Stores programs and their symbols from last to first, each program's name after its symbols, because LOADER's table
// grows downwards in core. In genuine images the patch area is a program of its own, the last one.
Address Linker::State::storeSymbols(Address at, Address patch) {
  const auto put = [&](unsigned code, std::uint32_t name, Word36 value) {
    if (at + 2 <= kCoreEnd) {
      core.put(at, radix50Word(code, name));
      core.put(at + 1, value);
    }
    at += 2;
  };
  const std::uint32_t patchName = packRadix50("PAT..");
  put(kGlobal, patchName, Word36{patch});
  put(0, patchName, Word36{patch});
  std::size_t end = symbols.size();
  for (auto p = programs.rbegin(); p != programs.rend(); ++p) {
    const Address first = at;
    for (std::size_t i = end; i > p->firstSymbol; --i) {
      const LoadedSymbol& s = symbols[i - 1];
      if (inTable(s, *p)) put(s.code, s.name, s.value);
    }
    end = p->firstSymbol;
    put(0, p->name != 0 ? p->name : packRadix50(".MAIN"),
        Word36::halves(HalfWord{first - (at + 2)}, p->origin.right()));
  }
  return at;
}

// Loads the table behind `free` and the patch area, or so that it ends with a block of core. Returns its end.
Address Linker::State::loadSymbols(const LinkEnding& ending, Address free, Address limit) {
  Address table = free + std::min(ending.patchArea, kCoreEnd);
  if (ending.symbols == SymbolTable::TopOfCore) {
    const Address size = symbolTableSize();
    table = (table + size + kBlock - 1) / kBlock * kBlock - size;
  }
  const Address end = storeSymbols(table, free);
  if (end > limit)
    addError("symbols", fmt::format("the symbol table from {:06o} does not fit below {:o}", table, limit),
             "load some files without local symbols");
  else
    core.put(kJbSym, Word36::halves(HalfWord{table - end}, HalfWord{table}));
  return end;
}

void Linker::State::storeJobData(Address free, bool symbolTable) {
  core.put(kJbSa, Word36::halves(HalfWord{free}, start.value_or(Word36{}).right()));
  core.put(kJbFf, Word36{free});
  core.put(kJbCor, Word36::halves(HalfWord{free - 1}, core.at(kJbCor).right()));
  if (symbolTable) core.put(kJbUsy, Word36{});  // an image exists only if nothing is undefined
  if (!highSeen) return;
  const Word36 high = Word36::halves(highNext - highBase, highNext);
  core.put(kJbHrl, high);
  const bool room = std::any_of(programs.begin(), programs.end(),
                                [&](const Program& p) { return p.hasHigh && p.high == highBase + kVestige; });
  for (Address a = highBase; a < highBase + kVestige; ++a)
    if (!room || core.loaded(a)) return;
  const Word36 vestige[] = {core.at(kJbSa), core.at(kJb41), core.at(kJbCor),
                            Word36::halves(high.left(), core.at(kJbRen).right()), core.at(kJbVer)};
  Address at = highBase;
  for (const Word36 w : vestige) core.put(at++, w);
}

LinkResult Linker::State::finish(const LinkEnding& ending) {
  for (std::size_t n = 0; n < linkEnds.size(); ++n) {
    if (linkEnds[n] != 0) core.putRight(linkEnds[n], Word36{linkHeads[n]});
  }
  resolveStart(ending);
  reportUndefined();
  LinkResult result;
  result.map = map();
  const Address limit = highSeen ? std::max(highBase, low) : kCoreEnd;
  Address free = std::max(low, core.endBelow(limit));
  if (core.endBelow(kCoreEnd) == 0 && errors.empty()) addError("", "nothing was loaded");
  if (ending.symbols != SymbolTable::None) {
    const Address end = loadSymbols(ending, free, limit);
    if (ending.symbols == SymbolTable::BehindPrograms) free = end;
  }
  if (ending.jobData) storeJobData(free, ending.symbols != SymbolTable::None);
  result.errors = errors;
  result.programs = linkedPrograms();
  if (!errors.empty()) return result;
  CoreImage image;
  image.segments = core.segments();
  image.format = "linked";
  if (start) {
    const bool vector = start->left().bits() != 0;
    image.start = vector ? StartWord{StartWordKind::EntryVector, *start}
                         : StartWord::instruction(Word36::halves(0254000, start->right().bits()));
  }
  result.image = std::move(image);
  return result;
}

std::vector<LinkedProgram> Linker::State::linkedPrograms() const {
  std::vector<LinkedProgram> linked;
  for (auto p = programs.begin(); p != programs.end(); ++p) {
    linked.push_back({radix50Name(p->name), p->file, p->number, p->placement, {}});
    const std::size_t end = std::next(p) == programs.end() ? symbols.size() : std::next(p)->firstSymbol;
    for (std::size_t i = p->firstSymbol; i < end; ++i) {
      const LoadedSymbol& s = symbols[i];
      if (!inTable(s, *p)) continue;
      linked.back().symbols.push_back({radix50Name(s.name), s.value, s.code, s.moves, p->hasAbsolute(s.value)});
    }
  }
  return linked;
}

// Programs in loading order, then globals by name.
std::string Linker::State::map() const {
  std::string text = "program  low segment    high segment   file\n";
  for (const Program& p : programs) {
    const std::string high = p.hasHigh ? fmt::format("{:06o}-{:06o}", p.high, p.highBreak) : "";
    text += fmt::format("{:<8} {:06o}-{:06o}  {:<13}  {}\n", radix50Name(p.name), p.low, p.lowBreak, high, p.file);
  }
  text += "\nglobal  value           defined by\n";
  for (const std::uint32_t name : sortedNames(globals)) {
    const Global& g = globals.at(name);
    if (!g.symbol) {
      text += fmt::format("{:<7} undefined       {}\n", radix50Name(name), mentionedIn(name));
      continue;
    }
    const auto owner = std::upper_bound(programs.begin(), programs.end(), *g.symbol,
                                        [](std::size_t s, const Program& p) { return s < p.firstSymbol; });
    text += fmt::format("{:<7} {:<15} {}\n", radix50Name(name), octalHalves(symbols[*g.symbol].value),
                        radix50Name(std::prev(owner)->name));
  }
  return text;
}

}  // namespace utah10
