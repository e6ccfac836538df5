// Literals and variables: keeping the words of a literal, and placing both areas.
#include "toolchain/macro10/output/emitter.hpp"

namespace utah10::macro10 {

// Version 53 looks at all lines of a literal, and keeps words with an undefined symbol on pass 1, too. A forward
// reference in a line of its own then makes pass 1 larger; before, words with different symbols were equal on pass 1,
// and the literals moved between the passes.
bool Emitter::literalErred() const { return errors_.letters() != 0 || (pass_.version >= 53 && errors_.literalErred()); }

// On pass 1, without being kept.
bool Emitter::literalOnlyCounts() const {
  constexpr std::uint32_t kKept = kU | kN;  // N stands for a literal inside
  return pass_.first && literalErred() && (pass_.version < 53 || (errors_.letters() & ~kKept) != 0);
}

// Words of pass 1 that no other literal may be equal to, as some of them will have other values on pass 2. Relocated
// ones stay as they are, as in MACRO.
void Emitter::setApart(std::vector<StoredWord>& words) {
  for (StoredWord& w : words) w.byLoader = w.byLoader || w.reloc.zero();
}

// Adds the words to the literal area, or finds them there. Pass 1 searches only if the line has no error letter so far;
// if it has one, pass 1 only counts the words, and the area becomes larger than necessary.
Value Emitter::keepLiteral(int nesting) {
  auto words = static_cast<std::size_t>(stow_.count());
  if (words == 0) {
    stowKept({});
    errors_.raise(kL, errors_.literalOverran() ? "" : "an empty literal");
    words = 1;
  }
  if (literalOnlyCounts()) {
    literals_.countOnly(words);
    empty();
    return {};
  }
  std::vector<StoredWord> made;
  while (made.size() < words) made.push_back(take());
  polish_.markWords(nesting, made);
  if (pass_.first && literalErred()) setApart(made);
  const std::size_t index = literals_.keep(made, !literalErred());
  if (pass_.first) return {};
  const Area area = literals_.literals();
  return {Word36{(area.start + index) & 0777777}, Word36{area.mode}, -1};
}

void Emitter::labelLiteral(Name name) {
  literalLabel_ = name;
  literalLabelDepth_ = static_cast<std::uint32_t>(stow_.count());
}

// A label in a literal gets its value when the literal is placed.
void Emitter::placeLabel(const Value& literal) {
  if (literalLabel_ == 0) return;
  Entry* e = symbols_.operand(std::exchange(literalLabel_, 0));
  if (e == nullptr || !e->has(kLabel)) return;
  e->flags &= ~static_cast<std::uint32_t>(kUndefined | kExternal | kLongValue);
  e->value = Word36{rightOf(literal.word) + literalLabelDepth_};
  e->reloc = literal.reloc;
}

// ---- areas

void Emitter::beginLiteralArea() {
  literals_.beginArea();
  at_.raiseBreaks();
}

void Emitter::placeLiterals(bool programEnds) {
  if (pass_.first) {
    literals_.noteLiterals({literals_.count(), at_.assembly.at, at_.assembly.mode});
    at_.advance(literals_.count());
  } else {
    outputLiterals(programEnds);
    literals_.nextLiterals();
  }
  beginLiteralArea();
}

// At the end of a program they are not listed.
void Emitter::outputLiterals(bool programEnds) {
  const Area area = literals_.literals();
  if (!literals_.empty() && area.start != at_.assembly.at) errors_.raise(kP, "the literals move between the passes");
  const Counter assembly = at_.assembly;
  const Counter output = at_.output;
  const bool listOff = std::exchange(listing_.listOff, listing_.listOff || programEnds);
  for (const StoredWord& w : literals_.take()) {
    stowKept(w);
    endLine();
  }
  listing_.listOff = listOff;
  const std::uint32_t size = std::max(area.size, wrapped(at_.output.at - output.at));
  literalsEnd_ = at_.output.at;
  at_.assembly.at = wrapped(assembly.at + size);
  at_.output.at = wrapped(output.at + size);
}

// Pass 1 assigns every variable its location, in symbol table order; pass 2 only skips the area.
void Emitter::placeVariables() {
  if (pass_.first) {
    assignVariables();
    return;
  }
  const Area area = literals_.variables();
  if (area.start != at_.assembly.at) errors_.raise(kP, "the variables move between the passes");
  at_.advance(area.size);
  literals_.nextVariables();
}

void Emitter::assignVariables() {
  Area area{0, at_.assembly.at, at_.assembly.mode};
  for (const Name name : symbols_.ordered()) {
    Meanings* m = symbols_.table().find(name);
    if (m == nullptr || !m->operand || !m->operand->has(kVariable)) continue;
    Entry& e = *m->operand;
    const std::uint32_t size = rightOf(e.value) + 1;
    e.flags &= ~static_cast<std::uint32_t>(kUndefined | kVariable);
    e.value = Word36{at_.assembly.at};
    e.reloc = Word36{at_.assembly.mode};
    area.size += size;
    at_.advance(size);
    at_.raiseBreaks();
  }
  literals_.noteVariables(area);
}

}  // namespace utah10::macro10
