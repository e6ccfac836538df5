#include "toolchain/macro10/reader.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

namespace {

constexpr std::size_t kDeepest = 4000;  // nesting of stored texts
constexpr unsigned kMostUnclosedReads = 1000;

}  // namespace

Reader::Reader(SourceInput& input, LineSink& line, std::uint64_t characterLimit)
    : input_(input), line_(line), budget_(characterLimit), limit_(characterLimit) {}

void Reader::restart() {
  input_.rewind();
  abandonTexts();
  last_ = 0;
  crLf_ = again_ = false;
  created_ = 0;
}

void Reader::abandonTexts() {
  frames_.clear();
  macros_.clear();
  collecting_ = false;
  unclosedReads_ = 0;
  once_ = 0;
  outerOnce_.clear();
  literalLevel = 0;
}

void Reader::spend(std::uint64_t cost) {
  if (budget_ < cost)
    throw GiveUp{fmt::format("more than {} characters read: a REPEAT or a macro that does not end", limit_), true};
  budget_ -= cost;
}

int Reader::next() { return takeAgain() ? last_ : fresh(); }

bool Reader::takeAgain() {
  const bool was = again_;
  again_ = false;
  return was;
}

int Reader::fresh() {
  again_ = false;
  for (;;) {
    if (!frames_.empty() && frames_.back().ended) return lineBreak();
    int c = frames_.empty() ? readSource() : stored();
    if (frames_.empty() || c != kEscape) {
      const bool closes = once_ != 0 && closesOnce(c);
      deliver(c);
      if (!closes) return c;
      continue;
    }
    const int what = stored();
    if ((what & kDummy) != 0) {
      openDummy(static_cast<unsigned>(what & 077));
      continue;
    }
    switch (what) {
      case kEndMacro:
        if (endOfMacro(c)) return c;
        break;
      case kEndArgument:
        expect(Frame::Kind::Argument);
        pop();
        break;
      case kEndRepeat:
        if (endOfRepeat(c)) return c;
        break;
      case kEndIrp:
        expect(Frame::Kind::Irp);
        return frames_.back().goOn ? irpRound() : endIrp();
      default:
        throw GiveUp{"stored text is damaged"};
    }
  }
}

int Reader::stored() {
  spend();
  Frame& f = frames_.back();
  if (f.at >= f.text->size()) throw GiveUp{"the text of a macro ends inside a REPEAT, IRP or argument"};
  return (*f.text)[f.at++];
}

int Reader::readSource() {
  for (;;) {
    spend();
    const std::optional<int> c = input_.next();
    if (!c) throw EndOfSource{};
    if (*c != kContinue) return *c;
    line_.put('^');
    line_.put('_');
    if (!continues()) return *c;
    endContinuedLine();
  }
}

bool Reader::continues() {
  const std::optional<int> c = input_.peek();
  return c && isBreak(*c);
}

// Control-underscore before a line end: continues the line on the next one.
void Reader::endContinuedLine() {
  for (;;) {
    const std::optional<int> c = input_.next();
    if (!c) throw EndOfSource{};
    line_.put(*c);
    if (isLineEnd(*c)) break;
  }
  line_.dump();
}

// Counts brackets inside the text of a true condition; true for the closing one, which is skipped.
bool Reader::closesOnce(int c) {
  if (c == '<') --once_;
  if (c != '>' || ++once_ != 0) return false;
  once_ = outerOnce_.back();
  outerOnce_.pop_back();
  return true;
}

int Reader::deliver(int c) {
  const bool pair = c == kLineFeed && last_ == kReturn && !crLf_;
  last_ = c;
  crLf_ = pair;
  if (!pair && !(suppressAll && inText())) line_.put(c);
  return c;
}

int Reader::lineBreak() {
  if (!frames_.empty() && frames_.back().ended && ++unclosedReads_ > kMostUnclosedReads)
    throw GiveUp{"a macro ends inside the argument list of the call on its last line"};
  return deliver(kLineFeed);
}

int Reader::scan() {
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

int Reader::scanNonBlank() {
  while (scan() == 0) {
  }
  return code;
}

int Reader::skipBlanks() {
  while (code == 0) scan();
  return code;
}

int Reader::peek() {
  if (!frames_.empty()) {
    const Frame& f = frames_.back();
    return f.ended || f.at >= f.text->size() ? kLineFeed : (*f.text)[f.at];
  }
  const int c = next();
  again_ = true;
  return c;
}

int Reader::raw() {
  if (frames_.empty()) return next();
  if (frames_.back().ended) return lineBreak();
  return stored();
}

void Reader::push(Frame f) {
  if (frames_.size() >= kDeepest)
    throw GiveUp{"macros, REPEATs and arguments nested too deeply: does a macro call itself?"};
  if (f.kind == Frame::Kind::Macro) macros_.push_back(frames_.size());
  frames_.push_back(std::move(f));
}

void Reader::pop() {
  frames_.pop_back();
  if (!macros_.empty() && macros_.back() == frames_.size()) macros_.pop_back();
}

Reader::Frame* Reader::macroFrame() { return macros_.empty() ? nullptr : &frames_[macros_.back()]; }

// A source may contain the escape character, and thus a false end mark of another kind of text.
void Reader::expect(Frame::Kind kind) const {
  if (frames_.back().kind != kind) throw GiveUp{"stored text is damaged"};
}

void Reader::openDummy(unsigned reference) {
  Frame* m = macroFrame();
  const unsigned n = reference & 037;
  if (m == nullptr || n == 0 || n > m->call.arguments.size()) return;
  Text& argument = m->call.arguments[n - 1];
  if (!argument) {
    if ((reference & kCreated) == 0) return;
    argument = createSymbol();
  }
  Frame f;
  f.kind = Frame::Kind::Argument;
  f.text = argument;
  push(std::move(f));
}

// Created symbols, from ..0001 on: four octal digits that wrap around.
Text Reader::createSymbol() {
  created_ = (created_ + 1) & 07777;
  return std::make_shared<const std::string>(fmt::format("..{:04o}", created_) + endOfText(kEndArgument));
}

void Reader::enterMacro(Call call) {
  Frame f;
  f.kind = Frame::Kind::Macro;
  f.text = call.body;
  f.call = std::move(call);
  push(std::move(f));
  collecting_ = false;
  unclosedReads_ = 0;
}

bool Reader::endOfMacro(int& c) {
  expect(Frame::Kind::Macro);
  if (collecting_) {  // the call at the very end of a macro: its arguments end with the text
    frames_.back().ended = true;
    c = lineBreak();
    return true;
  }
  for (;;) {
    const Call call = std::move(frames_.back().call);
    pop();
    if (!call.resumeWithLine && !(suppressAll && inText())) line_.put('^');
    if (!frames_.empty() && frames_.back().ended && frames_.back().kind == Frame::Kind::Macro) continue;
    c = call.resumeWithLine ? lineBreak() : deliver(call.resumeWith);
    return true;
  }
}

void Reader::enterRepeat(Text body, std::uint64_t more, bool lineFirst) {
  Frame f;
  f.kind = Frame::Kind::Repeat;
  f.text = std::move(body);
  f.more = more;
  push(std::move(f));
  if (lineFirst) lineBreak();
}

bool Reader::endOfRepeat(int& c) {
  expect(Frame::Kind::Repeat);
  Frame& f = frames_.back();
  if (f.more-- > 0) {
    f.at = 0;
    c = lineBreak();
    return true;
  }
  pop();
  if (literalLevel != 0 || inMacro()) return false;
  c = lineBreak();
  return true;
}

void Reader::enterRepeatOnce() {
  // The bracket that opens a nested text was counted as text of the outer one.
  if (once_ != 0) ++once_;
  outerOnce_.push_back(once_);
  once_ = -1;
}

void Reader::enterIrp(unsigned n, bool perCharacter, Text body) {
  Frame* m = macroFrame();
  Frame f;
  f.kind = Frame::Kind::Irp;
  f.text = std::move(body);
  f.dummy = n;
  f.perCharacter = perCharacter;
  if (m != nullptr && n <= m->call.arguments.size()) f.list = m->call.arguments[n - 1];
  push(std::move(f));
  if (frames_.back().list) {
    irpRound();
  } else {
    endIrp();
  }
}

// The next item of the list becomes the dummy's argument; the body starts after a line feed.
int Reader::irpRound() {
  Frame& f = frames_.back();
  const std::string& list = *f.list;
  bool found = !f.perCharacter && f.listAt > 0 && list[f.listAt - 1] == ',';
  std::string item;
  int depth = 0;
  for (;;) {
    const char c = f.listAt < list.size() ? list[f.listAt] : static_cast<char>(kEscape);
    if (c == kEscape) {
      f.goOn = false;
      if (!found) return endIrp();
      break;
    }
    ++f.listAt;
    found = true;
    if (!f.perCharacter && c == ',' && depth == 0) break;
    if (!f.perCharacter && c == '<') ++depth;
    if (!f.perCharacter && c == '>') --depth;
    item += c;
    if (f.perCharacter) break;
  }
  spend(item.size());
  if (Frame* m = macroFrame(); m != nullptr && f.dummy <= m->call.arguments.size())
    m->call.arguments[f.dummy - 1] = std::make_shared<const std::string>(item + endOfText(kEndArgument));
  f.at = 0;
  return lineBreak();
}

int Reader::endIrp() {
  const Frame f = std::move(frames_.back());
  pop();
  if (Frame* m = macroFrame(); m != nullptr && f.dummy <= m->call.arguments.size())
    m->call.arguments[f.dummy - 1] = f.list;
  return lineBreak();
}

bool Reader::stopIrp() {
  for (auto f = frames_.rbegin(); f != frames_.rend(); ++f) {
    if (f->kind != Frame::Kind::Irp) continue;
    f->goOn = false;
    return true;
  }
  return false;
}

std::vector<MacroCall> Reader::callers(std::size_t most) const {
  std::vector<MacroCall> calls;
  for (auto m = macros_.rbegin(); m != macros_.rend() && calls.size() < most; ++m)
    calls.push_back({frames_[*m].call.name, frames_[*m].call.calledAt});
  return calls;
}

}  // namespace utah10::macro10
