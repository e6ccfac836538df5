// Literals and variables: collecting and pooling literal words, and placing both areas.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/nesting.hpp"

namespace utah10::macro10 {

namespace {

// XALL acts as SALL inside a literal; restored at its end, even if the literal is abandoned.
struct Suppression {
  Suppression(Reader& r, bool expansionsOff) : reader(r), ends(expansionsOff && !r.suppressAll) {
    if (expansionsOff) reader.suppressAll = true;
  }
  ~Suppression() {
    if (ends) reader.suppressAll = false;
  }
  Suppression(const Suppression&) = delete;
  Suppression& operator=(const Suppression&) = delete;
  Reader& reader;
  bool ends;
};

}  // namespace

// SQBRK: `[` has been read. The value is the future address of the words; unknown on pass 1, which sets U.
void Assembly::literalAtom() {
  const Nesting nesting{depth_, 60, "literals"};
  const Word36 outerExternal = std::exchange(extPointer_, {});
  Value where;
  {
    const Signs signs{*this};
    ++reader_.literalLevel;
    if (++literalNesting_ == 1) {
      literalBegan_ = reader_.place();
      literalOverran_ = false;
      labelsInLiteral_.clear();
    }
    const int last = stowLast_;
    const int taken = std::exchange(stowTaken_, stowLast_);
    {
      const Suppression suppression{reader_, listing_.expansionsOff};
      literalBody();
      keepLiteral(where);
    }
    stowLast_ = last;
    stowTaken_ = taken;
    --reader_.literalLevel;
    if (literalLabel_ != 0) labelInLiteral(where);
    placeWaitingPolish(where);
    --literalNesting_;
  }
  extPointer_ = outerExternal;
  if (reader_.literalLevel != 0 && pass1_) {
    atom_ = {};
    errors_ |= kN;  // prevents the pooling of the outer literal
  } else if (pass1_) {
    atom_ = {};
    errors_ |= kU;
  } else {
    atom_ = where;
  }
  delimiter();
}

// Assembles statements up to the closing bracket, across line ends.
void Assembly::literalBody() {
  for (;;) {
    statement();
    if (reader_.code == six(']') && reader_.cls.start == AtomStart::Letter) {
      reader_.notAgain();
      return;
    }
    reader_.again();
    if (!multiWordLiterals_) return;
    reader_.scanNonBlank();
    if (reader_.code == kEol) {
      reader_.again();
    } else {
      raise(kQ, fmt::format("unexpected '{}' in a literal", static_cast<char>(reader_.code + 040)));
    }
    if (!literalLineRest()) return;
  }
}

// The rest of a line in a literal; false if a bracket in it closes a literal that has an error.
bool Assembly::literalLineRest() {
  for (;;) {
    int c = reader_.next();
    if (c == ';') {
      while (!(isBreak(c = reader_.next()) && c != kTab)) {
      }
      break;
    }
    if (c == ']' && errors_ != 0) return false;
    if (c <= kFormFeed && c != kTab) break;
  }
  endLiteralLine();
  reader_.next();
  if (!reader_.lineFeedAfterReturn()) reader_.again();
  return true;
}

// Reported once, at the outermost bracket: usually the closing bracket is missing, and every later line would repeat
// the error. Labels inside the literal then have no value, and no undefined-symbol message is given for them.
void Assembly::literalOverruns() {
  if (!std::exchange(literalOverran_, true)) {
    whys_.push_back({kL, "a literal of more than 39 words", 0, literalBegan_, {}, 0});
    lostLabels_.insert(labelsInLiteral_.begin(), labelsInLiteral_.end());
  }
  errors_ |= kL;
}

void Assembly::noteLabelInLiteral(Name name) {
  labelsInLiteral_.push_back(name);
  if (literalOverran_) lostLabels_.insert(name);
}

// STOLIT: adds the words to the literal area, or finds them there. Pass 1 searches only if the line has no error letter
// so far; if it has one, pass 1 only counts the words, and the area becomes larger than necessary.
void Assembly::keepLiteral(Value& where) {
  int words = stowLast_ - stowTaken_;
  if (words == 0) {
    stowKept({});
    raise(kL, literalOverran_ ? "" : "an empty literal");
    words = 1;
  }
  if (errors_ != 0 && pass1_) {
    literalCount_ += static_cast<std::uint32_t>(words);
    emptyStow();
    return;
  }
  const std::size_t index = poolLiteral(words, errors_ == 0);
  if (pass1_) return;
  const Area area = literalArea_ < program_.literals.size() ? program_.literals[literalArea_] : Area{};
  where.word = Word36{(area.start + index) & 0777777};
  where.reloc = Word36{area.mode};
}

// Index of the words in the area. The last words of the area may serve as the first of the literal.
std::size_t Assembly::poolLiteral(int words, bool search) {
  std::vector<StoredWord> made;
  for (int i = 0; i < words; ++i) made.push_back(unstow());
  reader_.spend(polish_.waiting.size());
  for (const PolishBlock& b : polish_.waiting)
    if (b.literal == literalNesting_ && b.literalDepth >= 0 && b.literalDepth < words)
      made[static_cast<std::size_t>(b.literalDepth)].byLoader = true;
  const LiteralPool::Place place = search ? literals_.find(made) : LiteralPool::Place{literals_.size(), 0};
  for (std::size_t i = place.shared; i < made.size(); ++i) {
    if (literals_.size() > 0777777) throw GiveUp{"more literals than fit in memory", true};
    literals_.add(made[i]);
    ++literalCount_;
  }
  return place.index;
}

// A label in a literal gets its value when the literal is placed.
void Assembly::labelInLiteral(const Value& where) {
  Entry* e = operandOf(std::exchange(literalLabel_, 0));
  if (e == nullptr || !e->has(kLabel)) return;
  e->flags &= ~static_cast<std::uint32_t>(kUndefined | kExternal | kLongValue);
  e->value = Word36{rightOf(where.word) + literalLabelDepth_};
  e->reloc = where.reloc;
}

// ---- areas

void Assembly::litStatement() {
  listedLocation_ = at_.assembly;
  finishLine();
  lineDone_ = true;
  placeLiterals();
}

void Assembly::placeLiterals() {
  if (pass1_) {
    program_.literals.push_back({literalCount_, at_.assembly, at_.assemblyMode});
    at_.assembly = (at_.assembly + literalCount_) & 0777777;
    at_.output = (at_.output + literalCount_) & 0777777;
    initLiterals();
    return;
  }
  const Area area = literalArea_ < program_.literals.size() ? program_.literals[literalArea_] : Area{};
  if (!literals_.empty() && area.start != at_.assembly) raise(kP, "the literals move between the passes");
  const std::uint32_t assembly = at_.assembly;
  const std::uint32_t output = at_.output;
  const bool listOff = std::exchange(listing_.listOff, listing_.listOff || ended_);
  const std::vector<StoredWord> words = literals_.take();
  for (const StoredWord& w : words) {
    stowKept(w);
    endLine();
  }
  listing_.listOff = listOff;
  const std::uint32_t used = (at_.output - output) & 0777777;
  const std::uint32_t size = std::max(area.size, used);
  literalsEnd_ = at_.output;
  at_.assembly = (assembly + size) & 0777777;
  at_.output = (output + size) & 0777777;
  ++literalArea_;
  initLiterals();
}

void Assembly::initLiterals() {
  literals_.take();
  literalCount_ = 0;
  highest();
}

void Assembly::varStatement() {
  listedLocation_ = at_.assembly;
  placeVariables();
  finishLine();
  lineDone_ = true;
}

// VARA: pass 1 assigns every variable its location, in symbol table order; pass 2 only skips the area.
void Assembly::placeVariables() {
  if (!pass1_) {
    const Area area = variableArea_ < program_.variables.size() ? program_.variables[variableArea_] : Area{};
    if (area.start != at_.assembly) raise(kP, "the variables move between the passes");
    at_.assembly = (at_.assembly + area.size) & 0777777;
    at_.output = (at_.output + area.size) & 0777777;
    ++variableArea_;
    return;
  }
  Area area{0, at_.assembly, at_.assemblyMode};
  for (const Name name : orderedSymbols()) {
    Meanings* m = program_.symbols.find(name);
    if (m == nullptr || !m->operand || !m->operand->has(kVariable)) continue;
    Entry& e = *m->operand;
    const std::uint32_t size = rightOf(e.value) + 1;
    e.flags &= ~static_cast<std::uint32_t>(kUndefined | kVariable);
    e.value = Word36{at_.assembly};
    e.reloc = Word36{at_.assemblyMode};
    area.size += size;
    at_.assembly = (at_.assembly + size) & 0777777;
    at_.output = (at_.output + size) & 0777777;
    highest();
  }
  program_.variables.push_back(area);
}

// HIGHQ: raises the program breaks to the counter.
void Assembly::highest() {
  const std::uint32_t v = at_.output;
  if (at_.outputMode == 0) {
    at_.highestAbsolute = std::max(at_.highestAbsolute, v);
  } else if (at_.highStart != 0 && v >= at_.highStart) {
    at_.highHigh = std::max(at_.highHigh, v);
  } else {
    at_.high = std::max(at_.high, v);
  }
}

}  // namespace utah10::macro10
