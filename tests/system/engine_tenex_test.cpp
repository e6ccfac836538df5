// TENEX boots and works the same with either engine: 600 hashes of the machine's state on the way. Much of it is
// executed in translated code; without that the comparison would prove nothing.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "command/console/console.hpp"
#include "command/console/terminal.hpp"
#include "command/machine_file/packaged.hpp"
#include "command/prompt/session.hpp"
#include "program_support.hpp"
#include "utah10/machine/machine.hpp"

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

TEST_F(EngineTenex, ABootExecutesMuchInTranslatedCode) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  auto description = loadMachineFile(binaryDir() + "/roms/tenex.toml");
  ASSERT_TRUE(description) << description.error().text();
  Machine machine{description->machine};
  DeviceSet devices{machine, description->devices};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
  session.console().quiet = true;
  const auto done = session.performAll(
      fmt::format("attach ptr {0}/roms/boots.rim ro; attach drm0 {1}/swap create; attach dsk0 {0}/roms/tenex72.dsk ro; "
                  "readin ptr within 2s; expect \"TENEX IN OPERATION\"; run for 8s",
                  binaryDir(), folder.string()));
  ASSERT_TRUE(done) << done.error().text() << "\n" << terminal.printed();
  // About half of it; the rest is executed too rarely or is input and output.
  EXPECT_GT(machine.cpu().translated() * 10, machine.cpu().counters().totalInstructions() * 3);
}

}  // namespace
}  // namespace utah10
