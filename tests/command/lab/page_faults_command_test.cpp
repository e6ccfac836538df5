// utah10 rfc392 --page-faults: choices that are refused before a machine runs.
#include "lab_command_test.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

class PageFaultsCommand : public test::LabCommandTest<Rfc392Options> {
 protected:
  PageFaultsCommand() : LabCommandTest{&rfc392Command} { options_.pageFaults = true; }
};

TEST_F(PageFaultsCommand, RefusesWhatCannotBe) {
  options_.users = {2, 15};
  EXPECT_THAT(refusal(), HasSubstr("--users: 15 users; 1 to 14"));
  options_.users.clear();
  options_.think = "soon";
  EXPECT_THAT(refusal(), HasSubstr("--think: "));
  options_.think.clear();
  options_.repeats = 0;
  EXPECT_THAT(refusal(), HasSubstr("--repeat: "));
}

TEST_F(PageFaultsCommand, NamesTheProgramThatIsMissing) {
  std::filesystem::create_directories(folder_ / "subsys");
  for (const char* name : {"boots.rim", "utah72.dsk"}) std::ofstream{folder_ / name};
  for (const char* name : {"utah72.toml", "monitor72.debug"})
    std::filesystem::copy_file(std::filesystem::path{binaryDir()} / "roms" / name, folder_ / name);
  ::setenv("UTAH10_ROMS", folder_.c_str(), 1);
  EXPECT_THAT(refusal(), HasSubstr(".SAV: the file is missing; tools/build builds it"));
}

}  // namespace
}  // namespace utah10
