// Tapes on their drives: attach, detach, flush, messages to the operator, and operators who do not wait.
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "devices/td10.hpp"
#include "devices/tm10.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class TapeSlots : public ::testing::Test {
 protected:
  TapeSlots() {
    fs::create_directories(folder_);
    create_.create = true;
  }
  ~TapeSlots() override { fs::remove_all(folder_); }
  void until(const IoDevice& device, std::uint64_t bits) {
    while ((device.coni().bits() & bits) == 0) {
      ASSERT_NE(clock_.nextEvent(), kNever);
      clock_.idleUntil(clock_.nextEvent());
    }
  }
  void cono(IoDevice& device, std::uint32_t c) { device.cono(HalfWord{c}); }
  // Writes a record of one word to the file.
  void writeRecord() {
    cono(tm10_.control(), 064200);
    tm10_.control().datao(Word36{0123456701234});
    cono(tm10_.status(), 1);
    until(tm10_.status(), 0100);
  }

  fs::path folder_ = test::ownFolder();
  AttachOptions create_;
  Scheduler clock_;
  PiSystem pi_{clock_};
  Td10 td10_{clock_, pi_};
  Tm10 tm10_{clock_, pi_};
  MediaSlot& dta_{td10_.unit(2)};
  MediaSlot& mta_{tm10_.unit(0)};
};

TEST_F(TapeSlots, NamesAndTexts) {
  EXPECT_EQ(dta_.slot(), "dta2");
  EXPECT_EQ(mta_.slot(), "mta0");
  EXPECT_EQ(dta_.mounted() + mta_.mounted(), "");
  EXPECT_EQ(dta_.attach(folder_ / "a.dta", create_), "DECtape, 578. blocks");
  EXPECT_EQ(mta_.attach(folder_ / "a.tap", create_), "9-track tape, SIMH format, blank");
  EXPECT_EQ(dta_.mounted(), (folder_ / "a.dta").string() + ", before the first block");
  EXPECT_EQ(mta_.mounted(), (folder_ / "a.tap").string() + ", at the load point");
  AttachOptions readOnly;
  readOnly.readOnly = true;
  EXPECT_EQ(td10_.unit(3).attach(folder_ / "a.dta", readOnly).error().text(),
            "dta3: " + (folder_ / "a.dta").string() +
                ": is in use on another drive or machine; detach it there or attach a copy");
  EXPECT_EQ(dta_.attach(folder_ / "a.dta").error().text(),
            "dta2: " + (folder_ / "a.dta").string() + ": is mounted here already; detach it first");
  EXPECT_EQ(dta_.detach(), "");
  EXPECT_EQ(td10_.unit(3).attach(folder_ / "a.dta", readOnly), "DECtape, 578. blocks, write-locked");
  EXPECT_EQ(td10_.unit(3).mounted(), (folder_ / "a.dta").string() + ", before the first block, write-locked");
  td10_.unit(4).mount(DecTapeImage{});
  EXPECT_EQ(td10_.unit(4).detach(), "the tape had no file");
}

TEST_F(TapeSlots, GuestWritesReachTheFile) {
  ASSERT_TRUE(mta_.attach(folder_ / "a.tap", create_));
  writeRecord();
  const std::string record("\5\0\0\0\x29\xCB\xB8\x29\x0C\0\5\0\0\0", 14);
  EXPECT_EQ(contentOf(folder_ / "a.tap").size(), record.size());
  EXPECT_EQ(contentOf(folder_ / "a.tap").substr(0, 4), record.substr(0, 4));
  EXPECT_EQ(mta_.mounted(), (folder_ / "a.tap").string() + ", after record or mark 1. of 1.");
  writeRecord();
  EXPECT_TRUE(mta_.flush());
  EXPECT_EQ(contentOf(folder_ / "a.tap").size(), 2 * record.size());

  ASSERT_TRUE(dta_.attach(folder_ / "a.dta", create_));
  cono(td10_.control(), 0232200);
  until(td10_.status(), 1);
  td10_.control().datai();
  cono(td10_.control(), 0700);
  td10_.control().datao(Word36{7});
  cono(td10_.status(), 1);
  until(td10_.status(), 0100000);
  EXPECT_EQ(contentOf(folder_ / "a.dta").substr(0, 8), std::string("\0\0\0\0\7\0\0\0", 8));
  EXPECT_EQ(contentOf(folder_ / "a.dta").substr(1016, 16), std::string("\0\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0", 16));
}

TEST_F(TapeSlots, AFailedAttachLeavesTheOldTape) {
  ASSERT_TRUE(mta_.attach(folder_ / "a.tap", create_));
  writeRecord();
  const std::string before = contentOf(folder_ / "a.tap");
  std::ofstream(folder_ / "bad") << "no tape";
  EXPECT_FALSE(mta_.attach(folder_ / "bad"));
  EXPECT_FALSE(mta_.attach(folder_ / "none"));
  EXPECT_EQ(mta_.mounted(), (folder_ / "a.tap").string() + ", after record or mark 1. of 1.");
  EXPECT_EQ(contentOf(folder_ / "a.tap"), before);
  ASSERT_TRUE(mta_.attach(folder_ / "b.tap", create_));
  EXPECT_TRUE(tm10_.unit(1).attach(folder_ / "a.tap")) << "the old file is free";
}

TEST_F(TapeSlots, AFailedDetachKeepsTheTape) {
  ASSERT_TRUE(mta_.attach(folder_ / "a.tap", create_));
  fs::create_directory(folder_ / "a.tap.journal");
  writeRecord();
  EXPECT_FALSE(mta_.flush());
  EXPECT_FALSE(mta_.detach());
  EXPECT_NE(mta_.mounted(), "");
  fs::remove(folder_ / "a.tap.journal");
  EXPECT_TRUE(mta_.detach());
  EXPECT_EQ(contentOf(folder_ / "a.tap").size(), 14u);
}

TEST_F(TapeSlots, TapesRemovedWhileTheyMove) {
  ASSERT_TRUE(mta_.attach(folder_ / "a.tap", create_));
  writeRecord();
  for (const std::uint32_t order : {01000u, 062200u, 063200u, 064200u, 065200u, 075200u, 067200u, 010000u}) {
    cono(tm10_.control(), order);
    tm10_.control().datao(Word36{1});
    clock_.idleUntil(clock_.now() + milliseconds(40));
    ASSERT_TRUE(mta_.detach());
    clock_.idleUntil(clock_.now() + seconds(3));
    EXPECT_EQ(tm10_.status().coni().bits() & 0102, 0102u) << "ended, in whichever way";
    ASSERT_TRUE(mta_.attach(folder_ / "a.tap"));
    writeRecord();
  }
  ASSERT_TRUE(dta_.attach(folder_ / "a.dta", create_));
  for (const std::uint32_t function : {0100u, 0300u, 0500u, 0700u}) {
    cono(td10_.control(), 0232000 | function);
    until(td10_.status(), 1);
    td10_.control().datao(Word36{1});
    clock_.idleUntil(clock_.now() + milliseconds(1));
    ASSERT_TRUE(dta_.detach());
    clock_.idleUntil(clock_.now() + seconds(3));
    cono(td10_.control(), 032000);
    EXPECT_EQ(td10_.status().coni().bits() & 0100, 0100u);
    ASSERT_TRUE(dta_.attach(folder_ / "a.dta"));
  }
  EXPECT_TRUE(contentOf(folder_ / "a.dta") == std::string(591872, '\0')) << "no block was complete";
}

}  // namespace
}  // namespace utah10
