// What the tests of the experiments' commands share: options with a folder of their own for the report.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "command/lab/experiments.hpp"
#include "support/binary_dir.hpp"
#include "support/temp_folder.hpp"

namespace utah10::test {

// The short form of an experiment, quiet, with its report in a file.
template <class Options>
class LabCommandTest : public ::testing::Test {
 protected:
  using Command = std::function<Expected<int>(const Options&)>;
  explicit LabCommandTest(Command command) : command_(std::move(command)) {}

  void SetUp() override {
    folder_ = ownFolder();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    ::setenv("UTAH10_ROMS", (std::filesystem::path{binaryDir()} / "roms").c_str(), 1);
    options_.machine.system = options_.settings.machine.system;
    options_.quick = true;
    options_.report.quiet = true;
    options_.report.output = (folder_ / "report").string();
  }
  void TearDown() override {
    ::unsetenv("UTAH10_ROMS");
    std::filesystem::remove_all(folder_);
  }
  std::string refusal() const {
    const auto code = command_(options_);
    EXPECT_FALSE(code);
    return code ? std::string{} : code.error().text();
  }
  static std::string contents(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
  }
  std::string report() const { return contents(options_.report.output); }

  std::filesystem::path folder_;
  Options options_;

 private:
  Command command_;
};

}  // namespace utah10::test
