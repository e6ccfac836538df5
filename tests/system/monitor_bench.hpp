// The monitor of roms/monitor, run by utah10 on a machine with core, pager, clock, drum and console.
#pragma once

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <string>

#include "pack_support.hpp"
#include "support/binary_dir.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10::test {

// The parameter is the monitor of a generation: "monitor72", "monitor131", "monitor73".
class MonitorBench : public PackTest, public ::testing::WithParamInterface<const char*> {
 protected:
  // Boots and runs `commands`; returns the output without carriage returns. `modules`: number of 16K memory modules;
  // `more`: additions to the machine file.
  std::string boot(const std::string& commands, unsigned modules = 16, const std::string& more = {}) const {
    return bootOn(commands, modules, "[[drum]]\ntype = \"bryant\"\nfile = \"swap.drum\"\ncreate = true\n" + more);
  }

  // The same with the swapping devices in `devices`.
  std::string bootOn(const std::string& commands, unsigned modules, const std::string& devices) const {
    write("machine.toml", "[machine]\nname = \"monitor\"\n[[memory]]\nkind = \"MA10\"\nsize = \"16K\"\ncount = " +
                              std::to_string(modules) +
                              "\n[pager]\nregisters = 16\n[clocks]\nmillisecond = true\n[tty]\nspeed = \"300 cps\"\n" +
                              devices);
    write("script", "load " + binaryDir() + "/roms/" + std::string{GetParam()} + ".sav\ndeposit pc 106\n" + commands);
    return obey();
  }

  // Boots with a program of roms/test after the swappable monitor, for the mini-exec's G
  // (roms/monitor/jobs/exec0.mac), and runs `commands`. The pages from `firstPage` on must exist and not be the
  // monitor's. Without `drum`, the swapping devices are in `more`.
  std::string bootWith(const std::string& program, const std::string& commands, unsigned modules = 16,
                       std::uint32_t firstPage = 0500, const std::string& more = {}, bool drum = true) const {
    const auto image = loadCoreImage(binaryDir() + "/roms/test_" + program + ".sav");
    if (!image) throw std::runtime_error(image.error().text());
    std::string text = fmt::format("{:06o}/ 0,,{:06o}\n", firstPage << 9, image->startAddress().value().bits());
    std::uint32_t pages = 0;
    for (const Segment& s : image->segments) {
      std::uint32_t at = s.first.bits();
      for (const Word36 w : s.words) text += fmt::format("{:06o}/ {:o}\n", (firstPage << 9) + at++, w.bits());
      pages = std::max(pages, (at + 0777) >> 9);
    }
    write("program.oct", text);
    const std::string script =
        fmt::format("load program.oct\ndeposit 110 {:o},,{:o}\ndeposit pc 106\n", pages, firstPage) + commands;
    return drum ? boot(script, modules, more) : bootOn(script, modules, more);
  }

  // Commands around a program's run.
  struct Trial {
    std::string first{};          // commands before the start
    std::string within = "100s";  // time limit for its halt
    std::string then{};           // commands afterwards
    std::string devices{};        // additions to the machine file; with a pack the monitor starts later
  };
  // Runs a program of roms/test as bootWith() does, started by the mini-exec's G. It must print PASS, and the monitor
  // must report no error. Returns the output.
  std::string passes(const std::string& program, const Trial& trial) const {
    std::string out =
        bootWith(program,
                 (trial.devices.empty() ? "run 3s\n" : "run 5s\n") + trial.first +
                     "type \"G\"\nexpect \"HALTED AT\" within " + trial.within + "\n" + trial.then + "examine BUGCNT\n",
                 16, 0500, trial.devices);
    EXPECT_THAT(out, ::testing::HasSubstr("PASS\n"));
    EXPECT_THAT(out, ::testing::Not(::testing::HasSubstr("FAIL")));
    EXPECT_THAT(out, ::testing::HasSubstr("BUGCNT/ 000000000000\n"));
    return out;
  }
  // Makes the console a job's terminal served by the mini-exec, with all capabilities.
  static constexpr const char* kJob = "type \"\\003\"\nrun 1s\n";
  static constexpr const char* kOperator = "type \"O\"\nrun 1s\n";

 private:
  std::string obey() const {
    Result r = run("--quiet --machine machine.toml script script");
    EXPECT_EQ(r.code, 0) << r.err;
    std::erase(r.out, '\r');
    return r.out;
  }
};

#define UTAH10_EVERY_MONITOR(SUITE)                                                                       \
  INSTANTIATE_TEST_SUITE_P(Generations, SUITE, ::testing::Values("monitor72", "monitor131", "monitor73"), \
                           [](const auto& made) { return std::string{made.param}; })

}  // namespace utah10::test
