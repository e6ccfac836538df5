// Expressions and the fields of a word: values with their relocation, literals, operators as operands.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "toolchain/macro10/expressions/atoms.hpp"
#include "toolchain/macro10/output/emitter.hpp"
#include "toolchain/macro10/output/polish.hpp"

namespace utah10::macro10 {

// What an expression needs of the statements above it. An interface, because statements consist of expressions: a
// literal contains statements, an operand may be a pseudo-operation that makes a word, or a macro whose text is the
// operand.
class InnerStatements {
 public:
  virtual ~InnerStatements() = default;
  virtual void literalStatements() = 0;                   // up to the closing bracket, across line ends
  virtual void operatorInOperand(const BuiltIn& b) = 0;   // makes words
  virtual bool callMacro(Name name, const Entry& e) = 0;  // false: an error was reported, and there is no text
};

// A word with its fields, as far as they are read.
struct WordFields {
  StoredWord made;
  bool inOut = false;  // an I/O instruction: its first field is a device
};

class Evaluator final : private BracketedValues {
 public:
  Evaluator(const EvaluatorParts& parts, const Listing& listing, Emitter& emitter);

  // The statements connect themselves before the first expression is read.
  void connect(InnerStatements& inner) { inner_ = &inner; }

  void beginPass() { atoms_.radix = 8; }
  void beginStatement() { trees_.clear(); }

  // Expressions. Each leaves the terminator as the present code (given back if it begins another operand).
  Value expression();          // EVALEX
  Value expressionDecimal();   // EVAL10
  Value expressionAbsolute();  // no externals (EVALQ)
  Value expressionKnown();     // also defined on pass 1, and without polish (EVALXQ)
  Value expressionWithoutPolish();
  Value anyForm();        // with fields and index, as allowed in an assignment or in parentheses (EVALCM)
  Value anyFormOfAtom();  // the same, starting from the present atom (EVALHA)
  Value assign();         // ASSIG1: starts after the first equals sign; the present atom names the symbol

  // Words. The machine code of an operator with the fields behind it is stored; the others return what they make.
  void instruction(Word36 code, bool inOut, Word36 reloc);
  WordFields halves(WordFields f, Value left);      // XWD5: two half words
  WordFields addressFields(WordFields f, Value v);  // OP2
  void address(WordFields& f, Value v);             // EVADR: adds address, indirect bit and index
  Value fullWord();                                 // of EXP and similar
  Value decremented(const Value& v);                // the address of IOWD
  void externalWord(Name name);  // version 53: an unknown operator becomes an external that fills the word

  bool inOutSeen() const { return inOutSeen_; }  // undefined symbols may be devices
  Atoms& atoms() { return atoms_; }
  void badExternal(Word36& reloc);  // QEXT

 private:
  // What an operand was.
  enum class OperandKind : std::uint8_t { Value, Words, MacroText };
  struct PendingOperator {
    CharClass op;
    Value value;
  };

  const Pass& pass_;
  Budget& budget_;
  Scanner& scanner_;
  Diagnostics& errors_;
  Symbols& symbols_;
  Statement& statement_;
  const Listing& listing_;
  Emitter& emitter_;
  InnerStatements* inner_ = nullptr;
  Atoms atoms_;
  PolishTrees trees_;
  std::shared_ptr<const Expression> assignedExpression_;
  bool inOutSeen_ = false;

  // expression.cpp
  Value expressionFrom(bool atomReady);
  Value resolved(Value v, std::size_t firstTree);
  void keepExpression(std::vector<PolishItem> items);
  Value combine(const CharClass& op, const Value& left, const Value& right);
  Value multiplied(const Value& left, const Value& right);
  Value divided(const Value& left, const Value& right);
  Value shiftedBy(const Value& left, const Value& right);
  void enterAssigned(Name name, std::uint32_t flags, Value& v);
  std::uint32_t assignmentFlags();

  // operand.cpp
  void operand();
  void operandDelimiter();
  OperandKind symbolOperand(Name name);
  void operandEntry(Name name, const Entry& e);
  void negateOperand();
  OperandKind operatorOperand(Name name, const Entry& e);
  OperandKind builtInOperand(Name name, const BuiltIn* b);
  OperandKind macroOperand(Name name, const Entry& e);
  OperandKind undefinedOperand(Name name);
  OperandKind dataOperator(const std::function<void()>& make);

  // fields.cpp
  Value anyFormFrom(bool atomReady);
  WordFields fields(WordFields f);                      // OP: `addr`, `ac,addr`, `lh,,rh`
  WordFields fieldsAfterComma(WordFields f, Value ac);  // OP1B
  void indexField(WordFields& f);

  // literal.cpp
  Value angleValue() override;
  Value literalAddress() override;
  Value literalWords();
};

}  // namespace utah10::macro10
