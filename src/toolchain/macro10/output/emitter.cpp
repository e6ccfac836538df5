#include "toolchain/macro10/output/emitter.hpp"

#include <fmt/format.h>

#include "toolchain/macro10/output/program_listing.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t kWordCost = 16;  // charge to the character budget

}  // namespace

Emitter::Emitter(const EmitterParts& parts)
    : pass_(parts.pass),
      budget_(parts.budget),
      scanner_(parts.scanner),
      errors_(parts.errors),
      symbols_(parts.symbols),
      listing_(parts.listing),
      line_(parts.line),
      program_(parts.program),
      result_(parts.result),
      literals_(program_.layout),
      polish_(budget_),
      rel_(pass_, symbols_, polish_),
      tape_(budget_, result_.tape) {}

// ---- words

void Emitter::stow(Word36 word, Word36 reloc, Form form) {
  if (!pass_.first) {
    if (complexHalf(rightOf(reloc))) checkExternal(rightOf(reloc), false);
    if (complexHalf(leftOf(reloc))) checkExternal(leftOf(reloc), true);
    if (!symbols_.unplaced.zero())
      errors_.raise(kE, fmt::format("external {} is in neither half of the word", symbols_.unplacedName()));
  }
  StoredWord made{word, reloc, form};
  if (scanner_.literalLevel != 0) made.place = scanner_.place();  // the words of a literal are output later
  stowKept(made);
}

// STOWT: the half may refer only to the external symbol just met.
void Emitter::checkExternal(std::uint32_t half, bool left) {
  Word36& unplaced = symbols_.unplaced;
  const std::uint32_t met = left ? leftOf(unplaced) : rightOf(unplaced);
  if (met != half) {
    if (!unplaced.zero())
      errors_.raise(kE, fmt::format("external {} can have only a number added to it", symbols_.unplacedName()));
    errors_.raise(kR, "a relocatable value must be one symbol, plus or minus a number");
  }
  unplaced = left ? withLeft(unplaced, 0) : withRight(unplaced, 0);
}

void Emitter::stowKept(const StoredWord& w) {
  const bool full = stow_.add(w);
  if (scanner_.literalLevel == 0) at_.assembly.at = wrapped(at_.assembly.at + 1);
  if (!full) return;
  if (scanner_.literalLevel != 0) {
    errors_.literalOverruns();
    return;
  }
  endLine();
}

StoredWord Emitter::take() {
  const StoredWord w = stow_.take();
  if (stow_.exhausted()) empty();
  return w;
}

void Emitter::empty() {
  stow_.clear();
  symbols_.unplaced = {};
}

// ---- lines

// Reports, lists and outputs the line.
void Emitter::endLine() {
  errors_.settleWarnings();
  if (pass_.first) {
    endLinePass1();
    return;
  }
  if (errors_.letters() == 0 && !stow_.any() && scanner_.suppressed()) return;
  if (stow_.any()) listing_.skipping = false;  // code is listed even in a suppressed expansion
  const bool listed = errors_.letters() != 0 || !line_.hidden();
  ListedLine line = stow_.any() ? line_.line() : line_.lineWithoutCode(at_.assembly.mode != 0);
  errors_.report(errors_.letters(), lineBegan_);
  outputWords(line);
  if (listed) line_.list(line);
  nextLine();
}

// Outputs the words stored, and adds them to the listed line.
void Emitter::outputWords(ListedLine& line) {
  for (int left = stow_.count(); left > 0; --left) {
    const std::uint32_t location = wrapped(at_.assembly.at - static_cast<std::uint32_t>(left));
    const StoredWord w = take();
    line.words.push_back(listedWord(location, w));
    output(w);
  }
}

void Emitter::nextLine() {
  listing_.skipping = scanner_.suppressed() || (listing_.expansionsOff && scanner_.inMacro());
  errors_.clear();
  line_.clear();
}

void Emitter::endLinePass1() {
  at_.output.at = wrapped(at_.output.at + static_cast<std::uint32_t>(stow_.onLine()));
  empty();
  if (errors_.has(kPass1Errors)) {
    errors_.report(errors_.letters() & kPass1Errors, lineBegan_);
  } else if (scanner_.suppressed()) {
    return;  // as in MACRO, the letters stay: they prevent the pooling of the literals that follow
  }
  nextLine();
}

// On pass 1 it discards all letters except N.
void Emitter::endLiteralLine() {
  if (scanner_.suppressed()) return;
  errors_.settleWarnings();
  if (pass_.first) {
    const std::uint32_t told = errors_.letters() & (kPass1Errors | kL);
    if (told != 0) errors_.report(told, scanner_.place());
    errors_.setLetters(told != 0 ? static_cast<std::uint32_t>(kL) : errors_.letters() & kN);
    errors_.clearCauses();
    line_.clear();
    return;
  }
  errors_.report(errors_.letters(), scanner_.place());
  if (errors_.letters() != 0 || !line_.hidden()) line_.list(line_.line());
  // Letters reported here are reported once; on pass 2 they no longer prevent the pooling of the literal.
  errors_.clear();
  line_.clear();
}

ListedWord Emitter::listedWord(std::uint32_t location, const StoredWord& w) const {
  ListedWord l;
  l.location = location;
  l.relocatable = at_.assembly.mode != 0;
  l.word = w.word;
  l.left = markOf(leftOf(w.reloc));
  l.right = markOf(rightOf(w.reloc));
  l.form = w.form;
  l.inOut = w.form == kInOutForm;
  return l;
}

// ---- output

// One word of code at the output counter.
void Emitter::output(const StoredWord& w) {
  budget_.spend(kWordCost);
  const SourcePosition& place = w.place.line != 0 ? w.place : lineBegan_;
  result_.lines.push_back({at_.output.at, at_.output.mode != 0, place.file, place.line, result_.programs.size() - 1});
  if (tape_.selected()) {
    outputToTape(w.word);
    return;
  }
  rel_.word(w, at_.output);
  at_.output.at = wrapped(at_.output.at + 1);
}

void Emitter::outputToTape(Word36 w) {
  if (tape_.word(w, at_.output.at)) {
    at_.output.at = wrapped(at_.output.at + 1);
    return;
  }
  // MACRO omits the word silently.
  errors_.tell('A', fmt::format("RIM10 addresses must ascend: {:06o} is behind the tape position", at_.output.at),
               lineBegan_);
}

// ---- expressions for the loader

void Emitter::keepExpression(std::vector<PolishItem> items, const Statement& statement, bool leftHalf) {
  PolishBlock block;
  block.items = std::move(items);
  block.location = at_.assembly;
  const LoaderTarget& target = statement.target;
  block.store = target.fullWord                 ? PolishStore::Full
                : leftHalf && !target.rightHalf ? PolishStore::Left
                                                : PolishStore::Right;
  symbols_.unplaced = target.fullWord ? Word36{} : withRight(symbols_.unplaced, 0);
  if (target.symbol != 0) {
    block.store = PolishStore::SymbolFull;
    block.symbol = target.symbol;
  }
  if (statement.literals == 0 || target.symbol != 0) {
    polish_.keep(std::move(block));
    return;
  }
  block.literal = statement.literals;
  block.literalDepth = stow_.count();
  polish_.keepWaiting(std::move(block));
}

void Emitter::placeExpressions(int nesting, const Value& literal) {
  if (!pass_.first) polish_.place(nesting, literal);
}

// ---- programs

void Emitter::beginPass() {
  at_ = {};
  literals_.beginPass();
  rel_.beginPass();
  tape_.beginPass();
  polish_.clear();
  start_ = {};
  beginLiteralArea();
  empty();
}

void Emitter::passTwoHere() {
  program_.layout.highBreak = at_.highHigh;
  at_.segmentSeen = false;
  literals_.beginPassTwoHere();
}

void Emitter::beginPass2Output(unsigned processor) {
  result_.programs.push_back(program_.title.text.substr(0, 6));
  rel_.head(program_, processor);
}

void Emitter::endPass2(std::size_t program) {
  rel_.breakBlock();
  at_.endAt(literalsEnd_);
  ProgramListing closing{symbols_, errors_, listing_};
  result_.typed += closing.undefinedSymbols();
  closing.summary(errors_.counts(program), at_);
  rel_.locals();
  outputSymbols();
  rel_.polish();
  rel_.end(start_, at_);
  if (tape_.selected()) tape_.end(start_.word);
}

// The whole table, in order, except macros and synonyms.
void Emitter::outputSymbols() {
  std::vector<std::pair<Name, const Entry*>> list;
  for (const Name name : symbols_.ordered()) {
    const Meanings* m = symbols_.table().find(name);
    for (const std::optional<Entry>* e : {&m->operand, &m->operation}) {
      if (!*e || (*e)->has(kSuppressed)) continue;
      if (!(*e)->operand() && (*e)->has(kMacro | kSynonym)) continue;
      list.emplace_back(name, &**e);
      if ((*e)->has(kLabel) && !(*e)->has(kUndefined | kExternal))
        result_.labels.push_back({nameText(name), result_.programs.size() - 1});
    }
  }
  rel_.symbols(list);
  ProgramListing{symbols_, errors_, listing_}.symbolTable(list);
}

}  // namespace utah10::macro10
