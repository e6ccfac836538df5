#include "toolchain/macro10/statements/macro_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

void MacroDefinitions::define() {
  Name name = 0;
  if (!getSymbol(name)) return;
  scanner_.again();
  statement_.construct = {"a DEFINE"};
  DummyList list = dummies();
  auto body = std::make_shared<MacroBody>();
  body->dummies = static_cast<unsigned>(list.names.size());
  body->defaults = std::move(list.defaults);
  symbols_.nextDefines();
  if (const Entry* old = symbols_.operation(name, SearchScope::Program); old != nullptr && !old->has(kMacro))
    raise(kX, fmt::format("{} is already an OPDEF or SYN", nameText(name)));
  body->text = std::make_shared<const std::string>(macroBody(list.names));
  Entry e;
  e.flags = kMacro;
  e.macro = std::move(body);
  symbols_.enterOperation(name, std::move(e));
  symbols_.nextDefines(false);
  statement_.construct = {};
  scanner_.scanNonBlank();
}

// (A,B<default>,%C), if there is such a list, and the opening bracket of the body. Comments may stand before both.
MacroDefinitions::DummyList MacroDefinitions::dummies() {
  DummyList list;
  bool inComment = false;
  for (;;) {
    const int c = scanner_.listedCharacter();
    if (isLineEnd(c)) inComment = false;
    if (c == ';') inComment = true;
    if (inComment) continue;
    if (c == '(') dummyList(list);
    if (c == '<' || c == '(') return list;
  }
}

// Behind the opening parenthesis.
void MacroDefinitions::dummyList(DummyList& list) {
  for (;;) {
    Name dummy = 0;
    getSymbol(dummy);
    list.names.push_back(dummy);
    if (list.names.size() > kMaxDummies) throw GiveUp{"more than 31 dummy arguments"};
    if (scanner_.code == six('<')) {
      const auto number = static_cast<unsigned>(list.names.size());
      list.defaults.push_back({number, std::make_shared<const std::string>(scanner_.bracketedText(kEndArgument))});
      if (scanner_.listedCharacter() == ')') break;
      continue;
    }
    if (scanner_.code == six(')')) break;
    if (scanner_.code == kEol && scanner_.last() != ';') throw GiveUp{"the list of dummy arguments does not end"};
  }
  while (scanner_.listedCharacter() != '<') {
  }
}

// The body: all brackets are counted; names of dummies become references; ;; comments are dropped.
std::string MacroDefinitions::macroBody(const std::vector<Name>& dummies) {
  BodyWriter body{dummies};
  int depth = 0;
  bool have = false;  // `c` is the next character
  int c = 0;
  for (;;) {
    Scanner::limitText(body.text);
    if (!std::exchange(have, false)) c = scanner_.listedCharacter();
    if (c == ';' && listing_.expansionsOff && scanner_.peek() == ';') {
      body.plain(';', false);
      if (doubledComment(body.text, depth, c)) break;
      have = true;
      continue;
    }
    const CharClass* cls = classOf(c);
    if (cls == nullptr || c < 040) {
      body.plain(c, c < 040);
    } else if (cls->inSymbol()) {
      body.word(identifier(c));
      have = true;
    } else if (c == '\'') {
      body.apostrophe();
    } else {
      if (c == '<') ++depth;
      if (c == '>' && --depth < 0) break;
      body.other(c);
    }
  }
  return body.text + endOfText(kEndMacro);
}

// The identifier that begins with `c`, which becomes the character behind it.
std::string MacroDefinitions::identifier(int& c) {
  std::string text;
  for (const CharClass* cls = classOf(c); cls != nullptr && cls->inSymbol(); cls = classOf(c)) {
    text += static_cast<char>(c);
    c = scanner_.listedCharacter();
  }
  return text;
}

// After ;; only brackets are kept. True if one of them ends the body; if not, `c` is the line end.
bool MacroDefinitions::doubledComment(std::string& text, int& depth, int& c) {
  for (;;) {
    c = scanner_.listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return true;
    if (c == '<' || c == '>') text += static_cast<char>(c);
    if (isBreak(c)) return false;
  }
}

}  // namespace utah10::macro10
