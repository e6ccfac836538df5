// A session with its own machine and its own folder.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/prompt/session.hpp"
#include "support/temp_folder.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {

// The program at 100 counts in AC 1 and stores the count at 1000 for ever; the one at 200 prints OK and halts.
inline constexpr std::string_view kDemoProgram =
    "100: 271040000001 202040001000 254000000100\n"
    "200: 201040000117 712140000001 712300000020 254000000202\n"
    "204: 201040000113 712140000001 712300000020 254000000206 254200000210\n"
    "start 100\n";

class SessionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    folder_ = test::ownFolder();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
    write("demo.oct", kDemoProgram);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  static void write(const std::string& name, std::string_view text) { std::ofstream{name, std::ios::binary} << text; }

  // Runs commands that must succeed; returns their output.
  std::string answer(std::string_view commands) {
    terminal.clear();
    const auto done = session.performAll(commands);
    EXPECT_TRUE(done) << commands << "\n" << (done ? "" : done.error().text());
    return terminal.answers();
  }
  // Runs a command that must fail and leave the machine unchanged; returns the message, which is one line.
  std::string refusal(std::string_view command) {
    const StateHash before = stateHash(machine);
    terminal.clear();
    const auto done = session.perform(command);
    EXPECT_FALSE(done) << command << " was accepted:\n" << terminal.answers();
    EXPECT_EQ(stateHash(machine), before) << command << " changed the machine";
    EXPECT_EQ(terminal.answers(), "") << command << " printed something before it failed";
    if (done) return {};
    const std::string text = done.error().text();
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_FALSE(done.error().where.empty()) << text;
    return text;
  }
  Word36 word(std::uint32_t address) { return *machine.cpu().peek(Space::Exec, VirtualAddress{address}); }

  Machine machine;
  DeviceSet devices{machine};
  TextTerminal terminal;
  Session session{machine, devices, terminal};

 private:
  std::filesystem::path before_;
  std::filesystem::path folder_;
};

}  // namespace utah10
