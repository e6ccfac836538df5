// Atoms: symbols, numbers, quoted text, bracketed expressions and literals, with their prefixes and binary shifts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "toolchain/macro10/expressions/number_values.hpp"
#include "toolchain/macro10/output/location_counters.hpp"
#include "toolchain/macro10/output/statement.hpp"
#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/source/diagnostics.hpp"
#include "toolchain/macro10/source/scanner.hpp"
#include "toolchain/macro10/symbols/symbols.hpp"
#include "toolchain/macro10/value.hpp"

namespace utah10::macro10 {

// The atom read last. Its delimiter is the scanner's present code.
struct Atom {
  Name name = 0;  // of a symbol, whose value is not looked up here
  Value value;
  Word36 low;            // the low word of a fraction
  bool numeric = false;  // it has a value
  bool negative = false;
  bool decimalFraction = false;  // ^F
};

// What stands in brackets. An interface, because its evaluation is above the atoms it consists of.
class BracketedValues {
 public:
  virtual ~BracketedValues() = default;
  // `<`, from its first atom on, which has been read: an expression, a statement with a value, or S=v.
  virtual Value angleValue() = 0;
  // `[`: statements up to the closing bracket. The value is the address of their words.
  virtual Value literalAddress() = 0;
};

// The parts below the atoms and the evaluator.
struct EvaluatorParts {
  const Pass& pass;
  Budget& budget;
  Scanner& scanner;
  Diagnostics& errors;
  Symbols& symbols;
  Statement& statement;
};

class Atoms {
 public:
  Atoms(const EvaluatorParts& parts, const LocationCounters& at, BracketedValues& brackets)
      : pass_(parts.pass),
        scanner_(parts.scanner),
        errors_(parts.errors),
        symbols_(parts.symbols),
        statement_(parts.statement),
        at_(at),
        brackets_(brackets) {}

  Atom present;
  unsigned radix = 8;

  void read();      // an atom and the binary shifts after it: `1B8`, `<X>B17B3`
  void readCell();  // CELL: one atom without shifts
  // GETDE3: the value so far is a number; negates it if minus signs preceded it.
  void finishValue();

 private:
  // State that MACRO saves in the flag register and on stacks around an inner atom: prefix signs and the radix.
  class OuterSigns {
   public:
    explicit OuterSigns(Atoms& a);
    ~OuterSigns();
    OuterSigns(const OuterSigns&) = delete;
    OuterSigns& operator=(const OuterSigns&) = delete;

   private:
    Atoms& atoms_;
    bool negative_, fraction_, indirect_, seen_;
    unsigned radix_;
  };

  const Pass& pass_;
  Scanner& scanner_;
  Diagnostics& errors_;
  Symbols& symbols_;
  Statement& statement_;
  const LocationCounters& at_;
  BracketedValues& brackets_;

  // atoms.cpp
  bool prefix();
  void begunAtom();
  void readInnerCell();
  bool shift();
  void nameAtom(bool afterPeriod);
  void symbolMark();
  void variableMark();
  void qualifiedAtom();
  void logicalMark();
  void radixAtom(unsigned digits);
  void leadingZerosAtom();
  void pointAtom();
  void angleAtom();
  void literalAtom();
  void quoteAtom(int quote);
  void readDelimiter();      // GETDEL: takes the next code as the delimiter
  void finishAtDelimiter();  // uses the present code, after blanks
  void badNumber(std::string why);

  // numbers.cpp
  unsigned presentDigit() const;
  void numberAtom(int firstDigit);
  void finishInteger(bool radixError, unsigned digits);
  void scaleSuffix();
  void fractionPrefix();
  void floatAtom(std::vector<unsigned> digits, std::size_t whole, bool fraction);
  std::int64_t exponent();
  void floatingAtom(const DecimalDigits& number);
  void fractionAtom(const DecimalDigits& number);
};

}  // namespace utah10::macro10
