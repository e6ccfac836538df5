// What the parts that assemble statements have in common: the parts below them, and the reading of names and texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/macro10/expressions/evaluator.hpp"

namespace utah10::macro10 {

// The parts below the statements, and the state that statements change.
struct StatementContext {
  const Pass& pass;
  Scanner& scanner;
  Diagnostics& errors;
  Symbols& symbols;
  Universals& universals;
  Listing& listing;
  LineListing& line;
  Emitter& emitter;
  Evaluator& evaluator;
  Statement& statement;
  Program& program;
  AssemblyModes& modes;
  const AssemblerOptions& options;
  std::string& typed;  // on the terminal
};

class StatementPart {
 public:
  StatementPart(const StatementPart&) = delete;
  StatementPart& operator=(const StatementPart&) = delete;

  // STOUT: the rest of the line must be a comment; a lone comma is accepted on a line that produced no word.
  void finishLine();

 protected:
  explicit StatementPart(const StatementContext& c)
      : pass_(c.pass),
        scanner_(c.scanner),
        errors_(c.errors),
        symbols_(c.symbols),
        line_(c.line),
        emitter_(c.emitter),
        evaluator_(c.evaluator),
        statement_(c.statement) {}
  ~StatementPart() = default;

  const Pass& pass_;
  Scanner& scanner_;
  Diagnostics& errors_;
  Symbols& symbols_;
  LineListing& line_;
  Emitter& emitter_;
  Evaluator& evaluator_;
  Statement& statement_;

  void raise(std::uint32_t bit, std::string cause) { errors_.raise(bit, std::move(cause)); }
  bool comma() const { return scanner_.atComma(); }
  void finishStatement();  // finishes the line, too
  void ignoreRest() { scanner_.ignoreRest(); }

  // GETSYM: a position where only a name is allowed; blanks around it are skipped. A if there is none.
  bool getSymbol(Name& name);
  // `!` after a name in a list suppresses the symbol in DDT.
  bool halfKill();
  // a,b[size], as in ARRAY and .COMMON (`what`); the next code is the one after the bracket. Empty after an error.
  struct SizedNames {
    std::vector<Name> names;
    std::uint32_t size = 0;
  };
  std::optional<SizedNames> sizedNames(std::string_view what);
  // V if the statement moves the counters and its value is not known.
  void requireKnownSize();

  // Text between delimiters, the first of which is the first nonblank character. False: there is none on this line.
  bool openText(int& mark);
  void closeText();
  // CHARL: a character of text being assembled; a line end outputs the words so far.
  int textCharacter();
};

}  // namespace utah10::macro10
