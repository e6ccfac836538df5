// The command profile.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// GO calls SUB twice and halts; SUB is AOS 2, POPJ 17. Symbols are defined at the prompt.
constexpr std::string_view kProgram =
    "100: 200740000110 260740000200 260740000200 254200000103\n"
    "110: 777760001000\n"
    "200: 350000000002 263740000000\n"
    "start 100\n";

class ProfileCommandTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    write("calls.oct", kProgram);
    answer("load calls.oct; symbol GO 100; symbol SUB 200");
  }
  static std::string contents(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream{name}.rdbuf();
    return text.str();
  }
};

TEST_F(ProfileCommandTest, ShowsRoutines) {
  EXPECT_THAT(refusal("profile"), HasSubstr("nothing has been measured"));
  answer("profile on; start");
  const std::string shown = answer("profile");
  EXPECT_THAT(shown, HasSubstr("us, 8. instructions\n"));
  EXPECT_THAT(shown, AllOf(HasSubstr("exec    GO\n"), HasSubstr("exec    SUB\n"), HasSubstr(" 2. ")));
  const auto json = nlohmann::json::parse(answer("profile --json"));
  std::int64_t sum = 0;
  for (const auto& row : json["rows"]) sum += row["exclusive_ns"].get<std::int64_t>();
  EXPECT_EQ(sum, (machine.now() - kPowerOn).count());
  EXPECT_EQ(json["elapsed_ns"], sum);
  EXPECT_THAT(answer("profile --csv"),
              AllOf(StartsWith("routine,mode,process,exclusive_ns,"), HasSubstr("\nSUB,exec,,")));
  EXPECT_THAT(answer("profile 1"), HasSubstr("(1. more)"));
}

TEST_F(ProfileCommandTest, ShowsCallsLabelsLinesAndProcesses) {
  answer("profile on by process; start");
  EXPECT_THAT(answer("profile calls sub"), AllOf(HasSubstr("SUB              GO               GO+1\n"),
                                                 HasSubstr("SUB              GO               GO+2\n")));
  EXPECT_THAT(answer("profile by label"), HasSubstr("exec    none   SUB\n"));
  EXPECT_THAT(answer("profile by line"), HasSubstr("exec    none   SUB+1\n"));
  EXPECT_THAT(answer("profile by process"), HasSubstr("no process\n"));
  EXPECT_THAT(answer("profile --csv by label"), StartsWith("label,mode,process,exclusive_ns,instructions\n"));
  EXPECT_THAT(refusal("profile by colour"), HasSubstr("routine, label, line or process is missing"));
  EXPECT_THAT(refusal("profile calls NOBODY"), HasSubstr("no routine NOBODY has run"));
  EXPECT_THAT(refusal("profile calls"), HasSubstr("name of a routine is missing"));
  EXPECT_THAT(refusal("profile most"), HasSubstr("most"));
}

TEST_F(ProfileCommandTest, OffKeepsAndClearDiscards) {
  answer("profile on; start; profile off");
  const std::string first = answer("profile");
  answer("start");
  EXPECT_EQ(answer("profile"), first);
  EXPECT_THAT(refusal("profile off"), HasSubstr("the profile is off"));
  answer("profile clear");
  EXPECT_THAT(answer("profile"), StartsWith("0.000 us, 0. instructions\n"));
}

TEST_F(ProfileCommandTest, WritesForOtherPrograms) {
  answer("profile on; start");
  EXPECT_THAT(answer("profile callgrind a.out; profile folded a.txt"), HasSubstr("a.out: 0.0000"));
  EXPECT_THAT(contents("a.out"), HasSubstr("fn=SUB\n"));
  EXPECT_THAT(contents("a.txt"), HasSubstr("\nGO;SUB "));
  EXPECT_THAT(refusal("profile callgrind nosuch/a.out"), HasSubstr("nosuch/a.out: cannot be written"));
  EXPECT_THAT(refusal("profile folded ."), HasSubstr("is a directory"));
  EXPECT_THAT(refusal("profile folded"), HasSubstr("a file name is missing"));
}

TEST_F(ProfileCommandTest, ChangesNothing) {
  answer("save a.snap; start");
  const StateHash plain = stateHash(machine);
  answer("restore a.snap; profile on; start");
  EXPECT_EQ(stateHash(machine), plain);
}

}  // namespace
}  // namespace utah10
