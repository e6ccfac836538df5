#include "toolchain/macro10/statements/macro_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace utah10::macro10 {

bool MacroCalls::call(Name name, const Entry& e) {
  if (scanner_.collecting()) {
    raise(kA, fmt::format("macro {} called within the arguments of another call", nameText(name)));
    return false;
  }
  const std::shared_ptr<const MacroBody> body = e.macro;
  if (!body) return false;
  MacroExpansion expansion;
  expansion.name = name;
  expansion.body = body->text;
  expansion.calledAt = scanner_.place();
  scanner_.beginCall();
  statement_.construct = {"a call of macro ", name};
  collectArguments(*body, expansion.arguments);
  statement_.construct = {};
  endCallLine(expansion);
  scanner_.enterMacro(std::move(expansion));
  return true;
}

void MacroCalls::collectArguments(const MacroBody& body, std::vector<Text>& arguments) {
  const std::size_t wanted = body.dummies;
  bool given = false;  // the character that ended the list is still to be read
  if (wanted != 0) given = argumentList(wanted, arguments);
  if ((wanted == 0 || given) && !scanner_.takeAgain()) scanner_.next();
  for (std::size_t n = arguments.size() + 1; n <= wanted; ++n) {
    const auto d = std::find_if(body.defaults.begin(), body.defaults.end(),
                                [&](const DefaultArgument& a) { return a.dummy == n; });
    arguments.push_back(d == body.defaults.end() ? nullptr : d->text);
  }
  arguments.resize(wanted);
}

// True if the list ended after an argument (MAC20: one more character is read), false if the line ended it (MAC21).
bool MacroCalls::argumentList(std::size_t wanted, std::vector<Text>& arguments) {
  int c = scanner_.next();
  const bool parenthesised = c == '(';
  int depth = parenthesised ? 0 : -1;
  bool first = !parenthesised;
  // A line end closes the list even within parentheses, and surplus arguments are text.
  const bool oneLine = pass_.version < 50;
  for (;;) {
    if (!std::exchange(first, false)) c = scanner_.listedCharacter();
    if ((depth != 0 || oneLine) && (isBreak(c) || c == ';')) return false;
    const bool keep = arguments.size() < wanted;
    const bool closed = argument(c, depth, keep, arguments);
    if (closed) return true;
    if ((!parenthesised || oneLine) && arguments.size() >= wanted) return true;
  }
}

// Reads one argument, from its first character. True if a closing parenthesis ended both the argument and the list.
bool MacroCalls::argument(int c, int& depth, bool keep, std::vector<Text>& arguments) {
  std::string text;
  const auto put = [&](int ch) {
    if (keep) text += static_cast<char>(ch);
    Scanner::limitText(text);
  };
  bool have = true;
  std::size_t bracketed = 0;
  if (c == '<') {
    bracketedArgument(put);
    have = false;
    bracketed = text.size();
  } else if (c == '\\' || c == 0176) {
    const std::string digits = numberArgument();
    if (keep) text += digits;
    have = false;
  }
  const bool closed = plainArgument(c, have, depth, put);
  // Version 53 drops blanks after the closing bracket.
  if (pass_.version >= 53 && bracketed != 0 && text.find_first_not_of(' ', bracketed) == std::string::npos)
    text.resize(bracketed);
  if (keep) arguments.push_back(std::make_shared<const std::string>(text + endOfText(kEndArgument)));
  return closed;
}

// The characters up to a comma or the end of the list. `have`: `c` is the first of them. True if a closing parenthesis
// ended the list.
bool MacroCalls::plainArgument(int c, bool have, int& depth, const std::function<void(int)>& put) {
  for (;;) {
    if (!std::exchange(have, false)) {
      c = scanner_.next();
      if ((depth <= 0 || pass_.version < 50) && (isBreak(c) || c == ';')) {
        scanner_.again();
        return false;
      }
    }
    if (c == ',') return false;
    if (c == kTab && !modes_.tabsInArguments) continue;
    if (depth >= 0 && c == '(') ++depth;
    if (depth >= 0 && c == ')' && --depth < 0) return true;
    put(c);
  }
}

void MacroCalls::bracketedArgument(const std::function<void(int)>& put) {
  int depth = 0;
  for (;;) {
    const int c = scanner_.listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return;
    put(c);
  }
}

// \X: the value, converted to digits in the current radix.
std::string MacroCalls::numberArgument() {
  const bool field = statement_.fields.inField;
  std::uint64_t n = argumentValue().bits();
  statement_.fields.inField = field;
  evaluator_.atoms().present.numeric = false;
  const unsigned radix = evaluator_.atoms().radix;
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + n % radix));
    n /= radix;
  } while (n != 0);
  scanner_.again();
  return digits;
}

Word36 MacroCalls::argumentValue() {
  evaluator_.atoms().readCell();
  const Atom& atom = evaluator_.atoms().present;
  if (atom.numeric) return atom.value.word;
  if (const Entry* e = symbols_.operand(atom.name)) return e->value;
  raise(kX, fmt::format("\\{}: no such symbol", nameText(atom.name)));
  return Word36{atom.name};
}

// ---- the calling line

// A comment is listed with the call; anything else is read after the expansion.
void MacroCalls::endCallLine(MacroExpansion& call) {
  call.resumeWith = scanner_.last();
  if (scanner_.suppressAll) {
    if (!scanner_.inText()) endSuppressedLine(call);
    return;
  }
  listing_.overwrite('^');
  if (statement_.fields.inField || scanner_.inText() || scanner_.literalLevel != 0 || scanner_.inRepeatOnce()) return;
  listing_.put(scanner_.last());
  const int c = scanner_.behindBlanks(scanner_.last());
  call.resumeWith = c;
  if (c != ';') {
    listing_.dropLast();
    return;
  }
  finishLine();
  if (listing_.expansionsOff) listing_.skipping = true;
  call.resumeWithLine = true;
}

void MacroCalls::endSuppressedLine(MacroExpansion& call) {
  int c = scanner_.behindBlanks(scanner_.last());
  if (c == ';') do
      c = scanner_.next();
    while (!isBreak(c));
  listing_.dropLast();
  call.resumeWith = c;
}

// ---- IRP

void MacroCalls::irp(bool perCharacter) {
  if (!scanner_.inMacro()) {
    raise(kA, "IRP outside a macro");
    return;
  }
  int c = scanner_.raw();
  while (c == ' ' || c == '(' || c == kTab) c = scanner_.raw();
  const int code = c == kEscape ? scanner_.raw() : 0;
  const int number = code - kDummy;
  if (number <= 0 || number >= kCreated) {
    raise(kA, "IRP needs a dummy argument of the macro");
    return;
  }
  statement_.construct = {"an IRP"};
  while (scanner_.raw() != '<') {
  }
  const std::string text = scanner_.bracketedRaw() + static_cast<char>(kReturn);
  statement_.construct = {};
  scanner_.enterIrp(static_cast<unsigned>(number), perCharacter,
                    std::make_shared<const std::string>(text + endOfText(kEndIrp)));
}

void MacroCalls::stopIrp() {
  if (!scanner_.stopIrp()) raise(kA, "STOPI outside an IRP");
}

}  // namespace utah10::macro10
