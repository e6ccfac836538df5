// What RJS prints, and what is a deck.
#include <gtest/gtest.h>

#include "experiments/rjs/rjs_job.hpp"
#include "experiments/rjs/rjs_typist.hpp"

namespace utah10 {
namespace {

TEST(RjsTypist, ParsesTheFinalMessageOfRjs) {
  const RjsTransfer done = endOfTransfer("RETR PRINTER X\n<<\nYOUR OUTPUT IS HERE. 35 RECORDS AND 1686 BYTES");
  EXPECT_TRUE(done.done);
  EXPECT_EQ(done.records, 35u);
  EXPECT_EQ(done.bytes, 1686u);
  const RjsTransfer stopped = endOfTransfer(
      "SEND A.1\n<<UCLA91 CLOSED.\n\nREADER: THE CONNECTION BROKE. THAT HOST DOES NOT\nANSWER\n54 RECORDS AND 4268 "
      "BYTES");
  EXPECT_FALSE(stopped.done);
  EXPECT_EQ(stopped.message, "READER: THE CONNECTION BROKE. THAT HOST DOES NOT ANSWER 54 RECORDS AND 4268 BYTES");
  EXPECT_EQ(stopped.records, 54u);
  EXPECT_EQ(stopped.bytes, 4268u);
}

TEST(RjsJob, RejectsTextThatIsNotADeck) {
  EXPECT_EQ(jobOfDeck("//J1 JOB (1),X\nDATA\n").value(), "J1");
  EXPECT_EQ(jobOfDeck("DATA\n").error().what, "has no JOB card");
  EXPECT_EQ(jobOfDeck("//J1 JOB (1),X\n" + std::string(81, 'X')).error().where, "line 2");
}

}  // namespace
}  // namespace utah10
