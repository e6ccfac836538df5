#include "toolchain/macro10/output/rel_output.hpp"

#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

namespace {

// Codes of symbols.
constexpr unsigned kRequest = 060;
constexpr unsigned kLocal = 010;
constexpr unsigned kGlobal = 004;
constexpr unsigned kHidden = 040;  // added if suppressed in DDT
constexpr unsigned kFixRight = 020;
constexpr unsigned kFixLeft = 040;
constexpr unsigned kCompiler = 011;  // MACRO, in the NAME block

std::uint32_t symbolBits(Name name) { return packRadix50(nameText(name)); }

RelItem itemOf(RelType type) {
  RelItem item;
  item.type = static_cast<unsigned>(type);
  return item;
}

unsigned symbolCode(const Entry& e) {
  if (e.has(kUndefined)) return kRequest;
  if (!e.has(kInternal)) return e.has(kNoDdt) ? kLocal | kHidden : kLocal;
  unsigned code = kGlobal;
  if (e.has(kNoDdt) && !complexReloc(e.reloc) && !e.expression) code |= kHidden;
  if (e.expression || complexHalf(rightOf(e.reloc))) code |= kFixRight;
  if (complexHalf(leftOf(e.reloc))) code |= kFixLeft;
  return code;
}

}  // namespace

void RelOutput::beginPass() {
  locals_.clear();
  expected_ = kNowhere;
}

// ---- the blocks before the code

void RelOutput::head(const Program& program, unsigned processor) {
  entries();
  name(program.title, processor);
  if (program.layout.twoSegments) segment(program.layout);
  rel_.type(RelType::Code);
}

void RelOutput::entries() {
  RelItem item = itemOf(RelType::Entry);
  for (const Name name : symbols_.ordered()) {
    const Meanings* m = symbols_.table().find(name);
    if (!m->operand) continue;
    const std::uint32_t all = kSymbol | kInternal | kEntry;
    if ((m->operand->flags & all) == all) addWord(item, Word36{symbolBits(name)});
  }
  rel_.item(std::move(item));
}

// The name; from version 50 on followed by the processor and the compiler.
void RelOutput::name(const ProgramTitle& title, unsigned processor) {
  RelItem item = itemOf(RelType::Name);
  addWord(item, Word36{symbolBits(title.name())});
  if (pass_.version >= 50) addWord(item, Word36::halves(processor << 12 | kCompiler, 0));
  rel_.item(std::move(item));
}

void RelOutput::segment(const ProgramLayout& layout) {
  Word36 w = layout.segmentWord;
  if (w.sign()) {
    const std::uint32_t high = layout.highBreak >= 0400000 ? layout.highBreak : rightOf(w);
    w = Word36::halves(high, rightOf(w));
  }
  RelItem item = itemOf(RelType::HighSegment);
  addWord(item, w, 1);
  rel_.item(std::move(item));
}

// ---- code

void RelOutput::word(const StoredWord& w, Counter at) {
  Word36 word = w.word;
  const std::uint32_t left = leftOf(w.reloc);
  std::uint32_t right = rightOf(w.reloc);
  unsigned rightBit = complexHalf(right) ? 0 : right & 1;
  const unsigned leftBit = complexHalf(left) ? 0 : left & 1;
  // A request in an address field of zero joins the chain; any other becomes a symbol block of its own.
  if (symbols_.isExternal(right) && rightOf(word) == 0) {
    ExternalCell& cell = symbols_.externalCell(right);
    word = withRight(word, cell.chain);
    rightBit = cell.chainReloc;
    cell.chain = at.at;
    cell.chainReloc = at.mode;
    right = 0;
  }
  const std::uint64_t here = Word36::halves(at.mode, at.at).bits();
  if (here != expected_) rel_.flush();
  if (rel_.blockEmpty()) {
    rel_.word(Word36{at.at}, at.mode);
    expected_ = here;
  }
  rel_.word(word, leftBit << 1 | rightBit);
  if (symbols_.isExternal(right) || symbols_.isExternal(left)) {
    rel_.flush();
    rel_.type(RelType::Symbols);
    if (symbols_.isExternal(right)) additive(right, false, at);
    if (symbols_.isExternal(left)) additive(left, true, at);
    rel_.flush();
    rel_.type(RelType::Code);
  }
  ++expected_;
}

void RelOutput::additive(std::uint32_t handle, bool left, Counter at) {
  rel_.word(radix50Word(kRequest, symbolBits(symbols_.externalName(handle))), 0);
  rel_.word(Word36::halves(left ? 0600000U : 0400000U, at.at), at.mode);
}

void RelOutput::fixLocally(ExternalCell& cell, Counter at) {
  if (cell.chain != 0) locals_.push_back({Word36::halves(cell.chain, at.at), cell.chainReloc << 1 | at.mode});
  cell.chain = 0;
}

// ---- the blocks behind the code

void RelOutput::locals() {
  rel_.flush();
  rel_.type(RelType::Local);
  for (const LocalFixup& f : locals_) rel_.word(f.word, f.relocation);
  rel_.flush();
}

void RelOutput::symbols(const std::vector<std::pair<Name, const Entry*>>& list) {
  rel_.flush();
  rel_.type(RelType::Symbols);
  for (const auto& [name, entry] : list) symbol(name, *entry);
  rel_.flush();
}

void RelOutput::symbol(Name name, const Entry& e) {
  if (e.has(kExternal)) {
    requestFor(name, e);
    return;
  }
  const std::uint32_t left = leftOf(e.reloc);
  const std::uint32_t right = rightOf(e.reloc);
  const std::uint32_t l = complexHalf(left) ? 0 : left;
  const std::uint32_t r = complexHalf(right) ? 0 : right;
  rel_.word(radix50Word(symbolCode(e), symbolBits(name)), 0);
  rel_.word(e.value, (l != 0 ? 2U : 0U) | (r & 1));
  if (symbols_.isExternal(right)) symbolRequest(name, right, false);
  if (symbols_.isExternal(left)) symbolRequest(name, left, true);
  if (!e.expression) return;
  rel_.flush();
  rel_.type(RelType::Polish);
  polish_.writeSymbol(rel_, name);
  rel_.type(RelType::Symbols);
}

void RelOutput::requestFor(Name name, const Entry& e) {
  if (e.has(kSynonym)) return;
  // An undefined operator has no chain: only its name is output.
  const ExternalCell cell = symbols_.isExternal(e.external) ? symbols_.externalCell(e.external) : ExternalCell{};
  rel_.word(radix50Word(kRequest, symbolBits(name)), 0);
  rel_.word(Word36{cell.chain}, cell.chainReloc);
}

// The value of the symbol just defined depends on an external: outputs requests for it.
void RelOutput::symbolRequest(Name name, std::uint32_t handle, bool left) {
  rel_.word(radix50Word(kRequest, symbolBits(symbols_.externalName(handle))), 0);
  rel_.word(radix50Word(left ? 070U : 050U, symbolBits(name)), 0);
}

void RelOutput::polish() {
  if (!polish_.empty()) polish_.write(rel_);
}

void RelOutput::start(const StartAddress& start) {
  if (start.word.zero() && start.relocation == 0 && start.symbol == 0) return;
  RelItem item = itemOf(RelType::Start);
  addWord(item, start.word, start.relocation);
  if (start.symbol != 0) addWord(item, radix50Word(kRequest, symbolBits(start.symbol)));
  rel_.item(std::move(item));
}

// The breaks: high and low for two segments; relocatable and absolute for one.
void RelOutput::end(const StartAddress& address, const LocationCounters& at) {
  start(address);
  RelItem item = itemOf(RelType::End);
  if (at.highHigh != 0) addWord(item, Word36{at.highHigh}, 1);
  addWord(item, Word36{at.high}, 1);
  if (at.highHigh == 0) addWord(item, Word36{at.highestAbsolute}, 0);
  rel_.item(std::move(item));
  rel_.flush();
}

}  // namespace utah10::macro10
