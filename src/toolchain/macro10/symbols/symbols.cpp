#include "toolchain/macro10/symbols/symbols.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t kSymbolCost = 64;  // charge to the character budget: about a quarter of its bytes
constexpr std::uint64_t kReferenceCost = 4;
constexpr std::size_t kMostExternals = 0600000;

}  // namespace

// ---- finding

Meanings* Symbols::lookup(Name name, SearchScope scope) {
  Meanings* m = program_.table.find(name);
  if (m == nullptr && scope == SearchScope::Universals) m = copyFromUniversal(name);
  if (m == nullptr || (!m->operand && !m->operation)) return nullptr;
  if (m->operand) m->operand->flags &= ~static_cast<std::uint32_t>(kSuppressed);
  if (m->operation) m->operation->flags &= ~static_cast<std::uint32_t>(kSuppressed);
  return m;
}

Entry* Symbols::operand(Name name, SearchScope scope) {
  Meanings* m = lookup(name, scope);
  if (m == nullptr || !m->operand) return nullptr;
  referenceOperand(name, *m->operand);
  noteExternals(*m->operand);
  return &*m->operand;
}

Entry* Symbols::operation(Name name, SearchScope scope) {
  Meanings* m = lookup(name, scope);
  if (m == nullptr || !m->operation) return nullptr;
  referenceOperation(name, *m->operation);
  return &*m->operation;
}

Meanings* Symbols::copyFromUniversal(Name name) {
  const auto found = universals_.find(name);
  if (!found) return nullptr;
  // If a name has two meanings, one is copied. In MACRO chance decides which; here it is the operator.
  Meanings& m = program_.table.at(name);
  if (found->meanings->operation) {
    m.operation = copyEntry(*found->universal, *found->meanings->operation);
  } else {
    m.operand = copyEntry(*found->universal, *found->meanings->operand);
  }
  return &m;
}

// Converts a universal's entry for this program: its external handles become the program's.
Entry Symbols::copyEntry(const Universal& u, const Entry& e) {
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

// ---- entering

Entry& Symbols::enterOperand(Name name, Entry e) {
  Meanings& m = program_.table.at(name);
  if (!m.operand) budget_.spend(kSymbolCost);
  e.flags |= kSymbol;
  m.operand = std::move(e);
  referenceOperand(name, *m.operand);
  return *m.operand;
}

Entry& Symbols::enterOperation(Name name, Entry e) {
  Meanings& m = program_.table.at(name);
  if (!m.operation) budget_.spend(kSymbolCost);
  m.operation = std::move(e);
  referenceOperation(name, *m.operation);
  return *m.operation;
}

void Symbols::enterUndefined(Name name) {
  Entry e;
  e.flags = kSymbol | kUndefined;
  enterOperand(name, e);
}

void Symbols::declareExternal(Name name, bool defining) {
  nextDefines_ = defining;
  // From version 53 on (edit 552), the universals are not searched for it.
  Entry* found = operand(name, pass_.version < 53 ? SearchScope::Universals : SearchScope::Program);
  if (found != nullptr && !found->has(kExternal | kVariable | kUndefined)) {
    errors_.raise(kE, fmt::format("{} is defined here and cannot be external", nameText(name)));
    return;
  }
  if (found != nullptr && found->has(kExternal) && (pass_.first || !found->has(kUndefined))) return;
  Entry e;
  e.flags = kSymbol | kExternal;
  e.external = externalHandle(name);
  enterOperand(name, e);
  nextDefines_ = false;
}

// ---- the table as a whole

std::vector<Name> Symbols::ordered() {
  std::vector<Name> names = program_.table.ordered();
  budget_.spend(names.size());
  return names;
}

void Symbols::suppressAll() {
  for (const Name name : ordered()) {
    Meanings* m = program_.table.find(name);
    if (m->operand) m->operand->flags |= kSuppressed;
    if (m->operation) m->operation->flags |= kSuppressed;
  }
}

// Undefined symbols: device names take their device codes; the rest become external.
void Symbols::settleUndefined(bool devices) {
  for (const Name name : ordered()) {
    Meanings* m = program_.table.find(name);
    if (m == nullptr || !m->operand || !m->operand->has(kUndefined) || m->operand->has(kExternal)) continue;
    Entry& e = *m->operand;
    const std::optional<unsigned> device = devices ? deviceCode(nameText(name)) : std::nullopt;
    if (device) {
      e = Entry{};
      e.flags = kSymbol | kNoDdt;
      e.value = Word36{*device};
      continue;
    }
    e.flags |= kExternal | kUndefined;
    e.external = externalHandle(name);
  }
}

Universal Symbols::universal(Name name) {
  Universal u;
  u.name = name;
  suppressAll();
  for (const Name n : ordered()) u.table[n] = *program_.table.find(n);
  u.externals = program_.externals;
  return u;
}

// ---- externals

std::uint32_t Symbols::externalHandle(Name name) {
  const std::size_t count = program_.externals.size();
  const auto [it, added] = program_.handles.try_emplace(name, static_cast<std::uint32_t>(count) + kFirstExternal);
  if (!added) return it->second;
  if (count >= kMostExternals) throw GiveUp{"too many external symbols", true};
  program_.externals.push_back({name, {}, 0, 0});
  return it->second;
}

// Reports a symbol of the form external + constant as soon as it is found.
void Symbols::noteExternals(const Entry& e) {
  if (complexHalf(leftOf(e.reloc))) unplaced = withLeft(unplaced, leftOf(e.reloc));
  if (complexHalf(rightOf(e.reloc))) unplaced = withRight(unplaced, rightOf(e.reloc));
}

std::string Symbols::unplacedName() const {
  const std::uint32_t right = rightOf(unplaced);
  const std::uint32_t handle = isExternal(right) ? right : leftOf(unplaced);
  return isExternal(handle) ? nameText(externalName(handle)) : "symbol";
}

// ---- cross-reference

void Symbols::reference(CrefKind kind, Name name, bool defining) {
  if (pass_.first || !listing_.hasCrossReference()) return;
  budget_.spend(kReferenceCost);
  listing_.reference(kind, name, defining);
}

void Symbols::referenceOperand(Name name, const Entry& e) {
  const bool defining = std::exchange(nextDefines_, false);
  if (!e.has(kNoCref)) reference(CrefKind::Symbol, name, defining);
}

void Symbols::referenceOperation(Name name, const Entry& e) {
  const bool defining = std::exchange(nextDefines_, false);
  if (!e.has(kNoCref)) reference(CrefKind::Macro, name, defining);
}

}  // namespace utah10::macro10
