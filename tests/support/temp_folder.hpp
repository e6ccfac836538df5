// A folder for the files of the running test, unique to this test and this run.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace utah10::test {

// The folder's name; the test creates and removes the folder.
inline std::filesystem::path ownFolder() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = "utah10-" + std::to_string(::getpid()) + "-" + info->test_suite_name() + "-" + info->name();
  std::replace(name.begin(), name.end(), '/', '_');
  return std::filesystem::path{::testing::TempDir()} / name;
}

}  // namespace utah10::test
