// Stores values where they are used: chains, additions and polish expressions.
#include <fmt/format.h>

#include "toolchain/link10/link_state.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"

namespace utah10 {

// A value may complete a deferred symbol, whose value completes others; the queue avoids recursion.
void Linker::State::satisfy(std::uint32_t name) {
  ready_.push_back(name);
  if (satisfying_) return;
  satisfying_ = true;
  while (!ready_.empty()) {
    const std::uint32_t next = ready_.front();
    ready_.pop_front();
    const auto value = valueOf(next);
    const auto waiting = std::exchange(globals[next].waiting, {});
    for (const Fixup& fixup : waiting) apply(fixup, *value);
  }
  satisfying_ = false;
}

void Linker::State::apply(const Fixup& fixup, Word36 value) {
  const auto address = static_cast<link::Address>(fixup.target);
  switch (fixup.kind) {
    case FixupKind::Chain:
      return chain(address, value, PolishStore::Right);
    case FixupKind::AddRight:  // in 18 bits, without carry
      return core.putRight(address, core.at(address) + value);
    case FixupKind::AddLeft:
      return core.put(address, core.at(address) + Word36::halves(value.right(), HalfWord{}));
    case FixupKind::AddSymbolRight:
      return addToSymbol(fixup.target, value, false);
    case FixupKind::AddSymbolLeft:
      return addToSymbol(fixup.target, value, true);
    case FixupKind::Polish:
      break;
  }
  PendingPolish& pending = polishes[fixup.target];
  if (--pending.undefined == 0) finishPolish(pending);
}

// Whether following a chain returns to a word already visited (Brent's algorithm: no marks, at most two laps).
bool Linker::State::circular(link::Address head, PolishStore store) const {
  link::Address slow = head;
  link::Address fast = head;
  for (std::size_t power = 1;; power *= 2) {
    for (std::size_t i = 0; i < power; ++i) {
      fast = nextInChain(fast, store);
      if (fast == 0) return false;
      if (fast == slow) return true;
    }
    slow = fast;
  }
}

link::Address Linker::State::nextInChain(link::Address a, PolishStore store) const {
  const Word36 w = core.at(a);
  return (store == PolishStore::Left ? w.left() : w.right()).bits();
}

// The word at `head` holds the address of the next one, in the half that receives the value; 0 ends the chain. Chains
// of whole-word stores continue through right halves.
void Linker::State::chain(link::Address head, Word36 value, PolishStore store) {
  if (head == 0) return;
  if (circular(head, store)) {
    return addError(programs.back().label(), fmt::format("the chain of fix-ups from {:06o} is circular", head),
                    "the file is damaged");
  }
  for (link::Address a = head; a != 0;) {
    const link::Address next = nextInChain(a, store);
    if (store == PolishStore::Left)
      core.putLeft(a, value);
    else if (store == PolishStore::Right)
      core.putRight(a, value);
    else
      core.put(a, value);
    a = next;
  }
}

void Linker::State::addToSymbol(std::size_t index, Word36 value, bool left) {
  LoadedSymbol& s = symbols[index];
  if (left) {
    s.value = s.value + Word36::halves(value.right(), HalfWord{});
    if (s.awaitsLeft) s.code &= ~040U;
    s.awaitsLeft = false;
  } else {
    s.value = Word36::halves(s.value.left(), (s.value + value).right());
    if (s.awaitsRight) s.code &= ~020U;
    s.awaitsRight = false;
  }
  completed(index);
}

// A deferred global now has its value: makes the fix-ups that waited for it.
void Linker::State::completed(std::size_t index) {
  const LoadedSymbol& s = symbols[index];
  if (s.deferred()) return;
  const auto found = globals.find(s.name);
  if (found != globals.end() && found->second.symbol == index) satisfy(s.name);
}

void Linker::State::addPolish(Polish polish, const std::string& place) {
  PendingPolish pending{std::move(polish), 0, static_cast<std::uint32_t>(programs.size() - 1), place};
  std::vector<std::uint32_t> missing;
  for (const link::PolishToken& t : pending.polish.tokens) {
    if (t.kind != link::PolishTokenKind::Global) continue;
    want(t.name);
    if (!valueOf(t.name)) missing.push_back(t.name);
  }
  if (missing.empty()) return finishPolish(pending);
  pending.undefined = missing.size();
  polishes.push_back(std::move(pending));
  for (const std::uint32_t name : missing) globals[name].waiting.push_back({FixupKind::Polish, polishes.size() - 1});
}

void Linker::State::finishPolish(const PendingPolish& pending) {
  const auto value = link::evaluatePolish(pending.polish.tokens, [this](std::uint32_t n) { return valueOf(n); });
  if (!value) return addError(pending.place, value.error().what, value.error().hint);
  if (pending.polish.store <= PolishStore::Word)
    return chain(pending.polish.address.right().bits(), *value, pending.polish.store);
  storeInSymbol(pending, *value);
}

// The symbol of that name in the program that has the expression, searched from the latest; within a FAIL block, the
// first one after the block's name (code 14). LOADER finds no symbol unless the block is there (FSYMT), which rules out
// MACRO's expressions because they name none; but genuine images show that these stores were made.
std::optional<std::size_t> Linker::State::symbolFor(const PendingPolish& pending) const {
  const std::size_t first = programs[pending.program].firstSymbol;
  const bool last = pending.program + std::size_t{1} == programs.size();
  const std::size_t end = last ? symbols.size() : programs[pending.program + 1].firstSymbol;
  constexpr unsigned kBlockName = 014;
  std::size_t block = first;
  for (std::size_t i = first; pending.polish.block != 0 && i < end; ++i) {
    if (symbols[i].code == kBlockName && symbols[i].name == pending.polish.block) block = i + 1;
  }
  for (std::size_t i = block; block != first && i < end; ++i) {
    if (symbols[i].name == pending.polish.symbol) return i;
  }
  for (std::size_t i = end; i > first; --i) {
    if (symbols[i - 1].name == pending.polish.symbol) return i - 1;
  }
  return std::nullopt;
}

// A symbol that was not loaded is skipped.
void Linker::State::storeInSymbol(const PendingPolish& pending, Word36 value) {
  const auto index = symbolFor(pending);
  if (!index) return;
  LoadedSymbol& s = symbols[*index];
  const PolishStore store = pending.polish.store;
  if (store != PolishStore::SymbolRight) {
    if (s.awaitsLeft) s.code &= ~040U;
    s.awaitsLeft = false;
  }
  if (store != PolishStore::SymbolLeft) {
    if (s.awaitsRight) s.code &= ~020U;
    s.awaitsRight = false;
  }
  if (store == PolishStore::Symbol)
    s.value = value;
  else if (store == PolishStore::SymbolLeft)
    s.value = Word36::halves(value.right(), s.value.right());
  else
    s.value = Word36::halves(s.value.left(), value.right());
  completed(*index);
}

}  // namespace utah10
