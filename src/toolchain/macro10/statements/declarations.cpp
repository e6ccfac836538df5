#include "toolchain/macro10/statements/declarations.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

void Declarations::interns(std::uint32_t flags) {
  do {
    Name name = 0;
    if (!getSymbol(name)) continue;
    Entry e;
    e.flags = kSymbol | kInternal | kUndefined;
    if (const Entry* found = symbols_.operand(name)) e = *found;
    if (halfKill()) e.flags |= kNoDdt;
    // A forward reference is allowed; an external or a synonym is not.
    if (!e.has(kUndefined) && e.has(kSynonym | kExternal)) {
      raise(kA, fmt::format("{} is {} and cannot be internal", nameText(name),
                            e.has(kExternal) ? "external" : "a synonym"));
    } else {
      e.flags |= flags;
    }
    symbols_.enterOperand(name, e);
  } while (comma());
  symbols_.unplaced = {};
}

void Declarations::externs() {
  do {
    Name name = 0;
    if (!getSymbol(name)) {
      halfKill();
      continue;
    }
    symbols_.declareExternal(name, true);
    if (halfKill())
      if (Entry* e = symbols_.operand(name)) e->flags |= kNoDdt;
  } while (comma());
}

// SYN a,b: b takes the meaning of a, which is looked up as an operator, then a symbol, then a built-in.
void Declarations::syn() {
  Name from = 0;
  if (!getSymbol(from)) return;
  const bool list = comma();
  const std::optional<Meaning> meaning = meaningOf(from);
  if (!meaning) return;
  if (!list) {
    raise(kA, "SYN a,b");
    return;
  }
  Name to = 0;
  if (!getSymbol(to)) return;
  if (meaning->operation) {
    symbols_.enterOperation(to, meaning->entry);
  } else {
    symbols_.enterOperand(to, meaning->entry);
  }
  symbols_.unplaced = {};
}

std::optional<Declarations::Meaning> Declarations::meaningOf(Name name) {
  if (const Entry* e = symbols_.operation(name)) return Meaning{*e, true};
  if (const Entry* e = symbols_.operand(name)) {
    if (e->has(kVariable)) {
      raise(kA, "a variable cannot have a synonym");
      return std::nullopt;
    }
    Meaning m{*e, false};
    m.entry.flags |= kSynonym;
    return m;
  }
  if (const BuiltIn* b = findBuiltIn(name, pass_.version)) {
    Meaning m;
    m.entry.flags = kSynonym;
    m.entry.builtIn = b;
    return m;
  }
  raise(kA, fmt::format("{} is not defined and cannot have a synonym", nameText(name)));
  return std::nullopt;
}

void Declarations::purge() {
  do {
    Name name = 0;
    if (!getSymbol(name)) {
      errors_.lower(kA);
      return;
    }
    purgeName(name);
  } while (comma());
}

// If the name is an operator and an operand, it stays an operand.
void Declarations::purgeName(Name name) {
  Meanings* m = symbols_.table().find(name);
  if (m == nullptr) m = symbols_.lookup(name);
  if (m == nullptr) return;
  if (m->operation) {
    symbols_.table().removeOperation(name);
    return;
  }
  if (!m->operand) return;
  const Entry& e = *m->operand;
  // MACRO 53 removes every symbol, and with an external one the requests for it: that stays an error here.
  const bool bound = pass_.version >= 53 ? e.has(kExternal) : complexReloc(e.reloc) || e.has(kExternal | kUndefined);
  if (!e.has(kSynonym) && bound) {
    raise(kA, fmt::format("{} is external or undefined and cannot be purged", nameText(name)));
    return;
  }
  symbols_.table().removeOperand(name);
  symbols_.unplaced = {};
}

void Declarations::flagOperands(std::uint32_t flag) {
  do {
    Name name = 0;
    Entry* e = getSymbol(name) ? symbols_.operand(name) : nullptr;
    if (e == nullptr) {
      raise(kA, fmt::format("no symbol {}", nameText(name)));
      continue;
    }
    e->flags |= flag;
    if (halfKill()) e->flags |= kNoDdt;
  } while (comma());
  symbols_.unplaced = {};
}

void Declarations::xpunge() {
  if (pass_.first) return;
  for (const Name name : symbols_.ordered()) {
    Meanings* m = symbols_.table().find(name);
    for (std::optional<Entry>* e : {&m->operand, &m->operation})
      if (*e && !(*e)->has(kInternal | kEntry | kExternal) && !complexReloc((*e)->reloc)) (*e)->flags |= kSuppressed;
  }
}

// ---- variables

void Declarations::makeVariable(Name name, std::uint32_t size) {
  symbols_.nextDefines();
  Entry e;
  e.flags = kSymbol | kUndefined;
  if (const Entry* found = symbols_.operand(name)) e = *found;
  if (!e.has(kUndefined)) return;
  e.flags |= kVariable;
  e.value = Word36{size - 1};
  e.reloc = {};
  symbols_.enterOperand(name, e);
}

void Declarations::integers() {
  do {
    Name name = 0;
    if (getSymbol(name)) makeVariable(name, 1);
  } while (comma());
}

// ARRAY a,b[n]
void Declarations::arrays() {
  do {
    const auto sized = sizedNames("ARRAY");
    if (!sized) return;
    for (auto name = sized->names.rbegin(); name != sized->names.rend(); ++name) makeVariable(*name, sized->size);
  } while (comma());
}

// ---- universals

void Declarations::search() {
  do {
    Name name = 0;
    if (!getSymbol(name)) return;
    Name file = name;
    if (scanner_.code == six('(')) file = searchedFile(name);
    if (!universals_.search(name, file)) throw GiveUp{fmt::format("cannot find universal {}", nameText(name)), true};
  } while (comma());
}

// SEARCH NAME(dev:file.ext[p,pn]): only the file name is used.
Name Declarations::searchedFile(Name name) {
  Name file = name;
  Name word = 0;
  int shift = 30;
  bool extension = false;
  while (scanner_.scan() != six(')') && scanner_.code != kEol) {
    if (scanner_.cls.inSymbol() && scanner_.code != six('.')) {
      if (shift >= 0) word |= static_cast<Name>(scanner_.code) << shift;
      shift -= 6;
      continue;
    }
    if (scanner_.code == six(':')) word = 0;
    if (word != 0 && !extension) file = word;
    extension = extension || scanner_.code == six('.') || scanner_.code == six('[');
    word = 0;
    shift = 30;
  }
  if (word != 0 && !extension) file = word;
  if (scanner_.code != six(')')) {
    raise(kQ, "the file name does not end");
    return file;
  }
  scanner_.scanNonBlank();
  return file;
}

}  // namespace utah10::macro10
