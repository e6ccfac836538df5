// The monitor and tenexfs on the same pack: each reads what the other writes, and the power may fail at any time.
#include "monitor_bench.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorDisk : public MonitorBench {
 protected:
  void makePack() const {
    write("notes.txt", "first\nsecond\n");
    tenexfs("make p.dsk");
    tenexfs("mkdir p.dsk SMITH");
    tenexfs("import p.dsk notes.txt '<SMITH>NOTES.TXT'");
  }
  // Checks the mini-exec's test file.
  void expectNew(const std::string& name) const {
    const std::string text = tenexfs("export p.dsk '" + name + "'");
    ASSERT_EQ(text.size(), 5U * 3 * 512) << name;
    for (std::size_t i = 0; i < text.size(); i += 5) ASSERT_EQ(text.substr(i, 5), "FIVE ") << name;
  }
};

TEST_P(MonitorDisk, ListsFilesWrittenByTenexfs) {
  makePack();
  const std::string out = boot("run 5s\ntype \"DSMITH\\r\"\nrun 3s\ntype \"DNOBODY\\r\"\nrun 2s\n", 16, kDisk);
  EXPECT_THAT(out, HasSubstr("[2 DIRECTORIES, 4 FILES, "));
  EXPECT_THAT(out, HasSubstr("NOTES.TXT;1 1\n"));
  EXPECT_THAT(out, HasSubstr("?NO SUCH DIRECTORY"));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
}

TEST_P(MonitorDisk, WritesAndDeletesFilesThatTenexfsReads) {
  makePack();
  const std::string out = boot(
      "run 5s\ntype \"CSMITH\\r\"\nrun 2s\ntype \"CSMITH\\r\"\nrun 2s\ntype \"CSYSTEM\\r\"\nrun 2s\ntype \"W\"\nrun "
      "8s\n"
      "type \"KSMITH\\r\"\nrun 3s\ntype \"W\"\nrun 8s\ntype \"W\"\nrun 4s\n",
      7, kDisk);
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("note")));
  EXPECT_EQ(tenexfs("export p.dsk '<SMITH>NOTES.TXT'"), "first\nsecond\n");
  expectNew("<SMITH>NEW.TXT;1");
  expectNew("<SYSTEM>NEW.TXT;1");
  EXPECT_THAT(tenexfs("list p.dsk SMITH"), Not(HasSubstr("NEW.TXT;2")));
}

// Without a drum the monitor swaps to tracks of the pack outside the file area and does not damage files.
TEST_P(MonitorDisk, SwapsToTheDisk) {
  makePack();
  const std::string out = bootOn(
      "run 8s\ntype \"R\"\nexpect \"SUM IS\" within 100s\nrun 1s\nexamine SWPDSK DRMFRE BUGCNT\ntype \"W\"\nrun 5s\n",
      7, kDisk);
  EXPECT_THAT(out, HasSubstr("SUM IS RIGHT"));
  EXPECT_THAT(out, HasSubstr("SWPDSK/ 000000072770\n"));  // track 151
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("note")));
  EXPECT_EQ(tenexfs("export p.dsk '<SMITH>NOTES.TXT'"), "first\nsecond\n");
}

// Disk errors are retried; those counted in DSKRCE were recovered.
TEST_P(MonitorDisk, RetriesAfterErrors) {
  makePack();
  const std::string out = boot(
      "inject dsk0 35230 word-parity 3\ninject dsk0 35234 header 2\nrun 8s\ntype \"DSMITH\\r\"\nrun 3s\nexamine "
      "DSKRCE\nexamine DSKNRE\n",
      16, kDisk);
  EXPECT_THAT(out, HasSubstr("NOTES.TXT;1 1\n"));
  EXPECT_THAT(out, HasSubstr("DSKRCE/ 000000000005"));
  EXPECT_THAT(out, HasSubstr("DSKNRE/ 000000000000"));
}

TEST_P(MonitorDisk, RefusesADiskThatIsNotATenexPack) {
  const std::string out = boot("run 5s\ntype \"DSYSTEM\\r\"\nrun 1s\n", 16, kDisk + "create = true\n");
  EXPECT_THAT(out, HasSubstr("?NO TENEX PACK ON DRIVE 0"));
  EXPECT_THAT(out, HasSubstr("TENEX IN OPERATION"));
}

// The machine stops at some point while files are being written; the monitor boots again with all committed files.
TEST_P(MonitorDisk, SurvivesPowerCuts) {
  Random random;
  for (int cut = 0; cut < 4; ++cut) {
    makePack();
    const auto ms = [&](std::uint64_t most) { return "run " + std::to_string(1 + random.below(most)) + "ms\n"; };
    boot("run 4s\ntype \"CSMITH\\r\"\nrun 1s\ntype \"W\"\n" + ms(2500), 16, kDisk);
    const std::string out = boot("run 6s\ntype \"CSYSTEM\\r\"\nrun 2s\ntype \"W\"\nrun 6s\n", 16, kDisk);
    EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
    tenexfs("check p.dsk");
    EXPECT_EQ(tenexfs("export p.dsk '<SMITH>NOTES.TXT'"), "first\nsecond\n");
    expectNew("<SYSTEM>NEW.TXT;1");
    std::filesystem::remove(folder / "p.dsk");
  }
}

UTAH10_EVERY_MONITOR(MonitorDisk);

}  // namespace
}  // namespace utah10::test
