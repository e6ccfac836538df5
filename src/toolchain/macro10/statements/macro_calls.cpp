#include "toolchain/macro10/statements/macro_calls.hpp"

#include <fmt/format.h>

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
  expansion.arguments = arguments_.collect(*body);
  statement_.construct = {};
  endCallLine(expansion);
  scanner_.enterMacro(std::move(expansion));
  return true;
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
