#include "toolchain/macro10/statements/macro_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace utah10::macro10 {

namespace {

// The digits that \ makes of a number: in the current radix, or from version 53 the characters of a word.
struct Digits {
  unsigned radix = 8;
  int zero = '0';
};

bool isBlank(int c) { return c == ' ' || c == kTab; }
bool isClosing(int c) { return c == ')' || c == ']' || c == '>'; }

char closingOf(int open) {
  if (open == '<') return '>';
  return open == '[' ? ']' : ')';
}

std::string digitsOf(std::uint64_t n, const Digits& d) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>(d.zero + static_cast<int>(n % d.radix)));
    n /= d.radix;
  } while (n != 0);
  return digits;
}

}  // namespace

std::vector<Text> MacroArguments::collect(const MacroBody& body) {
  arguments_.clear();
  wanted_ = body.dummies;
  depth_ = -1;
  const bool toRead = wanted_ == 0 || list() == ListEnd::Argument;
  if (toRead && !scanner_.takeAgain()) scanner_.next();
  for (std::size_t n = arguments_.size() + 1; n <= wanted_; ++n) {
    const auto d = std::find_if(body.defaults.begin(), body.defaults.end(),
                                [&](const DefaultArgument& a) { return a.dummy == n; });
    arguments_.push_back(d == body.defaults.end() ? nullptr : d->text);
  }
  return std::exchange(arguments_, {});
}

// Version 53 keeps brackets, quotation marks and their contents together in an argument outside parentheses.
bool MacroArguments::matchesPairs() const { return pass_.version >= 53 && !modes_.unpairedArguments; }

// Version 53 drops blanks before and behind an argument: outside parentheses, or by .DIRECTIVE .XTABM.
bool MacroArguments::trims() const {
  if (pass_.version < 53) return false;
  return matchesPairs() ? !inParentheses() : !modes_.tabsInArguments;
}

// Whether `c` ends the list, being the end of a line or a comment. It does not within parentheses: edit 137 of
// version 50 reads "all characters until )". The source of 50(334) tests only for inner parentheses (JUMPG at MAC14E),
// so that a line end still divides arguments; in that of 53 it no longer does (JUMPGE). No program can use
// arguments divided so.
bool MacroArguments::endsLine(int c) const {
  return (!inParentheses() || pass_.version < 50) && (isBreak(c) || c == ';');
}

// In parentheses the lines are listed as they are read (edit 673).
int MacroArguments::next() { return inParentheses() ? scanner_.listedCharacter() : scanner_.next(); }

void MacroArguments::put(int c) {
  if (kept()) text_ += static_cast<char>(c);
  Scanner::limitText(text_);
}

// Behind a list that ends with an argument, one more character is read (MAC20); a line end ends the list itself
// (MAC21).
MacroArguments::ListEnd MacroArguments::list() {
  int c = scanner_.next();
  while (trims() && isBlank(c)) c = scanner_.next();
  if (c == '(') {
    depth_ = 0;
    c = scanner_.listedCharacter();
  }
  for (;;) {
    if (endsLine(c)) return ListEnd::Line;
    if (!trims() || !isBlank(c)) {
      if (argument(c)) return ListEnd::Argument;
      // In parentheses surplus arguments are read, too.
      if (!kept() && (!inParentheses() || pass_.version < 50)) return ListEnd::Argument;
    }
    c = scanner_.listedCharacter();
  }
}

// Reads one argument, from its first character. True if what ended it ends the list, too.
bool MacroArguments::argument(int c) {
  text_.clear();
  std::optional<int> first = c;
  if (c == '<') {
    bracketed();
    first.reset();
  } else if (c == '\\' || c == 0176) {
    const std::string digits = numberArgument();
    if (kept()) text_ = digits;
    first.reset();
  }
  const bool ended = pass_.version >= 53 ? trimmedText(first) : plainText(first);
  if (kept()) arguments_.push_back(std::make_shared<const std::string>(text_ + endOfText(kEndArgument)));
  return ended;
}

// Versions 47 and 50. BBN's drop the tabs, also those behind the brackets of an argument.
bool MacroArguments::plainText(std::optional<int> first) {
  for (;;) {
    const int c = first ? *first : next();
    if (!first && endsLine(c)) {
      scanner_.again();
      return false;
    }
    first.reset();
    if (c == ',') return false;
    if (c == kTab && !modes_.tabsInArguments) continue;
    if (closes(c)) return true;
    put(c);
  }
}

// Version 53.
bool MacroArguments::trimmedText(std::optional<int> first) {
  for (;;) {
    const int c = first ? *std::exchange(first, std::nullopt) : next();
    if (endsLine(c)) {
      scanner_.again();
      return false;
    }
    if (c == ',' && depth_ <= 0) return false;
    if (closes(c)) return true;
    const bool pairs = matchesPairs() && !inParentheses();
    if (trims() && isBlank(c)) {
      first = blanks(c);
    } else if (pairs && c == '"') {
      quoted(c);
    } else if (pairs && (c == '<' || c == '(' || c == '[')) {
      paired(c);
    } else if (pairs && isClosing(c)) {  // it belongs to what is around the call
      scanner_.again();
      return true;
    } else {
      put(c);
    }
  }
}

// Counts parentheses within those of the list; true for the one that ends it.
bool MacroArguments::closes(int c) {
  if (!inParentheses()) return false;
  if (c == '(') ++depth_;
  return c == ')' && --depth_ < 0;
}

// Blanks from `c` on, which are text unless the argument ends behind them. Returns the character behind them.
int MacroArguments::blanks(int c) {
  std::string text;
  for (; isBlank(c); c = scanner_.next()) {
    text += static_cast<char>(c);
    Scanner::limitText(text);
  }
  if (blanksAreDroppedBefore(c)) return c;
  for (const char blank : text) put(blank);
  return c;
}

bool MacroArguments::blanksAreDroppedBefore(int c) const {
  if (c == ',') return true;
  if (inParentheses()) return c == ')';
  return endsLine(c) || (matchesPairs() && isClosing(c));
}

void MacroArguments::quoted(int quote) {
  put(quote);
  int c = scanner_.listedCharacter();
  for (; c != quote; c = scanner_.listedCharacter()) put(c);
  put(c);
}

// Up to the bracket that closes `open`; only brackets of this kind count.
void MacroArguments::paired(int open) {
  const char close = closingOf(open);
  int depth = 0;
  for (int c = open;; c = scanner_.listedCharacter()) {
    put(c);
    if (c == open) ++depth;
    if (c == close && --depth == 0) return;
  }
}

// An argument in angle brackets, without them.
void MacroArguments::bracketed() {
  int depth = 0;
  for (;;) {
    const int c = scanner_.listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return;
    put(c);
  }
}

// \X: the digits of its value; from version 53 also \'X and \"X: the SIXBIT or ASCII characters.
std::string MacroArguments::numberArgument() {
  constexpr Digits kSixbit{0100, ' '}, kAscii{0200, 0};
  std::optional<Digits> characters;
  if (pass_.version >= 53) {
    const int c = scanner_.next();
    if (c == '\'') characters = kSixbit;
    if (c == '"') characters = kAscii;
    if (!characters) scanner_.again();
  }
  const bool field = statement_.fields.inField;
  const std::uint64_t n = argumentValue().bits();
  statement_.fields.inField = field;
  evaluator_.atoms().present.numeric = false;
  scanner_.again();
  return digitsOf(n, characters.value_or(Digits{evaluator_.atoms().radix}));
}

Word36 MacroArguments::argumentValue() {
  evaluator_.atoms().readCell();
  const Atom& atom = evaluator_.atoms().present;
  if (atom.numeric) return atom.value.word;
  if (const Entry* e = symbols_.operand(atom.name)) return e->value;
  raise(kX, fmt::format("\\{}: no such symbol", nameText(atom.name)));
  return Word36{atom.name};
}

}  // namespace utah10::macro10
