// Opens exported files with independent programs; if a program is missing, its tests are skipped.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include "support/temp_folder.hpp"

namespace utah10::test {

inline std::string fileText(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void writeBytes(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<std::streamsize>(bytes.size()));
}

class ReaderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ownFolder();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path path(std::string_view name) const { return folder_ / name; }

  static bool there(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
  }
  // The standard output of a command, which must succeed; its error output is shown on failure.
  std::string output(const std::string& command) const {
    const int status = std::system(
        ("cd " + folder_.string() + " && { timeout 120 " + command + "; } >stdout 2>stderr </dev/null").c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << command << "\n" << fileText(path("stderr"));
    return fileText(path("stdout"));
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace utah10::test
