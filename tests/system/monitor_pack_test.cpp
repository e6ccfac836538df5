// utah10 boot: the packaged systems boot, the packaged packs are never written, user packs are kept.
#include <chrono>

#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class PackagedBoot : public MonitorPack {
 protected:
  std::string pack() const { return binaryDir() + "/roms/" + std::string{GetParam()} + ".dsk"; }
};

TEST_P(PackagedBoot, BootsFromPaperTape) {
  const auto began = std::chrono::steady_clock::now();
  const Result r = run(std::string{"boot "} + GetParam() + " -c \"run 1s\"");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::cout << fmt::format("from power-on to the herald and a second more: {:.2f} s of the host\n", took.count());
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("UTAH10 TENEX "));
  EXPECT_THAT(r.out, HasSubstr("TENEX IN OPERATION"));
  EXPECT_THAT(r.out, HasSubstr("boot with --pack FILE to keep them"));
}

TEST_P(PackagedBoot, ReadsCommandsFromAPipe) {
  const Result r = run(std::string{"boot "} + GetParam(), "run 1s\nexamine TODCLK\n");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("TENEX IN OPERATION"));
}

// A second boot finds core as the running system left it.
TEST_P(PackagedBoot, BootsAgainOverARunningSystem) {
  const std::string out = session("run 2s\nreset\nattach ptr " + binaryDir() +
                                  "/roms/boots.rim ro\nreadin ptr within 2s\n" + waits(kConsole, "TENEX IN OPERATION"));
  const std::size_t first = out.find("UTAH10 TENEX ");
  EXPECT_THAT(out.substr(first + 1), HasSubstr("UTAH10 TENEX "));
}

TEST_P(PackagedBoot, KeepsAPackOnRequest) {
  const auto before = std::filesystem::last_write_time(pack());
  const Result made = run(std::string{"boot "} + GetParam() + " --pack my.dsk -c \"run 1s\"");
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, StartsWith("my.dsk: created as a copy of "));
  const Result again = run(std::string{"boot "} + GetParam() + " --pack my.dsk -c \"run 1s\"");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, Not(HasSubstr("created as a copy of ")));
  EXPECT_THAT(tenexfs("check my.dsk"), Not(HasSubstr("error")));
  EXPECT_EQ(std::filesystem::last_write_time(pack()), before);
}

TEST_P(PackagedBoot, HasThePackagedFiles) {
  EXPECT_THAT(tenexfs("check " + pack()), Not(HasSubstr("note")));
  EXPECT_THAT(tenexfs("list " + pack()), HasSubstr("<OPERATOR>"));
  EXPECT_THAT(tenexfs("list " + pack() + " SYSTEM"), HasSubstr("MONITOR.SAV;1"));
  EXPECT_THAT(tenexfs("export " + pack() + " '<GUEST>READ.ME'"), HasSubstr("WELCOME TO TENEX"));
}

UTAH10_EVERY_SYSTEM(PackagedBoot);

struct Complaint {
  const char* arguments;
  const char* message;
  int code = 1;
};
void PrintTo(const Complaint& c, std::ostream* out) { *out << c.arguments; }
class BootComplains : public ProgramTest, public ::testing::WithParamInterface<Complaint> {};

TEST_P(BootComplains, InOneLine) {
  write("bare.toml", "[pager]\nregisters = 16\n");
  write("text.dsk", "no pack");
  const Result r = run(GetParam().arguments);
  EXPECT_EQ(r.code, GetParam().code);
  EXPECT_THAT(r.err, HasSubstr(GetParam().message));
  EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
}

INSTANTIATE_TEST_SUITE_P(
    Boot, BootComplains,
    ::testing::Values(Complaint{"boot tenex74", "tenex74: is neither a packaged system nor a file; boot tenex72, "},
                      Complaint{"boot tenex72 --machine bare.toml",
                                "tenex72: the machine has no disk; add [[disk]] to the machine file"},
                      Complaint{"boot tenex72 --pack none/my.dsk", "none/my.dsk: cannot be created: No such file"},
                      Complaint{"boot tenex72 --pack text.dsk", "dsk0: text.dsk: "},
                      Complaint{"boot bare.toml --pack my.dsk",
                                "--pack: is valid only with tenex72, tenex131 and tenex73"},
                      Complaint{"boot tenex72 tenex73", "utah10: ", 2}));

}  // namespace
}  // namespace utah10::test
