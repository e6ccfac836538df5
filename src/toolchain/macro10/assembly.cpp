#include "assembly.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10::macro10 {

namespace {

constexpr std::size_t kMostGivenUp = 200;  // statements given up before the assembly is
constexpr std::size_t kCallersTold = 8;
constexpr std::size_t kMostMessages = 20000;  // enough for anybody
// What is charged to the budget of characters beside what is read: about the bytes of memory, in fours.
constexpr std::uint64_t kListedCost = 4;     // a character of the listing
constexpr std::uint64_t kProgramCost = 512;  // a program

}  // namespace

Assembly::Assembly(std::span<const SourceText> sources, const AssemblerOptions& options)
    : options_(options),
      version_(static_cast<unsigned>(options.version)),
      input_(sources),
      listing_(options),
      reader_(input_, *this, options.characterLimit) {
  for (const SourceText& s : sources) result_.files.push_back(s.name);
  listing_.expansionsOff = !options.expandMacros;
  tabsInArguments_ = options.tabsInArguments;
}

AssemblyResult Assembly::run() {
  try {
    beginProgram();
    beginPass();
    assemblePasses();
  } catch (const GiveUp& g) {
    giveUp(g);
  }
  result_.rel = rel_.take();
  if (noBinary_ || tape_ != Pseudo::None) result_.rel.clear();
  result_.listing = listing_.finish();
  return std::move(result_);
}

void Assembly::assemblePasses() {
  std::size_t givenUp = 0;
  while (!done_) {
    try {
      if (!assembleLine()) sourceEnded();
    } catch (const GiveUp& g) {
      giveUp(g);
      if (g.fatal || ++givenUp > kMostGivenUp) return;
    }
    if (result_.messages.size() > kMostMessages) throw GiveUp{"more messages than anybody reads"};
  }
}

// False when the sources end in it.
bool Assembly::assembleLine() {
  try {
    lineOfSource();
    return true;
  } catch (const EndOfSource&) {
    return false;
  }
}

void Assembly::lineOfSource() {
  const int c = reader_.next();
  if (reader_.lineFeedAfterReturn()) return;
  if (c == kFormFeed) {
    listing_.newPage(true);
    listing_.clearImage();
    errors_ = 0;
    return;
  }
  ++tagDistance_;
  statementPlace_ = reader_.place();
  if (input_.newFile()) listing_.setFile(input_.fileName(input_.place().file));
  if (c == '\\') {
    listing_.skipping = false;
  } else {
    reader_.again();
  }
  statementAndLine();
}

void Assembly::statementAndLine() {
  statement();
  if (!std::exchange(lineDone_, false)) finishLine();
  if (!ended_) return;
  ended_ = false;
  finishProgram();
}

// A statement that cannot be finished: everything it opened is closed, and the next line begins afresh.
void Assembly::giveUp(const GiveUp& g) {
  message(' ', Tell::Both, g.why, reader_.place(), callersNow());
  reader_.abandonTexts();
  reader_.notAgain();
  emptyStow();
  errors_ = 0;
  whys_.clear();
  depth_ = 0;
  lineDone_ = false;
  inWhat_.clear();
  polish_.nodes.clear();
  polish_.waiting.clear();
  indirect_ = inField_ = atomReady_ = defining_ = false;
  literalNesting_ = 0;
  macroCalled_ = dataMade_ = fullWord_ = rightHalf_ = false;
  assigning_ = 0;
  again_ = Again::No;
  listing_.clearImage();
}

void Assembly::sourceEnded() {
  const std::string in = reader_.literalLevel > 0 && inWhat_.empty() ? "a literal" : inWhat_;
  if (pass1_ || passTwoHere_)
    message(' ', Tell::Both,
            in.empty() ? "no END statement" : fmt::format("no END statement: the sources end in {}", in),
            in.empty() ? input_.last() : statementPlace_, callersNow());
  reader_.abandonTexts();
  inWhat_.clear();
  emptyStow();
  errors_ = 0;
  depth_ = 0;
  literalNesting_ = 0;
  macroCalled_ = dataMade_ = fullWord_ = rightHalf_ = atomReady_ = defining_ = false;
  assigning_ = 0;
  again_ = Again::No;
  lineDone_ = false;
  more_ = false;
  listing_.clearImage();
  start_ = {};
  placeVariables();
  placeLiterals();
  finishProgram();
}

void Assembly::beginPass() {
  clearPassState();
  initLiterals();
  emptyStow();
  radix_ = 8;
  listing_.halfForm = false;
}

void Assembly::clearPassState() {
  at_ = {};
  segmentSeen_ = false;
  literalArea_ = variableArea_ = 0;
  locals_.clear();
  expected_ = ~std::uint64_t{0};
  start_ = {};
  startReloc_ = 0;
  startSymbol_ = 0;
  extPointer_ = {};
  tag_ = 0;
  tagDistance_ = 0;
  errors_ = 0;
  whys_.clear();
  listing_.clearImage();
  polish_ = {};
  tapeBlock_.clear();
}

// The table a program starts with: `.CPU.` is 2, a KA10, and shows only where it is used.
void Assembly::beginProgram() {
  program_ = {};
  reader_.spend(kProgramCost);
  searched_.clear();
  Entry cpu;
  cpu.flags = kSymbol | kNoDdt | kSuppressed;
  cpu.value = Word36{2};
  if (version_ >= 50) program_.symbols.at(nameOf(".CPU.")).operand = cpu;
  for (const std::string& name : options_.preload) loadUniversal(nameOf(name), nameOf(name));
}

// END or PRGEND has been read, or the sources have ended.
void Assembly::finishProgram() {
  if (pass1_) {
    endPass1();
    return;
  }
  endPass2();
  if (passTwoHere_ || !more_) {
    done_ = true;
    return;
  }
  listing_.setSubtitle({});
  restoreProgram(++programIndex_);
  beginPass();
  beginPass2Output();
}

void Assembly::endPass1() {
  program_.highBreak = at_.highHigh;
  settleUndefined();
  if (more_ && program_.universal) keepUniversal();  // the programs behind it may search it
  programs_.push_back(std::move(program_));
  if (more_) {
    beginProgram();
    beginPass();
    return;
  }
  pass1_ = false;
  reader_.restart();
  programIndex_ = 0;
  restoreProgram(0);
  beginPass();
  beginPass2Output();
}

void Assembly::restoreProgram(std::size_t n) {
  if (n >= programs_.size()) {  // pass 2 met a PRGEND that pass 1 did not
    beginProgram();
    return;
  }
  program_ = std::move(programs_[n]);
  searched_.clear();
  for (const std::string& name : options_.preload) loadUniversal(nameOf(name), nameOf(name));
}

// Symbols nobody defined: device names take their codes if there were I/O instructions, the rest become external.
void Assembly::settleUndefined() {
  for (const Name name : orderedSymbols()) {
    Meanings* m = program_.symbols.find(name);
    if (m == nullptr || !m->operand || !m->operand->has(kUndefined) || m->operand->has(kExternal)) continue;
    Entry& e = *m->operand;
    const std::optional<unsigned> device = inOutSeen_ ? deviceCode(nameText(name)) : std::nullopt;
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

void Assembly::beginPass2Output() {
  // PASS21: an LALL, XLIST or .XCREF of pass 1 ends here, a SALL goes on.
  listing_.expansionsOff = !options_.expandMacros;
  listing_.listOff = listing_.crefOff = false;
  listing_.startPass2(program_.title);
  result_.programs.push_back(program_.title.substr(0, 6));
  outputEntries();
  outputName();
  if (program_.twoSegments) outputSegmentWord();
  rel_.type(RelType::Code);
}

void Assembly::endPass2() {
  rel_.flush();
  if (at_.outputMode == 0) {
    if (at_.output == at_.highestAbsolute) at_.highestAbsolute = literalsEnd_;
  } else if (at_.highHigh != 0) {
    if (at_.output == at_.highHigh) at_.highHigh = literalsEnd_;
  } else if (at_.output == at_.high) {
    at_.high = literalsEnd_;
  }
  listUndefined();
  listSummary();
  outputLocals();
  outputSymbols();
  if (!polish_.blocks.empty()) outputPolish();
  outputStart();
  outputEnd();
  rel_.flush();
  if (tape_ != Pseudo::None) endOfTape();
  if (program_.universal && !program_.universalKept) keepUniversal();
}

// ---- lines

void Assembly::put(int ascii) { listing_.put(ascii); }
void Assembly::overwrite(int ascii) { listing_.overwrite(ascii); }
void Assembly::dump() { dumpLine(); }
void Assembly::stray(int ascii) { raise(kQ, fmt::format("control character {:03o} is passed over", ascii)); }

// STOUT: what is left of a line must be a comment; code stored and a comma left over is what `EXP 1,` leaves.
void Assembly::finishLine() {
  reader_.again();
  reader_.scanNonBlank();
  int c = -1;
  if (reader_.code != kEol) {
    if (reader_.code != six(',') || stowLast_ < 0)
      raise(kQ, fmt::format("'{}' is left over at the end of the statement", static_cast<char>(reader_.code + 040)));
  } else if (reader_.takeAgain()) {
    c = reader_.last();  // a line end, not a comment
  }
  if (c < 0) c = reader_.fresh();
  while (!isBreak(c)) c = reader_.fresh();
  // A return that no line feed follows ends the line all the same.
  if (c == kReturn && !isLineEnd(reader_.fresh())) reader_.again();
  endLine();
}

// OUTLIN: report, list and output what the line made.
void Assembly::endLine() {
  if ((errors_ & ~kQ) != 0 || !options_.warnings) errors_ &= ~kQ;
  if (pass1_) {
    endLinePass1();
    return;
  }
  const bool silent = errors_ == 0 && stowLast_ < 0 && reader_.suppressAll && reader_.inText();
  if (silent) return;
  if (stowLast_ >= 0) listing_.skipping = false;  // code in an expansion is listed
  ListedLine line;
  line.letters = lettersOf(errors_);
  const bool listed = errors_ != 0 || !(listing_.listOff || listing_.skipping);
  report(errors_, statementPlace_);
  if (stowLast_ < 0) {
    line.location = listedLocation_;
    line.locationMark = at_.assemblyMode != 0 ? Mark::Relocatable : Mark::None;
    line.assigned = listedValue_;
    line.assignedLeft = listedValueLeft_;
    line.assignedRight = listedValueRight_;
  }
  line.text = listing_.image();
  const int words = stowLast_ - stowTaken_;
  for (int i = 0; i < words; ++i) {
    const std::uint32_t location = (at_.assembly - static_cast<std::uint32_t>(words - i)) & 0777777;
    const StoredWord w = unstow();
    line.words.push_back(listedWord(location, w));
    outputWord(w);
  }
  if (listed) list(line);
  clearLine();
}

void Assembly::list(const ListedLine& line) {
  const std::size_t before = listing_.size();
  listing_.line(line);
  reader_.spend(kListedCost * (listing_.size() - before));
}

void Assembly::clearLine() {
  if (reader_.suppressAll && reader_.inText()) {
    listing_.skipping = true;
  } else {
    listing_.skipping = listing_.expansionsOff && reader_.inMacro();
  }
  errors_ = 0;
  whys_.clear();
  clearListed();
}

void Assembly::clearListed() {
  listing_.clearImage();
  listedLocation_.reset();
  listedValue_.reset();
}

void Assembly::endLinePass1() {
  at_.output = (at_.output + static_cast<std::uint32_t>(stowLast_ + 1)) & 0777777;
  emptyStow();
  if ((errors_ & kPass1Errors) != 0) {
    report(errors_ & kPass1Errors, statementPlace_);
  } else if (reader_.suppressAll && reader_.inText()) {
    return;  // the letters stay, as they do in MACRO: they keep the literals that follow from being pooled
  }
  clearLine();
}

// OUTIML: a line end inside a literal or a text in one. On pass 1 all letters but N are forgotten here.
void Assembly::endLiteralLine() {
  if (reader_.suppressAll && reader_.inText()) return;
  if ((errors_ & ~kQ) != 0 || !options_.warnings) errors_ &= ~kQ;
  if (pass1_) {
    const std::uint32_t told = errors_ & (kPass1Errors | kL);
    if (told != 0) report(told, reader_.place());
    errors_ = told != 0 ? kL : errors_ & kN;
    whys_.clear();
    clearListed();
    return;
  }
  report(errors_, reader_.place());
  ListedLine line;
  line.letters = lettersOf(errors_);
  line.text = listing_.image();
  if (errors_ != 0 || !(listing_.listOff || listing_.skipping)) list(line);
  // Letters told here are told once; on pass 2 they no longer keep the literal from being pooled.
  if (errors_ != 0) errors_ = 0;
  whys_.clear();
  clearListed();
}

ListedWord Assembly::listedWord(std::uint32_t location, const StoredWord& w) const {
  const auto mark = [](std::uint32_t half) {
    return complexHalf(half) ? Mark::External : half != 0 ? Mark::Relocatable : Mark::None;
  };
  ListedWord l;
  l.location = location;
  l.relocatable = at_.assemblyMode != 0;
  l.word = w.word;
  l.left = mark(leftOf(w.reloc));
  l.right = mark(rightOf(w.reloc));
  l.form = w.form;
  l.inOut = w.form == kInOutForm;
  return l;
}

// ---- messages

std::string Assembly::lettersOf(std::uint32_t bits) const {
  if (!pass1_ && (bits & kM) != 0) bits = (bits & ~kM) | kP;
  std::string letters;
  for (std::size_t i = 0; i < kErrorLetters.size(); ++i)
    if ((bits & 1U << (13 - i)) != 0) letters += kErrorLetters[i];
  return letters;
}

void Assembly::raise(std::uint32_t bit, std::string why) {
  errors_ |= bit;
  if (!why.empty()) note({bit, std::move(why), 0, {}, {}, 0});
}

void Assembly::raiseUndefined(Name name) {
  errors_ |= kU;
  note({kU, {}, name, {}, {}, 0});
}

void Assembly::note(Why why) {
  if (whys_.size() > 20) return;
  why.place = reader_.place();
  why.callers = reader_.callers(kCallersTold);
  why.calls = reader_.depthOfCalls();
  whys_.push_back(std::move(why));
}

std::string Why::message() const {
  return undefined != 0 ? fmt::format("symbol {} is not defined", nameText(undefined)) : text;
}

void Assembly::lower(std::uint32_t bits) {
  errors_ &= ~bits;
  std::erase_if(whys_, [&](const Why& w) { return (w.bit & bits) != 0; });
}

void Assembly::report(std::uint32_t bits, Place place) {
  for (std::uint32_t bit = kQ; bit != 0; bit >>= 1) {
    if ((bits & bit) == 0) continue;
    const char letter = letterOf(bit);
    // An undefined symbol is external on pass 2, and what is wrong with an external is its relocation: told once.
    // A label that is not what it was on pass 1 is multiply defined, and so is its use in the same line.
    const bool told =
        (bit == kE && (bits & kU) != 0) || (bit == kR && (bits & kE) != 0) || (bit == kD && (bits & kM) != 0);
    Tell tell = told ? Tell::Count : Tell::Both;
    bool known = false;
    for (const Why& w : whys_) {
      if (w.bit != bit) continue;
      message(letter, tell, w.message(), w.place, callerLines(w.callers, w.calls));
      if (tell == Tell::Both) tell = Tell::Words;  // the letter counts once, whatever its causes
      known = true;
      if ((bit & (kU | kD | kN)) == 0) break;  // of the others the first is the cause of those that follow
    }
    if (!known) message(letter, tell, std::string{meaningOf(letter)}, place, callersNow());
  }
}

std::string Assembly::placeText(Place p) const {
  const std::string file = p.file < result_.files.size() ? result_.files[p.file] : "end of input";
  return fmt::format("{}({})", file, p.line);
}

// The macros being expanded, innermost first. A macro that calls itself for ever would fill pages.
std::vector<std::string> Assembly::callersNow() const {
  return callerLines(reader_.callers(kCallersTold), reader_.depthOfCalls());
}

std::vector<std::string> Assembly::callerLines(const std::vector<MacroCall>& calls, std::size_t all) const {
  std::vector<std::string> lines;
  for (const MacroCall& call : calls)
    lines.push_back(fmt::format("in macro {}, called at {}", nameText(call.name), placeText(call.calledAt)));
  if (all > calls.size()) lines.push_back(fmt::format("in {} more macros", all - calls.size()));
  return lines;
}

void Assembly::count(bool warning) {
  ++(warning ? result_.warnings : result_.errors);
  const std::size_t program = pass1_ ? programs_.size() : programIndex_;
  if (counts_.size() <= program) counts_.resize(program + 1);
  ++(warning ? counts_[program].warnings : counts_[program].errors);
}

// A line, letter and text count once, whatever both passes and a repeated line say, and one cause makes one message:
// an expansion of many lines has one place, and tells all that is wrong in it.
void Assembly::message(char letter, Tell tell, std::string text, Place place, std::vector<std::string> callers) {
  AssemblyMessage m;
  m.letter = letter;
  m.warning = letter == 'Q';
  m.file = place.file < result_.files.size() ? result_.files[place.file] : "end of input";
  m.line = place.line;
  m.text = std::move(text);
  m.callers = std::move(callers);
  const std::string where = fmt::format("{}|{}|{}", m.file, m.line, m.callers.empty() ? "" : m.callers[0]);
  if (!told_.insert(fmt::format("{}|{}|{}", letter, m.text, where)).second) return;
  if (tell != Tell::Words) count(m.warning);
  // Pass 1 has named the undefined symbol whose value it needed.
  if (letter == 'U' && told_.count(fmt::format("V|{}{}|{}", m.text, kNeededHere, where)) != 0) return;
  if (tell == Tell::Count || !told_.insert(fmt::format("{}|{}", m.text, where)).second) return;
  result_.messages.push_back(std::move(m));
}

}  // namespace utah10::macro10

namespace utah10 {

std::string AssemblyMessage::format() const {
  std::string s = fmt::format("{}({}): {}", file, line, warning ? "warning" : "error");
  if (letter != ' ') s += fmt::format(" {}", letter);
  s += ": " + text;
  for (const std::string& c : callers) s += "\n    " + c;
  return s;
}

AssemblyResult assemble(std::span<const SourceText> sources, const AssemblerOptions& options) {
  return macro10::Assembly{sources, options}.run();
}

}  // namespace utah10
