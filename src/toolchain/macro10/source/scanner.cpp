#include "toolchain/macro10/source/scanner.hpp"

namespace utah10::macro10 {

namespace {

constexpr unsigned kMostUnclosedReads = 1000;
constexpr std::size_t kLongestText = std::size_t{1} << 24;
constexpr std::size_t kLongestRestOfLine = 79;

}  // namespace

void Scanner::restart() {
  input_.rewind();
  abandonTexts();
  texts_.restart();
  last_ = 0;
  crLf_ = again_ = false;
}

void Scanner::abandonTexts() {
  texts_.clear();
  collecting_ = false;
  unclosedReads_ = 0;
  once_ = 0;
  outerOnce_.clear();
  literalLevel = 0;
}

// ---- characters

int Scanner::fresh() {
  again_ = false;
  for (;;) {
    if (texts_.ended()) return lineBreak();
    const int c = texts_.empty() ? readSource() : texts_.take();
    if (texts_.empty() || c != kEscape) {
      const bool closes = once_ != 0 && closesOnce(c);
      deliver(c);
      if (!closes) return c;
      continue;
    }
    if (const std::optional<int> meaning = escape(texts_.take())) return *meaning;
  }
}

// The second half of an escape: the character it means, or none.
std::optional<int> Scanner::escape(int what) {
  if ((what & kDummy) != 0) {
    texts_.openDummy(static_cast<unsigned>(what & 077));
    return std::nullopt;
  }
  switch (what) {
    case kEndMacro:
      return endOfMacro();
    case kEndArgument:
      texts_.endArgument();
      return std::nullopt;
    case kEndRepeat:
      return endOfRepeat();
    case kEndIrp:
      texts_.nextIrpRound();
      return lineBreak();
    default:
      throw GiveUp{"stored text is damaged"};
  }
}

int Scanner::readSource() {
  for (;;) {
    budget_.spend();
    const std::optional<int> c = input_.next();
    if (!c) throw EndOfSource{};
    if (*c != kContinue) return *c;
    line_.put('^');
    line_.put('_');
    if (!continues()) return *c;
    endContinuedLine();
  }
}

bool Scanner::continues() {
  const std::optional<int> c = input_.peek();
  return c && isBreak(*c);
}

// Control-underscore before a line end: continues the line on the next one.
void Scanner::endContinuedLine() {
  for (;;) {
    const std::optional<int> c = input_.next();
    if (!c) throw EndOfSource{};
    line_.put(*c);
    if (isLineEnd(*c)) break;
  }
  dumpLine();
}

void Scanner::dumpLine() {
  if (!suppressed()) line_.dump();
}

// Counts brackets inside the text of a true condition; true for the closing one, which is skipped.
bool Scanner::closesOnce(int c) {
  if (c == '<') --once_;
  if (c != '>' || ++once_ != 0) return false;
  once_ = outerOnce_.back();
  outerOnce_.pop_back();
  return true;
}

int Scanner::deliver(int c) {
  const bool pair = c == kLineFeed && last_ == kReturn && !crLf_;
  last_ = c;
  crLf_ = pair;
  if (!pair && !suppressed()) line_.put(c);
  return c;
}

int Scanner::lineBreak() {
  if (texts_.ended() && ++unclosedReads_ > kMostUnclosedReads)
    throw GiveUp{"a macro ends inside the argument list of the call on its last line"};
  return deliver(kLineFeed);
}

int Scanner::peek() {
  if (!texts_.empty()) return texts_.peek();
  const int c = next();
  again_ = true;
  return c;
}

int Scanner::raw() {
  if (texts_.empty()) return next();
  if (texts_.ended()) return lineBreak();
  return texts_.take();
}

// ---- codes and names

int Scanner::scan() {
  for (;;) {
    const int c = next();
    const int u = upper(c);
    if (u >= 040 && u <= 0137) {
      code = u - 040;
    } else if (c == kTab || c == 0) {
      code = 0;
    } else if (isBreak(c)) {
      code = kEol;
      again_ = true;
    } else {
      line_.overwrite('^');
      line_.put(c ^ 0100);
      line_.stray(c);
      continue;
    }
    cls = kCharClasses[static_cast<std::size_t>(code)];
    return code;
  }
}

int Scanner::scanNonBlank() {
  while (scan() == 0) {
  }
  return code;
}

int Scanner::skipBlanks() {
  while (code == 0) scan();
  return code;
}

Scanner::NameStart Scanner::startOfName() {
  scanNonBlank();
  if (!cls.letter || code != six('.')) return {cls.letter, false};
  scan();
  return {cls.letter, true};
}

Name Scanner::name(bool afterPeriod) {
  Name name = afterPeriod ? static_cast<Name>(six('.')) << 30 : 0;
  int shift = afterPeriod ? 24 : 30;
  while (cls.inSymbol()) {
    if (shift >= 0) name |= static_cast<Name>(code) << shift;
    shift -= 6;
    scan();
  }
  return name;
}

// ---- texts

int Scanner::listedCharacter() {
  const int c = next();
  if (isLineEnd(c)) dumpLine();
  return c;
}

int Scanner::listedRaw() { return inText() ? raw() : listedCharacter(); }

std::string Scanner::bracketedText(int end) {
  std::string text;
  int depth = 0;
  for (;;) {
    const int c = listedRaw();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) break;
    text += static_cast<char>(c);
    limitText(text);
  }
  return text + endOfText(end);
}

std::string Scanner::bracketedRaw() {
  std::string text;
  int depth = 0;
  for (;;) {
    const int c = raw();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return text;
    text += static_cast<char>(c);
    limitText(text);
  }
}

void Scanner::limitText(const std::string& text) {
  if (text.size() > kLongestText) throw GiveUp{"a text of more than 16 million characters"};
}

std::string Scanner::restOfLine() {
  scanNonBlank();
  again();
  std::string text;
  for (;;) {
    const int c = next();
    if (c < 040 && c != kTab) {
      if (isBreak(c)) again();
      break;
    }
    if (text.size() < kLongestRestOfLine) text += static_cast<char>(c);
  }
  return text;
}

void Scanner::ignoreRest() {
  while (scan() != kEol) {
  }
}

int Scanner::behindBlanks(int c) {
  while (c == ' ' || c == kTab) c = next();
  return c;
}

// ---- stored texts

void Scanner::enterMacro(MacroExpansion expansion) {
  texts_.enterMacro(std::move(expansion));
  collecting_ = false;
  unclosedReads_ = 0;
}

int Scanner::endOfMacro() {
  if (collecting_) {  // the call at the very end of a macro: its arguments end with the text
    texts_.noteMacroEnd();
    return lineBreak();
  }
  for (;;) {
    const MacroExpansion expansion = texts_.leaveMacro();
    if (!expansion.resumeWithLine && !suppressed()) line_.put('^');
    if (texts_.ended()) continue;
    return expansion.resumeWithLine ? lineBreak() : deliver(expansion.resumeWith);
  }
}

void Scanner::enterRepeat(Text body, std::uint64_t more, bool lineFirst) {
  texts_.enterRepeat(std::move(body), more);
  if (lineFirst) lineBreak();
}

std::optional<int> Scanner::endOfRepeat() {
  if (texts_.repeatAgain()) return lineBreak();
  if (literalLevel != 0 || inMacro()) return std::nullopt;
  return lineBreak();
}

void Scanner::enterRepeatOnce() {
  // The bracket that opens a nested text was counted as text of the outer one.
  if (once_ != 0) ++once_;
  outerOnce_.push_back(once_);
  once_ = -1;
}

void Scanner::enterIrp(unsigned n, bool perCharacter, Text body) {
  texts_.enterIrp(n, perCharacter, std::move(body));
  lineBreak();
}

}  // namespace utah10::macro10
