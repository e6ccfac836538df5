// The report on RFC 557 is printed from findings alone: these are made by hand.
#include "experiments/rfc557/render.hpp"

#include <gmock/gmock.h>

#include "experiments/report_rows.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

ChainComparison comparison() {
  ChainComparison c;
  c.ours = {96.46, 32.04, 24.1};
  c.paper = {96.5, 32, 19};
  c.ourSteps[0] = 3.01;
  c.paperSteps[1] = 1.684;
  c.last = {24.1, 12.06, 12.04};
  c.paperLast = {19, 13, 6};
  return c;
}

TEST(Rfc557Render, TablesHaveOurColumnsAndThePublished) {
  Rfc557Findings f;
  f.chain = {{"RJS 1", "131", 1, {96.5, 48.25, 48.25}, {}, 96.5, {}, {}, 1},
             {"RJS 3", "131", 3, {24.1, 12.06, 12.04}, 1.329, 19, 1.684, MegabitCost{19, 13, 6}, 1.268}};
  f.ftp = {{"FTP 36 store", "73", true, false, {1.234, 0.1, 1.134}, 4.5, 2.05, 0.95, 8.32, true, {}}};
  f.counts = {{"FTP 36 store", 36'000, 47.26, {}, true, ""}, {"RJS 1", 0, 0, {}, false, "no deck"}};
  const std::string csv = test::rowsOf(render(f));
  test::expectForPrograms(render(f), 3);
  EXPECT_THAT(csv, HasSubstr("\nchain,RJS 1,as in 1972,131,96.50,,48.25,48.25,96.5,,,,1.00\n"));
  EXPECT_THAT(csv, HasSubstr("\nchain,RJS 3,file read by pages,131,24.10,1.33,12.06,12.04,19.0,1.68,13,6,1.27\n"));
  EXPECT_THAT(csv, HasSubstr("\nftp,FTP 36 store,73,1.23,4.50,0.10,1.13,2.05,0.95,8.32\n"));
  EXPECT_THAT(csv, HasSubstr("\ncounts,FTP 36 store,36000,47.3,-,0,-,0,-,0,0,0,0,whole\n"));
  EXPECT_THAT(csv, HasSubstr("\ncounts,RJS 1,0,0.0,-,0,-,0,-,0,0,0,0,no deck\n"));
}

TEST(Rfc557Render, ReportBeginsWithItsOpening) {
  Rfc557Findings f;
  f.machine = f.rjsMachine = "some machine";
  EXPECT_THAT(opening(f).beginning(), HasSubstr("Machine: some machine; no other users."));
  EXPECT_THAT(render(f).text(), StartsWith(opening(f).beginning()));
  f.rjsMachine = "other";
  EXPECT_THAT(opening(f).beginning(), HasSubstr("Machine: RJS on the other; FTP on the some machine; no other users."));
}

TEST(Rfc557Render, SaysThatFtpIsNotMeasured) {
  Rfc557Findings f;
  EXPECT_THAT(opening(f).beginning(), Not(HasSubstr("FTP is not measured")));
  f.ftpMeasured = false;
  EXPECT_THAT(opening(f).beginning(), HasSubstr("FTP is not measured: the system's file says ftp = false"));
}

TEST(Rfc557Render, TablesOfNothingAreLeftOut) {
  const std::string csv = test::rowsOf(render(Rfc557Findings{}));
  EXPECT_THAT(csv, Not(HasSubstr("s/Mb")));
  EXPECT_THAT(csv, HasSubstr("table,transfer,bits"));
}

TEST(Rfc557Render, ParagraphsAreThereIfFound) {
  Rfc557Findings f;
  f.comparison = comparison();
  const std::string agreed = render(f).json();
  EXPECT_THAT(agreed, HasSubstr("The three shapes cost 96.5, 32.0 and 24.1 s/Mb; published 96.5, 32 and 19."));
  EXPECT_THAT(agreed, HasSubstr("the program uses 12.1 s/Mb and the monitor 12.0; published 13 and 6."));
  for (const char* text : {"Buffering", "Reading the file", "The program's own part", "The monitor's part"})
    EXPECT_THAT(agreed, Not(HasSubstr(text)));
  f.comparison->buffered = ChainComparison::BufferedSaving{48.2, 64.5, 125'000};
  f.comparison->pages = ChainComparison::PagesSaving{5, 13, 40, 104, 125'001};
  f.comparison->userAgrees = false;
  f.comparison->monitor = ChainComparison::MonitorParts{5, 0.5, 0.25, 1, 12, 125'000, 40, 48};
  const std::string json = render(f).json();
  for (const char* text :
       {"Buffering the connection saves 48.2 s/Mb here, 64.5 in the publication. Without it, each of 125000 BOUT",
        "Reading the file by pages saves 5.0 s/Mb here, 13 in the publication; here that is 40 us per byte, for 125001",
        "The program's own part is 12.1 s/Mb, published 13:",
        "The monitor's part is 12.0 s/Mb, published 6. It consists of 5.0 in calls, 0.5 in interrupts during the "
        "process, 0.2 in page traps and 1.0 in the scheduler.",
        "which all but 12 of 125000 took: 40 us each, while the published part leaves 48 us for"})
    EXPECT_THAT(json, HasSubstr(text));
}

TEST(Rfc557Render, TransfersByFtpThatDisagreeHaveAParagraph) {
  struct {
    bool store, text;
    const char* why;
  } const cases[] = {{true, true, "Our program processes each character once"},
                     {false, true, "Our program takes characters of 7 bits"},
                     {true, false, "Our monitor moves bytes of one size in blocks"}};
  for (const auto& c : cases) {
    Rfc557Findings f;
    f.ftp = {{"FTP 8 store", "73", c.store, c.text, {3, 1, 2}, 1, 8.2, 7.9, 1, false, {}}};
    EXPECT_THAT(render(f).json(), HasSubstr(std::string{"FTP 8 store: 3.00 s/Mb, published 8.20 and 7.90. "} + c.why));
  }
  Rfc557Findings f;
  f.ftp = {{"FTPB 8 store", "73", true, true, {9, 1, 8}, 1, 8.2, {}, {}, true, {}}};
  f.ftp.front().byte = FtpFindings::ByteCosts{72, 65.6, 8, 57, 5, 1, 1};
  EXPECT_THAT(
      render(f).json(),
      HasSubstr("FTPB 8 store: 72.0 us a byte, published 65.6. Of ours 8.0 are the program's instructions, 57.0 "
                "calls (a BOUT for each byte), 5.0 interrupts, 1.0 page traps and 1.0 the scheduler."));
}

}  // namespace
}  // namespace utah10
