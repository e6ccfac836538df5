// The REL file: code with its requests, the symbol table, the break; or words for paper tape.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t kWordCost = 16;  // charge to the character budget
constexpr unsigned kRequest = 060;
constexpr unsigned kLocal = 010;
constexpr unsigned kGlobal = 004;
constexpr unsigned kHidden = 040;  // added if suppressed in DDT
constexpr unsigned kFixRight = 020;
constexpr unsigned kFixLeft = 040;

std::uint32_t symbolBits(Name name) { return packRadix50(nameText(name)); }

}  // namespace

// BOUT: outputs one word of code at the output counter.
void Assembly::outputWord(const StoredWord& w) {
  reader_.spend(kWordCost);
  const Place& place = w.place.line != 0 ? w.place : statementPlace_;
  result_.lines.push_back({at_.output, at_.outputMode != 0, place.file, place.line, result_.programs.size() - 1});
  if (tape_ != Pseudo::None) {
    outputTape(w.word);
    return;
  }
  Word36 word = w.word;
  const std::uint32_t left = leftOf(w.reloc);
  std::uint32_t right = rightOf(w.reloc);
  unsigned rightBit = complexHalf(right) ? 0 : right & 1;
  const unsigned leftBit = complexHalf(left) ? 0 : left & 1;
  // A request in an address field of zero joins the chain; any other becomes a symbol block of its own.
  if (isExternal(right) && rightOf(word) == 0) {
    ExternalCell& cell = externalCell(right);
    word = withRight(word, cell.chain);
    rightBit = cell.chainReloc;
    cell.chain = at_.output;
    cell.chainReloc = at_.outputMode;
    right = 0;
  }
  const std::uint64_t here = std::uint64_t{at_.outputMode} << 18 | at_.output;
  if (here != expected_) rel_.flush();
  if (rel_.blockEmpty()) {
    rel_.word(Word36{at_.output}, at_.outputMode);
    expected_ = here;
  }
  rel_.word(word, leftBit << 1 | rightBit);
  const bool rightRequest = isExternal(right);
  const bool leftRequest = isExternal(left);
  if (rightRequest || leftRequest) {
    rel_.flush();
    rel_.type(RelType::Symbols);
    if (rightRequest) additive(right, false);
    if (leftRequest) additive(left, true);
    rel_.flush();
    rel_.type(RelType::Code);
  }
  at_.output = (at_.output + 1) & 0777777;
  ++expected_;
}

void Assembly::additive(std::uint32_t handle, bool left) {
  rel_.word(radix50Word(kRequest, symbolBits(externalCell(handle).name)), 0);
  rel_.word(Word36::halves(left ? 0600000U : 0400000U, at_.output), at_.outputMode);
}

// ---- the blocks before the code

void Assembly::outputEntries() {
  RelItem item;
  item.type = static_cast<unsigned>(RelType::Entry);
  for (const Name name : orderedSymbols()) {
    const Meanings* m = program_.symbols.find(name);
    if (!m->operand) continue;
    const std::uint32_t all = kSymbol | kInternal | kEntry;
    if ((m->operand->flags & all) == all) addWord(item, Word36{symbolBits(name)});
  }
  rel_.item(std::move(item));
}

// The name; from version 50 on followed by the processor and the compiler (11 is MACRO).
void Assembly::outputName() {
  RelItem item;
  item.type = static_cast<unsigned>(RelType::Name);
  addWord(item, Word36{symbolBits(titleName())});
  if (version_ >= 50) addWord(item, Word36{std::uint64_t{cpuType_} << 30 | std::uint64_t{011} << 18});
  rel_.item(std::move(item));
}

Name Assembly::titleName() const {
  Name name = 0;
  int shift = 30;
  for (const char c : program_.title) {
    const int code = upper(c) - 040;
    if (code <= 0 || code > 077 || shift < 0) break;
    name |= static_cast<Name>(code) << shift;
    shift -= 6;
  }
  return name;
}

void Assembly::outputSegmentWord() {
  Word36 w = program_.segmentWord;
  if (w.sign()) {
    const std::uint32_t high = program_.highBreak >= 0400000 ? program_.highBreak : rightOf(w);
    w = Word36::halves(high, rightOf(w));
  }
  RelItem item;
  item.type = static_cast<unsigned>(RelType::HighSegment);
  addWord(item, w, 1);
  rel_.item(std::move(item));
}

// ---- the blocks behind the code

void Assembly::outputLocals() {
  rel_.flush();
  rel_.type(RelType::Local);
  for (const LocalFixup& f : locals_) rel_.word(f.word, f.relocation);
  rel_.flush();
}

// The whole table, in order, except macros and synonyms.
void Assembly::outputSymbols() {
  rel_.flush();
  rel_.type(RelType::Symbols);
  std::vector<Listing::SymbolLine> listed;
  for (const Name name : orderedSymbols()) {
    const Meanings* m = program_.symbols.find(name);
    for (const std::optional<Entry>* e : {&m->operand, &m->operation}) {
      if (!*e || (*e)->has(kSuppressed)) continue;
      if (!(*e)->operand() && (*e)->has(kMacro | kSynonym)) continue;
      listed.push_back(listedSymbol(name, **e));
      outputSymbol(name, **e);
    }
  }
  rel_.flush();
  listing_.symbolTable(listed);
}

void Assembly::outputSymbol(Name name, const Entry& e) {
  if (e.has(kExternal)) {
    if (e.has(kSynonym)) return;
    // An undefined operator has no chain: only its name is output.
    const ExternalCell cell = isExternal(e.external) ? externalCell(e.external) : ExternalCell{};
    rel_.word(radix50Word(kRequest, symbolBits(name)), 0);
    rel_.word(Word36{cell.chain}, cell.chainReloc);
    return;
  }
  if (e.has(kLabel) && !e.has(kUndefined)) result_.labels.push_back({nameText(name), result_.programs.size() - 1});
  const std::uint32_t left = leftOf(e.reloc);
  const std::uint32_t right = rightOf(e.reloc);
  const bool internal = e.has(kInternal);
  unsigned code = internal ? kGlobal : kLocal;
  const bool hidden = e.has(kNoDdt) && !(internal && complexReloc(e.reloc)) && !(internal && e.expression);
  if (hidden) code |= kHidden;
  if (internal && e.expression) code |= kFixRight;
  if (internal && complexHalf(left)) code |= kFixLeft;
  if (internal && complexHalf(right)) code |= kFixRight;
  if (e.has(kUndefined)) code = kRequest;
  const std::uint32_t l = complexHalf(left) ? 0 : left;
  const std::uint32_t r = complexHalf(right) ? 0 : right;
  rel_.word(radix50Word(code, symbolBits(name)), 0);
  rel_.word(e.value, (l != 0 ? 2U : 0U) | (r & 1));
  if (isExternal(right)) outputSymbolRequest(name, right, false);
  if (isExternal(left)) outputSymbolRequest(name, left, true);
  if (e.expression) outputSymbolPolish(name);
}

// The value of the symbol just defined depends on an external: outputs requests for it.
void Assembly::outputSymbolRequest(Name name, std::uint32_t handle, bool left) {
  rel_.word(radix50Word(kRequest, symbolBits(externalCell(handle).name)), 0);
  rel_.word(radix50Word(left ? 070U : 050U, symbolBits(name)), 0);
}

Listing::SymbolLine Assembly::listedSymbol(Name name, const Entry& e) const {
  Listing::SymbolLine s;
  s.name = nameText(name);
  s.value = e.value;
  const auto mark = [](std::uint32_t half) {
    return complexHalf(half) ? Mark::External : half != 0 ? Mark::Relocatable : Mark::None;
  };
  s.left = mark(leftOf(e.reloc));
  s.right = isExternal(e.external) && e.has(kExternal) ? Mark::External : mark(rightOf(e.reloc));
  const bool hidden = e.has(kNoDdt);
  if (e.has(kUndefined)) {
    s.tag = "UDF";
  } else if (e.has(kEntry)) {
    s.tag = hidden ? "SEN" : "ENT";
  } else if (e.has(kExternal)) {
    s.tag = hidden ? "SEX" : "EXT";
  } else if (e.has(kInternal)) {
    s.tag = hidden ? "SIN" : "INT";
  } else if (hidden) {
    s.tag = "SPD";
  }
  return s;
}

void Assembly::outputStart() {
  if (start_.zero() && startReloc_ == 0 && startSymbol_ == 0) return;
  RelItem item;
  item.type = static_cast<unsigned>(RelType::Start);
  addWord(item, start_, startReloc_);
  if (startSymbol_ != 0) addWord(item, radix50Word(kRequest, symbolBits(startSymbol_)));
  rel_.item(std::move(item));
}

// The breaks: high and low for two segments; relocatable and absolute for one.
void Assembly::outputEnd() {
  RelItem item;
  item.type = static_cast<unsigned>(RelType::End);
  if (at_.highHigh != 0) addWord(item, Word36{at_.highHigh}, 1);
  addWord(item, Word36{at_.high}, 1);
  if (at_.highHigh == 0) addWord(item, Word36{at_.highestAbsolute}, 0);
  rel_.item(std::move(item));
}

// ---- paper tape

namespace {

constexpr std::uint64_t kDataiPtr = 0710440000000;
constexpr std::uint64_t kJrst = 0254000000000;
constexpr std::uint64_t kHalt = 0254200000000;
constexpr std::size_t kTapeBlock = 18;

// The loader that a RIM10B tape supplies to READ IN.
constexpr std::uint64_t kRim10bLoader[] = {0777762000000, 0710600000060, 0541400000004, 0710740000010, 0254000000003,
                                           0710470000007, 0256010000007, 0256010000012, 0364400000000, 0312740000016,
                                           0270756000001, 0331740000016, 0254200000001, 0253700000003, 0254000000002};

}  // namespace

void Assembly::outputTape(Word36 w) {
  std::vector<Word36>& tape = result_.tape;
  if (tape_ == Pseudo::Rim10b) {
    if (tape.empty())
      for (const std::uint64_t l : kRim10bLoader) tape.push_back(Word36{l});
    if (!tapeBlock_.empty() && at_.output != tapeNext_) flushRim10b();
    if (tapeBlock_.empty()) tapeBlockStart_ = at_.output;
    tapeBlock_.push_back(w);
    tapeNext_ = at_.output = (at_.output + 1) & 0777777;
    if (tapeBlock_.size() == kTapeBlock) flushRim10b();
    return;
  }
  if (tape_ == Pseudo::Rim) {
    tape.push_back(Word36{kDataiPtr | at_.output});
  } else if (tapeNext_ != 0) {
    if (at_.output < tapeNext_) {  // MACRO omits the word silently
      message('A', Tell::Both,
              fmt::format("RIM10 addresses must ascend: {:06o} is behind the tape position", at_.output),
              statementPlace_, callersNow());
      return;
    }
    if (at_.output > tapeNext_) reader_.spend(at_.output - tapeNext_);
    for (; tapeNext_ < at_.output; ++tapeNext_) tape.push_back({});
  }
  tape.push_back(w);
  tapeNext_ = at_.output = (at_.output + 1) & 0777777;
}

void Assembly::flushRim10b() {
  if (tapeBlock_.empty()) return;
  const auto n = static_cast<std::uint32_t>(tapeBlock_.size());
  const Word36 head = Word36::halves(01000000 - n, tapeBlockStart_ - 1);
  Word36 sum = head;
  result_.tape.push_back(head);
  for (const Word36 w : tapeBlock_) {
    sum = sum + w;
    result_.tape.push_back(w);
  }
  result_.tape.push_back(sum);
  tapeBlock_.clear();
}

// The start: a JRST to END's address, or a halt.
void Assembly::endOfTape() {
  flushRim10b();
  Word36 w = start_.zero() ? Word36{kHalt} : start_;
  if (w.field(0, 8) == 0) w = w | Word36{kJrst};
  result_.tape.push_back(w);
  result_.tape.push_back({});
}

// ---- closing lines

// UOUT on pass 2: undefined symbols and operators, made external or assigned from an undefined one; values longer than
// a half word are skipped.
void Assembly::listUndefined() {
  const auto undefined = [](const std::optional<Entry>& e) {
    return e && e->has(kUndefined) && (e->has(kExternal) || complexReloc(e->reloc) || leftOf(e->value) == 0);
  };
  for (const Name name : orderedSymbols()) {
    const Meanings* m = program_.symbols.find(name);
    if (!undefined(m->operand) && !undefined(m->operation)) continue;
    const std::string line = fmt::format("{}\tUNASSIGNED, DEFINED AS IF EXTERNAL", nameText(name));
    listing_.plain(line);
    if (!lostLabels_.contains(name)) result_.typed += line + '\n';
  }
}

void Assembly::listSummary() {
  std::vector<std::string> lines;
  const Counts counts = programIndex_ < counts_.size() ? counts_[programIndex_] : Counts{};
  const auto counted = [](unsigned n, std::string_view one, std::string_view many) {
    return n == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", n, many);
  };
  if (counts.warnings != 0) lines.push_back("%" + counted(counts.warnings, "WARNING GIVEN", "WARNINGS GIVEN"));
  if (counts.errors != 0) {
    lines.push_back("?" + counted(counts.errors, "ERROR DETECTED", "ERRORS DETECTED"));
  } else {
    lines.push_back("NO ERRORS DETECTED");
  }
  if (at_.highHigh != 0) lines.push_back(fmt::format("HI-SEG. BREAK IS {:06o}", at_.highHigh));
  lines.push_back(fmt::format("PROGRAM BREAK IS {:06o}", at_.high));
  if (at_.highestAbsolute > 0140) lines.push_back(fmt::format("ABSLUTE BREAK IS {:06o}", at_.highestAbsolute));
  listing_.plain("");
  for (const std::string& line : lines) listing_.plain(line);
}

}  // namespace utah10::macro10
