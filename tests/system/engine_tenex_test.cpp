// TENEX boots and works the same with either engine: 600 hashes of the machine's state on the way.
#include <gmock/gmock.h>

#include "program_support.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {
namespace {

using EngineTenex = ProgramTest;

// Commands that run for a while and show the state's hash, again and again.
std::string hashes(int number, const std::string& time) {
  std::string text;
  for (int n = 0; n < number; ++n) text += "run for " + time + "\nhash\n";
  return text;
}

TEST_F(EngineTenex, EveryHashOfABootIsTheSame) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  write("script", hashes(300, "20ms") + "type \"\\003\"\n" + hashes(100, "11ms") + "type \"SYSTAT\\r\"\n" +
                      hashes(200, "17ms") + "counters\n");
  const Result reference = run("--quiet --engine reference boot tenex72 -c \"do script\"");
  const Result fast = run("--quiet --engine fast boot tenex72 -c \"do script\"");
  EXPECT_EQ(reference.code, 0) << reference.err;
  EXPECT_EQ(fast.code, 0) << fast.err;
  EXPECT_GT(reference.out.size(), 600U * 16);
  EXPECT_EQ(reference.out, fast.out);
}

}  // namespace
}  // namespace utah10
