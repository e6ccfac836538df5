// Runs the built program as a user would, with arguments and standard input, and returns its output.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "support/binary_dir.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {

inline const std::string kProgram = binaryDir() + "/utah10";

struct Result {
  int code = -1;
  std::string out;
  std::string err;
};

class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = test::ownFolder();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream{folder / name, std::ios::binary} << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream in{folder / name, std::ios::binary};
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  // `arguments` are interpreted by a shell.
  Result run(const std::string& arguments, std::string_view input = {}) const {
    return runProgram(kProgram, arguments, input);
  }
  Result runProgram(const std::string& program, const std::string& arguments, std::string_view input = {}) const {
    write("stdin", input);
    const std::string command = "cd " + folder.string() + " && timeout " + std::to_string(patience) + " " + program +
                                " " + arguments + " <stdin >stdout 2>stderr";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
  }

  std::filesystem::path folder;
  // Seconds of host time after which a program is taken to hang: below CTest's limit, so that its output is shown, and
  // far above what it needs on a slow host or with sanitizers.
  unsigned patience = 240;
};

}  // namespace utah10
