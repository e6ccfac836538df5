// The emitter and its parts: stored words, counters, literals, polish, REL items, paper tape, listing lines.
#include "toolchain/macro10/output/emitter.hpp"

#include <gmock/gmock.h>

#include "toolchain/macro10/parts.hpp"

namespace utah10::macro10 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using CodeWord = OutputParts::CodeWord;

StoredWord wordOf(std::uint64_t bits) {
  StoredWord w;
  w.word = Word36{bits};
  return w;
}

// ---- the words stored

TEST(WordStow, KeepsTheWordsOfInnerConstructsApart) {
  WordStow stow;
  stow.add(wordOf(1));
  const WordStow::Outer outer = stow.begin();
  stow.add(wordOf(2));
  stow.add(wordOf(3));
  EXPECT_EQ(stow.count(), 2);
  EXPECT_EQ(stow.take().word.bits(), 2U);
  EXPECT_FALSE(stow.exhausted());
  EXPECT_EQ(stow.take().word.bits(), 3U);
  EXPECT_TRUE(stow.exhausted());
  stow.end(outer);
  EXPECT_EQ(stow.count(), 1);
  EXPECT_EQ(stow.take().word.bits(), 1U);
}

TEST(WordStow, IsFullAtFortyWordsAndReplacesTheLast) {
  WordStow stow;
  for (int i = 0; i < WordStow::kWords - 1; ++i) EXPECT_FALSE(stow.add(wordOf(1)));
  EXPECT_TRUE(stow.add(wordOf(2)));
  EXPECT_TRUE(stow.add(wordOf(3)));
  EXPECT_EQ(stow.count(), WordStow::kWords);
  StoredWord last;
  while (!stow.exhausted()) last = stow.take();
  EXPECT_EQ(last.word.bits(), 3U);
}

// ---- location counters

TEST(LocationCounters, ContinueWhereTheModeStopped) {
  LocationCounters at;
  at.advance(5);
  at.moveTo(CounterMode::Absolute, Value{Word36{0100}, {}, -1});
  at.advance(2);
  at.moveTo(CounterMode::Relocatable, std::nullopt);
  EXPECT_EQ(at.assembly.at, 5U);
  EXPECT_EQ(at.assembly.mode, 1U);
  at.moveTo(CounterMode::OfValue, std::nullopt);
  EXPECT_EQ(at.output.at, 0102U);
  EXPECT_EQ(at.output.mode, 0U);
  at.moveTo(CounterMode::OfValue, Value{Word36{7}, Word36{1}, -1});
  EXPECT_EQ(at.output.mode, 1U);
}

TEST(LocationCounters, DifferInsideAPhase) {
  LocationCounters at;
  at.advance(010);
  at.phase({Word36{0777}, {}, -1});
  at.advance(1);
  EXPECT_EQ(at.value().word.bits(), 01000U);
  EXPECT_TRUE(at.value().reloc.zero());
  EXPECT_EQ(at.output.at, 011U);
  at.dephase();
  EXPECT_EQ(at.value().word.bits(), 011U);
}

TEST(LocationCounters, WrapAroundAndRaiseTheBreakOfTheirSegment) {
  LocationCounters at;
  at.advance(3);
  at.raiseBreaks();
  at.highStart = at.highHigh = 0400000;
  at.beginSegment(0400010);
  at.raiseBreaks();
  EXPECT_EQ(at.high, 3U);
  EXPECT_EQ(at.highHigh, 0400010U);
  at.endAt(0400020);
  EXPECT_EQ(at.highHigh, 0400020U);
  at.moveTo(CounterMode::Absolute, Value{Word36{0777777}, {}, -1});
  at.raiseBreaks();
  EXPECT_EQ(at.highestAbsolute, 0777777U);
  at.advance(1);
  EXPECT_EQ(at.output.at, 0U);
}

// ---- words of a line

TEST(Emitter, OutputsTheWordsOfALineOnPass2) {
  OutputParts p{"\n"};
  p.emitter.stow(Word36{1}, {}, kHalfForm);
  p.emitter.endLine();
  EXPECT_EQ(p.emitter.at().assembly.at, 1U) << "pass 1 counts";
  EXPECT_EQ(p.emitter.at().output.at, 1U);
  p.beginPass2();
  p.emitter.beginLine({0, 5, 1});
  p.emitter.stow(Word36{1}, {}, kHalfForm);
  p.emitter.stow(Word36::halves(0200040, 0), Word36{1}, kInstructionForm);
  p.emitter.endLine();
  EXPECT_FALSE(p.emitter.hasWords());
  EXPECT_THAT(p.code(), ElementsAre(CodeWord{1, 0}, CodeWord{Word36::halves(0200040, 0).bits(), 1}));
  ASSERT_EQ(p.result.lines.size(), 2U);
  EXPECT_EQ(p.result.lines[1].location, 1U);
  EXPECT_EQ(p.result.lines[1].line, 5U);
}

TEST(Emitter, ListsTheLineWithItsCode) {
  OutputParts p{"\n"};
  p.beginPass2();
  for (const char c : std::string{"\tEXP 5"}) p.line.put(c);
  p.errors.raise(kQ, "odd");
  p.emitter.stow(Word36{5}, {}, kHalfForm);
  p.emitter.endLine();
  EXPECT_THAT(p.listing.finish(), HasSubstr("Q\t000000'\t000000\t000005\t\t\tEXP 5\n"));
  EXPECT_EQ(p.errors.letters(), 0U);
}

TEST(Emitter, EndsALineThatHasFortyWords) {
  OutputParts p{"\n"};
  p.beginPass2();
  for (unsigned i = 0; i < 40; ++i) p.emitter.stow(Word36{i}, {}, kHalfForm);
  EXPECT_FALSE(p.emitter.hasWords());
  EXPECT_EQ(p.result.lines.size(), 40U);
}

TEST(Emitter, ChainsRequestsForAnExternal) {
  OutputParts p{"\n"};
  p.symbols.declareExternal(nameOf("X"), true);
  p.beginPass2();
  const Word36 x{p.symbols.operand(nameOf("X"))->external};
  for (int i = 0; i < 3; ++i) {
    p.symbols.unplaced = x;
    p.emitter.stow({}, x, kHalfForm);
    p.emitter.endLine();
  }
  EXPECT_EQ(p.errors.letters(), 0U);
  EXPECT_THAT(p.code(), ElementsAre(CodeWord{0, 0}, CodeWord{0, 1}, CodeWord{1, 1}));
}

TEST(Emitter, RefusesAnExternalInTheWrongPlace) {
  OutputParts p{"\n"};
  p.symbols.declareExternal(nameOf("X"), true);
  p.beginPass2();
  p.symbols.unplaced = Word36{p.symbols.operand(nameOf("X"))->external};
  p.emitter.stow({}, {}, kHalfForm);
  EXPECT_THAT(p.messages(), ElementsAre("E external X is in neither half of the word"));
  p.errors.clear();
  p.symbols.unplaced = {};
  p.emitter.stow({}, Word36{2}, kHalfForm);
  EXPECT_THAT(p.messages().back(), "R a relocatable value must be one symbol, plus or minus a number");
}

// ---- literals and variables

Value literal(OutputParts& p, std::vector<std::uint64_t> words) {
  ++p.scanner.literalLevel;
  const WordStow::Outer outer = p.emitter.beginInner();
  for (const std::uint64_t w : words) p.emitter.stow(Word36{w}, {}, kHalfForm);
  const Value where = p.emitter.keepLiteral(1);
  p.emitter.endInner(outer);
  --p.scanner.literalLevel;
  return where;
}

TEST(Emitter, PoolsLiteralsAndPlacesThemBehindTheCode) {
  OutputParts p{"\n"};
  for (int pass = 1; pass <= 2; ++pass) {
    if (pass == 2) p.beginPass2();
    std::vector<std::uint64_t> addresses;
    for (const std::vector<std::uint64_t>& words : {std::vector<std::uint64_t>{7}, {7, 8}, {8}})
      addresses.push_back(literal(p, words).word.bits());
    p.emitter.stow(Word36{1}, {}, kHalfForm);
    p.emitter.endLine();
    p.emitter.placeLiterals(false);
    if (pass == 2) {
      EXPECT_THAT(addresses, ElementsAre(1, 1, 2)) << "one word of code before them";
    }
    EXPECT_EQ(p.emitter.at().assembly.at, 3U);
  }
  EXPECT_THAT(p.code(), ElementsAre(CodeWord{1, 0}, CodeWord{7, 0}, CodeWord{8, 0}));
}

TEST(Emitter, CountsTheWordsOfALiteralWithAnErrorOnPass1) {
  OutputParts p{"\n"};
  literal(p, {7});
  p.errors.add(kU);
  literal(p, {7});
  p.errors.clear();
  p.emitter.placeLiterals(false);
  EXPECT_EQ(p.emitter.at().assembly.at, 2U);
}

TEST(Emitter, ReportsAnEmptyLiteral) {
  OutputParts p{"\n"};
  literal(p, {});
  EXPECT_THAT(p.messages(), ElementsAre("L an empty literal"));
}

TEST(Emitter, GivesALabelInALiteralItsPlace) {
  OutputParts p{"\n"};
  Entry e;
  e.flags = kSymbol | kLabel | kUndefined;
  p.symbols.enterOperand(nameOf("A"), e);
  ++p.scanner.literalLevel;
  p.emitter.stow({}, {}, kHalfForm);
  p.emitter.labelLiteral(nameOf("A"));
  p.emitter.placeLabel({Word36{0100}, Word36{1}, -1});
  EXPECT_EQ(p.symbols.operand(nameOf("A"))->value.bits(), 0101U);
  EXPECT_FALSE(p.symbols.operand(nameOf("A"))->has(kUndefined));
}

TEST(Emitter, AssignsVariablesInSymbolTableOrder) {
  OutputParts p{"\n"};
  for (const char* name : {"Z", "A"}) {
    Entry e;
    e.flags = kSymbol | kVariable | kUndefined;
    e.value = Word36{name[0] == 'A' ? 2U : 0U};  // its size less one
    p.symbols.enterOperand(nameOf(name), e);
  }
  p.emitter.placeVariables();
  EXPECT_EQ(p.symbols.operand(nameOf("A"))->value.bits(), 0U);
  EXPECT_EQ(p.symbols.operand(nameOf("Z"))->value.bits(), 3U);
  EXPECT_EQ(p.emitter.at().assembly.at, 4U);
  p.beginPass2();
  p.emitter.placeVariables();
  EXPECT_EQ(p.emitter.at().assembly.at, 4U);
  EXPECT_EQ(p.errors.letters(), 0U);
}

TEST(Emitter, ReportsAreasThatMove) {
  OutputParts p{"\n"};
  p.emitter.placeVariables();
  p.beginPass2();
  p.emitter.at().advance(1);
  p.emitter.placeVariables();
  EXPECT_THAT(p.messages(), ElementsAre("P the variables move between the passes"));
}

// ---- expressions for the loader

struct LoaderParts : OutputParts {
  LoaderParts() : OutputParts("\n", version53()) {}
  static AssemblerOptions version53() {
    AssemblerOptions o;
    o.version = MacroVersion::V53;
    return o;
  }
  PolishTrees trees{pass, symbols};
};

TEST(PolishTrees, AreNeededOnPass2ForWhatNoHalfWordExpresses) {
  LoaderParts p;
  const Value number{Word36{1}, {}, -1};
  const Value relocatable{Word36{1}, Word36{1}, -1};
  const Value external{{}, Word36{p.symbols.externalHandle(nameOf("X"))}, -1};
  EXPECT_FALSE(p.trees.needsLoader(Operator::Add, external, number));
  p.pass.first = false;
  EXPECT_TRUE(p.trees.needsLoader(Operator::Add, external, number));
  EXPECT_TRUE(p.trees.needsLoader(Operator::Add, relocatable, relocatable));
  EXPECT_FALSE(p.trees.needsLoader(Operator::Add, relocatable, number));
  EXPECT_FALSE(p.trees.needsLoader(Operator::Subtract, relocatable, relocatable));
  EXPECT_TRUE(p.trees.needsLoader(Operator::Multiply, relocatable, number));
  p.pass.version = 50;
  EXPECT_FALSE(p.trees.needsLoader(Operator::Add, external, number));
}

TEST(PolishTrees, BecomeItemsInPrefixOrder) {
  LoaderParts p;
  const Value number{Word36{5}, {}, -1};
  const Value external{{}, Word36{p.symbols.externalHandle(nameOf("X"))}, -1};
  const Value sum = p.trees.node(Operator::Add, external, number);
  const std::vector<PolishItem> items = p.trees.items(p.trees.node(Operator::Not, {}, sum));
  ASSERT_EQ(items.size(), 4U);
  EXPECT_EQ(items[0].code, 013U);
  EXPECT_EQ(items[1].code, 3U);
  EXPECT_EQ(nameText(items[2].symbol), "X");
  EXPECT_EQ(items[3].kind, PolishItemKind::Short);
  EXPECT_EQ(items[3].word.bits(), 5U);
}

TEST(PolishTrees, HaveALimit) {
  LoaderParts p;
  Value v{Word36{1}, {}, -1};
  EXPECT_THROW(
      {
        for (int i = 0; i < 400; ++i) v = p.trees.node(Operator::Add, v, {Word36{1}, {}, -1});
      },
      GiveUp);
}

std::vector<std::uint64_t> polishWords(LoaderParts& p) {
  p.emitter.endPass2(0);
  std::vector<std::uint64_t> words;
  for (const RelItem& item : p.emitter.rel().take())
    if (item.is(RelType::Polish))
      for (const Word36 w : item.words) words.push_back(w.bits());
  return words;
}

TEST(Emitter, KeepsExpressionsWithTheirPlace) {
  LoaderParts p;
  p.beginPass2();
  p.emitter.at().advance(0100);
  p.emitter.keepExpression({{PolishItemKind::Short, 0, Word36{5}, {}, 0}}, p.statement, true);
  p.statement.target.fullWord = true;
  p.emitter.keepExpression({{PolishItemKind::Short, 0, Word36{6}, {}, 0}}, p.statement, true);
  EXPECT_THAT(polishWords(p),
              ElementsAre(6, Word36::halves(0777775, 0100).bits(), 5, Word36::halves(0777776, 0100).bits()))
      << "the last one first";
}

TEST(Emitter, PlacesExpressionsOfALiteralWithIt) {
  LoaderParts p;
  p.beginPass2();
  p.statement.literals = 1;
  p.emitter.keepExpression({{PolishItemKind::Short, 0, Word36{5}, {}, 0}}, p.statement, false);
  EXPECT_THAT(polishWords(p), testing::IsEmpty());
  p.emitter.placeExpressions(1, {Word36{0200}, Word36{1}, -1});
  EXPECT_THAT(polishWords(p), ElementsAre(5, Word36::halves(0777777, 0200).bits()));
}

// ---- paper tape

TEST(TapeOutput, Rim10FillsGapsAndCannotGoBack) {
  Budget budget{100};
  std::vector<Word36> words;
  TapeOutput tape{budget, words};
  EXPECT_FALSE(tape.selected());
  tape.select(TapeFormat::Rim10);
  EXPECT_TRUE(tape.word(Word36{1}, 0100));
  EXPECT_TRUE(tape.word(Word36{2}, 0102));
  EXPECT_FALSE(tape.word(Word36{3}, 0100));
  tape.end(Word36{0100});
  EXPECT_THAT(words, ElementsAre(Word36{1}, Word36{}, Word36{2}, Word36{0254000000100}, Word36{}));
}

TEST(TapeOutput, RimHasAnInstructionBeforeEachWordAndRim10bACheckSum) {
  Budget budget{100};
  std::vector<Word36> rim;
  TapeOutput words{budget, rim};
  words.select(TapeFormat::Rim);
  words.word(Word36{5}, 0100);
  EXPECT_THAT(rim, ElementsAre(Word36{0710440000100}, Word36{5}));
  std::vector<Word36> rim10b;
  TapeOutput blocks{budget, rim10b};
  blocks.select(TapeFormat::Rim10b);
  blocks.word(Word36{5}, 0100);
  blocks.end({});
  ASSERT_EQ(rim10b.size(), 15U + 3U + 2U);
  EXPECT_EQ(rim10b[15], Word36::halves(0777777, 077));
  EXPECT_EQ(rim10b[17], Word36::halves(0777777, 077) + Word36{5});
}

// ---- the items around the code

TEST(Emitter, WritesEntriesNameSymbolsAndBreaks) {
  OutputParts p{"\n"};
  p.program.title.text = "PROG of mine";
  p.define("A", 5, 1).flags |= kInternal | kEntry;
  p.symbols.declareExternal(nameOf("X"), true);
  p.emitter.stow({}, {}, kHalfForm);
  p.emitter.endLine();
  p.beginPass2();
  p.emitter.stow({}, {}, kHalfForm);
  p.emitter.endLine();
  p.emitter.placeLiterals(true);
  p.emitter.setStart({Word36{5}, 1, 0});
  p.emitter.endPass2(0);
  std::string text;
  for (const RelItem& item : p.emitter.rel().take()) text += describeRel(item);
  EXPECT_THAT(text, HasSubstr("ENTRY 1 word\n  00 A\nNAME 2 words\n  00 PROG\n"));
  EXPECT_THAT(text, HasSubstr("SYMBOLS 4 words\n  04 A\n  000000,,000005'\n  60 X\n"));
  EXPECT_THAT(text, HasSubstr("START 1 word\n  000000,,000005'\nEND 2 words\n  000000,,000001'\n"));
  EXPECT_THAT(p.result.programs, ElementsAre("PROG o"));
}

TEST(ProgramTitle, NamesTheProgramByItsFirstSixCharacters) {
  ProgramTitle title;
  EXPECT_EQ(nameText(title.name()), ".MAIN");
  title.text = "longname";
  EXPECT_EQ(nameText(title.name()), "LONGNA");
  title.text = "A B";
  EXPECT_EQ(nameText(title.name()), "A");
}

}  // namespace
}  // namespace utah10::macro10
