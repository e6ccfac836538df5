// The machine of tools/machines/diag.toml with the programs of roms/diag, run as a user runs them.
#include <gmock/gmock.h>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

constexpr const char* kMachine = UTAH10_SOURCE_DIR "/tools/machines/diag.toml";

class ShippedMachine : public ProgramTest, public ::testing::WithParamInterface<const char*> {
 protected:
  Result diagnose(const std::string& program) {
    return run(std::string("--machine ") + kMachine + " run --halt-at 140 --for 600s " + binaryDir() + "/roms/" +
               program + ".sav");
  }
};

TEST_P(ShippedMachine, PassesItsDiagnostic) {
  const Result r = diagnose(GetParam());
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_THAT(r.out, HasSubstr("halt instruction at 000140 after"));
  EXPECT_EQ(r.err, "");
}

INSTANTIATE_TEST_SUITE_P(Programs, ShippedMachine,
                         ::testing::Values("basic", "user", "pi", "pager", "clocks", "dc10", "lpt", "consol", "disk",
                                           "drum", "ddc", "dectap", "magtap", "imptst"));

using ShippedMachineFailure = ShippedMachine;

TEST_F(ShippedMachineFailure, IsAnErrorWithHaltAt) {
  const Result r = diagnose("uuo");  // needs opcodes 100-104 unimplemented
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("uuo.sav: halt instruction at 000141, not a halt at 000140\n"));
}

}  // namespace
}  // namespace utah10
