#include "toolchain/macro10/assembly.hpp"

#include <utility>

#include "toolchain/macro10/symbols/universal_file.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::size_t kMostMessages = 20000;  // more than anybody would read
constexpr std::size_t kMostGivenUp = 200;     // abandoned statements before the whole assembly is abandoned
// Charge per program to the character budget: about a quarter of the bytes of memory it takes.
constexpr std::uint64_t kProgramCost = 512;

}  // namespace

Assembly::Assembly(std::span<const SourceText> sources, const AssemblerOptions& options)
    : options_(options),
      pass_{static_cast<unsigned>(options.version), true},
      budget_(options.characterLimit),
      input_(sources),
      texts_(budget_),
      listing_(options),
      errors_(pass_, input_, texts_, options.warnings, result_),
      line_(pass_, budget_, errors_, listing_),
      scanner_(input_, texts_, budget_, line_),
      universals_(options.findUniversal),
      symbols_(pass_, budget_, errors_, listing_, universals_, program_.symbols),
      emitter_({pass_, budget_, scanner_, errors_, symbols_, listing_, line_, program_, result_}),
      evaluator_({pass_, budget_, scanner_, errors_, symbols_, statement_}, listing_, emitter_),
      statements_({pass_, scanner_, errors_, symbols_, universals_, listing_, line_, emitter_, evaluator_, statement_,
                   program_, modes_, options_, result_.typed}) {
  for (const SourceText& s : sources) result_.files.push_back(s.name);
  listing_.expansionsOff = !options.expandMacros;
  modes_.tabsInArguments = options.tabsInArguments;
}

AssemblyResult Assembly::run() {
  try {
    beginProgram();
    beginPass();
    assemblePasses();
  } catch (const GiveUp& g) {
    giveUp(g);
  }
  result_.rel = emitter_.rel().take();
  if (modes_.noBinary || emitter_.tape().selected()) result_.rel.clear();
  result_.listing = listing_.finish();
  return std::move(result_);
}

// ---- lines

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
    sourceLine();
    return true;
  } catch (const EndOfSource&) {
    return false;
  }
}

void Assembly::sourceLine() {
  beginStatement();
  const int c = scanner_.next();
  if (scanner_.lineFeedAfterReturn()) return;
  if (c == kFormFeed) {
    listing_.newPage(true);
    listing_.clearImage();
    errors_.setLetters(0);
    return;
  }
  emitter_.beginLine(scanner_.place());
  if (input_.newFile()) listing_.setFile(input_.fileName(input_.place().file));
  if (c == '\\') {
    listing_.skipping = false;
  } else {
    scanner_.again();
  }
  statementAndLine();
}

// The one place where the state of a statement is reset, also after one that was abandoned.
void Assembly::beginStatement() {
  statement_ = {};
  symbols_.nextDefines(false);
  evaluator_.beginStatement();
  emitter_.dropExpressions();
}

void Assembly::statementAndLine() {
  statements_.statement();
  if (statement_.change == ProgramChange::PassTwo) passTwoHere();
  if (!statement_.lineDone) statements_.finishLine();
  if (statement_.change == ProgramChange::End) finishProgram(false);
  if (statement_.change == ProgramChange::NextProgram) finishProgram(true);
}

// Abandons a statement that cannot be finished; the next line starts afresh.
void Assembly::giveUp(const GiveUp& g) {
  errors_.tell(' ', g.why, scanner_.place());
  abandonLine();
  errors_.clearCauses();
}

void Assembly::sourceEnded() {
  const bool inLiteral = scanner_.literalLevel > 0 && !statement_.construct.open();
  const std::string in = inLiteral ? "a literal" : statement_.construct.text();
  if (pass_.first || passTwoHere_)
    errors_.tell(' ', in.empty() ? "no END statement" : "no END statement: the sources end in " + in,
                 in.empty() ? input_.last() : emitter_.lineBegan());
  abandonLine();
  emitter_.zeroStart();
  emitter_.placeVariables();
  emitter_.placeLiterals(false);
  finishProgram(false);
}

// Closes everything that the line opened.
void Assembly::abandonLine() {
  scanner_.abandonTexts();
  scanner_.notAgain();
  emitter_.empty();
  errors_.setLetters(0);
  listing_.clearImage();
}

// ---- programs and passes

// The initial symbol table of a program: `.CPU.` is 2, a KA10, and is listed only if it is used.
void Assembly::beginProgram() {
  program_ = {};
  budget_.spend(kProgramCost);
  Entry cpu;
  cpu.flags = kSymbol | kNoDdt | kSuppressed;
  cpu.value = Word36{2};
  if (pass_.version >= 50) symbols_.table().at(nameOf(".CPU.")).operand = cpu;
  searchPreloaded();
}

void Assembly::searchPreloaded() {
  universals_.searchNone();
  for (const std::string& name : options_.preload) universals_.search(nameOf(name), nameOf(name));
}

void Assembly::restoreProgram(std::size_t n) {
  if (n >= programs_.size()) {  // pass 2 met a PRGEND that pass 1 did not
    beginProgram();
    return;
  }
  program_ = std::move(programs_[n]);
  searchPreloaded();
}

void Assembly::beginPass() {
  emitter_.beginPass();
  errors_.clear();
  evaluator_.beginPass();
  listing_.clearImage();
  listing_.halfForm = false;
}

// END or PRGEND has been read, or the sources have ended. `more`: another program follows.
void Assembly::finishProgram(bool more) {
  if (pass_.first) {
    endPass1(more);
    return;
  }
  endPass2();
  if (passTwoHere_ || !more) {
    done_ = true;
    return;
  }
  listing_.setSubtitle({});
  errors_.setProgram(++programIndex_);
  restoreProgram(programIndex_);
  beginPass();
  beginPass2Output();
}

void Assembly::endPass1(bool more) {
  program_.layout.highBreak = emitter_.at().highHigh;
  symbols_.settleUndefined(evaluator_.inOutSeen());
  if (more && program_.title.universal) keepUniversal();  // later programs may search it
  programs_.push_back(std::move(program_));
  errors_.setProgram(programs_.size());
  if (more) {
    beginProgram();
    beginPass();
    return;
  }
  pass_.first = false;
  errors_.setProgram(programIndex_);
  scanner_.restart();
  restoreProgram(programIndex_);
  beginPass();
  beginPass2Output();
}

// PASS2 begins pass 2 of the program here.
void Assembly::passTwoHere() {
  passTwoHere_ = true;
  pass_.first = false;
  errors_.setProgram(programIndex_);
  emitter_.passTwoHere();
  beginPass2Output();
  emitter_.empty();
}

void Assembly::beginPass2Output() {
  // PASS21: LALL, XLIST and .XCREF of pass 1 end here; SALL stays in effect.
  listing_.expansionsOff = !options_.expandMacros;
  listing_.listOff = listing_.crefOff = false;
  listing_.startPass2(program_.title.text);
  emitter_.beginPass2Output(modes_.processor);
}

void Assembly::endPass2() {
  emitter_.endPass2(programIndex_);
  if (program_.title.universal && !program_.title.universalKept) keepUniversal();
}

void Assembly::keepUniversal() {
  Universal u = symbols_.universal(program_.title.name());
  result_.universals.push_back({nameText(u.name), writeUniversal(u, pass_.version)});
  universals_.keep(std::move(u));
  program_.title.universalKept = true;
}

}  // namespace utah10::macro10

namespace utah10 {

AssemblyResult assemble(std::span<const SourceText> sources, const AssemblerOptions& options) {
  return macro10::Assembly{sources, options}.run();
}

}  // namespace utah10
