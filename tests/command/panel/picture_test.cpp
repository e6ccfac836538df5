// Where everything is on the panel, its letters, its pages, and the picture that is drawn of it.
#include <gmock/gmock.h>

#include <set>

#include "command/panel/drawing.hpp"
#include "command/panel/layout.hpp"
#include "command/panel/page_drawing.hpp"
#include "command/panel/pages.hpp"
#include "command/panel/panel.hpp"
#include "command/panel/strike_sound.hpp"
#include "command/panel/stroke_font.hpp"
#include "command/panel/text_change.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PictureTest : public SessionTest {
 protected:
  const LampList& lamps() { return session.panel().model().lamps(); }
  const std::vector<PanelControl>& controls() { return session.panel().controls().all(); }
  PanelLayout layout() { return panelLayout(lamps(), controls()); }
};

TEST_F(PictureTest, EveryLampAndControlHasOnePlace) {
  const PanelLayout l = layout();
  std::set<std::size_t> lit, worked;
  for (const LampPlace& p : l.lamps) EXPECT_TRUE(lit.insert(p.lamp).second) << lamps().names[p.lamp];
  for (const ControlPlace& p : l.controls) EXPECT_TRUE(worked.insert(p.control).second) << controls()[p.control].name;
  EXPECT_EQ(lit.size(), lamps().size());
  EXPECT_EQ(worked.size(), controls().size());
}

// The glow of a lamp and the frame around a control would else be drawn over by a neighbour.
TEST_F(PictureTest, NothingStandsInAnothersPlace) {
  const PanelLayout l = layout();
  for (std::size_t a = 0; a < l.lamps.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const bool apart = std::abs(l.lamps[a].x - l.lamps[b].x) >= PanelLayout::kLampCell ||
                         std::abs(l.lamps[a].y - l.lamps[b].y) >= PanelLayout::kLampCell;
      EXPECT_TRUE(apart) << lamps().names[l.lamps[a].lamp] << " and " << lamps().names[l.lamps[b].lamp];
    }
  for (std::size_t a = 0; a < l.controls.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const PanelRect &r = l.controls[a].rect, &s = l.controls[b].rect;
      const bool apart = r.x + r.width < s.x || s.x + s.width < r.x || r.y + r.height < s.y || s.y + s.height < r.y;
      EXPECT_TRUE(apart) << controls()[l.controls[a].control].name << " and " << controls()[l.controls[b].control].name;
    }
}

TEST_F(PictureTest, EverythingIsOnThePanel) {
  const PanelLayout l = layout();
  const PanelRect all{0, 0, PanelLayout::kWidth, PanelLayout::kHeight};
  for (const LampPlace& p : l.lamps) EXPECT_TRUE(all.contains(p.x - 13, p.y - 13) && all.contains(p.x + 13, p.y + 13));
  for (const ControlPlace& p : l.controls) {
    EXPECT_TRUE(all.contains(p.rect.x, p.rect.y));
    EXPECT_TRUE(all.contains(p.rect.x + p.rect.width, p.rect.y + p.rect.height));
    EXPECT_EQ(l.controlAt(p.rect.x + p.rect.width / 2, p.rect.y + p.rect.height / 2), p.control);
  }
  EXPECT_FALSE(l.controlAt(1, 1));
}

TEST_F(PictureTest, TheArrowKeysReachEveryControl) {
  const PanelLayout l = layout();
  std::set<ControlId> reached{l.controls.front().control};
  std::vector<ControlId> next{reached.begin(), reached.end()};
  while (!next.empty()) {
    const ControlId from = next.back();
    next.pop_back();
    for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      const ControlId to = l.neighbour(from, dx, dy);
      if (reached.insert(to).second) next.push_back(to);
    }
  }
  EXPECT_EQ(reached.size(), controls().size());
}

TEST(StrokeFontTest, EveryLetterStaysOnItsGrid) {
  for (char c = ' '; c < '\177'; ++c) {
    const std::string_view strokes = strokesOf(c);
    EXPECT_EQ(strokes.empty(), c == ' ') << c;
    std::size_t inStroke = 0;
    for (const char d : strokes) {
      EXPECT_TRUE(d == ' ' || (d >= '0' && d <= '9')) << c;
      if (d == ' ') {
        EXPECT_TRUE(inStroke >= 4 && inStroke % 2 == 0) << c;
      }
      inStroke = d == ' ' ? 0 : inStroke + 1;
    }
    if (c != ' ') {
      EXPECT_TRUE(inStroke >= 4 && inStroke % 2 == 0) << c;
    }
  }
}

TEST(StrokeFontTest, DigitsAndLettersDiffer) {
  std::set<std::string_view> seen;
  for (const char c : std::string_view{"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-_=+*/\\()[]<>!?\"'#$%&@^"})
    EXPECT_TRUE(seen.insert(strokesOf(c)).second) << c;
}

TEST(PagesTest, TheTeletypeHasCapitalsAndACarriage) {
  const Page page = teletypePage("hello\r\nabc\rXY");
  EXPECT_THAT(page.lines, ElementsAre("HELLO", "XYC"));
  EXPECT_EQ(page.column, 2u);
}

TEST(PagesTest, TheTeletypeShowsItsLastLinesAndStopsAtItsMargin) {
  std::string text;
  for (int n = 0; n < 100; ++n) text += "line\r\n";
  text += std::string(100, 'x');
  const Page page = teletypePage(text);
  EXPECT_EQ(page.lines.size(), 16u);
  EXPECT_EQ(page.lines.back().size(), 72u);
  EXPECT_EQ(page.column, 71u);
}

TEST_F(PictureTest, TheTapePageShowsTheFramesAtTheHead) {
  EXPECT_THAT(tapePage(session.debugger()).caption, HasSubstr("NO TAPE"));
  write("tape", std::string("\x81\x82\x83", 3));
  answer("attach ptr tape");
  const Page page = tapePage(session.debugger());
  EXPECT_THAT(page.frames, ElementsAre(0x81, 0x82, 0x83));
  EXPECT_EQ(page.head, 0u);
  EXPECT_THAT(page.caption, HasSubstr("FRAME 0 OF 3"));
}

TEST_F(PictureTest, AMachineWithoutAPrinterSaysSo) {
  EXPECT_THAT(printerPage(session.debugger()).caption, HasSubstr("THIS MACHINE HAS NONE"));
}

TEST(PagesTest, AWindowShowsMoreLines) {
  std::string text;
  for (int n = 0; n < 100; ++n) text += "line\r\n";
  EXPECT_EQ(teletypePage(text, pageSize(PageKind::Teletype).lines).lines.size(), 24u);
}

// What is told to programs that read the page aloud.
TEST(TextChangeTest, PrintedTextIsInsertedAtTheEnd) {
  EXPECT_TRUE(textChanges("A\nB", "A\nB").empty());
  EXPECT_THAT(textChanges("A\nB", "A\nBC"), ElementsAre(TextChange{3, "", "C"}));
  EXPECT_THAT(textChanges("", "A"), ElementsAre(TextChange{0, "", "A"}));
}

TEST(TextChangeTest, LinesLeaveAtTheTop) {
  EXPECT_THAT(textChanges("A\nB\nC", "B\nC\nD"), ElementsAre(TextChange{0, "A\n", ""}, TextChange{3, "", "\nD"}));
}

TEST(TextChangeTest, OtherTextReplacesWhatWasThere) {
  EXPECT_THAT(textChanges("ABC", "ABD"), ElementsAre(TextChange{2, "C", "D"}));
  EXPECT_THAT(textChanges("A\n", "X\n"), ElementsAre(TextChange{0, "A\n", "X\n"}));
}

TEST(StrikeSoundTest, AStrikeIsShortAndTheBellRingsOn) {
  const auto strike = strikeSound(0), other = strikeSound(1), bell = bellSound();
  EXPECT_LT(strike.size(), bell.size());
  EXPECT_LT(strike.size(), std::size_t{kStrikeRate} / 10);  // ten a second
  EXPECT_NE(strike, other);
  EXPECT_GT(*std::ranges::max_element(bell), 3000);
}

class DrawnTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    if (!PanelDrawing::possible()) GTEST_SKIP() << "built without cairo: install libcairo2-dev (tools/setup)";
  }
  // Brightness of the middle of the lamp's lens.
  static int lightAt(PanelDrawing& d, const LampPlace& p) {
    const PixelMemory picture = d.pixels();
    const auto x = static_cast<std::ptrdiff_t>(p.x * d.scale()), y = static_cast<std::ptrdiff_t>(p.y * d.scale());
    const std::uint8_t* pixel = picture.at + y * picture.stride + 4 * x;
    return pixel[0] + pixel[1] + pixel[2];
  }
  // Its colours, without what is between the rows.
  static std::vector<std::uint8_t> colours(PanelDrawing& d) {
    const PixelMemory picture = d.pixels();
    std::vector<std::uint8_t> all;
    for (int y = 0; y < picture.height; ++y)
      for (int n = 0; n < 4 * picture.width; ++n)
        if (n % 4 != 3) all.push_back(picture.at[std::ptrdiff_t{y} * picture.stride + n]);
    return all;
  }
  PanelDrawing::Look look(const LampLevels& levels) {
    PanelDrawing::Look l;
    l.levels = &levels;
    l.positions.resize(controls().size());
    return l;
  }
};

TEST_F(DrawnTest, ABrighterLampIsDrawnBrighter) {
  const PanelLayout l = layout();
  PanelDrawing drawing{l, controls(), 1, false};
  LampLevels levels(lamps().size(), 0);
  drawing.draw(look(levels));
  for (const LampPlace& p : l.lamps) {
    int before = lightAt(drawing, p);
    for (const float level : {.05F, .3F, 1.0F}) {
      levels[p.lamp] = level;
      drawing.draw(look(levels));
      EXPECT_GT(lightAt(drawing, p), before) << lamps().names[p.lamp] << level;
      before = lightAt(drawing, p);
    }
    levels[p.lamp] = 0;
  }
}

TEST_F(DrawnTest, OnlyWhatHasChangedIsDrawnAgain) {
  const PanelLayout l = layout();
  PanelDrawing drawing{l, controls(), 1, false};
  LampLevels levels(lamps().size(), 0);
  EXPECT_EQ(drawing.draw(look(levels)).size(), 1u);  // all of it
  EXPECT_TRUE(drawing.draw(look(levels)).empty());
  levels[3] = 1;
  EXPECT_EQ(drawing.draw(look(levels)).size(), 1u);
  auto pressed = look(levels);
  pressed.pressed = 2;
  EXPECT_EQ(drawing.draw(pressed).size(), 1u);
}

TEST_F(DrawnTest, ThePictureScales) {
  const PanelLayout l = layout();
  PanelDrawing one{l, controls(), 1, false}, two{l, controls(), 2, false};
  EXPECT_EQ(two.pixels().width, 2 * one.pixels().width);
  EXPECT_EQ(two.pixels().height, 2 * one.pixels().height);
}

// What is drawn over a lamp or a control leaves nothing behind.
TEST_F(DrawnTest, WhatIsAsBeforeLooksAsBefore) {
  const PanelLayout l = layout();
  for (const double scale : {1.0, 1.37}) {
    PanelDrawing drawing{l, controls(), scale, false};
    const LampLevels dark(lamps().size(), 0), lit(lamps().size(), .6F);
    drawing.draw(look(dark));
    const auto before = colours(drawing);
    auto focused = look(lit);
    focused.focus = focused.pressed = 5;
    focused.status = "words";
    drawing.draw(focused);
    EXPECT_NE(colours(drawing), before);
    drawing.draw(look(dark));
    EXPECT_EQ(colours(drawing), before) << scale;
  }
}

// The window's, which may be wider than the picture.
TEST_F(DrawnTest, ItDrawsIntoTheMemoryThatItIsGiven) {
  const PanelLayout l = layout();
  PanelDrawing own{l, controls(), 1, false};
  const int width = own.pixels().width + 7, height = own.pixels().height + 3;
  std::vector<std::uint8_t> bytes(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0xAA);
  PanelDrawing given{l, controls(), 1, false, {bytes.data(), width, height, 4 * width}};
  const LampLevels levels(lamps().size(), .4F);
  own.draw(look(levels));
  given.draw(look(levels));
  EXPECT_EQ(given.pixels().at, bytes.data());
  EXPECT_EQ(colours(given), colours(own));
  EXPECT_EQ(bytes.back(), 0xAA) << "outside of the picture";
}

TEST_F(DrawnTest, APngIsWrittenWithoutAScreen) {
  EXPECT_EQ(answer("panel png panel.png"), "panel.png: a picture of the panel\n");
  std::ifstream in{"panel.png", std::ios::binary};
  std::string head(24, '\0');
  in.read(head.data(), 24);
  EXPECT_EQ(head.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(static_cast<unsigned char>(head[18]) * 256 + static_cast<unsigned char>(head[19]), 1500);
  EXPECT_THAT(refusal("panel png panel.png"), HasSubstr("exists already"));
  EXPECT_THAT(refusal("panel png other.png scale 99"), HasSubstr("0.25 to 8"));
  EXPECT_THAT(refusal("panel png nowhere/panel.png"), HasSubstr("nowhere"));
}

TEST_F(DrawnTest, APageAloneIsDrawnOnceForEachText) {
  const PageSize size = pageSize(PageKind::Teletype);
  PageDrawing drawing{size, .5};
  EXPECT_EQ(drawing.draw(teletypePage("A")).size(), 1u);
  EXPECT_TRUE(drawing.draw(teletypePage("A")).empty());
  EXPECT_EQ(drawing.draw(teletypePage("AB")).size(), 1u);
  EXPECT_EQ(drawing.pixels().width, static_cast<int>(size.width / 2));
  EXPECT_EQ(drawing.pixels().height, static_cast<int>(size.height / 2));
}

TEST_F(DrawnTest, EveryPageIsDrawn) {
  for (const std::string page : {"teletype", "printer", "tape"}) {
    answer("panel page " + page);
    answer("panel png " + page + ".png");
    EXPECT_GT(std::filesystem::file_size(page + ".png"), 1000u);
  }
}

}  // namespace
}  // namespace utah10
