// Users, jobs, directories and files as such: the programs of roms/test under the monitor, on a pack with users.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTenexfs = UTAH10_BINARY_DIR "/tenexfs";
const std::string kDisk = "[[disk]]\nunit = 0\ntype = \"RP02\"\nfile = \"p.dsk\"\n";

class MonitorJobs : public MonitorBench {
 protected:
  std::string tenexfs(const std::string& arguments, int code = 0) const {
    const Result r = runProgram(kTenexfs, arguments);
    EXPECT_EQ(r.code, code) << arguments << "\n" << r.out << r.err;
    return r.out;
  }
  void makePack() const {
    tenexfs("make p.dsk");
    tenexfs("mkdir p.dsk SMITH --password SECRET");
    tenexfs("mkdir p.dsk JONES --password MONEY");
  }
  // Runs roms/test/<program>, which must say PASS; with all capabilities if `operatorsToo`.
  void passes(const std::string& program, const std::string& time, bool operatorsToo = false) const {
    const std::string out = bootWith(program, "run 4s\n" + std::string{operatorsToo ? "type \"O\"\n" : ""} + "type \"G\"\nexpect \"HALTED AT\" within " + time + "\nrun 50s\n",
                                     16, 0500, kDisk);
    EXPECT_THAT(out, HasSubstr("PASS"));
    EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
    tenexfs("check p.dsk");
  }
};

TEST_P(MonitorJobs, Login) {
  makePack();
  passes("login", "20s");
}

TEST_P(MonitorJobs, Directories) {
  makePack();
  passes("dirs", "40s", true);
  EXPECT_THAT(tenexfs("list p.dsk"), HasSubstr("NEWMAN"));
}

INSTANTIATE_TEST_SUITE_P(Generations, MonitorJobs, ::testing::Values("monitor72", "monitor73"),
                         [](const auto& made) { return std::string{made.param}; });

}  // namespace
}  // namespace utah10::test
