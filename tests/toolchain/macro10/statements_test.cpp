// Statements and the table of pseudo-operations, without the passes of an assembly.
#include "toolchain/macro10/statements/statements.hpp"

#include <gmock/gmock.h>

#include <set>

#include "toolchain/macro10/parts.hpp"

namespace utah10::macro10 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Statements over a text; each call assembles one statement with its line.
struct Assembling : OutputParts {
  explicit Assembling(const std::string& text, AssemblerOptions o = listingOptions())
      : OutputParts(text + "\n", std::move(o)) {}
  AssemblyModes modes;
  Evaluator evaluator{{pass, budget, scanner, errors, symbols, statement}, listing, emitter};
  Statements statements{{pass, scanner, errors, symbols, universals, listing, line, emitter, evaluator, statement,
                         program, modes, options, result.typed}};

  void assemble(int lines = 1) {
    for (int i = 0; i < lines; ++i) {
      statement = {};
      statements.statement();
      if (!statement.lineDone) statements.finishLine();
      scanner.next();  // the line feed of the pair
      if (!scanner.lineFeedAfterReturn()) scanner.again();
    }
  }
  std::uint64_t value(std::string_view name) {
    const Entry* e = symbols.operand(nameOf(name));
    return e == nullptr ? ~std::uint64_t{0} : e->value.bits();
  }
};

// The words that a statement stores.
std::vector<std::uint64_t> wordsOf(const std::string& text) {
  Assembling a{text + "\n"};
  a.statements.statement();
  std::vector<std::uint64_t> words;
  while (a.emitter.hasWords()) words.push_back(a.emitter.take().word.bits());
  EXPECT_EQ(a.errors.letters(), 0U) << text;
  return words;
}

TEST(Statements, LabelsAssignmentsAndWords) {
  Assembling a{"A: B::! MOVE 1,2\nC==:5\nD: 5\n"};
  a.assemble(3);
  EXPECT_EQ(a.value("A"), 0U);
  EXPECT_EQ(a.value("C"), 5U);
  EXPECT_EQ(a.value("D"), 1U);
  EXPECT_TRUE(a.symbols.operand(nameOf("B"))->has(kInternal));
  EXPECT_TRUE(a.symbols.operand(nameOf("B"))->has(kNoDdt));
  EXPECT_TRUE(a.symbols.operand(nameOf("C"))->has(kInternal));
  EXPECT_EQ(a.emitter.at().assembly.at, 2U);
  EXPECT_THAT(a.messages(), IsEmpty());
}

TEST(Statements, ALabelIsDefinedOnce) {
  Assembling a{"A: 1\nA: 2\n"};
  a.assemble(2);
  ASSERT_EQ(a.result.messages.size(), 1U);
  EXPECT_EQ(a.result.messages[0].text, "A is already 000000' and would be 000001' here");
}

TEST(Statements, ANumberBeforeAColonChecksTheLocation) {
  Assembling a{"5: 1\n"};
  a.statements.statement();
  EXPECT_THAT(a.messages(), ElementsAre("P the location is 000000', not 000005"));
}

TEST(Statements, TheStateOfOneStatementDoesNotReachTheNext) {
  Assembling a{"EXP @5\nMOVE 1,2\n"};
  a.statements.statement();
  a.statement = {};
  EXPECT_FALSE(a.statement.fields.inField || a.statement.fields.seen || a.statement.construct.open());
  EXPECT_EQ(a.statement.depth, 0U);
  EXPECT_EQ(a.statement.literals, 0);
}

TEST(Statements, AnUnknownOperatorIsReported) {
  Assembling a{"NONE 1,2\n"};
  a.statements.statement();
  EXPECT_THAT(a.messages(), ElementsAre("O NONE is neither an operator nor a symbol"));
  EXPECT_TRUE(a.emitter.hasWords()) << "its fields are assembled";
}

TEST(Statements, AnOpdefIsAWordToWhichFieldsAreAdded) {
  Assembling a{"OPDEF CALLX [MOVE 3,]\nCALLX 5\n"};
  a.assemble();
  a.statements.statement();
  EXPECT_EQ(a.emitter.take().word.bits(), 0200140000005U);
}

TEST(DataStatements, MakeWords) {
  EXPECT_THAT(wordsOf("EXP 1,2+3"), ElementsAre(1, 5));
  EXPECT_THAT(wordsOf("DEC 10,20"), ElementsAre(10, 20));
  EXPECT_THAT(wordsOf("OCT 10"), ElementsAre(8));
  EXPECT_THAT(wordsOf("XWD 1,2"), ElementsAre(0000001000002U));
  EXPECT_THAT(wordsOf("IOWD 2,100"), ElementsAre(0777776000077U));
  EXPECT_THAT(wordsOf("POINT 7,5"), ElementsAre(0440700000005U));
  EXPECT_THAT(wordsOf("POINT 7,5,6"), ElementsAre(0350700000005U));
  EXPECT_THAT(wordsOf("BYTE (6)1,2(18)3(12)4"), ElementsAre(0010200000300U, 0000400000000U));
  EXPECT_THAT(wordsOf("ASCIZ /ABCDE/"), ElementsAre(0406050342212U, 0));
  EXPECT_THAT(wordsOf("ASCII /A/"), ElementsAre(0404000000000U));
  EXPECT_THAT(wordsOf("SIXBIT /AB/"), ElementsAre(0414200000000U));
  EXPECT_THAT(wordsOf("RADIX50 4,A"), ElementsAre(0040000000013U));
  EXPECT_THAT(wordsOf("COMMENT /EXP 1/"), IsEmpty());
}

TEST(Conditionals, ReadOrSkipTheirText) {
  EXPECT_THAT(wordsOf("IFE 0,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf("IFN 0,<EXP 1>EXP 2"), ElementsAre(2));
  EXPECT_THAT(wordsOf("IFG 1,<IFL 1,<EXP 1>EXP 3>"), ElementsAre(3));
  EXPECT_THAT(wordsOf("IF1,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf("IFB < >,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf("IFIDN <A><A>,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf("IFDIF <A><A>,<EXP 1>"), IsEmpty());
  EXPECT_THAT(wordsOf("IFDEF MOVE,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf("IFNDEF NONE,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf(".IF MOVE OPDEF,<EXP 1>"), IsEmpty());
  EXPECT_THAT(wordsOf("REPEAT 1,<EXP 1>"), ElementsAre(1));
  EXPECT_THAT(wordsOf("REPEAT 0,<EXP 1>"), IsEmpty());
  EXPECT_THAT(wordsOf("EXP IFE 0,<5>"), ElementsAre(5)) << "in an operand the text is the value";
}

TEST(MacroCalls, ReplaceTheOperatorByTheMacrosText) {
  Assembling a{"DEFINE M(X,Y<7>,%Z)<EXP X,Y>\nM 5\n"};
  a.assemble();
  const Entry* e = a.symbols.operation(nameOf("M"));
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(e->macro->dummies, 3U);
  a.statements.statement();
  EXPECT_EQ(a.emitter.take().word.bits(), 5U);
  EXPECT_EQ(a.emitter.take().word.bits(), 7U);
}

TEST(MacroCalls, PassNumbersAsDigits) {
  Assembling a{"N=17\nDEFINE M(X)<A'X==1>\nM \\N\n"};
  a.assemble(3);
  EXPECT_EQ(a.value("A17"), 1U);
}

TEST(Declarations, FlagAndRenameSymbols) {
  Assembling a{"A=1\nINTERN A\nEXTERN X!\nSYN MOVE,GET\nSYN A,B\nPURGE A\n.NODDT B\n"};
  a.assemble(7);
  EXPECT_EQ(a.value("A"), ~std::uint64_t{0});
  EXPECT_EQ(a.value("B"), 1U);
  EXPECT_TRUE(a.symbols.operand(nameOf("B"))->has(kNoDdt));
  EXPECT_TRUE(a.symbols.operand(nameOf("X"))->has(kExternal));
  EXPECT_TRUE(a.symbols.operand(nameOf("X"))->has(kNoDdt));
  EXPECT_EQ(a.symbols.operation(nameOf("GET"))->builtIn->name, "MOVE");
  EXPECT_THAT(a.messages(), IsEmpty());
}

TEST(CounterStatements, MoveTheCounters) {
  Assembling a{"BLOCK 3\nA: LOC 100\nPHASE 5\nB: EXP 1\nDEPHASE\nC:\n"};
  a.assemble(6);
  EXPECT_EQ(a.value("A"), 3U);
  EXPECT_EQ(a.value("B"), 5U);
  EXPECT_EQ(a.value("C"), 0101U);
  EXPECT_EQ(a.emitter.at().high, 3U);
}

TEST(ListingStatements, SwitchTheListingOnPass2) {
  Assembling a{"XLIST\nLIST\nSALL\nLALL\n.HWFRMT\nMLOFF\nPRINTX HELLO\n"};
  a.assemble();
  EXPECT_FALSE(a.listing.listOff) << "no effect on pass 1";
  a.beginPass2();
  a.assemble();
  EXPECT_TRUE(a.listing.listOff);
  a.assemble(2);
  EXPECT_FALSE(a.listing.listOff);
  EXPECT_TRUE(a.scanner.suppressAll && a.listing.expansionsOff);
  a.assemble(3);
  EXPECT_FALSE(a.scanner.suppressAll);
  EXPECT_TRUE(a.listing.halfForm);
  EXPECT_FALSE(a.modes.multiWordLiterals);
  a.assemble();
  EXPECT_EQ(a.result.typed, "HELLO\n");
}

TEST(ProgramStatements, ReportWhatTheyDidToTheProgram) {
  Assembling a{"TITLE THING\nRADIX 10\nA=10\n.DIRECTIVE KI10,.NOBIN\nPRGEND A\n"};
  a.assemble(4);
  EXPECT_EQ(a.program.title.text, "THING");
  EXPECT_EQ(a.value("A"), 10U);
  EXPECT_EQ(a.modes.processor, 2U);
  EXPECT_TRUE(a.modes.noBinary);
  EXPECT_EQ(a.statement.change, ProgramChange::None);
  a.assemble();
  EXPECT_EQ(a.statement.change, ProgramChange::NextProgram);
}

TEST(LoaderStatements, MakeItemsOnPass2) {
  Assembling a{".REQUEST SYS:LIB\nLINK 1,5\nASSIGN S,C,2\n"};
  a.assemble();
  EXPECT_THAT(a.emitter.rel().take(), IsEmpty());
  a.beginPass2();
  a.emitter.rel().take();
  a.assemble(3);
  std::vector<unsigned> types;
  for (const RelItem& item : a.emitter.rel().take()) types.push_back(item.type);
  EXPECT_THAT(types, ElementsAre(static_cast<unsigned>(RelType::RequestLibrary), static_cast<unsigned>(RelType::Link),
                                 static_cast<unsigned>(RelType::Assign)));
}

// ---- the table

TEST(PseudoOperations, EveryRowHasItsFunctionAndAnUnambiguousName) {
  std::set<std::pair<std::string_view, unsigned>> names;
  for (const BuiltIn& b : pseudoOperations()) {
    EXPECT_NE(b.assemble, nullptr) << b.name;
    EXPECT_EQ(b.code, 0U) << b.name;
    EXPECT_LE(b.name.size(), 6U) << b.name;
    EXPECT_LE(b.since, b.until) << b.name;
    EXPECT_TRUE(b.noData || !b.notInLiteral) << b.name;
    EXPECT_TRUE(names.insert({b.name, b.since}).second) << b.name;
    EXPECT_EQ(findBuiltIn(nameOf(b.name), b.since)->assemble, b.assemble) << b.name;
  }
  EXPECT_GT(names.size(), 90U);
}

TEST(PseudoOperations, DependOnTheVersion) {
  EXPECT_EQ(findBuiltIn(nameOf(".IF"), 47), nullptr);
  EXPECT_NE(findBuiltIn(nameOf(".IF"), 50), nullptr);
  EXPECT_NE(findBuiltIn(nameOf("ORG"), 50), nullptr);
  EXPECT_EQ(findBuiltIn(nameOf("ORG"), 53), nullptr);
  EXPECT_EQ(findBuiltIn(nameOf("MOVE"), 47)->assemble, nullptr);
  EXPECT_TRUE(findBuiltIn(nameOf("CONO"), 47)->inOut);
}

TEST(PseudoOperations, AreSkippedInLiteralsUnlessTheyMakeData) {
  Assembling a{"EXP [LOC 100\nEXP 5]\n"};
  a.assemble();
  EXPECT_EQ(a.emitter.at().assembly.at, 1U);
  EXPECT_EQ(a.emitter.at().assembly.mode, 1U);
}

}  // namespace
}  // namespace utah10::macro10
