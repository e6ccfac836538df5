// The costs that RFC 392 quotes, from results made by hand, and printed from findings.
#include "experiments/rfc415/quoted.hpp"

#include <gmock/gmock.h>

#include "experiments/report_rows.hpp"
#include "experiments/rfc415/render_quoted.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// 100 strings. A byte costs 30 us of calls and 10 of the loop in each process, a string 400 us of a call and 600 of
// interrupts besides.
StringResult sample(unsigned bits, unsigned length) {
  StringResult r;
  r.condition = {"BIN", bits, length};
  r.done = true;
  r.sent = r.received = 100ULL * length;
  r.outMs = r.inMs = (40ULL * length + 500) / 10;
  r.out.messagesOut = 200;
  for (ChargedStretch* s : {&r.out, &r.in}) {
    s->divided = true;
    s->split[ChargePart::User] = microseconds(100) * (10 * length);
    s->split[ChargePart::Monitor] = microseconds(100) * (30 * length + 200);
    s->split[ChargePart::Interrupt] = microseconds(100) * 300;
  }
  return r;
}

TEST(Quoted, RowsAreStringsThatFitIntoAMessage) {
  const auto rows = quotedRows();
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows.front().name(), "BIN 36 50");
  EXPECT_EQ(rows.back().name(), "BIN 8 800");
}

TEST(Quoted, APairIsASlopeAndAMessageTheRest) {
  const auto f = analyse(
      {}, {{"ours", {sample(36, 50), sample(36, 100), sample(36, 200), sample(8, 100), sample(8, 200)}}, {"none", {}}},
      {120, 500, 1000});
  ASSERT_EQ(f.pairs.size(), 2u);
  EXPECT_NEAR(f.pairs[0].all, 80, 1e-9);
  EXPECT_NEAR(f.pairs[0].loop, 20, 1e-9);
  EXPECT_NEAR(f.pairs[0].calls(), 60, 1e-9);
  ASSERT_EQ(f.messages.size(), 5u);
  for (const MessageCost& m : f.messages) {
    EXPECT_NEAR(m.calls(), 400, 1e-6);
    EXPECT_NEAR(m.rest(), 600, 1e-6);
    EXPECT_NEAR(m.messages, 2, 1e-9);
    EXPECT_NEAR(m.callsOfAMessage(), 200, 1e-6);
  }
  EXPECT_EQ(f.messages[3].byteBits, 8u);
}

TEST(Quoted, WithoutPartsThePairIncludesAllThatABytesAdds) {
  std::vector<StringResult> samples{sample(36, 50), sample(36, 100)};
  for (StringResult& r : samples) {
    r.out.divided = false;
    r.outMs += 10 * r.condition.length / 10;  // 10 us a byte in interrupts
  }
  const auto f = analyse({}, {{"ours", samples}}, {});
  ASSERT_EQ(f.pairs.size(), 1u);
  EXPECT_NEAR(f.pairs[0].all, 90, 1e-9);
}

TEST(Quoted, PaperIsSealed) {
  Seal seal{1};
  EXPECT_THROW(quotedPaper(seal), std::logic_error);
  seal.result();
  EXPECT_EQ(quotedPaper(seal).pairUs, 120);
  EXPECT_EQ(quotedPaper(seal).unpackedUs, 1000);
}

TEST(Quoted, TablesAreNextToThePapersAndSayWhatIsCounted) {
  QuotedFindings f;
  f.machine = "some machine";
  f.pairs = {{"ours", 36, 130.26, 10.24}};
  f.messages = {{"ours", 36, 50, 8000, 7013, 6513, 2}, {"ours", 8, 100, 15'000, 14'026, 13'026, 1}};
  f.paperPair = 120;
  f.paperMessage = 500;
  f.paperUnpacked = 1000;
  const Report report = render(f);
  const std::string rows = test::rowsOf(report);
  EXPECT_THAT(rows, HasSubstr("\npairs,ours,36,130.3,10.2,120.0,120\n"));
  EXPECT_THAT(rows, HasSubstr("\nmessages,ours,36,50,8000,6513,500,987,2.00,250,500\n"));
  EXPECT_THAT(rows, HasSubstr("\nmessages,ours,8,100,15000,13026,1000,974,1.00,1000,1000\n"));
  EXPECT_THAT(report.json(), HasSubstr("What is counted: a process sends a string by BOUT"));
  test::expectForPrograms(report, 1);
}

}  // namespace
}  // namespace utah10
