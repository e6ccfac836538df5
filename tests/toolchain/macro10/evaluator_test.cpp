// The evaluator: expressions, atoms, the fields of a word. Statements in literals are replaced by a test double.
#include "toolchain/macro10/expressions/evaluator.hpp"

#include <gmock/gmock.h>

#include "toolchain/macro10/parts.hpp"

namespace utah10::macro10 {
namespace {

using testing::ElementsAre;

// Stands for the statements: a literal is one EXP of what stands between the brackets.
class OneWordLiterals final : public InnerStatements {
 public:
  OneWordLiterals(Scanner& scanner, Emitter& emitter) : scanner_(scanner), emitter_(emitter) {}
  Evaluator* evaluator = nullptr;
  std::vector<std::string> called;

  void literalStatements() override {
    const Value v = evaluator->expression();
    emitter_.stow(v.word, v.reloc, kHalfForm);
  }
  void operatorInOperand(const BuiltIn& b) override {
    called.emplace_back(b.name);
    evaluator->instruction(Word36{b.code}, b.inOut, {});
  }
  bool callMacro(Name name, const Entry& e) override {
    called.push_back(nameText(name));
    MacroExpansion expansion;
    expansion.name = name;
    expansion.body = e.macro->text;
    expansion.resumeWith = scanner_.next();
    scanner_.enterMacro(expansion);
    return true;
  }

 private:
  Scanner& scanner_;
  Emitter& emitter_;
};

AssemblerOptions versioned(MacroVersion v) {
  AssemblerOptions o;
  o.version = v;
  return o;
}

struct Evaluating : OutputParts {
  explicit Evaluating(const std::string& text, MacroVersion v = MacroVersion::V50)
      : OutputParts(text + "\n", versioned(v)) {
    inner.evaluator = &evaluator;
    evaluator.connect(inner);
  }
  OneWordLiterals inner{scanner, emitter};
  Evaluator evaluator{{pass, budget, scanner, errors, symbols, statement}, listing, emitter};
};

// The value of an expression as `left,,right` with the relocation of each half behind it, if there is any.
std::string valueOf(const std::string& text, MacroVersion v = MacroVersion::V50) {
  Evaluating e{text, v};
  e.define("A", 0100);
  e.define("R", 0200, 1);
  e.emitter.at().advance(012);
  const Value value = e.evaluator.expression();
  std::string result = fmt::format("{:o}", value.word.bits());
  if (!value.reloc.zero()) result += fmt::format(" reloc {:o}", value.reloc.bits());
  for (const std::string& m : e.messages()) result += ' ' + m;
  return result;
}

TEST(Evaluator, CombinesByLevelAndFromTheLeft) {
  EXPECT_EQ(valueOf("1+2*3"), "7");
  EXPECT_EQ(valueOf("10-2-3"), "3");
  EXPECT_EQ(valueOf("<1+2>*3"), "11");
  EXPECT_EQ(valueOf("1+2!5"), "10") << "logical operators bind more closely";
  EXPECT_EQ(valueOf("7&3_1"), "6");
  EXPECT_EQ(valueOf("1_3"), "10");
  EXPECT_EQ(valueOf("7^!2"), "5");
  EXPECT_EQ(valueOf("-1"), "777777777777");
  EXPECT_EQ(valueOf("7/2"), "3");
  EXPECT_EQ(valueOf("7/0"), "0");
}

TEST(Evaluator, RelocatesSumsAndDifferences) {
  EXPECT_EQ(valueOf("A"), "100");
  EXPECT_EQ(valueOf("R+3"), "203 reloc 1");
  EXPECT_EQ(valueOf("R-R"), "0");
  EXPECT_EQ(valueOf("R-."), "166");
  EXPECT_EQ(valueOf("."), "12 reloc 1");
  EXPECT_EQ(valueOf("R!1"), "201 R a logical operator takes absolute values");
  EXPECT_EQ(valueOf("R*R"), "40000 reloc 200 R a product of two relocatable values");
}

TEST(Evaluator, ReportsUndefinedSymbols) { EXPECT_EQ(valueOf("NONE+1"), "1 U symbol NONE is not defined"); }

TEST(Atoms, NumbersHaveRadixScaleAndShift) {
  EXPECT_EQ(valueOf("^D10"), "12");
  EXPECT_EQ(valueOf("^B101"), "5");
  EXPECT_EQ(valueOf("^O17"), "17");
  EXPECT_EQ(valueOf("1K"), "1000");
  EXPECT_EQ(valueOf("1B17"), "1000000");
  EXPECT_EQ(valueOf("<A>B17"), "100000000");
  EXPECT_EQ(valueOf("^L1"), "43");
  EXPECT_EQ(valueOf("8"), "10") << "one digit may exceed the radix";
  EXPECT_EQ(valueOf("18"), "20 N a digit is too large for radix 8");
}

TEST(Atoms, FloatingPointAndFractions) {
  EXPECT_EQ(valueOf("1.0"), "201400000000");
  EXPECT_EQ(valueOf("-1.0"), "576400000000");
  EXPECT_EQ(valueOf("1.5E1"), "204740000000");
  EXPECT_EQ(valueOf("^F0.5B0"), "200000000000");
  EXPECT_EQ(valueOf("1.E99"), "0 N the floating-point number is out of range");
}

TEST(Atoms, QuotedTextIsRightJustified) {
  EXPECT_EQ(valueOf("\"AB\""), "20302");
  EXPECT_EQ(valueOf("'AB'"), "4142");
  EXPECT_EQ(valueOf("\"\"\"\""), "42");
  EXPECT_EQ(valueOf("\"A"), "101 Q the closing quote is missing");
}

TEST(NumberValues, AreComputedInRoundedSteps) {
  EXPECT_EQ(floatingValue({{1}, 1})->bits(), 0201400000000U);
  EXPECT_EQ(floatingValue({{1}, 0})->bits(), 0175631463146U) << "0.1";
  EXPECT_EQ(floatingValue({{9}, 60}), std::nullopt);
  EXPECT_EQ(fractionValue({{3, 5}, 1}).first.bits(), 3U);
  EXPECT_EQ(fractionValue({{3, 5}, 1}).second.bits(), 0400000000000U);
}

TEST(Evaluator, OperatorsAndMacrosMayBeOperands) {
  Evaluating e{"MOVE 1,2"};
  EXPECT_EQ(e.evaluator.expression().word.bits(), 0200040000002U);
  EXPECT_THAT(e.inner.called, ElementsAre("MOVE"));
  EXPECT_EQ(e.scanner.literalLevel, 0);
  Evaluating m{"M+1"};
  Entry macro;
  macro.flags = kMacro;
  auto body = std::make_shared<MacroBody>();
  body->text = std::make_shared<const std::string>("5" + endOfText(kEndMacro));
  macro.macro = body;
  m.symbols.enterOperation(nameOf("M"), macro);
  EXPECT_EQ(m.evaluator.expression().word.bits(), 6U);
  EXPECT_THAT(m.inner.called, ElementsAre("M"));
}

TEST(Evaluator, PseudoOpsWithoutDataAreUndefinedAsOperands) {
  EXPECT_EQ(valueOf("TITLE"), "0 U symbol TITLE is not defined");
}

TEST(Evaluator, LiteralsHaveAnAddressOnPass2) {
  Evaluating e{"[5]+[5]"};
  EXPECT_EQ(e.evaluator.expression().word.bits(), 0U);
  EXPECT_TRUE(e.errors.has(kU)) << "not known on pass 1";
  e.errors.clear();
  e.emitter.at().advance(2);
  e.emitter.placeLiterals(false);
  e.beginPass2();
  const Value v = e.evaluator.expression();
  EXPECT_EQ(v.word.bits(), 4U);  // twice the place of the one word
  EXPECT_EQ(v.reloc.bits(), 2U);
  EXPECT_EQ(e.errors.letters(), 0U);
}

TEST(Evaluator, AnAssignmentInBracketsHasItsValue) {
  Evaluating e{"<B==3>+1"};
  EXPECT_EQ(e.evaluator.expression().word.bits(), 4U);
  ASSERT_NE(e.symbols.operand(nameOf("B")), nullptr);
  EXPECT_EQ(e.symbols.operand(nameOf("B"))->value.bits(), 3U);
  EXPECT_TRUE(e.symbols.operand(nameOf("B"))->has(kNoDdt));
}

// The word of an instruction with these fields.
std::string wordOf(const std::string& fields, std::uint64_t code = 0200000000000, bool inOut = false) {
  Evaluating e{fields};
  e.define("FOO", 0500, 1);
  e.evaluator.instruction(Word36{code}, inOut, {});
  const StoredWord w = e.emitter.take();
  std::string result = fmt::format("{:012o}", w.word.bits());
  if (!w.reloc.zero()) result += fmt::format(" reloc {:o}", w.reloc.bits());
  for (const std::string& m : e.messages()) result += ' ' + m;
  return result;
}

TEST(Evaluator, InstructionsHaveAcIndirectAddressAndIndex) {
  EXPECT_EQ(wordOf("1,FOO+3"), "200040000503 reloc 1");
  EXPECT_EQ(wordOf("1,@FOO(17)"), "200077000500 reloc 1");
  EXPECT_EQ(wordOf("FOO"), "200000000500 reloc 1");
  EXPECT_EQ(wordOf("5,,6"), "000000000006 Q two values for the left half");
  EXPECT_EQ(wordOf("5,,FOO", 0), "000005000500 reloc 1");
  EXPECT_EQ(wordOf("4,1", 0700000000000, true), "700400000001")
      << "device codes have two bits that are not in the field";
  EXPECT_EQ(wordOf("1,1_22"), "200040000000 Q the address does not fit in 18 bits");
  EXPECT_EQ(wordOf("1,FOO(2"), "200042000500 reloc 1 A ) expected");
}

TEST(Evaluator, VersionsDifferInExternals) {
  for (const MacroVersion v : {MacroVersion::V50, MacroVersion::V53}) {
    Evaluating e{"X+Y", v};
    e.symbols.declareExternal(nameOf("X"), true);
    e.symbols.declareExternal(nameOf("Y"), true);
    e.beginPass2();
    const Value sum = e.evaluator.expression();
    EXPECT_EQ(e.errors.has(kE), v == MacroVersion::V50);
    EXPECT_EQ(sum.reloc.zero(), v == MacroVersion::V53) << "the loader computes it";
  }
}

TEST(Evaluator, FormsOfExpression) {
  Evaluating decimal{"10"};
  EXPECT_EQ(decimal.evaluator.expressionDecimal().word.bits(), 10U);
  EXPECT_EQ(decimal.evaluator.atoms().radix, 8U);
  Evaluating known{"NONE"};
  known.evaluator.expressionKnown();
  EXPECT_TRUE(known.errors.has(kV));
  Evaluating form{"1,,2"};
  EXPECT_EQ(form.evaluator.anyForm().word, Word36::halves(1, 2));
  Evaluating external{"X"};
  external.symbols.declareExternal(nameOf("X"), true);
  external.evaluator.expressionAbsolute();
  EXPECT_THAT(external.messages(), ElementsAre("E external X cannot be used here: its value is unknown"));
}

}  // namespace
}  // namespace utah10::macro10
