// Pseudo-operations that declare symbols: INTERN, EXTERN, OPDEF, SYN, PURGE and similar.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/nesting.hpp"

namespace utah10::macro10 {

// `!` after a name in a list suppresses the symbol in DDT.
bool Assembly::halfKill() {
  if (reader_.code != six('!')) return false;
  reader_.scanNonBlank();
  return true;
}

void Assembly::interns(std::uint32_t flags) {
  do {
    Name name = 0;
    if (!getSymbol(name)) continue;
    Entry e;
    e.flags = kSymbol | kInternal | kUndefined;
    if (const Entry* found = operandOf(name)) e = *found;
    if (halfKill()) e.flags |= kNoDdt;
    // A forward reference is allowed; an external or a synonym is not.
    if (!e.has(kUndefined) && e.has(kSynonym | kExternal)) {
      raise(kA, fmt::format("{} is {} and cannot be internal", nameText(name),
                            e.has(kExternal) ? "external" : "a synonym"));
    } else {
      e.flags |= flags;
    }
    enterOperand(name, e);
  } while (comma());
  extPointer_ = {};
}

void Assembly::externs() {
  do {
    Name name = 0;
    if (!getSymbol(name)) {
      halfKill();
      continue;
    }
    external(name, true);
    if (halfKill())
      if (Entry* e = operandOf(name)) e->flags |= kNoDdt;
  } while (comma());
}

void Assembly::external(Name name, bool defining) {
  defining_ = defining;
  Entry* found = operandOf(name);
  if (found != nullptr && !found->has(kExternal | kVariable | kUndefined)) {
    raise(kE, fmt::format("{} is defined here and cannot be external", nameText(name)));
    return;
  }
  if (found != nullptr && found->has(kExternal) && (pass1_ || !found->has(kUndefined))) return;
  Entry e;
  e.flags = kSymbol | kExternal;
  e.external = externalHandle(name);
  enterOperand(name, e);
  defining_ = false;
}

// OPDEF name [statement]
void Assembly::opdef() {
  Name name = 0;
  if (!getSymbol(name)) return;
  if (reader_.code != six('[')) {
    raise(kA, "OPDEF name [statement]");
    return;
  }
  const Nesting nesting{depth_};  // an OPDEF of an OPDEF
  ++reader_.literalLevel;
  statement();
  if (stowLast_ < 0) raise(kA, "the OPDEF produces no word");
  const StoredWord w = unstow();
  --reader_.literalLevel;
  defining_ = true;
  Entry e;
  e.flags = kOpdef;
  if (const Entry* found = operatorOf(name)) {
    e = *found;
    if (found->has(kSynonym | kMacro)) raise(kA, fmt::format("{} is already a macro or SYN", nameText(name)));
  }
  if ((errors_ & kA) == 0) {
    e.flags &= ~static_cast<std::uint32_t>(kUndefined | kExternal);
    e.value = w.word;
    e.reloc = w.reloc;
    defining_ = true;
    enterOperator(name, e);
  }
  noteAssigned({w.word, w.reloc, -1});
  defining_ = false;
  reader_.scanNonBlank();
  emptyStow();
}

// SYN a,b: b takes the meaning of a, which is looked up as an operator, then a symbol, then a built-in.
void Assembly::syn() {
  Name from = 0;
  if (!getSymbol(from)) return;
  const bool list = comma();
  std::optional<Entry> operation;
  std::optional<Entry> operand;
  if (const Entry* e = operatorOf(from)) {
    operation = *e;
  } else if (const Entry* s = operandOf(from)) {
    operand = *s;
    operand->flags |= kSynonym;
    if (s->has(kVariable)) {
      raise(kA, "a variable cannot have a synonym");
      return;
    }
  } else if (const BuiltIn* b = findBuiltIn(from, version_)) {
    operation = Entry{};
    operation->flags = kSynonym;
    operation->builtIn = b;
  } else {
    raise(kA, fmt::format("{} is not defined and cannot have a synonym", nameText(from)));
    return;
  }
  if (!list) {
    raise(kA, "SYN a,b");
    return;
  }
  Name to = 0;
  if (!getSymbol(to)) return;
  if (operation) {
    enterOperator(to, *operation);
  } else {
    enterOperand(to, *operand);
  }
  extPointer_ = {};
}

void Assembly::purge() {
  do {
    Name name = 0;
    if (!getSymbol(name)) {
      lower(kA);
      return;
    }
    Meanings* m = program_.symbols.find(name);
    if (m == nullptr) m = lookup(name);
    if (m != nullptr && m->operation) {
      program_.symbols.removeOperation(name);
      continue;
    }
    if (m == nullptr || !m->operand) continue;
    const Entry& e = *m->operand;
    if (!e.has(kSynonym) && (complexReloc(e.reloc) || e.has(kExternal | kUndefined))) {
      raise(kA, fmt::format("{} is external or undefined and cannot be purged", nameText(name)));
      continue;
    }
    program_.symbols.removeOperand(name);
  } while (comma());
}

void Assembly::flagOperands(std::uint32_t flag) {
  do {
    Name name = 0;
    Entry* e = getSymbol(name) ? operandOf(name) : nullptr;
    if (e == nullptr) {
      raise(kA, fmt::format("no symbol {}", nameText(name)));
      continue;
    }
    e->flags |= flag;
    if (halfKill()) e->flags |= kNoDdt;
  } while (comma());
  extPointer_ = {};
}

void Assembly::suppress() { flagOperands(kSuppressed); }
void Assembly::noDdt() { flagOperands(kNoDdt); }

void Assembly::suppressAll() {
  for (const Name name : orderedSymbols()) {
    Meanings* m = program_.symbols.find(name);
    if (m->operand) m->operand->flags |= kSuppressed;
    if (m->operation) m->operation->flags |= kSuppressed;
  }
}

void Assembly::xpunge() {
  if (pass1_) return;
  for (const Name name : orderedSymbols()) {
    Meanings* m = program_.symbols.find(name);
    for (std::optional<Entry>* e : {&m->operand, &m->operation})
      if (*e && !(*e)->has(kInternal | kEntry | kExternal) && !complexReloc((*e)->reloc)) (*e)->flags |= kSuppressed;
  }
}

// .CREF and .XCREF: with names, they apply to those; without names, to everything from here on.
void Assembly::crefNames(bool off) {
  Name name = 0;
  if (!getSymbol(name)) {
    lower(kA);
    defining_ = false;
    if (off) {
      listSwitch([this] { listing_.crefOff = true; });
    } else {
      listing_.crefOff = false;
    }
    return;
  }
  for (;;) {
    Meanings* m = lookup(name);
    if (m == nullptr) {
      raise(kA, fmt::format("no symbol {}", nameText(name)));
    } else {
      Entry& e = m->operation ? *m->operation : *m->operand;
      e.flags = off ? e.flags | kNoCref : e.flags & ~static_cast<std::uint32_t>(kNoCref);
    }
    if (!comma() || !getSymbol(name)) return;
  }
}

// ---- variables

void Assembly::makeVariable(Name name, std::uint32_t size) {
  defining_ = true;
  Entry e;
  e.flags = kSymbol | kUndefined;
  if (const Entry* found = operandOf(name)) e = *found;
  if (!e.has(kUndefined)) return;
  e.flags |= kVariable;
  e.value = Word36{size - 1};
  e.reloc = {};
  enterOperand(name, e);
}

void Assembly::integers() {
  do {
    Name name = 0;
    if (getSymbol(name)) makeVariable(name, 1);
  } while (comma());
}

// a,b[size], as in ARRAY and .COMMON (`what`); the next code is the one after the bracket. Empty after an error.
std::optional<Assembly::SizedNames> Assembly::sizedNames(std::string_view what) {
  SizedNames sized;
  do {
    Name name = 0;
    if (!getSymbol(name)) return std::nullopt;
    sized.names.push_back(name);
  } while (comma());
  const auto wrong = [&] {
    raise(kA, fmt::format("{} name[size]", what));
    return std::nullopt;
  };
  if (reader_.code != six('[')) return wrong();
  reader_.scanNonBlank();
  reader_.again();
  sized.size = rightOf(expressionKnown().word);
  if (reader_.code != six(']')) return wrong();
  reader_.scanNonBlank();
  return sized;
}

// ARRAY a,b[n]
void Assembly::arrays() {
  do {
    const auto sized = sizedNames("ARRAY");
    if (!sized) return;
    for (auto name = sized->names.rbegin(); name != sized->names.rend(); ++name) makeVariable(*name, sized->size);
  } while (comma());
}

// ---- universals

void Assembly::search() {
  do {
    Name name = 0;
    if (!getSymbol(name)) return;
    Name file = name;
    if (reader_.code == six('(')) file = searchedFile(name);
    if (!loadUniversal(name, file)) throw GiveUp{fmt::format("cannot find universal {}", nameText(name)), true};
  } while (comma());
}

// SEARCH NAME(dev:file.ext[p,pn]): only the file name is used.
Name Assembly::searchedFile(Name name) {
  Name file = name;
  Name word = 0;
  int shift = 30;
  bool extension = false;
  while (reader_.scan() != six(')') && reader_.code != kEol) {
    if (reader_.cls.inSymbol() && reader_.code != six('.')) {
      if (shift >= 0) word |= static_cast<Name>(reader_.code) << shift;
      shift -= 6;
      continue;
    }
    if (reader_.code == six(':')) word = 0;
    if (word != 0 && !extension) file = word;
    extension = extension || reader_.code == six('.') || reader_.code == six('[');
    word = 0;
    shift = 30;
  }
  if (word != 0 && !extension) file = word;
  if (reader_.code != six(')')) {
    raise(kQ, "the file name does not end");
    return file;
  }
  reader_.scanNonBlank();
  return file;
}

}  // namespace utah10::macro10
