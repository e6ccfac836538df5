#include "utah10/trace/snapshot_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "support/temp_folder.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

// A machine with nontrivial state: accumulators, core, a run.
std::unique_ptr<Machine> usedMachine() {
  auto machine = std::make_unique<Machine>();
  const Word36 program[] = {Word36{0271040000001}, Word36{0202040001000}, Word36{0254000000100}};
  machine->load(PhysicalAddress{0100}, program);  // ADDI 1,1; MOVEM 1,1000; JRST 100
  machine->cpu().setStart(VirtualAddress{0100});
  machine->cpu().run({.instructions = 1000});
  return machine;
}

Snapshot snapshotOf(Machine& machine) { return {describeForSnapshot(machine), machine.save(true)}; }

class SnapshotFile : public ::testing::Test {
 protected:
  SnapshotFile() { std::filesystem::create_directories(folder_); }
  ~SnapshotFile() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path path(std::string_view name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_ = test::ownFolder();
};

TEST(StateHash, IsXxh3OfTheBytes) {
  // Published value: XXH3-128 of nothing with seed 0.
  EXPECT_EQ(hashBytes({}).text(), "99aa06d3014798d86001c324468d497f");
}

TEST(StateHash, CountersDoNotShow) {
  const auto machine = usedMachine();
  const StateHash before = stateHash(*machine);
  machine->cpu().counters() = Counters{};
  EXPECT_EQ(stateHash(*machine), before);
  machine->core().poke(PhysicalAddress{0777}, Word36{1});
  EXPECT_NE(stateHash(*machine), before);
}

TEST_F(SnapshotFile, ReadsBackWhatWasWritten) {
  const auto machine = usedMachine();
  const Snapshot written = snapshotOf(*machine);
  const auto size = writeSnapshot(path("whole"), written);
  ASSERT_TRUE(size) << size.error().text();
  EXPECT_LT(*size, written.state.size() / 10);
  const auto read = readSnapshot(path("whole"));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->description, written.description);
  EXPECT_EQ(read->state, written.state);
  EXPECT_FALSE(std::filesystem::exists(path("whole.partial")));
}

TEST_F(SnapshotFile, EveryTruncationIsAnError) {
  const auto machine = usedMachine();
  const std::vector<std::byte> whole = encodeSnapshot(snapshotOf(*machine));
  ASSERT_TRUE(decodeSnapshot("x", whole));
  for (std::size_t n = 0; n < whole.size(); n += n < 600 ? 1 : 37) {
    const auto read = decodeSnapshot("x", std::span{whole}.first(n));
    ASSERT_FALSE(read) << n << " bytes were accepted as a snapshot";
    EXPECT_EQ(read.error().where, "x");
  }
}

TEST_F(SnapshotFile, EveryChangedByteOfTheStateIsAnError) {
  const auto machine = usedMachine();
  const Snapshot snapshot = snapshotOf(*machine);
  const std::vector<std::byte> whole = encodeSnapshot(snapshot);
  const std::size_t afterDescription = 8 + 4 + 4 + snapshot.description.size();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    if (n >= 16 && n < afterDescription) continue;  // the description is compared with the machine's, not hashed
    std::vector<std::byte> changed = whole;
    changed[n] ^= std::byte{0x10};
    const auto read = decodeSnapshot("x", changed);
    if (read) {
      EXPECT_EQ(read->state, snapshot.state) << "byte " << n;
    }
  }
}

TEST_F(SnapshotFile, MessagesSayWhatIsWrong) {
  const auto missing = readSnapshot(path("missing"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().text(), path("missing").string() + ": no such file");
  std::ofstream{path("foreign")} << "#!/bin/sh\necho this is a script\n";
  const auto foreign = readSnapshot(path("foreign"));
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().what, "not a snapshot");
  const auto nowhere = writeSnapshot(path("no_such_folder") / "x", {});
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().text().find("cannot be written: No such file"), std::string::npos);
}

TEST_F(SnapshotFile, AFailedWriteLeavesTheOldFile) {
  const auto machine = usedMachine();
  std::filesystem::create_directories(path("folder"));
  EXPECT_FALSE(writeSnapshot(path("folder"), snapshotOf(*machine)));
  EXPECT_TRUE(std::filesystem::is_directory(path("folder")));
}

TEST(SnapshotDescription, DifferencesAreNamed) {
  Machine srm;
  MachineConfig config;
  config.timing = "gate";
  Machine gate{config};
  EXPECT_EQ(differenceOf(describeForSnapshot(srm), describeForSnapshot(srm)), "");
  EXPECT_EQ(differenceOf(describeForSnapshot(gate), describeForSnapshot(srm)),
            "\"timing gate\" where this machine has \"timing srm\"");
}

}  // namespace
}  // namespace utah10
