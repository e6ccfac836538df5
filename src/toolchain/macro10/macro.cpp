// DEFINE, macro calls, IRP.
#include <fmt/format.h>

#include <algorithm>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t kFirstCharacter = std::uint64_t{077} << 30;

bool isCreated(Name dummy) { return (dummy & kFirstCharacter) == static_cast<Name>(six('%')) << 30; }

const CharClass* classOf(int ascii) {
  const int u = upper(ascii);
  return u >= 040 && u <= 0137 ? &kCharClasses[static_cast<std::size_t>(u - 040)] : nullptr;
}

// Converts the characters between DEFINE's brackets to stored text, one at a time.
class BodyWriter {
 public:
  explicit BodyWriter(const std::vector<Name>& dummies) : dummies_(dummies) {}

  void word(const std::string& identifier) {
    const auto it = std::find(dummies_.begin(), dummies_.end(), nameOf(identifier));
    if (it == dummies_.end()) {
      releaseQuote();
      text += identifier;
      return;
    }
    const auto number = static_cast<int>(it - dummies_.begin()) + 1;
    text += static_cast<char>(kEscape);
    text += static_cast<char>(kDummy + number + (isCreated(*it) ? kCreated : 0));
    afterDummy_ = true;
    quote_ = false;  // an apostrophe before the dummy only joined it
  }

  // An apostrophe adjacent to a dummy concatenates it with its neighbour and is dropped.
  void apostrophe() {
    releaseQuote();
    quote_ = !std::exchange(afterDummy_, false);
  }

  void other(int c) {
    releaseQuote();
    afterDummy_ = false;
    text += static_cast<char>(c);
  }

  // A character that cannot be part of or next to an identifier: control characters, and those outside SIXBIT.
  void plain(int c, bool control) {
    if (control) releaseQuote();
    text += static_cast<char>(c);
  }

  std::string text;

 private:
  const std::vector<Name>& dummies_;
  bool afterDummy_ = false;
  bool quote_ = false;

  void releaseQuote() {
    if (std::exchange(quote_, false)) text += '\'';
  }
};

}  // namespace

void Assembly::define() {
  Name name = 0;
  if (!getSymbol(name)) return;
  reader_.again();
  inWhat_ = "a DEFINE";
  std::vector<Name> dummies;
  std::vector<DefaultArgument> defaults;
  bool inComment = false;
  for (;;) {
    const int c = listedCharacter();
    if (isLineEnd(c)) inComment = false;
    if (c == ';') inComment = true;
    if (inComment) continue;
    if (c == '<') break;
    if (c == '(') {
      dummyList(dummies, defaults);
      break;
    }
  }
  auto body = std::make_shared<MacroBody>();
  body->dummies = static_cast<unsigned>(dummies.size());
  body->defaults = std::move(defaults);
  const std::shared_ptr<const std::string> empty = std::make_shared<const std::string>(endOfText(kEndMacro));
  body->text = empty;
  defining_ = true;
  if (const Entry* old = operatorOf(name, false); old != nullptr && !old->has(kMacro))
    raise(kX, fmt::format("{} is already an OPDEF or SYN", nameText(name)));
  body->text = std::make_shared<const std::string>(macroBody(dummies));
  Entry e;
  e.flags = kMacro;
  e.macro = body;
  enterOperator(name, e);
  defining_ = false;
  inWhat_.clear();
  reader_.scanNonBlank();
}

// (A,B<default>,%C) and the opening bracket of the body.
void Assembly::dummyList(std::vector<Name>& dummies, std::vector<DefaultArgument>& defaults) {
  for (;;) {
    Name dummy = 0;
    getSymbol(dummy);
    dummies.push_back(dummy);
    if (dummies.size() > kMaxDummies) throw GiveUp{"more than 31 dummy arguments"};
    if (reader_.code == six('<')) {
      defaults.push_back(
          {static_cast<unsigned>(dummies.size()), std::make_shared<const std::string>(bracketedText(kEndArgument))});
      if (listedCharacter() == ')') break;
      continue;
    }
    if (reader_.code == six(')')) break;
    if (reader_.code == kEol && reader_.last() != ';') throw GiveUp{"the list of dummy arguments does not end"};
  }
  while (listedCharacter() != '<') {
  }
}

// The body: all brackets are counted; names of dummies become references; ;; comments are dropped.
std::string Assembly::macroBody(const std::vector<Name>& dummies) {
  BodyWriter body{dummies};
  int depth = 0;
  bool have = false;
  int c = 0;
  for (;;) {
    limitText(body.text);
    if (!std::exchange(have, false)) c = listedCharacter();
    if (c == ';' && listing_.expansionsOff && reader_.peek() == ';') {
      body.plain(';', false);
      if (doubledComment(body.text, depth, c)) break;
      have = true;
      continue;
    }
    const CharClass* cls = classOf(c);
    if (cls == nullptr || c < 040) {
      body.plain(c, c < 040);
      continue;
    }
    if (cls->inSymbol()) {
      std::string identifier;
      for (; cls != nullptr && cls->inSymbol(); c = listedCharacter(), cls = classOf(c))
        identifier += static_cast<char>(c);
      body.word(identifier);
      have = true;
      continue;
    }
    if (c == '\'') {
      body.apostrophe();
      continue;
    }
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) break;
    body.other(c);
  }
  return body.text + endOfText(kEndMacro);
}

// After ;; only brackets are kept. True if one of them ends the body; if not, `c` is the line end.
bool Assembly::doubledComment(std::string& text, int& depth, int& c) {
  for (;;) {
    c = listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return true;
    if (c == '<' || c == '>') text += static_cast<char>(c);
    if (isBreak(c)) return false;
  }
}

// ---- calls

// CALLM: collects the arguments; the macro's text is read from then on.
bool Assembly::callMacro(Name name, const Entry& e) {
  if (reader_.collecting()) {
    raise(kA, fmt::format("macro {} called within the arguments of another call", nameText(name)));
    return false;
  }
  const std::shared_ptr<const MacroBody> body = e.macro;
  if (!body) return false;
  Reader::Call call;
  call.name = name;
  call.body = body->text;
  call.calledAt = reader_.place();
  reader_.beginCall();
  inWhat_ = fmt::format("a call of macro {}", nameText(name));
  collectArguments(*body, call.arguments);
  inWhat_.clear();
  endCallLine(call);
  reader_.enterMacro(std::move(call));
  return true;
}

void Assembly::collectArguments(const MacroBody& body, std::vector<Text>& arguments) {
  const std::size_t wanted = body.dummies;
  bool given = false;  // the character that ended the list is still to be read
  if (wanted != 0) {
    given = argumentList(wanted, arguments);
  }
  if (wanted == 0 || given) {
    if (!reader_.takeAgain()) reader_.next();
  }
  for (std::size_t n = arguments.size() + 1; n <= wanted; ++n) {
    const auto d = std::find_if(body.defaults.begin(), body.defaults.end(),
                                [&](const DefaultArgument& a) { return a.dummy == n; });
    arguments.push_back(d == body.defaults.end() ? nullptr : d->text);
  }
  arguments.resize(wanted);
}

// True if the list ended after an argument (MAC20: one more character is read), false if the line ended it (MAC21).
bool Assembly::argumentList(std::size_t wanted, std::vector<Text>& arguments) {
  int c = reader_.next();
  const bool parenthesised = c == '(';
  int depth = parenthesised ? 0 : -1;
  bool first = !parenthesised;
  const bool oneLine = version_ < 50;  // a line end closes the list even within parentheses; surplus arguments are text
  for (;;) {
    if (!std::exchange(first, false)) c = listedCharacter();
    if ((depth != 0 || oneLine) && (isBreak(c) || c == ';')) return false;
    const bool keep = arguments.size() < wanted;
    const bool closed = argument(c, depth, keep, arguments);
    if (closed) return true;
    if ((!parenthesised || oneLine) && arguments.size() >= wanted) return true;
  }
}

// Reads one argument, from its first character. True if a closing parenthesis ended both the argument and the list.
bool Assembly::argument(int c, int& depth, bool keep, std::vector<Text>& arguments) {
  std::string text;
  const auto put = [&](int ch) {
    if (keep) text += static_cast<char>(ch);
    limitText(text);
  };
  bool closed = false;
  bool have = true;
  std::size_t bracketed = 0;
  if (c == '<') {
    bracketedArgument(put);
    have = false;
    bracketed = text.size();
  } else if (c == '\\' || c == 0176) {
    numberArgument(text, keep);
    have = false;
  }
  for (;;) {
    if (!std::exchange(have, false)) {
      c = reader_.next();
      if ((depth <= 0 || version_ < 50) && (isBreak(c) || c == ';')) {
        reader_.again();
        break;
      }
    }
    if (c == ',') break;
    if (c == kTab && !tabsInArguments_) continue;
    if (depth >= 0 && c == '(') ++depth;
    if (depth >= 0 && c == ')' && --depth < 0) {
      closed = true;
      break;
    }
    put(c);
  }
  // Version 53 drops blanks after the closing bracket.
  if (version_ >= 53 && bracketed != 0 && text.find_first_not_of(' ', bracketed) == std::string::npos)
    text.resize(bracketed);
  if (keep) arguments.push_back(std::make_shared<const std::string>(text + endOfText(kEndArgument)));
  return closed;
}

void Assembly::bracketedArgument(const std::function<void(int)>& put) {
  int depth = 0;
  for (;;) {
    const int c = listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return;
    put(c);
  }
}

// \X: the value, converted to digits in the current radix.
void Assembly::numberArgument(std::string& text, bool keep) {
  const bool field = inField_;
  cell();
  Word36 v = atom_.word;
  if (!numeric_) {
    const Entry* e = operandOf(atomName_);
    if (e == nullptr) raise(kX, fmt::format("\\{}: no such symbol", nameText(atomName_)));
    v = e != nullptr ? e->value : Word36{atomName_};
  }
  inField_ = field;
  numeric_ = false;
  std::string digits;
  std::uint64_t n = v.bits();
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + n % radix_));
    n /= radix_;
  } while (n != 0);
  if (keep) text += digits;
  reader_.again();
}

// The rest of the calling line: a comment is listed with the call; anything else is read after the expansion.
void Assembly::endCallLine(Reader::Call& call) {
  call.resumeWith = reader_.last();
  if (reader_.suppressAll) {
    if (reader_.inText()) return;
    int c = behindBlanks(reader_.last());
    if (c == ';') do
        c = reader_.next();
      while (!isBreak(c));
    listing_.dropLast();
    call.resumeWith = c;
    return;
  }
  if (inField_ || reader_.inText() || reader_.literalLevel != 0 || reader_.inRepeatOnce()) {
    listing_.overwrite('^');
    return;
  }
  listing_.overwrite('^');
  listing_.put(reader_.last());
  const int c = behindBlanks(reader_.last());
  call.resumeWith = c;
  if (c != ';') {
    listing_.dropLast();
    return;
  }
  finishLine();
  if (listing_.expansionsOff) listing_.skipping = true;
  call.resumeWithLine = true;
}

int Assembly::behindBlanks(int c) {
  while (c == ' ' || c == kTab) c = reader_.next();
  return c;
}

// ---- IRP

void Assembly::irp(bool perCharacter) {
  if (!reader_.inMacro()) {
    raise(kA, "IRP outside a macro");
    return;
  }
  int c = reader_.raw();
  while (c == ' ' || c == '(' || c == kTab) c = reader_.raw();
  const int code = c == kEscape ? reader_.raw() : 0;
  const int number = code - kDummy;
  if (number <= 0 || number >= kCreated) {
    raise(kA, "IRP needs a dummy argument of the macro");
    return;
  }
  inWhat_ = "an IRP";
  while (reader_.raw() != '<') {
  }
  std::string text;
  int depth = 0;
  for (;;) {
    c = reader_.raw();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) break;
    text += static_cast<char>(c);
    limitText(text);
  }
  inWhat_.clear();
  text += static_cast<char>(kReturn);
  reader_.enterIrp(static_cast<unsigned>(number), perCharacter,
                   std::make_shared<const std::string>(text + endOfText(kEndIrp)));
}

}  // namespace utah10::macro10
