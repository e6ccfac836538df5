// The other users of a machine: their load can run for hours.
#include "experiments/laboratory/background.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/lab_bench.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class BackgroundTest : public test::LabTest {};

// How often a text is in another one.
std::size_t countOf(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

TEST_F(BackgroundTest, WhoCompilesDeletesTheOldVersionsAndGoesOn) {
  const LabSite own = site("utah72");
  auto lab = *Laboratory::make({}, own, backgroundFiles(own.system.others));
  ASSERT_TRUE(lab->boot()) << lab->console();
  Background others(*lab, 1);
  ASSERT_TRUE(others.employ(2, milliseconds(1)));  // one edits, one compiles
  ASSERT_TRUE(lab->runFor(seconds(300)));
  const std::string& printed = lab->line(lab->firstOtherLine() + 1).printed();
  EXPECT_GT(countOf(printed, "PROG: "), 70u);
  EXPECT_GE(countOf(printed, "PROG.SAV;30 [OK]"), 2u) << "after EXPUNGE the versions begin again";
  EXPECT_THAT(printed, Not(HasSubstr("PROG.SAV;31")));
}

}  // namespace
}  // namespace utah10
