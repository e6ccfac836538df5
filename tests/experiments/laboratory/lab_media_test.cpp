// The media of a laboratory. None of our systems has a DECtape driver, so what a user would copy is copied by the test.
#include "experiments/laboratory/lab_media.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "experiments/lab_bench.hpp"
#include "toolchain/tenexfs/tenex_tape.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

class LabMediaTest : public test::LabTest {
 protected:
  LabSystem taped() const {
    LabSystem system = site("utah72").system;
    system.devices.dectapes.emplace().transports = 2;
    system.files = "dta1";
    return system;
  }
  fs::path tape() const { return folder / "dta1.image"; }
};

TEST_F(LabMediaTest, FilesTravelOnADecTape) {
  const LabSystem system = taped();
  Machine machine{system.machine};
  DeviceSet devices{machine, system.devices};
  LabMedia media{system, folder};
  const std::vector<LabFile> files = {*labText("<HICKS>DECK.CRD", "//JOB\n"), *labText("<HICKS>MEGABIT.2;1", "X\n")};
  ASSERT_TRUE(media.mount(devices, files));
  ASSERT_EQ(media.carried().size(), 2u);
  EXPECT_EQ(media.carried()[0].values(), (LabValues{{"tape", "FILE1"}, {"name", "DECK.CRD"}, {"bits", "7"}}));
  EXPECT_EQ(media.carried()[1].name, "MEGABIT.2");
  auto image = TenexTape::open(tape());
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(hostText(*image->read(*parseTapeName("FILE1")), false), "//JOB\n");

  const std::vector<std::string> names = {"<HICKS>PRINT.LST", "<HICKS>NONE.LST"};
  ASSERT_EQ(media.toCollect(names).size(), 2u);
  EXPECT_EQ(media.toCollect(names)[0].tape, "FILE3");
  EXPECT_EQ(media.toCollect(names)[0].name, "PRINT.LST");
  ASSERT_TRUE(devices.slot("dta1")->detach());
  ASSERT_TRUE(image->write(*parseTapeName("FILE3"), tenexText("LISTING\n", false)->words));
  ASSERT_TRUE(image->save(tape()));
  ASSERT_TRUE(devices.slot("dta1")->attach(tape()));
  const auto read = media.read(devices, names);
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_TRUE(read->at(0)) << read->at(0).error().text();
  EXPECT_EQ(hostText(*read->at(0), false), "LISTING\n");
  EXPECT_FALSE(read->at(1));
}

TEST_F(LabMediaTest, FilesOfTheSystemAreNotWritten) {
  const LabSystem system = site("utah72").system;
  const fs::path pack = system.media.at(1).file;
  ASSERT_EQ(system.media.at(1).slot, "dsk0");
  const auto before = fs::last_write_time(pack);
  Machine machine{system.machine};
  DeviceSet devices{machine, system.devices};
  LabMedia media{system, folder};
  ASSERT_TRUE(media.mount(devices, std::vector<LabFile>{*labText("<HICKS>DECK.CRD", "//JOB\n")}));
  EXPECT_TRUE(media.carried().empty());
  for (const char* slot : {"dsk0", "drm0"})
    for (const fs::path& file : devices.slot(slot)->files()) EXPECT_EQ(file.parent_path(), folder) << slot;
  const auto read = media.read(devices, std::vector<std::string>{"<HICKS>DECK.CRD"});
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(hostText(*read->at(0), false), "//JOB\n");
  EXPECT_EQ(fs::last_write_time(pack), before);
}

TEST_F(LabMediaTest, ThePackLosesWhatTheSystemDoesWithout) {
  LabSystem system = site("utah72").system;
  system.without = {"<SUBSYS>CALC.SAV"};
  Machine machine{system.machine};
  DeviceSet devices{machine, system.devices};
  LabMedia media{system, folder};
  ASSERT_TRUE(media.mount(devices, {}));
  const auto read = media.read(devices, std::vector<std::string>{"<SUBSYS>CALC.SAV", "<SYSTEM>EXEC.SAV"});
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_FALSE(read->at(0));
  EXPECT_TRUE(read->at(1));

  system.without = {"<SYSTEM>NONE.RUN"};
  Machine another{system.machine};
  DeviceSet others{another, system.devices};
  EXPECT_FALSE(LabMedia(system, folder).mount(others, {}));
}

TEST_F(LabMediaTest, TooManyFilesForATapeAreRefused) {
  const LabSystem system = taped();
  Machine machine{system.machine};
  DeviceSet devices{machine, system.devices};
  LabMedia media{system, folder};
  const std::vector<LabFile> many(TenexTape::kMostFiles + 1, *labText("<HICKS>DECK.CRD", "//JOB\n"));
  const auto mounted = media.mount(devices, many);
  ASSERT_FALSE(mounted);
  EXPECT_NE(mounted.error().text().find("do not fit on a DECtape"), std::string::npos) << mounted.error().text();
}

}  // namespace
}  // namespace utah10
