#include "toolchain/macro10/statements/statement_part.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

void StatementPart::finishLine() {
  scanner_.again();
  scanner_.scanNonBlank();
  int c = -1;
  if (scanner_.code != kEol) {
    if (scanner_.code != six(',') || emitter_.hasWords())
      raise(kQ, fmt::format("unexpected '{}' at the end of the statement", static_cast<char>(scanner_.code + 040)));
  } else if (scanner_.takeAgain()) {
    c = scanner_.last();  // a line end, not a comment
  }
  if (c < 0) c = scanner_.fresh();
  while (!isBreak(c)) c = scanner_.fresh();
  // A carriage return ends the line even if no line feed follows.
  if (c == kReturn && !isLineEnd(scanner_.fresh())) scanner_.again();
  emitter_.endLine();
}

void StatementPart::finishStatement() {
  finishLine();
  statement_.lineDone = true;
}

bool StatementPart::getSymbol(Name& name) {
  const Scanner::NameStart start = scanner_.startOfName();
  if (!start.good) raise(kA, "symbol expected");
  name = scanner_.name(start.period);
  scanner_.skipBlanks();
  return start.good;
}

bool StatementPart::halfKill() {
  if (scanner_.code != six('!')) return false;
  scanner_.scanNonBlank();
  return true;
}

std::optional<StatementPart::SizedNames> StatementPart::sizedNames(std::string_view what) {
  SizedNames sized;
  do {
    Name name = 0;
    if (!getSymbol(name)) return std::nullopt;
    sized.names.push_back(name);
  } while (comma());
  const auto wrong = [&] {
    raise(kA, fmt::format("{} name[size]", what));
    return std::nullopt;
  };
  if (scanner_.code != six('[')) return wrong();
  scanner_.scanNonBlank();
  scanner_.again();
  sized.size = rightOf(evaluator_.expressionKnown().word);
  if (scanner_.code != six(']')) return wrong();
  scanner_.scanNonBlank();
  return sized;
}

void StatementPart::requireKnownSize() {
  if (pass_.first && errors_.has(kU)) errors_.raiseUnknown();
}

// ---- texts

bool StatementPart::openText(int& mark) {
  do mark = textCharacter();
  while (mark == ' ' || mark == kTab);
  if (isBreak(mark)) {
    raise(kA, "the text should begin on this line");
    return false;
  }
  return true;
}

void StatementPart::closeText() {
  statement_.construct = {};
  scanner_.scanNonBlank();
}

int StatementPart::textCharacter() {
  const int c = scanner_.next();
  if (!isLineEnd(c)) return c;
  if (scanner_.literalLevel != 0) {
    emitter_.endLiteralLine();
  } else {
    emitter_.endLine();
  }
  return c;
}

}  // namespace utah10::macro10
