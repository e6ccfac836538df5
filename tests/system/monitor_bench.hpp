// The monitor of roms/monitor, run by utah10 on a machine of its own: core, pager, clock, drum, console.
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "program_support.hpp"

namespace utah10::test {

// A generation's monitor: "monitor72", "monitor73".
class MonitorBench : public ProgramTest, public ::testing::WithParamInterface<const char*> {
 protected:
  // Boots and obeys `commands`; what was printed, without carriage returns. `modules` of 16K of core each; `devices` are
  // more lines of the machine's description.
  std::string boot(const std::string& commands, unsigned modules = 16, const std::string& devices = "") const {
    write("machine.toml",
          "[machine]\nname = \"monitor\"\n[[memory]]\nkind = \"MA10\"\nsize = \"16K\"\ncount = " +
              std::to_string(modules) +
              "\n[pager]\nregisters = 16\n[clocks]\nmillisecond = true\n[[drum]]\ntype = \"bryant\"\n"
              "file = \"swap.drum\"\ncreate = true\n[tty]\nspeed = \"300 cps\"\n" + devices);
    write("script", "load " UTAH10_BINARY_DIR "/roms/" + std::string{GetParam()} + ".sav\ndeposit pc 106\n" + commands);
    Result r = run("--quiet --machine machine.toml script script");
    EXPECT_EQ(r.code, 0) << r.err;
    std::erase(r.out, '\r');
    return r.out;
  }
};

}  // namespace utah10::test
