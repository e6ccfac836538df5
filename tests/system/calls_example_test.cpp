// roms/example/calls.mac on the shipped machine: monitor calls shown live and from the trace of the same run.
#include <gmock/gmock.h>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

const std::string kOnDiag = "--quiet --machine " UTAH10_SOURCE_DIR "/tools/machines/diag.toml";
const std::string kRoms = binaryDir() + "/roms/";

// The guest's OK appears between the lines, because the line of PSOUT is printed when it returns.
constexpr std::string_view kLive =
    "        30.430 us    p21  GTJFN(1=old|short|newest, 2=\"FOO.TXT\") = +2 1=JFN 1 <14.360 us, own 14.360 us>\n"
    "        44.790 us    p21  BIN(1=JFN 1) = +1 2='A' <16.330 us, own 16.330 us>\n"
    "        61.120 us    p21  BIN(1=JFN 1) = +1 2='B' <15.280 us, own 15.280 us>\n"
    "OK\n"
    "        77.930 us    p21  PSOUT(1=\"OK\\r\\n\") = +1 1=10700,,1016 <4036.040 us, own 4036.040 us>\n"
    "      4117.030 us    p21  GTJFN(1=old|short|newest, 2=0) = +1 GJFX18 <9.410 us, own 9.410 us>\n"
    "      4126.440 us    p21  HALTF( <unfinished ...>\n"
    "      4132.000 us    p21  <... HALTF resumed>) = ?\n";

class CallsExample : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    live = run(kOnDiag + " --trace t.trace -c \"load " + kRoms + "calls.sav; jsystrace on; start; jsystrace off\"");
    ASSERT_EQ(live.code, 0) << live.err;
    std::erase(live.out, '\r');
  }
  Result live;
};

std::string without(std::string text, const std::string& part, const std::string& instead = {}) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text : text.replace(at, part.size(), instead);
}

TEST_F(CallsExample, PrintsItsCalls) { EXPECT_EQ(live.out, kLive); }

// A trace contains only words that were fetched. This monitor never reads the string of GTJFN, so its argument is shown
// as a pointer.
TEST_F(CallsExample, PrintsTheSameFromATrace) {
  const Result r = runProgram(binaryDir() + "/trace10", "jsys t.trace");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, without(without(live.out, "OK\n"), "2=\"FOO.TXT\"", "2=-1,,1014"));
}

TEST_F(CallsExample, SumsAreTheSameFromATrace) {
  const Result sums =
      run(kOnDiag + " -c \"load " + kRoms + "calls.sav; jsystrace count; start; jsystrace summary --csv\"");
  const Result r = runProgram(binaryDir() + "/trace10", "jsys t.trace --summary --csv");
  std::string out = sums.out;
  std::erase(out, '\r');
  EXPECT_EQ(r.out, without(out, "OK\n"));
  EXPECT_THAT(r.out, HasSubstr("PSOUT"));
}

}  // namespace
}  // namespace utah10
