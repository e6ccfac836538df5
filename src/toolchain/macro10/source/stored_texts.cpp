#include "toolchain/macro10/source/stored_texts.hpp"

#include <fmt/format.h>

#include "toolchain/macro10/source/character.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::size_t kDeepestTexts = 4000;

}  // namespace

void StoredTexts::runsOut() { throw GiveUp{"the text of a macro ends inside a REPEAT, IRP or argument"}; }

void StoredTexts::clear() {
  frames_.clear();
  macros_.clear();
}

void StoredTexts::restart() {
  clear();
  created_ = 0;
}

int StoredTexts::peek() const {
  const Frame& f = frames_.back();
  return f.ended || f.at >= f.text->size() ? kLineFeed : (*f.text)[f.at];
}

void StoredTexts::push(Frame f) {
  if (frames_.size() >= kDeepestTexts)
    throw GiveUp{"macros, REPEATs and arguments nested too deeply: does a macro call itself?"};
  if (f.kind == FrameKind::Macro) macros_.push_back(frames_.size());
  frames_.push_back(std::move(f));
}

void StoredTexts::pop() {
  frames_.pop_back();
  if (!macros_.empty() && macros_.back() == frames_.size()) macros_.pop_back();
}

StoredTexts::Frame* StoredTexts::macroFrame() { return macros_.empty() ? nullptr : &frames_[macros_.back()]; }

// A source may contain the escape character, and thus a false end mark of another kind of text.
void StoredTexts::expect(FrameKind kind) const {
  if (frames_.back().kind != kind) throw GiveUp{"stored text is damaged"};
}

// ---- dummies

void StoredTexts::openDummy(unsigned reference) {
  Frame* m = macroFrame();
  const unsigned n = reference & 037;
  if (m == nullptr || n == 0 || n > m->call.arguments.size()) return;
  Text& argument = m->call.arguments[n - 1];
  if (!argument) {
    if ((reference & kCreated) == 0) return;
    argument = createSymbol();
  }
  Frame f;
  f.kind = FrameKind::Argument;
  f.text = argument;
  push(std::move(f));
}

// Created symbols, from ..0001 on: four octal digits that wrap around.
Text StoredTexts::createSymbol() {
  created_ = (created_ + 1) & 07777;
  return std::make_shared<const std::string>(fmt::format("..{:04o}", created_) + endOfText(kEndArgument));
}

void StoredTexts::endArgument() {
  expect(FrameKind::Argument);
  pop();
}

// ---- macros and REPEATs

void StoredTexts::enterMacro(MacroExpansion expansion) {
  Frame f;
  f.kind = FrameKind::Macro;
  f.text = expansion.body;
  f.call = std::move(expansion);
  push(std::move(f));
}

void StoredTexts::noteMacroEnd() {
  expect(FrameKind::Macro);
  frames_.back().ended = true;
}

MacroExpansion StoredTexts::leaveMacro() {
  expect(FrameKind::Macro);
  MacroExpansion expansion = std::move(frames_.back().call);
  pop();
  return expansion;
}

void StoredTexts::enterRepeat(Text body, std::uint64_t more) {
  Frame f;
  f.kind = FrameKind::Repeat;
  f.text = std::move(body);
  f.more = more;
  push(std::move(f));
}

bool StoredTexts::repeatAgain() {
  expect(FrameKind::Repeat);
  Frame& f = frames_.back();
  if (f.more-- > 0) {
    f.at = 0;
    return true;
  }
  pop();
  return false;
}

// ---- IRP

void StoredTexts::enterIrp(unsigned n, bool perCharacter, Text body) {
  Frame* m = macroFrame();
  Frame f;
  f.kind = FrameKind::Irp;
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

void StoredTexts::nextIrpRound() {
  expect(FrameKind::Irp);
  if (frames_.back().goOn) {
    irpRound();
  } else {
    endIrp();
  }
}

// The next item of the list becomes the dummy's argument, and the body is read from its start.
void StoredTexts::irpRound() {
  Frame& f = frames_.back();
  std::string item;
  if (!nextIrpItem(f, item)) {
    endIrp();
    return;
  }
  budget_.spend(item.size());
  if (Frame* m = macroFrame(); m != nullptr && f.dummy <= m->call.arguments.size())
    m->call.arguments[f.dummy - 1] = std::make_shared<const std::string>(item + endOfText(kEndArgument));
  f.at = 0;
}

// False if the list is exhausted. A comma at its end is followed by an empty item.
bool StoredTexts::nextIrpItem(Frame& f, std::string& item) {
  const std::string& list = *f.list;
  bool found = !f.perCharacter && f.listAt > 0 && list[f.listAt - 1] == ',';
  int depth = 0;
  for (;;) {
    const char c = f.listAt < list.size() ? list[f.listAt] : static_cast<char>(kEscape);
    if (c == kEscape) {
      f.goOn = false;
      return found;
    }
    ++f.listAt;
    found = true;
    if (!f.perCharacter && c == ',' && depth == 0) return true;
    if (!f.perCharacter && c == '<') ++depth;
    if (!f.perCharacter && c == '>') --depth;
    item += c;
    if (f.perCharacter) return true;
  }
}

void StoredTexts::endIrp() {
  const Frame f = std::move(frames_.back());
  pop();
  if (Frame* m = macroFrame(); m != nullptr && f.dummy <= m->call.arguments.size())
    m->call.arguments[f.dummy - 1] = f.list;
}

bool StoredTexts::stopIrp() {
  for (auto f = frames_.rbegin(); f != frames_.rend(); ++f) {
    if (f->kind != FrameKind::Irp) continue;
    f->goOn = false;
    return true;
  }
  return false;
}

std::vector<MacroCall> StoredTexts::callers(std::size_t most) const {
  std::vector<MacroCall> calls;
  for (auto m = macros_.rbegin(); m != macros_.rend() && calls.size() < most; ++m)
    calls.push_back({frames_[*m].call.name, frames_[*m].call.calledAt});
  return calls;
}

}  // namespace utah10::macro10
