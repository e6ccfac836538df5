// Finds and enters symbols, in the program's table and in the universals being searched.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t kSymbolCost = 64;  // charge to the character budget: about a quarter of its bytes
constexpr std::uint64_t kReferenceCost = 4;

}  // namespace

// The names in output order, charged to the budget because a source can request them on every line.
std::vector<Name> Assembly::orderedSymbols() {
  std::vector<Name> names = program_.symbols.ordered();
  reader_.spend(names.size());
  return names;
}

// Both meanings of a name. Universals are searched only if the program has neither; an entry found there is copied, so
// that only symbols in use reach the REL file.
Meanings* Assembly::lookup(Name name, bool universals) {
  Meanings* m = program_.symbols.find(name);
  if (m == nullptr && universals) m = copyFromUniversal(name);
  if (m == nullptr || (!m->operand && !m->operation)) return nullptr;
  if (m->operand) m->operand->flags &= ~static_cast<std::uint32_t>(kSuppressed);
  if (m->operation) m->operation->flags &= ~static_cast<std::uint32_t>(kSuppressed);
  return m;
}

Entry* Assembly::operandOf(Name name, bool universals) {
  Meanings* m = lookup(name, universals);
  if (m == nullptr || !m->operand) return nullptr;
  crefOperand(name, *m->operand);
  noteExternals(*m->operand);
  return &*m->operand;
}

Entry* Assembly::operatorOf(Name name, bool universals) {
  Meanings* m = lookup(name, universals);
  if (m == nullptr || !m->operation) return nullptr;
  crefOperator(name, *m->operation);
  return &*m->operation;
}

Meanings* Assembly::copyFromUniversal(Name name) {
  for (const Universal* u : searched_) {
    const auto it = u->table.find(name);
    if (it == u->table.end()) continue;
    // If a name has two meanings, one is copied. In MACRO chance decides which; here it is the operator.
    Meanings& m = program_.symbols.at(name);
    if (it->second.operation) {
      m.operation = copyEntry(*u, *it->second.operation);
    } else {
      m.operand = copyEntry(*u, *it->second.operand);
    }
    return &m;
  }
  return nullptr;
}

// Converts a universal's entry for this program: its external handles become the program's.
Entry Assembly::copyEntry(const Universal& u, const Entry& e) {
  Entry copy = e;
  copy.flags &= ~static_cast<std::uint32_t>(kSuppressed);
  const auto own = [&](std::uint32_t half) {
    if (half < kFirstExternal || half - kFirstExternal >= u.externals.size()) return half;
    return externalHandle(u.externals[half - kFirstExternal].name);
  };
  if (e.has(kExternal) && e.operand()) {
    copy.flags = kSymbol | kExternal;
    copy.external = own(e.external);
  }
  copy.reloc = Word36::halves(own(leftOf(e.reloc)), own(rightOf(e.reloc)));
  return copy;
}

Entry& Assembly::enterOperand(Name name, Entry e) {
  Meanings& m = program_.symbols.at(name);
  if (!m.operand) reader_.spend(kSymbolCost);
  e.flags |= kSymbol;
  m.operand = std::move(e);
  crefOperand(name, *m.operand);
  return *m.operand;
}

Entry& Assembly::enterOperator(Name name, Entry e) {
  Meanings& m = program_.symbols.at(name);
  if (!m.operation) reader_.spend(kSymbolCost);
  m.operation = std::move(e);
  crefOperator(name, *m.operation);
  return *m.operation;
}

// SRCH6: reports a symbol of the form external + constant as soon as it is found.
void Assembly::noteExternals(const Entry& e) {
  if (complexHalf(leftOf(e.reloc))) extPointer_ = withLeft(extPointer_, leftOf(e.reloc));
  if (complexHalf(rightOf(e.reloc))) extPointer_ = withRight(extPointer_, rightOf(e.reloc));
}

std::uint32_t Assembly::externalHandle(Name name) {
  const std::size_t count = program_.externals.size();
  const auto [it, added] = program_.handles.try_emplace(name, static_cast<std::uint32_t>(count) + kFirstExternal);
  if (!added) return it->second;
  if (count >= 0600000) throw GiveUp{"too many external symbols", true};
  program_.externals.push_back({name, {}, 0, 0});
  return it->second;
}

ExternalCell& Assembly::externalCell(std::uint32_t handle) { return program_.externals.at(handle - kFirstExternal); }

bool Assembly::isExternal(std::uint32_t half) const {
  return half >= kFirstExternal && half - kFirstExternal < program_.externals.size();
}

// ---- cross-reference

void Assembly::cref(CrefKind kind, Name name, bool defining) {
  if (pass1_ || !options_.crossReference) return;
  reader_.spend(kReferenceCost);
  listing_.reference(kind, name, defining);
}

void Assembly::crefOperand(Name name, const Entry& e) {
  const bool defining = std::exchange(defining_, false);
  if (!e.has(kNoCref)) cref(CrefKind::Symbol, name, defining);
}

void Assembly::crefOperator(Name name, const Entry& e) {
  const bool defining = std::exchange(defining_, false);
  if (!e.has(kNoCref)) cref(CrefKind::Macro, name, defining);
}

}  // namespace utah10::macro10
