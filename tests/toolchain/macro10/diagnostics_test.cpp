// Error letters, their causes, and which of them become messages.
#include "toolchain/macro10/source/diagnostics.hpp"

#include <gmock/gmock.h>

#include "toolchain/macro10/parts.hpp"

namespace utah10::macro10 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Diagnostics, AMessagePerCauseAndACountPerLetter) {
  SymbolParts p{"X\n"};
  p.errors.raiseUndefined(nameOf("A"));
  p.errors.raiseUndefined(nameOf("B"));
  p.errors.raise(kA, "first");
  p.errors.raise(kA, "second");
  EXPECT_EQ(p.errors.lettersText(), "AU");
  EXPECT_THAT(p.messages(), ElementsAre("A first", "U symbol A is not defined", "U symbol B is not defined"));
  EXPECT_EQ(p.result.errors, 2U);
}

TEST(Diagnostics, ALetterWithoutCauseHasItsGeneralMeaning) {
  SymbolParts p{"X\n"};
  p.errors.raise(kV);
  EXPECT_THAT(p.messages(), ElementsAre("V a value must be known on pass 1 and is not"));
}

TEST(Diagnostics, TheSameIsToldOnce) {
  SymbolParts p{"X\n"};
  p.errors.raise(kN, "bad");
  p.messages();
  EXPECT_EQ(p.messages().size(), 1U);
  EXPECT_EQ(p.result.errors, 1U);
}

TEST(Diagnostics, ARelocationErrorThatFollowsFromAnExternalIsCountedOnly) {
  SymbolParts p{"X\n"};
  p.errors.raise(kE, "external");
  p.errors.raise(kR, "relocation");
  EXPECT_THAT(p.messages(), ElementsAre("E external"));
  EXPECT_EQ(p.result.errors, 2U);
}

TEST(Diagnostics, LoweredLettersTakeTheirCausesAlong) {
  SymbolParts p{"X\n"};
  p.errors.raise(kA, "gone");
  p.errors.lower(kA);
  EXPECT_EQ(p.errors.letters(), 0U);
  p.errors.raise(kA, "here");
  EXPECT_THAT(p.messages(), ElementsAre("A here"));
}

TEST(Diagnostics, WarningsAreDroppedBesideErrorsAndOnRequest) {
  SymbolParts p{"X\n"};
  p.errors.raise(kQ, "odd");
  p.errors.settleWarnings();
  EXPECT_TRUE(p.errors.has(kQ));
  p.errors.add(kN);
  p.errors.settleWarnings();
  EXPECT_EQ(p.errors.lettersText(), "N");
  AssemblerOptions quiet;
  quiet.warnings = false;
  SymbolParts q{"X\n", quiet};
  q.errors.raise(kQ, "odd");
  q.errors.settleWarnings();
  EXPECT_EQ(q.errors.letters(), 0U);
}

TEST(Diagnostics, APhaseErrorIsShownForALabelThatMoved) {
  SymbolParts p{"X\n"};
  p.errors.raise(kM, "moved");
  EXPECT_EQ(p.errors.lettersText(), "M");
  p.pass.first = false;
  EXPECT_EQ(p.errors.lettersText(), "P");
}

TEST(Diagnostics, AnUnknownValueNamesTheUndefinedSymbol) {
  SymbolParts p{"X\n"};
  p.errors.raiseUndefined(nameOf("A"));
  p.errors.raiseUnknown();
  p.errors.report(kV, {0, 1, 1});  // on pass 1
  EXPECT_THAT(p.messages(), ElementsAre("V symbol A is not defined before its value is needed here"));
  EXPECT_EQ(p.result.errors, 2U) << "U is counted, but says nothing new";
}

TEST(Diagnostics, AMessageNamesTheMacrosBeingExpanded) {
  SymbolParts p{"X\n"};
  MacroExpansion e;
  e.name = nameOf("SEND");
  e.body = std::make_shared<const std::string>("x" + endOfText(kEndMacro));
  e.calledAt = {0, 7, 1};
  p.texts.enterMacro(e);
  p.errors.raise(kA, "bad");
  p.texts.clear();  // the macro ends before the line does
  p.messages();
  ASSERT_EQ(p.result.messages.size(), 1U);
  EXPECT_THAT(p.result.messages[0].callers, ElementsAre("in macro SEND, called at t.mac(7)"));
}

TEST(Diagnostics, AnOverlongLiteralIsToldOnceAndItsLabelsAreLost) {
  SymbolParts p{"X\n"};
  p.errors.literalBegins({0, 4, 1});
  p.errors.labelInLiteral(nameOf("A"));
  p.errors.literalOverruns();
  p.errors.literalOverruns();
  p.errors.labelInLiteral(nameOf("B"));
  EXPECT_TRUE(p.errors.isLost(nameOf("A")) && p.errors.isLost(nameOf("B")));
  p.errors.raiseUndefined(nameOf("A"));
  EXPECT_THAT(p.messages(), ElementsAre("L a literal of more than 39 words"));
  EXPECT_EQ(p.result.messages[0].line, 4U);
  p.errors.literalBegins({0, 9, 1});
  EXPECT_FALSE(p.errors.literalOverran());
}

TEST(Diagnostics, CountsByProgram) {
  SymbolParts p{"X\n"};
  p.errors.raise(kA, "one");
  p.messages();
  p.errors.clear();
  p.errors.setProgram(1);
  p.errors.raise(kQ, "two");
  p.messages();
  EXPECT_EQ(p.errors.counts(0).errors, 1U);
  EXPECT_EQ(p.errors.counts(1).warnings, 1U);
  EXPECT_EQ(p.errors.counts(2).errors, 0U);
}

}  // namespace
}  // namespace utah10::macro10
