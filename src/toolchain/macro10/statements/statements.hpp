// Statements: labels, then one operator with its fields, an assignment, or an expression.
//
// A pseudo-operation's row in the table of built-in operators carries the function that assembles it
// (pseudo_operations.cpp); most are members of the parts below.
#pragma once

#include <tuple>

#include "toolchain/macro10/statements/conditionals.hpp"
#include "toolchain/macro10/statements/counter_statements.hpp"
#include "toolchain/macro10/statements/data_statements.hpp"
#include "toolchain/macro10/statements/declarations.hpp"
#include "toolchain/macro10/statements/labels.hpp"
#include "toolchain/macro10/statements/listing_statements.hpp"
#include "toolchain/macro10/statements/loader_statements.hpp"
#include "toolchain/macro10/statements/macro_calls.hpp"
#include "toolchain/macro10/statements/macro_definitions.hpp"
#include "toolchain/macro10/statements/program_statements.hpp"
#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class Statements final : public StatementPart, public InnerStatements {
 public:
  explicit Statements(const StatementContext& c);

  // STMNT
  void statement();
  void opdef();  // OPDEF name [statement]

  // The part of that class, for the table of pseudo-operations.
  template <class Part>
  Part& part() {
    if constexpr (std::is_same_v<Part, Statements>) {
      return *this;
    } else {
      return std::get<Part>(parts_);
    }
  }

 private:
  const AssemblyModes& modes_;
  std::tuple<Labels, Conditionals, MacroDefinitions, MacroCalls, DataStatements, Declarations, CounterStatements,
             LoaderStatements, ListingStatements, ProgramStatements>
      parts_;

  void literalStatements() override;
  void operatorInOperand(const BuiltIn& b) override;
  bool callMacro(Name name, const Entry& e) override;
  void statementFrom();
  void operatorStatement();
  bool namedOperator(Name name);
  void builtInStatement(const BuiltIn& b);
  void symbolStatement(Name name);
  bool operatorFollows();
  void undefinedOperator(Name name);
  void expressionStatement();
  void assignment();
  void enterOpdef(Name name, const StoredWord& w);
  bool literalLineRest();
};

}  // namespace utah10::macro10
