// Laboratories on the packaged systems of the build, each with its own folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

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

  LabFiles files(unsigned generation) const {
    const std::filesystem::path roms = binaryDir() + "/roms";
    const std::string n = std::to_string(generation);
    return {roms / "boots.rim", roms / ("tenex" + n + ".dsk"), roms / ("monitor" + n + ".debug"), folder,
            roms / "subsys"};
  }
  Expected<std::unique_ptr<Laboratory>> make(const LabOptions& options, std::span<const LabFile> more) const {
    return Laboratory::make(options, files(options.generation), more);
  }

  std::filesystem::path folder;
};

}  // namespace utah10::test
