// The scanner: characters, codes and names, and the stored texts that interrupt the source.
#include "toolchain/macro10/source/scanner.hpp"

#include <gmock/gmock.h>

#include <string>

namespace utah10::macro10 {
namespace {

class RecordingLine final : public LineSink {
 public:
  void put(int ascii) override { image += static_cast<char>(ascii); }
  void overwrite(int ascii) override { image.back() = static_cast<char>(ascii); }
  void dump() override {
    dumped.push_back(image);
    image.clear();
  }
  void stray(int ascii) override { strays += static_cast<char>(ascii); }

  std::string image;
  std::vector<std::string> dumped;
  std::string strays;
};

struct Scanning {
  explicit Scanning(std::string text, std::uint64_t limit = 10000) : source{"t.mac", std::move(text)}, budget{limit} {}

  SourceText source;
  Budget budget;
  SourceInput input{{&source, 1}};
  StoredTexts texts{budget};
  RecordingLine line;
  Scanner scanner{input, texts, budget, line};

  std::string characters(std::size_t n) {
    std::string text;
    while (text.size() < n) text += static_cast<char>(scanner.next());
    return text;
  }
  std::string upTo(char end) {
    std::string text;
    for (int c = scanner.next(); c != end; c = scanner.next()) text += static_cast<char>(c);
    return text;
  }
};

Text stored(const std::string& text, int end) { return std::make_shared<const std::string>(text + endOfText(end)); }

std::string dummy(int n, bool created = false) {
  return {static_cast<char>(kEscape), static_cast<char>(kDummy + n + (created ? kCreated : 0))};
}

MacroExpansion expansionOf(const std::string& body, std::vector<Text> arguments, int resumeWith = '!') {
  MacroExpansion e;
  e.name = nameOf("M");
  e.body = stored(body, kEndMacro);
  e.arguments = std::move(arguments);
  e.resumeWith = resumeWith;
  return e;
}

TEST(Scanner, DeliversTheSourceWithEveryLineEndAsCrLf) {
  Scanning s{"A\nB\r\nC"};
  EXPECT_EQ(s.characters(9), "A\r\nB\r\nC\r\n");
  EXPECT_EQ(s.line.image, "A\rB\rC\r");  // the line feed of a pair is not part of the image
  EXPECT_THROW(s.scanner.next(), EndOfSource);
}

TEST(Scanner, GivesOneCharacterBack) {
  Scanning s{"AB\n"};
  s.scanner.next();
  s.scanner.again();
  EXPECT_EQ(s.scanner.next(), 'A');
  EXPECT_EQ(s.scanner.peek(), 'B');
  EXPECT_EQ(s.scanner.next(), 'B');
  s.scanner.again();
  EXPECT_TRUE(s.scanner.takeAgain());
  EXPECT_EQ(s.scanner.next(), '\r');
}

TEST(Scanner, ScansSixbitCodesWithTheirClasses) {
  Scanning s{"a\t7+,\n"};
  EXPECT_EQ(s.scanner.scan(), six('A'));
  EXPECT_TRUE(s.scanner.cls.letter);
  EXPECT_EQ(s.scanner.scan(), 0);
  EXPECT_EQ(s.scanner.scanNonBlank(), six('7'));
  EXPECT_TRUE(s.scanner.cls.digit);
  s.scanner.scan();
  EXPECT_EQ(s.scanner.cls.op, Operator::Add);
  s.scanner.scan();
  EXPECT_TRUE(s.scanner.atComma());
  EXPECT_EQ(s.scanner.scan(), kEol);
  EXPECT_EQ(s.scanner.next(), '\r') << "a line end is given back";
}

TEST(Scanner, SkipsControlCharactersAndReportsThem) {
  Scanning s{"\001A\n"};
  EXPECT_EQ(s.scanner.scan(), six('A'));
  EXPECT_EQ(s.line.strays, "\001");
  EXPECT_EQ(s.line.image, "^AA");
}

TEST(Scanner, ContinuesALineBehindControlUnderscore) {
  Scanning s{"A\037\nB\n"};
  EXPECT_EQ(s.characters(2), "AB");
  EXPECT_THAT(s.line.dumped, testing::ElementsAre("A^_\r\n"));
}

TEST(Scanner, ReadsNamesOfSixCharacters) {
  Scanning s{"  LONGNAME .A$1 .5 +\n"};
  Scanner::NameStart start = s.scanner.startOfName();
  EXPECT_TRUE(start.good);
  EXPECT_EQ(nameText(s.scanner.name(start.period)), "LONGNA");
  start = s.scanner.startOfName();
  EXPECT_TRUE(start.good && start.period);
  EXPECT_EQ(nameText(s.scanner.name(start.period)), ".A$1");
  start = s.scanner.startOfName();
  EXPECT_TRUE(!start.good && start.period);
  EXPECT_EQ(nameText(s.scanner.name(start.period)), ".5");
  EXPECT_FALSE(s.scanner.startOfName().good);
}

TEST(Scanner, ReplacesDummiesByArguments) {
  Scanning s{"rest\n"};
  s.scanner.enterMacro(expansionOf("X" + dummy(1) + "Y" + dummy(2) + "Z", {stored("one", kEndArgument), nullptr}));
  EXPECT_EQ(s.characters(9), "XoneYZ!re");
}

TEST(Scanner, CreatesSymbolsForMissingArguments) {
  Scanning s{"\n"};
  const std::string body = dummy(1, true) + "," + dummy(1, true) + ";";
  s.scanner.enterMacro(expansionOf(body, {nullptr}));
  EXPECT_EQ(s.upTo('!'), "..0001,..0001;");
  s.scanner.enterMacro(expansionOf(body, {nullptr}));
  EXPECT_EQ(s.upTo('!'), "..0002,..0002;");
  s.scanner.restart();
  s.scanner.enterMacro(expansionOf(body, {nullptr}));
  EXPECT_EQ(s.upTo('!'), "..0001,..0001;");
}

TEST(Scanner, MarksTheEndOfAnExpansionInTheListing) {
  Scanning s{"\n"};
  s.scanner.enterMacro(expansionOf("X", {}));
  s.upTo('!');
  EXPECT_EQ(s.line.image, "X^!");
}

TEST(Scanner, SuppressesTheTextOfMacrosButNotOfTheSource) {
  Scanning s{"A\n"};
  s.scanner.suppressAll = true;
  s.scanner.enterMacro(expansionOf("X", {}));
  EXPECT_TRUE(s.scanner.suppressed());
  s.characters(3);
  EXPECT_FALSE(s.scanner.suppressed());
  EXPECT_EQ(s.line.image, "^!A");
}

TEST(Scanner, RepeatsATextWithALineFeedBetweenTheRounds) {
  Scanning s{"R\n"};
  s.scanner.enterRepeat(stored("x", kEndRepeat), 2, false);
  EXPECT_EQ(s.characters(7), "x\nx\nx\nR");
}

TEST(Scanner, IteratesOverTheItemsOfAnArgument) {
  Scanning s{"R\n"};
  s.scanner.enterMacro(expansionOf("", {stored("a,<b,c>,", kEndArgument)}));
  s.scanner.enterIrp(1, false, stored("[" + dummy(1) + "]", kEndIrp));
  EXPECT_EQ(s.upTo('!'), "[a]\n[<b,c>]\n[]\n") << "a comma at the end is followed by an empty item";
}

TEST(Scanner, IteratesOverCharactersUntilStopped) {
  Scanning s{"R\n"};
  s.scanner.enterMacro(expansionOf("", {stored("ab", kEndArgument)}));
  s.scanner.enterIrp(1, true, stored("[" + dummy(1) + "]", kEndIrp));
  EXPECT_TRUE(s.scanner.stopIrp());
  EXPECT_EQ(s.upTo('!'), "[a]\n");
  EXPECT_FALSE(s.scanner.stopIrp());
}

TEST(Scanner, SkipsTheBracketThatClosesATextReadOnce) {
  Scanning s{"a<b>c>d\n"};
  s.scanner.enterRepeatOnce();
  EXPECT_EQ(s.upTo('d'), "a<b>c");
  EXPECT_FALSE(s.scanner.inRepeatOnce());
}

TEST(Scanner, EndsAMacroInTheArgumentsOfACallByALineEnd) {
  Scanning s{"R\n"};
  s.scanner.enterMacro(expansionOf("x", {}));
  s.scanner.beginCall();
  EXPECT_EQ(s.characters(3), "x\n\n");
  s.scanner.enterMacro(expansionOf("y", {}, '?'));
  EXPECT_EQ(s.characters(3), "y!R") << "the text that ended is left with the inner one";
}

TEST(Scanner, ReadsBracketedTextsAndRestsOfLines) {
  Scanning s{"a<b>c>  title ; x\nA B;C\nZ\n"};
  EXPECT_EQ(s.scanner.bracketedText(kEndRepeat), "a<b>c" + endOfText(kEndRepeat));
  EXPECT_EQ(s.scanner.restOfLine(), "title ; x");
  s.characters(2);
  s.scanner.ignoreRest();
  EXPECT_EQ(s.upTo('\n'), "C\r") << "the comment begins a rest of its own";
  EXPECT_EQ(s.scanner.behindBlanks(' '), 'Z');
}

TEST(Scanner, RefusesDamagedTexts) {
  Scanning s{"R\n"};
  s.scanner.enterRepeat(stored("x", kEndMacro), 1, false);
  s.characters(1);
  EXPECT_THROW(s.scanner.next(), GiveUp);
  s.scanner.abandonTexts();
  EXPECT_EQ(s.scanner.next(), 'R');
}

TEST(Scanner, SpendsTheBudgetOncePerCharacter) {
  Scanning s{"ABCDEF\n", 5};
  s.characters(5);
  try {
    s.scanner.next();
    FAIL();
  } catch (const GiveUp& g) {
    EXPECT_TRUE(g.fatal);
  }
}

TEST(StoredTexts, NameTheMacrosBeingExpandedInnermostFirst) {
  Scanning s{"R\n"};
  MacroExpansion outer = expansionOf("x", {});
  outer.calledAt = {0, 3, 1};
  s.texts.enterMacro(outer);
  s.texts.enterRepeat(stored("y", kEndRepeat), 1);
  MacroExpansion inner = expansionOf("z", {});
  inner.name = nameOf("INNER");
  s.texts.enterMacro(inner);
  EXPECT_EQ(s.texts.depthOfCalls(), 2U);
  EXPECT_THAT(s.texts.callers(5),
              testing::ElementsAre(MacroCall{nameOf("INNER"), {}}, MacroCall{nameOf("M"), {0, 3, 1}}));
  EXPECT_EQ(s.texts.callers(1).size(), 1U);
}

TEST(StoredTexts, MayNestButNotWithoutEnd) {
  Scanning s{"R\n"};
  EXPECT_THROW(
      {
        for (int i = 0; i < 5000; ++i) s.texts.enterRepeat(stored("x", kEndRepeat), 1);
      },
      GiveUp);
}

}  // namespace
}  // namespace utah10::macro10
