// The programs for texts on the packaged systems: SORT, SRCCOM, RUNOFF, TAPE; and the game REAPER.
#include <algorithm>

#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Texts : public MonitorPack {
 protected:
  // Types a line on tty0 and waits for the program's prompt.
  static std::string says(std::string_view line, std::string_view prompt = "\n*") {
    return type(0, std::string{line} + "\r") + waits(0, prompt, "600s");
  }
  static std::string ends() { return type(0, "\032") + waits(0, "\n@"); }
  // A kept pack with these texts in <GUEST>.
  void withTexts(const std::vector<std::pair<std::string, std::string>>& texts) const {
    std::filesystem::copy_file(binaryDir() + "/roms/" + GetParam() + ".dsk", folder / "p.dsk");
    for (const auto& [name, text] : texts) {
      write("text", text);
      tenexfs(fmt::format("import p.dsk text '<GUEST>{}'", name));
    }
  }
};

TEST_P(Texts, SortsByKeys) {
  withTexts({{"NUM.TXT", "BOB 10 X\nALICE 9 Y\nCAROL -3 A\nBOB 2 B\n\nDAVE\n"}});
  session(login(0, "GUEST") + says("SORT") + says("A.TXT=NUM.TXT") + says("B.TXT=NUM.TXT/F:2/N") +
              says("C.TXT=NUM.TXT/F:1/C:5:2/R") + says("D.TXT=NUM.TXT,NUM.TXT/F:1/U") + says("E.TXT=NUM.TXT/R") +
              says("NUM.TXT/K") + says("NUM.TXT/F") + says("NIX.TXT") + says("X=") + says("?") + ends() + goesOn("40s"),
          Pack::Keep);
  EXPECT_EQ(exported("<GUEST>A.TXT"), "\nALICE 9 Y\nBOB 10 X\nBOB 2 B\nCAROL -3 A\nDAVE\n");
  EXPECT_EQ(exported("<GUEST>B.TXT"), "CAROL -3 A\n\nDAVE\nBOB 2 B\nALICE 9 Y\nBOB 10 X\n");
  EXPECT_EQ(exported("<GUEST>C.TXT"), "\nALICE 9 Y\nBOB 2 B\nBOB 10 X\nCAROL -3 A\nDAVE\n");
  EXPECT_EQ(exported("<GUEST>D.TXT"), "\nALICE 9 Y\nBOB 10 X\nCAROL -3 A\nDAVE\n");
  EXPECT_EQ(exported("<GUEST>E.TXT"), "DAVE\nCAROL -3 A\nBOB 2 B\nBOB 10 X\nALICE 9 Y\n\n");
  const std::string text = log(0);
  EXPECT_THAT(text, HasSubstr("/F:1/U\n5 LINES\n"));
  EXPECT_THAT(text, HasSubstr("/K\n?THERE IS NO SUCH SWITCH; TYPE ? FOR HELP\n"));
  EXPECT_THAT(text, HasSubstr("/F\n?F AND C NEED A NUMBER, FROM 1\n"));
  EXPECT_THAT(text, HasSubstr("*NIX.TXT\n?NIX.TXT: NO FILE HAS THIS NAME"));
  EXPECT_THAT(text, HasSubstr("*X=\n?WHAT IS TO BE DONE"));
  EXPECT_THAT(text, HasSubstr("*?\n OUTPUT=INPUT"));
  expectCleanPack();
}

// Twelve pieces of one page, more than are merged at a time; equal keys keep their order. No temporary file stays.
TEST_P(Texts, SortsMoreThanItsCoreHolds) {
  std::vector<std::string> lines;
  std::string text;
  for (unsigned n = 0, x = 12345; n < 700; ++n) {
    x = x * 1103515245 + 12345;
    lines.push_back(fmt::format("{:03} LINE {} OF THE TEXT", (x >> 16) % 200, n));
    text += lines.back() + "\n";
  }
  withTexts({{"BIG.TXT", text}});
  session(login(0, "GUEST") + says("SORT") + says("BIG.OUT=BIG.TXT/F:1/N/W:1") + ends() + says("DIR *.TMP", "\n@") +
              goesOn("40s"),
          Pack::Keep);
  const auto key = [](const std::string& line) { return line.substr(0, 3); };
  std::ranges::stable_sort(lines, {}, key);
  std::string expected;
  for (const std::string& line : lines) expected += line + "\n";
  EXPECT_EQ(exported("<GUEST>BIG.OUT"), expected);
  EXPECT_THAT(log(0), ContainsRegex("\n700 LINES, [12][0-9] RUNS\n"));
  EXPECT_THAT(log(0), Not(HasSubstr(".TMP;")));
  expectCleanPack();
}

TEST_P(Texts, ComparesFiles) {
  std::string a, b;
  for (int n = 0; n < 30; ++n) {
    const std::string line = fmt::format("LINE {}\n", n);
    a += line;
    if (n == 3) b += "\n";
    if (n == 20) b += "A NEW ONE\n";
    if (n == 25) continue;
    b += n == 5 ? "CHANGED\n" : n == 12 ? "LINE   12 ; REMARK\n" : line;
  }
  b += "AT THE END\n";
  withTexts({{"A.TXT", a}, {"B.TXT", b}});
  session(login(0, "GUEST") + says("SRCCOM") + says("A.TXT,A.TXT") + says("D.TXT=A.TXT,B.TXT") +
              says("A.TXT,B.TXT/S/C/B") + says("A.TXT") + says("A.TXT,B.TXT/L") + ends() + goesOn("40s"),
          Pack::Keep);
  EXPECT_THAT(log(0), HasSubstr("*A.TXT,A.TXT\nNO DIFFERENCES ENCOUNTERED\n*"));
  EXPECT_THAT(log(0), HasSubstr("*D.TXT=A.TXT,B.TXT\n%FILES ARE DIFFERENT\n*"));
  const std::string end = "**************\n";
  const std::string changed = "1)1\tLINE 5\n1)\tLINE 6\n****\n2)1\tCHANGED\n2)\tLINE 6\n" + end;
  const std::string rest = "1)1\tLINE 20\n****\n2)1\tA NEW ONE\n2)\tLINE 20\n" + end +
                           "1)1\tLINE 25\n1)\tLINE 26\n****\n2)1\tLINE 26\n" + end + "****\n2)1\tAT THE END\n" + end;
  EXPECT_EQ(exported("<GUEST>D.TXT"), "FILE 1)\tA.TXT\nFILE 2)\tB.TXT\n\n" + changed +
                                          "1)1\tLINE 12\n1)\tLINE 13\n****\n2)1\tLINE   12 ; REMARK\n2)\tLINE 13\n" +
                                          end + rest);
  EXPECT_THAT(log(0), ContainsRegex("2\\)1 +\n2\\) +LINE 3\n"));  // the blank line counts; the remark does not
  EXPECT_THAT(log(0), Not(HasSubstr("REMARK")));
  EXPECT_THAT(log(0), HasSubstr("*A.TXT\n?WHAT IS TO BE DONE"));
  EXPECT_THAT(log(0), HasSubstr("/L\n?L NEEDS A NUMBER OF LINES"));
}

TEST_P(Texts, FormatsText) {
  withTexts(
      {{"DOC.RNO",
        ".T A REPORT\n.C;THE TITLE\n.S\n.P\nThis is the first paragraph of a text that &is filled and "
        "justified.\nIt has\nseveral sentences!  Has it?  Yes.\n.LM 5;.RM 30\n.LS 1\n.LE;the first item is longer "
        "than a line\n.LE;the second\n.ELS\n.LM 0;.RM 60\n.NF\nAS\tIT\tIS\n  KEPT\n.F\n.;a comment\n.NOSUCH\n"
        "^&LOUD WORDS\\& _&c \\\\LOWER ^NOW^^ DONE a#b\n.LIT\n.F  literal & ^\n.EL\n.HL 1 One\nx\n.HL 2 Two\n"
        ".PG\nnext page\n"}});
  session(login(0, "GUEST") + says("RUNOFF") + says("DOC.MEM=DOC.RNO") + says("A=B,C") + ends() + goesOn("40s"),
          Pack::Keep);
  EXPECT_THAT(log(0), HasSubstr("*DOC.MEM=DOC.RNO\n%LINE 19: NO SUCH COMMAND: .NOSUCH\n2 PAGES\n*"));
  EXPECT_THAT(log(0), HasSubstr("*A=B,C\n?WHAT IS TO BE DONE"));
  std::string text = exported("<GUEST>DOC.MEM");
  // Underlining is printed over the line, after a return.
  EXPECT_THAT(text, HasSubstr("\r                                                  _"));
  EXPECT_THAT(text, HasSubstr("\r____ _____"));
  for (std::size_t over = text.find('\r'); over != std::string::npos; over = text.find('\r', over))
    text.erase(over, text.find('\n', over) - over);
  EXPECT_EQ(text,
            "                         THE TITLE\n\n\n"
            "     This is the first paragraph of a text  that  is  filled\n"
            "and justified.  It has several sentences!  Has it?  Yes.\n\n"
            "      1.  the  first  item  is\n          longer than a line\n\n      2.  the second\n"
            "AS      IT      IS\n  KEPT\nLOUD WORDS &c lower Now DONE a b\n.F  literal & ^\n\n\n"
            "1  One\n\nx\n\n\n1.1  Two\n\n"
            "\fA REPORT                                            PAGE 2\n\n\n\nnext page\n");
}

// Commands by their long names; what hostile arguments do to none of them.
TEST_P(Texts, FormatsByLongNames) {
  withTexts(
      {{"DOC.RNO",
        ".TITLE LONG NAMES\n.SUBTITLE OF COMMANDS\n.CHAPTER The First\n.LEFT MARGIN 3\n.RIGHT MARGIN 40\n"
        ".PARAGRAPH 2,1\n.NO JUSTIFY\na paragraph of some length so that it is broken into several lines of text.\n"
        ".HEADER LEVEL 1 The header\n.LIST\n.LIST ELEMENT;one\n.END LIST\n.TAB STOPS 4,20\n.NOFILL\n"
        "a\tb\tc\n.LITERAL\nlit\tx\n.END LITERAL\n.FILL;.LOWER CASE;ABC ^DEF\n.UPPER CASE\nABC\n"
        ".AUTOPARAGRAPH\n.COMMENT nothing\n a new one\n.NO AUTOPARAGRAPH\n not a new one\n.TEST PAGE 50\n"
        ".FIGURE 3\nafter\n.PAPER SIZE 20,60\n.STANDARD 50\n.SPACING 2\n.PAGE\n.NONUMBER\nend\n"
        ".SP 99\n.LM 999\n.LM -9\n.RM 0\n.I -999\n.P -999,-9,999\nx\n.HL 99\n.NM -5\n.LS 9;.LS;.LS;.LS;.LS;.LS;.LS\n"
        ".ELS;.ELS;.ELS;.ELS;.ELS;.ELS;.ELS\n.S -5\n.FG -1\n.TP -1\n.NF\n" +
            std::string(300, '\t') + "\n"}});
  session(login(0, "GUEST") + says("RUNOFF") + says("DOC.MEM=DOC.RNO") + ends() + goesOn("40s"), Pack::Keep);
  EXPECT_THAT(log(0), ContainsRegex("DOC.MEM=DOC.RNO\n[4-9] PAGES\n"));
  EXPECT_THAT(
      exported("<GUEST>DOC.MEM"),
      StartsWith("                         CHAPTER 1\n\n                         The First\n\n\n\n\n"
                 "     a paragraph of some length so that\n   it is broken into several lines of\n   text.\n\n\n"
                 "   1.1  The header\n\n    1.  one\n   a   b               c\nlit\tx\n   abc Def ABC\n\n"
                 "     a new one not a new one\n\fThe First                       PAGE 2\nOF COMMANDS\n\n\n"
                 "\n\n\n   after\n\fThe First\nOF COMMANDS\n\n\nend\n"));
}

// Game 7 is the same game on every system.
TEST_P(Texts, PlaysAGame) {
  session(login(0, "GUEST") + says("REAPER") + says("HELP") + says("GAME 7") + says("GO NIX") + says("GO UCLA") +
          says("GO UTAH") + says("SEND NOAA") + says("SEND CASE UTAH") + says("GAME") + says("QUIT", "\n@"));
  const std::string text = log(0);
  EXPECT_THAT(text, HasSubstr("*GAME 7\n\nGAME 7\nYOU ARE AT CASE. LINES TO STAN USC UTAH. REAPERS: 5\n"));
  EXPECT_THAT(text, HasSubstr("*GO NIX\nTHERE IS NO SUCH SITE\n*GO UCLA\nNO LINE LEADS THERE\n"));
  EXPECT_THAT(text, HasSubstr("*GO UTAH\nYOU ARE AT UTAH. LINES TO CASE AMES NOAA. REAPERS: 5\n"));
  EXPECT_THAT(text, HasSubstr("*SEND NOAA\nTHE REAPER STOPS AT NOAA. CREEPER IS NOT CAUGHT.\n"));
  EXPECT_THAT(text, HasSubstr("THE REAPER IS BACK AT UTAH AND REMOVES YOU. CREEPER WINS.\n"));
}

// TAPE at the terminal: several files on one tape, files of both sizes, errors.
TEST_P(Texts, CopiesFilesToTape) {
  session(login(0, "GUEST") + says("TAPE") + says("MTA0:=VERSE.TXT") + says("MTA0:=<SUBSYS>CALC.SAV") + says("X=Y") +
              says("A.TXT=VERSE.TXT") + ends() + says("REWIND MTA0:", "\n@") + says("TAPE") + says("V2.TXT=MTA0:") +
              says("CALC.SAV=MTA0:") + says("MORE.SAV=MTA0:") + ends() + says("DIR", "\n@") + goesOn("40s"),
          Pack::Keep, "[[magtape]]\nunit = 0\nfile = \"t0.tap\"\ncreate = true\n");
  EXPECT_THAT(log(0), HasSubstr("*MTA0:=VERSE.TXT\n<GUEST>VERSE.TXT;1 [138 BYTES OF 7 BITS]\n"));
  EXPECT_THAT(log(0), HasSubstr("*A.TXT=VERSE.TXT\n?ONE OF THE TWO MUST BE A TAPE; TYPE ? FOR HELP\n"));
  EXPECT_THAT(log(0), HasSubstr("*MORE.SAV=MTA0:\n?THE END OF THE TAPE\n"));
  EXPECT_THAT(log(0), Not(HasSubstr(" MORE.SAV")));
  EXPECT_EQ(exported("<GUEST>V2.TXT"), exported("<GUEST>VERSE.TXT"));
  EXPECT_EQ(exported("<GUEST>CALC.SAV"), exported("<SUBSYS>CALC.SAV"));
  expectCleanPack();
}

UTAH10_EVERY_SYSTEM(Texts);

}  // namespace
}  // namespace utah10::test
