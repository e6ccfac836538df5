#include "toolchain/macro10/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10::macro10 {

namespace {

constexpr std::size_t kMostMessages = 20000;  // more than anybody would read
constexpr std::size_t kMostGivenUp = 200;     // abandoned statements before the whole assembly is abandoned
// Charge per program to the character budget: about a quarter of the bytes of memory it takes.
constexpr std::uint64_t kProgramCost = 512;

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
    if (result_.messages.size() > kMostMessages) throw GiveUp{"too many messages"};
  }
}

// Returns false when the sources end within the line.
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

// Abandons a statement that cannot be finished: closes everything it opened; the next line starts afresh.
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

// The initial symbol table of a program: `.CPU.` is 2, a KA10, and is listed only if it is used.
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

// Called when END or PRGEND has been read, or the sources have ended.
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
  if (more_ && program_.universal) keepUniversal();  // later programs may search it
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

// Undefined symbols: device names take their device codes if there were I/O instructions; the rest become external.
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
  // PASS21: LALL, XLIST and .XCREF of pass 1 end here; SALL stays in effect.
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

}  // namespace utah10::macro10

namespace utah10 {

AssemblyResult assemble(std::span<const SourceText> sources, const AssemblerOptions& options) {
  return macro10::Assembly{sources, options}.run();
}

}  // namespace utah10
