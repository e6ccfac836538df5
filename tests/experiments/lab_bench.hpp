// Laboratories on the packaged systems of the build, each with its own folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "command/lab/system_files.hpp"
#include "experiments/laboratory/laboratory.hpp"
#include "support/binary_dir.hpp"
#include "support/temp_folder.hpp"

namespace utah10::test {

class LabTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = ownFolder();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  // A packaged system.
  LabSite site(const std::string& system) const {
    const std::filesystem::path roms = binaryDir() + "/roms";
    return {*loadLabSystem((roms / (system + ".toml")).string()), roms / "subsys", folder};
  }
  Expected<std::unique_ptr<Laboratory>> make(const LabOptions& options, std::span<const LabFile> more) const {
    return Laboratory::make(options, site(options.system), more);
  }

  std::filesystem::path folder;
};

}  // namespace utah10::test
