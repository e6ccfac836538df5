// utah10 ctss: choices that are refused, and a short run.
#include "lab_command_test.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class CtssCommand : public test::LabCommandTest<CtssOptions> {
 protected:
  CtssCommand() : LabCommandTest{&ctssCommand} {}
};

TEST_F(CtssCommand, RefusesWhatCannotBe) {
  options_.settings.users = {10, 21};
  EXPECT_THAT(refusal(), HasSubstr("--users: 21 users; 1 to 20"));
  options_.settings.users = {1};
  options_.think = "soon";
  EXPECT_THAT(refusal(), HasSubstr("--think: "));
  options_.think = "1000s";
  EXPECT_THAT(refusal(), HasSubstr("--think: out of range; 100ms to 600s"));
}

TEST_F(CtssCommand, NamesTheProgramThatIsMissing) {
  ::setenv("UTAH10_ROMS", folder_.c_str(), 1);
  for (const char* name : {"boots.rim", "utah72.dsk"}) std::ofstream{folder_ / name};
  for (const char* name : {"utah72.toml", "monitor72.debug"})
    fs::copy_file(fs::path{binaryDir()} / "roms" / name, folder_ / name);
  fs::create_directories(folder_ / "subsys");
  options_.settings.program = "CALC18";
  EXPECT_EQ(refusal(), (folder_ / "subsys" / "CALC18.SAV").string() + ": the file is missing; tools/build builds it");
}

TEST_F(CtssCommand, ReportsNextToTheMemo) {
  options_.settings.users = {1};
  options_.think = "100ms";
  const auto code = ctssCommand(options_);
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_EQ(*code, 0);
  const std::string first = report();
  EXPECT_THAT(first, HasSubstr("|CTSS"));
  EXPECT_THAT(first, HasSubstr("The memo's argument: CTSS gave its whole machine to an interaction for 157 ms."));
  ASSERT_TRUE(ctssCommand(options_));
  EXPECT_EQ(report(), first) << "the same seed gives the same report";
}

}  // namespace
}  // namespace utah10
