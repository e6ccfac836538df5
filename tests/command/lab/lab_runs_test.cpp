// What an experiment lacks is said before its first machine boots, and a file of the user's is not harmed.
#include "command/lab/lab_runs.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "experiments/laboratory/monitor_variants.hpp"
#include "experiments/rjs/rjs_programs.hpp"
#include "support/binary_dir.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A packaged system of empty files, but for the monitors' symbols: nothing boots from it, so an experiment that began
// would fail differently.
class LabRuns : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::ownFolder();
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "subsys");
    for (const char* name : {"boots.rim", "utah72.dsk", "utah73.dsk"}) std::ofstream{folder_ / name};
    for (const RjsProgram& p : rjsPrograms())
      if (!p.onPack) std::ofstream{folder_ / "subsys" / rjsFile(p.name)};
    for (const MonitorVariant& m : monitorVariants())
      for (const char* kind : {".SAV", ".debug"}) std::ofstream{folder_ / "subsys" / (std::string{m.name} + kind)};
    for (const char* name : {"utah72.toml", "utah73.toml", "monitor72.debug", "monitor73.debug"})
      fs::copy_file(fs::path{binaryDir()} / "roms" / name, folder_ / name);
    ::setenv("UTAH10_ROMS", folder_.c_str(), 1);
    options_.report.quiet = true;
    options_.report.output = (folder_ / "report").string();
  }
  void TearDown() override {
    ::unsetenv("UTAH10_ROMS");
    fs::remove_all(folder_);
  }
  std::string refusal(const Rfc392Options& o) {
    const auto code = rfc392Command(o);
    EXPECT_FALSE(code);
    return code ? std::string{} : code.error().text();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::recursive_directory_iterator{folder_}, fs::recursive_directory_iterator{}));
  }

  fs::path folder_;
  Rfc392Options options_;
};

TEST_F(LabRuns, RangeNamesTheProgramOfItsLastMachineThatIsMissing) {
  options_.range = true;
  fs::remove(folder_ / "subsys" / "RJS1O.SAV");
  EXPECT_EQ(refusal(options_),
            (folder_ / "subsys" / "RJS1O.SAV").string() + ": the file is missing; tools/build builds it");
}

TEST_F(LabRuns, RangeNamesThePackOfTheOtherGeneration) {
  options_.range = true;
  fs::remove(folder_ / "utah73.dsk");
  const std::string text = refusal(options_);
  EXPECT_EQ(text, (folder_ / "utah73.dsk").string() + ": the file is missing; tools/build builds it");
}

TEST_F(LabRuns, ReceivingNamesTheMonitorThatIsMissing) {
  options_.receiving = true;
  fs::remove(folder_ / "subsys" / "UNBUF3.SAV");
  EXPECT_EQ(refusal(options_),
            (folder_ / "subsys" / "UNBUF3.SAV").string() + ": the file is missing; tools/build builds it");
}

TEST_F(LabRuns, MonitorsThatAreUnknownOrOfAnotherSystemAreRefused) {
  options_.machine.monitor = "UNBUF9";
  EXPECT_EQ(refusal(options_), "monitor: there is no variant UNBUF9; UNBUF1, UNBUF2, UNBUF3, NETMEM, PRELD");
  options_.machine = {.generation = 73, .monitor = "UNBUF1"};
  EXPECT_EQ(refusal(options_), "monitor: UNBUF1 is a variant of the monitor of utah72; choose --system utah72");
  options_.machine = {.generation = 73};
  options_.receiving = true;
  EXPECT_THAT(refusal(options_), HasSubstr("--receiving: monitor: UNBUF2 is a variant of the monitor of utah72"));
}

TEST_F(LabRuns, ProposalsNameTheirMonitorThatIsMissing) {
  options_.proposals = true;
  fs::remove(folder_ / "subsys" / "NETMEM.SAV");
  EXPECT_EQ(refusal(options_),
            (folder_ / "subsys" / "NETMEM.SAV").string() + ": the file is missing; tools/build builds it");
}

TEST_F(LabRuns, ProposalsAreOnTheMonitorOf1972) {
  options_.proposals = true;
  options_.machine.generation = 73;
  EXPECT_THAT(refusal(options_), HasSubstr("--proposals: monitor: NETMEM is a variant of the monitor of utah72"));
}

TEST_F(LabRuns, MissingSymbolsAreNamedFirst) {
  options_.quick = true;
  fs::remove(folder_ / "monitor72.debug");
  EXPECT_THAT(refusal(options_), HasSubstr("monitor72.debug: the file is missing"));
}

TEST_F(LabRuns, ProgramsThatNoMachineRunsMayBeMissing) {
  fs::remove_all(folder_ / "subsys");
  const auto needs = [](std::size_t) { return LabNeeds{"utah72", "RJS"}; };
  EXPECT_TRUE(checkLabs(1, needs));
  const auto variant = [](std::size_t piece) { return LabNeeds{"utah72", piece == 4 ? "RJS1N" : "RJS"}; };
  EXPECT_TRUE(checkLabs(4, variant));
  EXPECT_FALSE(checkLabs(5, variant));
}

TEST_F(LabRuns, OutputThatCannotBeWrittenIsNoticedFirst) {
  options_.report.output = (folder_ / "nowhere" / "report").string();
  fs::remove(folder_ / "utah72.dsk");  // which would be noticed next
  EXPECT_THAT(refusal(options_), HasSubstr("report: cannot be written: No such file or directory"));
  options_.report.output = folder_.string();
  EXPECT_EQ(refusal(options_), folder_.string() + ": is a directory; name a file");
}

TEST_F(LabRuns, CheckLeavesFilesAsTheyAre) {
  std::ofstream{options_.report.output} << "an older report";
  const auto needs = [](std::size_t) { return LabNeeds{"utah73", {}}; };
  const std::size_t before = files();
  EXPECT_TRUE(checkLabs(1, needs));
  EXPECT_TRUE(checkReport(options_.report));
  options_.report.output = (folder_ / "newer").string();
  EXPECT_TRUE(checkReport(options_.report));
  EXPECT_EQ(files(), before);
  std::ostringstream text;
  text << std::ifstream{folder_ / "report"}.rdbuf();
  EXPECT_EQ(text.str(), "an older report");
  options_.report.output = "/dev/null";
  EXPECT_TRUE(checkReport(options_.report));
}

TEST(LabPieces, NameTheirCaseInProgressLines) {
  const LabPiece<Rfc392Settings, TransferCondition> of{{}, {}, "RJS1P, alone"}, only{{}, {}};
  EXPECT_EQ(of.progress("T1R1"), "RJS1P, alone: T1R1");
  EXPECT_EQ(only.progress("T1R1"), "T1R1");
}

}  // namespace
}  // namespace utah10
