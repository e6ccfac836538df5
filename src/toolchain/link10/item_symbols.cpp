// Items about symbols: definitions, requests, fix-ups, storage counters, file requests.
#include <fmt/format.h>

#include "toolchain/link10/item_loader.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"
#include "utah10/word/text.hpp"

namespace utah10::link {

namespace {
constexpr unsigned kGlobal = 04, kBlock = 010, kRequest = 060;
constexpr unsigned kSuppressed = 040;
constexpr Address kLinks = 020;
}  // namespace

// The second word of a pair may be missing; it then counts as zero (LOADER at PRWORD).
void ItemLoader::symbolItem(const RelItem& i) {
  for (std::size_t k = 0; k < i.words.size(); k += 2) {
    const std::size_t first = state_.symbols.size();
    oneSymbol(i.words[k], word(i, k + 1), i);
    if ((i.relocationOf(k + 1) & kRelRight) != 0) theyMove(first);
  }
}

void ItemLoader::theyMove(std::size_t first) {
  for (std::size_t s = first; s < state_.symbols.size(); ++s) state_.symbols[s].moves = true;
}

// LOADER at SYMPT. Combined codes: 60 with 04 is a common name or waits for both halves; 04 with 10 is a block name.
void ItemLoader::oneSymbol(Word36 symbol, Word36 value, const RelItem& i) {
  const unsigned code = radix50Code(symbol);
  const std::uint32_t name = radix50Value(symbol);
  if ((code & kRequest) == kRequest && (code & kGlobal) == 0) return requestSymbol(name, value);
  const bool plain = (code & kGlobal) == 0 || (code & kBlock) != 0;
  if (plain) return state_.addSymbol(code, name, value);
  state_.defineGlobal(code, name, value, place(i));
}

void ItemLoader::requestSymbol(std::uint32_t name, Word36 value) {
  const Address address = value.right().bits();
  if (!value.sign()) {
    if (address == 0) return state_.want(name);  // only a mention, without a chain
    return state_.request(name, {FixupKind::Chain, address});
  }
  const bool left = value.bit(1);
  if (!value.bit(2)) return state_.request(name, {left ? FixupKind::AddLeft : FixupKind::AddRight, address});
  // This refers to the symbol just defined; if the last symbol has another name, its definition was not accepted.
  state_.want(name);
  if (state_.symbols.size() <= program().firstSymbol || state_.symbols.back().name != radix50Value(value)) return;
  const auto kind = left ? FixupKind::AddSymbolLeft : FixupKind::AddSymbolRight;
  state_.request(name, {kind, state_.symbols.size() - 1});
}

// head,,value; a word of all ones means that the next chain links through left halves.
void ItemLoader::local(const RelItem& i) {
  constexpr Word36 kLeftNext{Word36::kMask};
  for (std::size_t k = 0; k < i.words.size(); ++k) {
    const Word36 w = word(i, k);
    if (!leftNext_ && w == kLeftNext) {
      leftNext_ = true;
      continue;
    }
    state_.chain(w.left().bits(), w, leftNext_ ? PolishStore::Left : PolishStore::Right);
    leftNext_ = false;
  }
}

void ItemLoader::polish(const RelItem& i) {
  auto p = parsePolish(i);
  if (!p) return state_.addError(place(i), p.error().what, p.error().hint);
  for (PolishToken& t : p->tokens) {
    if (t.kind == PolishTokenKind::Value) t.value = moved(t.value, t.relocation);
    if (t.half) t.value = Word36{t.value.right().bits()};
  }
  p->address = moved(p->address, p->relocation);
  state_.addPolish(std::move(*p), place(i));
}

// Each word of a link receives the address of the previous one; the end of the link receives the last address.
void ItemLoader::linkItem(const RelItem& i) {
  for (std::size_t k = 0; k < i.words.size(); k += 2) {
    const std::int64_t number = i.words[k].value();
    const Address address = word(i, k + 1).right().bits();
    const auto n = static_cast<std::size_t>(number < 0 ? -number : number);
    if (n == 0 || n > kLinks) return damaged(i, fmt::format("link number {:o} is not 1 to 20", n));
    if (number < 0) {
      state_.linkEnds[n] = address;
    } else {
      state_.core.putRight(address, Word36{state_.linkHeads[n]});
      state_.linkHeads[n] = address;
    }
  }
}

// Variables of FAIL programs, placed after the program. First pair: their address and number; then their references.
void ItemLoader::lvar(const RelItem& i) {
  variables_ = highProgram_ ? state_.low : word(i, 0).right().bits();
  variableWords_ = word(i, 1).right().bits();
  for (std::size_t k = 2; k < i.words.size(); k += 2) {
    const Word36 fixup = word(i, k);
    if (fixup.bit(1)) {
      lvarSymbol(fixup, radix50Value(word(i, k + 1)));
      continue;
    }
    const Word36 w = word(i, k + 1);
    state_.chain(w.left().bits(), w + Word36{variables_}, fixup.sign() ? PolishStore::Left : PolishStore::Right);
  }
}

void ItemLoader::lvarSymbol(Word36 fixup, std::uint32_t name) {
  for (std::size_t s = state_.symbols.size(); s > program().firstSymbol; --s) {
    if (state_.symbols[s - 1].name != name) continue;
    return state_.addToSymbol(s - 1, Word36{fixup.right().bits()} + Word36{variables_}, fixup.sign());
  }
}

void ItemLoader::requestFile(const RelItem& i) {
  for (std::size_t k = 0; k < i.words.size(); k += 3) {
    FileRequest r;
    r.name = sixbitName(i.words[k]);
    if (k + 2 < i.words.size()) r.device = sixbitName(i.words[k + 2]);
    r.where = place(i);
    r.searched = i.is(RelType::RequestLibrary);
    if (r.name.empty()) {
      damaged(i, "a requested file has no name");
    } else if (state_.requested.insert((r.searched ? "library " : "") + r.device + ":" + r.name).second) {
      state_.requests.push_back(std::move(r));
    }
  }
}

// Space in the low segment before the program's own; the first definition of a block fixes its size.
void ItemLoader::common(const RelItem& i) {
  for (std::size_t k = 0; k < i.words.size(); k += 2) {
    const std::uint32_t name = radix50Value(i.words[k]);
    const Address length = word(i, k + 1).right().bits();
    const auto known = state_.commons.find(name);
    if (known != state_.commons.end()) {
      if (length > known->second) {
        damaged(i, fmt::format("common {} of {}, but it was allocated with {}", radix50Name(name), octalCount(length),
                               octalCount(known->second)));
      }
      continue;
    }
    state_.commons.emplace(name, length);
    const std::size_t first = state_.symbols.size();
    state_.defineGlobal(kGlobal, name, Word36{state_.low}, place(i));
    theyMove(first);
    state_.addSymbol(kGlobal | kSuppressed | kBlock, name, Word36::halves(length, state_.low));
    state_.low = (state_.low + length) & VirtualAddress::kMask;
  }
}

// s, c, increment: s gets the value of counter c, then c is advanced.
void ItemLoader::assign(const RelItem& i) {
  for (std::size_t k = 0; k < i.words.size(); k += 3) {
    const std::uint32_t counter = radix50Value(word(i, k + 1));
    state_.want(counter);
    const auto value = state_.valueOf(counter);
    if (!value) {
      damaged(i, fmt::format("{} is assigned from {}, which has no value yet", radix50Name(i.words[k]),
                             radix50Name(counter)));
      continue;
    }
    state_.symbols[*state_.globals[counter].symbol].value = *value + word(i, k + 2);
    const std::size_t first = state_.symbols.size();
    state_.defineGlobal(kGlobal, radix50Value(i.words[k]), *value, place(i));
    theyMove(first);
  }
}

}  // namespace utah10::link
