#include "toolchain/link10/item_loader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"
#include "utah10/word/text.hpp"

namespace utah10::link {

namespace {
constexpr Address kHighJobData = 010;  // .JBHDA: words at the front of a high segment reserved for the monitor
}  // namespace

void ItemLoader::load(const std::vector<RelItem>& items) {
  for (const RelItem& i : items) {
    if (skipping_ && i.is(RelType::Entry) && wanted(i))
      skipping_ = false;
    else if (!skipping_)
      item(i);
    if (i.is(RelType::End)) ++ended_;
  }
  if (open_) damaged(items.back(), fmt::format("program {} has no END item", radix50Name(program().name)));
}

// LOADER scans a library's programs in order and loads one only if it defines a global undefined at that moment.
bool ItemLoader::wanted(const RelItem& entries) const {
  return std::any_of(entries.words.begin(), entries.words.end(), [&](Word36 w) {
    const auto found = state_.globals.find(radix50Value(w));
    return found != state_.globals.end() && found->second.wanted && !found->second.symbol;
  });
}

void ItemLoader::item(const RelItem& i) {
  const auto type = static_cast<RelType>(i.type);
  const bool passive = type == RelType::Data || type == RelType::Index || type == RelType::Entry ||
                       type == RelType::CobolSymbols || i.type >= kRelText;
  if (passive) return;
  if (type == RelType::Name) return name(i);
  if (!open_) begin(0);
  switch (type) {
    case RelType::Code:
      return code(i);
    case RelType::Symbols:
      return symbolItem(i);
    case RelType::HighSegment:
      return highSegment(i);
    case RelType::End:
      return end(i);
    case RelType::Start:
      return start(i);
    case RelType::Local:
      return local(i);
    case RelType::Polish:
      return polish(i);
    case RelType::Link:
      return linkItem(i);
    case RelType::LVar:
      return lvar(i);
    case RelType::RequestLoad:
    case RelType::RequestLibrary:
      return requestFile(i);
    case RelType::Common:
      return common(i);
    case RelType::Sparse:
      return sparse(i);
    case RelType::Assign:
      return assign(i);
    default:
      return damaged(i, relTypeName(i.type) + " items cannot be linked");
  }
}

std::string ItemLoader::place(const RelItem& i) const { return file_.place(i.offset); }

void ItemLoader::damaged(const RelItem& i, std::string what) { state_.addError(place(i), std::move(what)); }

Placement ItemLoader::placement() const {
  return {state_.low, state_.highNext, state_.highBase, highProgram_, twoSegments_};
}

Word36 ItemLoader::moved(Word36 w, unsigned relocation) const {
  const auto half = [&](unsigned bit, HalfWord h) {
    return (relocation & bit) != 0 ? placement().moved(h.bits()).half() : h;
  };
  return Word36::halves(half(kRelLeft, w.left()), half(kRelRight, w.right()));
}

Word36 ItemLoader::word(const RelItem& i, std::size_t index) const {
  return index < i.words.size() ? moved(i.words[index], i.relocationOf(index)) : Word36{};
}

void ItemLoader::begin(std::uint32_t programName) {
  Program p;
  p.name = programName;
  p.file = file_.name();
  p.low = p.lowBreak = state_.low;
  p.origin = Word36{state_.low};
  p.locals = state_.locals;
  p.firstSymbol = state_.symbols.size();
  p.number = ended_;
  state_.programs.push_back(std::move(p));
  open_ = true;
  named_ = programName != 0;
  highProgram_ = twoSegments_ = leftNext_ = false;
  variableWords_ = 0;
  if (state_.forced != Linker::Segment::High) return;
  openHighSegment();
  highProgram_ = true;
}

// From here on the program has a high segment, placed after those of earlier programs.
void ItemLoader::openHighSegment() {
  state_.highSeen = true;
  if (state_.highNext == 0) state_.highNext = (state_.highBase + kHighJobData) & VirtualAddress::kMask;
  program().hasHigh = true;
  program().high = program().highBreak = state_.highNext;
  program().origin = Word36{state_.highNext};
}

void ItemLoader::name(const RelItem& i) {
  if (i.words.empty()) return damaged(i, "the NAME item has no name");
  if (open_ && named_) {
    damaged(i, fmt::format("program {} has no END item before this NAME", radix50Name(program().name)));
    open_ = false;
  }
  if (open_) {
    program().name = radix50Value(i.words[0]);
    named_ = true;
  } else {
    begin(radix50Value(i.words[0]));
  }
  // Blank common lies before the first program loaded; no later program may need a larger one (NAME1, COMSAV).
  const Address blank = i.words.size() > 1 ? i.words[1].right().bits() : 0;
  if (!state_.blankCommon) {
    state_.blankCommon = blank;
    state_.low = (state_.low + blank) & VirtualAddress::kMask;
    program().low = program().lowBreak = state_.low;
    program().origin = Word36{state_.low};
  } else if (blank > *state_.blankCommon) {
    damaged(i, fmt::format("blank common of {}, but the first program has {}", octalCount(blank),
                           octalCount(*state_.blankCommon)));
  }
}

void ItemLoader::highSegment(const RelItem& i) {
  if (i.words.empty()) return damaged(i, "the HISEG item is empty");
  const Word36 w = i.words[0];
  const bool two = w.left().bits() != 0;  // two segments, in TENEX's encoding; DEC's uses the sign
  const bool forced = state_.forced.has_value();
  if (forced && two) return damaged(i, "a program of two segments cannot be forced into one");
  if (forced) return;
  if (highProgram_ || twoSegments_) return damaged(i, "a second HISEG item in one program");
  if (w.right().bits() != 0) state_.highBase = w.right().bits();
  openHighSegment();
  twoSegments_ = two;
  highProgram_ = !two;
}

// The break of an END item is where the next program begins. LOADER for TENEX (IFE TENEX at HIGH2A) ignores absolute
// code there, except after a program with a high segment (HIGHN2).
void ItemLoader::end(const RelItem& i) {
  if (i.words.empty()) return damaged(i, "the END item is empty");
  Address first = word(i, 0).right().bits();
  program().placement = placement();
  if (twoSegments_) {
    const Address low = std::max(word(i, 1).right().bits(), word(i, 2).right().bits());
    program().highBreak = state_.highNext = first;
    state_.low = low;
  } else if (highProgram_) {
    const Address absolute = word(i, 1).right().bits();
    const bool high = absolute > state_.highBase;
    if (high) first = std::max(first, absolute);
    program().highBreak = state_.highNext = first;
    if (!high) state_.low = std::max(state_.low, absolute);
  } else {
    state_.low = first;
  }
  state_.low = (state_.low + variableWords_) & VirtualAddress::kMask;
  program().lowBreak = state_.low;
  open_ = named_ = highProgram_ = twoSegments_ = false;
  skipping_ = library_;
}

std::optional<Word36> ItemLoader::origin(const RelItem& i, std::size_t& next) {
  const Word36 w = word(i, next++);
  if (!w.sign()) return w;
  const std::uint32_t name = radix50Value(w);
  state_.want(name);
  const auto value = state_.valueOf(name);
  if (value) return Word36{value->right().bits()} + word(i, next++);
  damaged(i, fmt::format("the origin of code is {}, which has no value yet", radix50Name(name)));
  return std::nullopt;
}

bool ItemLoader::absoluteOrigin(const RelItem& i, std::size_t at) const {
  return !word(i, at).sign() && (i.relocationOf(at) & kRelRight) == 0;
}

void ItemLoader::code(const RelItem& i) {
  if (i.words.empty()) return damaged(i, "the CODE item has no address");
  std::size_t next = 0;
  const bool absolute = absoluteOrigin(i, next);
  const auto at = origin(i, next);
  if (at) storeWords(i, at->right().bits(), next, i.words.size(), absolute);
}

// Groups of count,,address and that many words.
void ItemLoader::sparse(const RelItem& i) {
  for (std::size_t next = 0; next < i.words.size();) {
    const bool absolute = absoluteOrigin(i, next);
    const auto at = origin(i, next);
    if (!at) return;
    const std::size_t end = std::min(i.words.size(), next + at->left().bits());
    storeWords(i, at->right().bits(), next, end, absolute);
    next = end;
  }
}

void ItemLoader::storeWords(const RelItem& i, Address at, std::size_t first, std::size_t end, bool absolute) {
  if (first >= end) return;
  if (at + (end - first) > VirtualAddress::kMask + std::size_t{1})
    return damaged(i, fmt::format("code of {} at {:06o} runs past 777777", octalCount(end - first), at));
  if (absolute) program().loadedAbsolute(at, at + static_cast<Address>(end - first));
  for (std::size_t k = first; k < end; ++k) state_.core.put(at++, word(i, k));
}

void ItemLoader::start(const RelItem& i) {
  if (i.words.empty()) return damaged(i, "the START item has no address");
  state_.start = word(i, 0);
  state_.startSymbol.reset();
  if (i.words.size() < 2) return;
  state_.startSymbol = radix50Value(i.words[1]);
  state_.want(*state_.startSymbol);
}

}  // namespace utah10::link
