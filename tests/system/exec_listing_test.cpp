// The EXEC of roms/exec on the packaged systems: how TYPE and LIST lay out pages, modes of COPY, fields of DIRECTORY,
// flags for the archive, NETSTAT and NETLOAD.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class ExecListing : public MonitorPack {
 protected:
  static constexpr const char* kPaper = "[lpt]\nfile = \"paper\"\n";
  static bool is1973() { return std::string{GetParam()} != "tenex72"; }
  static bool since132() { return std::string{GetParam()} == "tenex73"; }
  static std::string sub(std::string_view text) { return command(0, text, "@@"); }
  // A text typed at the terminal becomes a file.
  static std::string makes(const std::string& file, const std::string& text) {
    return type(0, "COPY TTY: " + file + "\r") + goesOn("2s") + type(0, text + "\032") + waits(0, "\n@");
  }
  // TYPE with subcommands.
  static std::string types(const std::string& files, const std::vector<std::string>& subcommands) {
    std::string keys = sub("TYPE " + files + ",");
    for (const std::string& s : subcommands) keys += sub(s);
    return keys + command(0, "");
  }
  static std::string lines(int first, int last) {
    std::string text;
    for (int n = first; n <= last; ++n) text += fmt::format("LINE {}\r", n);
    return text;
  }
};

// LIST lays out pages; TYPE does if a subcommand asks for it.
TEST_P(ExecListing, HasHeadingsAndPages) {
  session(login(0, "GUEST") + command(0, "LIST VERSE.TXT") + command(0, "TYPE VERSE.TXT") +
              types("VERSE.TXT", {"WIDTH (OF LINE IS) 72"}) + types("VERSE.TXT", {"HEADING MY TEXT&TWO", "WIDTH 30"}) +
              types("VERSE.TXT", {"HEADING", "DOUBLESPACE"}) + types("VERSE.TXT", {"NO (PAGE NUMBERS)", "SPACING 3"}) +
              types("VERSE.TXT", {"SITE (IN HEADING)"}) + goesOn("20s"),
          Pack::Forget, kPaper);
  EXPECT_THAT(read("paper"), ContainsRegex("\n;  <GUEST>VERSE.TXT;1   SUN 1-OCT-72 [0-9:]+AM +PAGE 1\n\n\nA LINE WAS"));
  EXPECT_THAT(
      log(0),
      AllOf(HasSubstr("@TYPE VERSE.TXT\nA LINE WAS TYPED AND THEN ANOTHER,\nEACH"),
            ContainsRegex("@@\n\n;  <GUEST>VERSE.TXT;1   SUN 1-OCT-72 [0-9:]+AM +PAGE 1\n\n\nA LINE WAS"),
            HasSubstr("@@\n\nMY TEXT\nTWO       PAGE 1\n\n\nA LINE WAS TYPED AND THEN ANOT\n               **HER,\n"),
            HasSubstr("@@\n\nA LINE WAS TYPED AND THEN ANOTHER,\n\nEACH CAME BACK"),
            ContainsRegex("AM\n\n\n\n\nA LINE WAS TYPED AND THEN ANOTHER,\n\n\nEACH CAME BACK"),
            HasSubstr("@@\n\n;  [UTAH]<GUEST>VERSE.TXT;1   SUN 1-OCT-72 ")));
}

// A page ends where it looks best: before a comment, behind an empty line, at the latest when it is full. A form feed
// ends it, too; what does not fit gets the page's number and one of its own.
TEST_P(ExecListing, EndsPagesWhereItLooksBest) {
  session(login(0, "GUEST") + makes("LONG.TXT", lines(1, 30)) + makes("PARTS.TXT", lines(1, 9) + "\r" + lines(10, 30)) +
          makes("NOTES.TXT", lines(1, 10) + "; A NOTE\r; GOES ON\r" + lines(11, 20)) +
          makes("FEEDS.TXT", lines(1, 3) + "\014" + lines(4, 6) + "\014" + lines(7, 8)) +
          types("LONG.TXT", {"LENGTH 15", "HEADING L"}) + types("PARTS.TXT", {"LENGTH 15", "HEADING P"}) +
          types("NOTES.TXT", {"LENGTH 18", "HEADING N"}) + types("FEEDS.TXT", {"HEADING F"}) +
          types("FEEDS.TXT", {"HEADING G", "PAGES 2"}) + types("FEEDS.TXT", {"HEADING H", "PAGES 1,3-4"}));
  std::string text = log(0);
  std::erase(text, '\f');
  const auto page = [](char heading, const char* number, const char* first) {
    return ContainsRegex(fmt::format("{} +PAGE {}\n\n\n{}\n", heading, number, first));
  };
  EXPECT_THAT(text, AllOf(page('L', "1", "LINE 1"), page('L', "1:1", "LINE 10"), page('L', "1:2", "LINE 19")));
  EXPECT_THAT(text, AllOf(page('P', "1", "LINE 1"), page('P', "1:1", "LINE 10")));
  EXPECT_THAT(text, AllOf(page('N', "1", "LINE 1"), page('N', "1:1", "; A NOTE")));
  EXPECT_THAT(text, AllOf(page('F', "1", "LINE 1"), page('F', "2", "LINE 4"), page('F', "3", "LINE 7")));
  EXPECT_THAT(text, AllOf(Not(page('G', "1", "LINE 1")), page('G', "2", "LINE 4"), Not(page('G', "3", "LINE 7"))));
  EXPECT_THAT(text, AllOf(page('H', "1", "LINE 1"), Not(page('H', "2", "LINE 4")), page('H', "3", "LINE 7")));
}

TEST_P(ExecListing, ShowsControlCharacters) {
  session(login(0, "GUEST") + makes("ODD.TXT", "A\001B\033C\r") + types("ODD.TXT", {"HEADING"}) +
          types("ODD.TXT", {"HEADING", "VERBATIM NON-SPACING"}) + sub("TYPE ODD.TXT,") + command(0, "SPACING 9") +
          sub("TYPE ODD.TXT,") + command(0, "LENGTH 5") + sub("TYPE ODD.TXT,") + command(0, "PAGES 3,2"));
  EXPECT_THAT(log(0), AllOf(HasSubstr("\n\nA^AB^[C\n"), HasSubstr("SPACING 9\n FROM 1 TO 8\n"),
                            HasSubstr("LENGTH 5\n FROM 11 TO 500 LINES\n"), HasSubstr("PAGES 3,2\n ?\n")));
}

// To a file, then a pause before each page, then without the user: the job detaches, or ends.
TEST_P(ExecListing, GoesElsewhere) {
  session(login(0, "GUEST") + sub("LIST VERSE.TXT,HELLO.MAC,") + sub("OUTPUT (TO FILE) OUT.LST") + command(0, "") +
              sub("TYPE VERSE.TXT,") + sub("PAUSE (BEFORE EACH PAGE)") + sub("HEADING") + type(0, "\r") +
              waits(0, "\007") + type(0, "\r") + waits(0, "\n@") + sub("LIST VERSE.TXT,") +
              sub("WATCH (FOR PRINTER COMPLETION)") + sub("LOGOUT (AFTER LISTING)") + type(0, "\r") +
              waits(0, "KILLED", "120s") + login(1, "HICKS", "GREG") + command(1, "LIST <GUEST>VERSE.TXT,", "@@") +
              command(1, "DETACH (BEFORE LISTING)", "@@") + type(1, "\r") + waits(1, "WITHOUT A TERMINAL") +
              goesOn("40s"),
          Pack::Keep, kPaper);
  EXPECT_THAT(log(0), AllOf(HasSubstr("@@\n VERSE.TXT;1\n HELLO.MAC;1\n@"), HasSubstr("@@\n\007\nA LINE WAS TYPED")));
  EXPECT_THAT(exported("<GUEST>OUT.LST"),
              AllOf(ContainsRegex("VERSE.TXT;1 .*PAGE 1"), ContainsRegex("HELLO.MAC;1 .*PAGE 1"), HasSubstr("\f")));
  EXPECT_THAT(read("paper"), AllOf(HasSubstr("GUEST"), HasSubstr("HICKS")));
}

// The paper of a packaged system without a printer file is in the current folder, from the first line on.
TEST_P(ExecListing, PrintsIntoTheCurrentFolder) {
  session(login(0, "GUEST") + command(0, "DAYTIME"), Pack::Forget, "[lpt]\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "printer.txt"));
  session(login(0, "GUEST") + command(0, "COPY VERSE.TXT LPT:") + command(0, "LIST READ.ME") + goesOn("20s"),
          Pack::Forget, "[lpt]\n");
  EXPECT_THAT(read("printer.txt"), AllOf(HasSubstr("\fA LINE WAS TYPED"), ContainsRegex("READ.ME;1 .*PAGE 1")));
  EXPECT_THAT(log(0), Not(HasSubstr("IN USE")));
}

// A mode of COPY gives the byte size of both files; a device that lacks the mode, or the size, ignores it.
TEST_P(ExecListing, CopiesInModes) {
  const std::string none = "\n [THESE DEVICES DO NOT HAVE THAT MODE; IT IS IGNORED]\n@";
  const auto copies = [](const std::string& to, const std::string& mode) {
    return sub("COPY VERSE.TXT " + to + ",") + sub(mode) + command(0, "");
  };
  session(login(0, "GUEST") + copies("A.TXT", "ASCII") + copies("B.TXT", "BINARY") + copies("C.TXT", "BYTE (SIZE) 8") +
              copies("D.TXT", "IMAGE") + copies("E.TXT", "IMAGE BINARY") + copies("LPT:", "BINARY") +
              copies("F.TXT", "ASCII PARITY") + copies("G.TXT", "DUMP") + sub("APPEND VERSE.TXT A.TXT,") +
              sub("ASCII") + command(0, "") + sub("COPY B.TXT H.TXT,") + sub("ASCII") + command(0, "") +
              sub("COPY B.TXT X.TXT,") + command(0, "BYTE 37") + sub("COPY B.TXT X.TXT,") + command(0, "RECORD") +
              sub("DIRECTORY,") + sub("LENGTH (IN BYTES)") + command(0, "") + goesOn("40s"),
          Pack::Keep, kPaper);
  EXPECT_THAT(log(0), AllOf(ContainsRegex(" A.TXT;1 +276\\(7\\)\n"), ContainsRegex(" B.TXT;1 +28\\(36\\)\n"),
                            ContainsRegex(" C.TXT;1 +[0-9]+\\(8\\)\n"), ContainsRegex(" D.TXT;1 +138\\(7\\)\n"),
                            ContainsRegex(" E.TXT;1 +28\\(36\\)\n"), ContainsRegex(" H.TXT;1 +140\\(7\\)\n")));
  EXPECT_THAT(log(0), AllOf(HasSubstr("COPY VERSE.TXT D.TXT,\n@@IMAGE\n@@" + none),
                            HasSubstr("COPY VERSE.TXT LPT:,\n@@BINARY\n@@" + none),
                            HasSubstr("COPY VERSE.TXT G.TXT,\n@@DUMP\n@@" + none),
                            HasSubstr("@@ASCII PARITY\n [PARITY IS NOT CHECKED]\n"),
                            HasSubstr("BYTE 37\n FROM 1 TO 36 BITS\n"), HasSubstr("RECORD\n NOT IMPLEMENTED\n")));
  const std::string verse = exported("<GUEST>VERSE.TXT");
  EXPECT_EQ(exported("<GUEST>A.TXT"), verse + verse);
  EXPECT_THAT(read("paper"), HasSubstr("\fA LINE WAS TYPED"));
}

TEST_P(ExecListing, DescribesFiles) {
  session(login(0, "HICKS", "GREG") + command(0, "COPY <GUEST>VERSE.TXT V.TXT") + sub("DIRECTORY,") + sub("AUTHOR") +
          sub("TEN50") + command(0, "") + sub("DIRECTORY V.TXT,") + sub("SIZE") + sub("LENGTH") + sub("AUTHOR") +
          sub("CRAM") + command(0, "") + sub("DIRECTORY,") + command(0, "BEGIN"));
  EXPECT_THAT(log(0), AllOf(ContainsRegex("AUTHOR\n(.*\n)* V.TXT;1 +HICKS\n"), HasSubstr("\n V.TXT;1 1 138(7) HICKS\n"),
                            HasSubstr("BEGIN\n NOT IMPLEMENTED\n")));
}

// Monitors since 1.32 let the owner of a file ask for the archive, those before only the operator.
TEST_P(ExecListing, AsksForTheArchive) {
  session(login(0, "OPERATOR") + command(0, "ENABLE", "\n!") + command(0, "CONNECT GUEST GUEST", "\n!") +
          command(0, "ARCHIVE FILE (FILE LIST) VERSE.TXT,HELLO.MAC", "\n!") +
          command(0, "ARCHIVE FILE READ.ME,", "@@") + command(0, "DON'T DELETE", "@@") + command(0, "", "\n!") +
          command(0, "ARCHIVE FILE CALLS.MAC,", "@@") + command(0, "DON'T ARCHIVE", "@@") + command(0, "", "\n!") +
          command(0, "ARCHIVE STATUS (OF FILES)", "\n!") + command(0, "ARCHIVE RESET (FILES) *.MAC", "\n!") +
          command(0, "ARCHIVE STATUS HELLO.MAC;1", "\n!") + command(0, "ARCHIVE STATUS", "\n!") +
          command(0, "ARCHIVE FILE LPT:", "\n!") + login(1, "GUEST") + command(1, "ARCHIVE FILE PRIMES.F4") +
          command(1, "ARCHIVE STATUS PRIMES.F4;1") + command(1, "ARCHIVE UNDELETE X") + command(1, "ARCHIVE EXPUNGE") +
          command(1, "DEFINE (NEW FILE) NEW.X (AS) VERSE.TXT"));
  const std::string text = log(0);
  EXPECT_THAT(
      text,
      AllOf(HasSubstr(" VERSE.TXT;1 [OK]\n HELLO.MAC;1 [OK]\n"), HasSubstr(" CALLS.MAC;1  NEVER TO BE ARCHIVED\n"),
            HasSubstr(" READ.ME;1  TO BE ARCHIVED, NOT DELETED\n"),
            HasSubstr(" VERSE.TXT;1  TO BE ARCHIVED, THEN DELETED\n"), HasSubstr(" HELLO.MAC;1  NO ARCHIVE STATUS\n"),
            HasSubstr(" LPT: IS NOT ON DISK AND CANNOT BE ARCHIVED\n")));
  EXPECT_THAT(text.substr(text.rfind("ARCHIVE STATUS")), Not(HasSubstr("MAC;1")));
  EXPECT_THAT(log(1), AllOf(HasSubstr("PRIMES.F4;1\n PRIMES.F4;1  "), HasSubstr("THIS SYSTEM HAS NO ARCHIVE"),
                            HasSubstr("EXPUNGE\n NOT IMPLEMENTED\n"), HasSubstr("VERSE.TXT\n NOT IMPLEMENTED\n")));
  EXPECT_THAT(log(1), HasSubstr(since132() ? "PRIMES.F4;1  TO BE ARCHIVED" : "PRIMES.F4;1  NO ARCHIVE STATUS"));
}

// Connections of a user's TELNET and of the logger.
TEST_P(ExecListing, ShowsTheNetwork) {
  const std::string net =
      "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n[[host]]\nname = \"UCSB\"\naddress = \"3\"\nservices = "
      "\"telnet echo\"\n";
  session(goesOn("20s") + login(0, "GUEST") + type(0, "TELNET\r") + goesOn("5s") + type(0, "CONNECT UCSB\r") +
              goesOn("20s") + login(1, "HICKS", "GREG") + command(1, "NETSTAT") + command(1, "NETLOAD"),
          Pack::Forget, net);
  EXPECT_THAT(log(1), AllOf(HasSubstr("NETSTAT\n THE IMP IS UP\n"), HasSubstr("FOREIGN HOST, SOCKET    STATE"),
                            ContainsRegex("\n [0-7]+ +UCSB  [0-7]+ +OPEN +[0-7]+ +8 "), HasSubstr("LISTENS"),
                            HasSubstr("NO FIGURES OF OTHER HOSTS HERE")));
  if (is1973()) {
    EXPECT_THAT(log(1), HasSubstr(" THIS HOST IS UTAH\n"));
  }
}

UTAH10_EVERY_SYSTEM(ExecListing);

}  // namespace
}  // namespace utah10::test
