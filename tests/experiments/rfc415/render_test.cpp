// The report on RFC 415 is printed from findings alone: these are made by hand.
#include "experiments/rfc415/render.hpp"

#include <gmock/gmock.h>

#include "experiments/report_rows.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Rfc415Findings made(StringAgreement agreement, const char* calls = "BIN") {
  Rfc415Findings f;
  f.machine = "some machine";
  f.bits = 100'000;
  f.samples = {{calls, 8, 50, 2, 48.84, 290.6, 16.9, 100, 50, 75, "48.8", "291", "16", 123.7, 0.606, true, ""},
               {calls, 8, 100, 2, 0, 0, 0, 0, 0, 0, "", "", "", 0, 0, false, "some bytes did not arrive"}};
  StringGroup g;
  g.calls = calls;
  g.byteBits = 8;
  g.mean = 75;
  g.paperMean = 123.7;
  g.difference = 48.7;
  g.agreement = agreement;
  g.out.charged = 100;
  g.in.charged = 50;
  g.in.parts[1] = 40.26;
  g.user = 20;
  g.inCalls = 33;
  g.moreInstructions = 4.9;
  f.groups = {g};
  return f;
}

TEST(Rfc415Render, TablesHaveOurColumnsAndThePapers) {
  const std::string csv = test::rowsOf(render(made(StringAgreement::Agrees)));
  EXPECT_THAT(csv, HasSubstr("\nsamples,BIN,8,50,2,48.8,291,16,100.0,50.0,75.0,48.8,291,16,123.7,0.61,,all\n"));
  EXPECT_THAT(csv, HasSubstr(",some bytes did not arrive\n"));
  EXPECT_THAT(csv, HasSubstr("\ngroups,\"BIN and BOUT, 8 bits\",0.0,75.0,0.0,0.0,123.7,0.0,0.00,0.0,0.0\n"));
  EXPECT_THAT(csv, HasSubstr("\nhalves,\"BIN and BOUT, 8 bits\",in,50.0,0.0,40.3,"));
}

TEST(Rfc415Render, IsAlsoForPrograms) {
  const Report report = render(made(StringAgreement::Agrees));
  test::expectForPrograms(report, 3);
  EXPECT_THAT(test::fileOf(report, "samples.csv"),
              HasSubstr("calls,byte_bits,length_bytes,processes,kb_per_s,kb_per_cpu_s,cpu_percent,out_us_per_byte,"));
}

TEST(Rfc415Render, ReportBeginsWithItsOpening) {
  const Rfc415Findings f = made(StringAgreement::Agrees);
  const std::string begin = opening(f).beginning();
  EXPECT_THAT(begin, HasSubstr("Machine: some machine; no other users. Program: BANDWI, 100000 bits per sample"));
  EXPECT_THAT(render(f).text(), StartsWith(begin));
}

TEST(Rfc415Render, GroupsSayWhetherTheyAgree) {
  struct {
    StringAgreement agreement;
    const char* calls;
    const char* text;
  } const cases[] = {{StringAgreement::Agrees, "BIN", "in the paper 123.7. They agree within 15 %."},
                     {StringAgreement::Less, "BIN",
                      "ours is 48.7 us less. Our loop has two instructions per byte, 20.0 "
                      "us. The paper's program also kept counts and is not described; 5 "
                      "more instructions"},
                     {StringAgreement::Less, "SIN", "ours is 48.7 us less. Of ours 33.0 us are in the monitor call"},
                     {StringAgreement::More, "SIN",
                      "ours is 48.7 us more. Of this the program takes 20.0 and calls "
                      "33.0;"}};
  for (const auto& c : cases) EXPECT_THAT(render(made(c.agreement, c.calls)).json(), HasSubstr(c.text));
}

TEST(Rfc415Render, SaysWhatIsKnownOfTheMonitorAndOfOneProcess) {
  Rfc415Findings f = made(StringAgreement::Agrees);
  EXPECT_THAT(render(f).json(), Not(HasSubstr("1.29")));
  f.ofJanuary1973 = true;
  f.agree = 3;
  f.apart = 4;
  f.alone = {9, 20};
  f.groups.front().processes = 1;
  const std::string json = render(f).json();
  EXPECT_THAT(json, HasSubstr("With two processes 3 of 4 groups agree with the paper within 15 %. But the dated"));
  EXPECT_THAT(json, HasSubstr("One process cannot make 9 of the 20 rows on this monitor"));
  EXPECT_THAT(json, HasSubstr("BIN and BOUT, 8 bits, one process: 75.0 us per byte, half of the 100.0 that it costs "
                              "out and in; in the paper 123.7."));
  EXPECT_THAT(test::rowsOf(render(f)), HasSubstr("\nhalves,\"BIN and BOUT, 8 bits, one process\",both,100.0,"));
}

TEST(Rfc415Render, WidthsAndLongStringsAreThereIfFound) {
  Rfc415Findings f = made(StringAgreement::Agrees);
  EXPECT_THAT(render(f).json(), Not(HasSubstr("times as much")));
  f.widths = {{"BIN", 1.204, 1.1}, {"SIN", 1, 2}};
  f.groups[0].longStrings = LongStrings{1.016, 1.3, false};
  const std::string json = render(f).json();
  EXPECT_THAT(json,
              HasSubstr("A byte of 36 bits costs 1.20 times as much as one of 8 bits through BIN and BOUT; in the "
                        "paper 1.10 times. A byte"));
  EXPECT_THAT(json, HasSubstr("cost 1.02 times as much per byte as shorter ones, in the paper 1.30 times. With such"));
}

}  // namespace
}  // namespace utah10
