// utah10 remote: choices that are refused, and the short form.
#include "lab_command_test.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RemoteCommand : public test::LabCommandTest<RemoteOptions> {
 protected:
  RemoteCommand() : LabCommandTest{&remoteCommand} {}
};

TEST_F(RemoteCommand, RefusesWhatCannotBe) {
  options_.settings.size = 20;
  EXPECT_THAT(refusal(), HasSubstr("--size: 20 is not a size of the transform; 10 to 16"));
  options_.settings.size = 16;
  options_.latency = "soon";
  EXPECT_THAT(refusal(), HasSubstr("--latency: "));
  options_.latency.clear();
  options_.protocol = "soon";
  EXPECT_THAT(refusal(), HasSubstr("--protocol: "));
  options_.protocol.clear();
  options_.settings.machine.remote.loss = 3;
  EXPECT_THAT(refusal(), HasSubstr("not a fraction of messages"));
}

TEST_F(RemoteCommand, NamesTheProgramThatIsMissing) {
  ::setenv("UTAH10_ROMS", folder_.c_str(), 1);
  fs::create_directories(folder_ / "subsys");
  for (const char* name : {"boots.rim", "utah72.dsk"}) std::ofstream{folder_ / name};
  for (const char* name : {"utah72.toml", "monitor72.debug"})
    fs::copy_file(fs::path{binaryDir()} / "roms" / name, folder_ / name);
  EXPECT_EQ(refusal(), (folder_ / "subsys" / "FFT.SAV").string() + ": the file is missing; tools/build builds it");
}

// A small transform fits into core: nothing is paged, and the report says so.
TEST_F(RemoteCommand, ReportsASmallTransform) {
  options_.settings.size = 10;
  const auto code = remoteCommand(options_);
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_EQ(*code, 0);
  const std::string first = report();
  EXPECT_THAT(first, ::testing::ContainsRegex("\n *remote x10 "));
  EXPECT_THAT(first, ::testing::ContainsRegex("\n *waiting % "));
  ASSERT_TRUE(remoteCommand(options_));
  EXPECT_EQ(report(), first) << "the same seed gives the same report";
}

}  // namespace
}  // namespace utah10
