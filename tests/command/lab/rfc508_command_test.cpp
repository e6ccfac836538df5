// utah10 rfc508: choices that are refused, and the short form without the program on TENEX.
#include "lab_command_test.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Rfc508Command : public test::LabCommandTest<Rfc508Options> {
 protected:
  Rfc508Command() : LabCommandTest{&rfc508Command} { options_.device = true; }
};

TEST_F(Rfc508Command, RefusesWhatCannotBe) {
  options_.settings.path.hops = 7;
  EXPECT_THAT(refusal(), HasSubstr("--hops: 7 hops; 1 to 6"));
  options_.settings.path.hops = 1;
  options_.reaction = "soon";
  EXPECT_THAT(refusal(), HasSubstr("--reaction: "));
  options_.reaction.clear();
  options_.stallLength = "0s";
  EXPECT_THAT(refusal(), HasSubstr("--stall-length: out of range"));
  options_.stallLength.clear();
  options_.stallInterval = "2000s";
  EXPECT_THAT(refusal(), HasSubstr("--stall-interval: out of range"));
}

TEST_F(Rfc508Command, NamesTheProgramThatIsMissing) {
  ::setenv("UTAH10_ROMS", folder_.c_str(), 1);
  fs::create_directories(folder_ / "subsys");
  for (const char* name : {"boots.rim", "utah73.dsk"}) std::ofstream{folder_ / name};
  for (const char* name : {"utah73.toml", "monitor73.debug"})
    fs::copy_file(fs::path{binaryDir()} / "roms" / name, folder_ / name);
  options_.device = false;
  EXPECT_EQ(refusal(), (folder_ / "subsys" / "STREAM.SAV").string() + ": the file is missing; tools/build builds it");
}

TEST_F(Rfc508Command, ReportsTheDeviceAlone) {
  const auto code = rfc508Command(options_);
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_EQ(*code, 0);
  const std::string first = report();
  EXPECT_THAT(first, HasSubstr("Ours: 40 of 40 tests without gaps, 100%."));
  EXPECT_THAT(first, Not(HasSubstr("STREAM")));
  ASSERT_TRUE(rfc508Command(options_));
  EXPECT_EQ(report(), first) << "the same seed gives the same report";
}

TEST_F(Rfc508Command, ChoicesChangeThePath) {
  options_.settings.path.hops = 4;
  options_.reaction = "20ms";
  options_.report.format = "csv";
  options_.report.html = (folder_ / "report.html").string();
  const auto code = rfc508Command(options_);
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_THAT(contents(folder_ / "report" / "tests.csv"), HasSubstr("\ngrid,27600,1008,"));
  EXPECT_THAT(contents(options_.report.html), HasSubstr("Gaps in ours"));
}

}  // namespace
}  // namespace utah10
