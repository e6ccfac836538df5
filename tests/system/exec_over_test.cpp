// What may stand between a program and its user: the program that obeys operations of DEC's monitor, and IDDT. The programs
// of roms/test stand in for both.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class ExecOver : public MonitorPack {
 protected:
  // A pack with the stand-ins as <SUBSYS>PA1050.SAV and <SUBSYS>IDDT.SAV, and <OPERATOR>PROG.SAV.
  std::string over(const std::string& script) const {
    std::filesystem::copy_file(binaryDir() + "/roms/" + GetParam() + ".dsk", folder / "p.dsk");
    for (const char* name : {"overpa", "overid", "overpg"})
      tenexfs(fmt::format("import p.dsk {}/roms/test_{}.sav '<OPERATOR>{}.SAV' --form data8", binaryDir(), name,
                          name == std::string{"overpg"} ? "PROG" : name));
    session(login(0, "OPERATOR") + type(0, "ENABLE\r") + waits(0, "\n!") + command(0, "GET OVERPA", "\n!") +
                command(0, "ENTRY 700000 10", "\n!") + command(0, "SSAVE 700 700 <SUBSYS>PA1050.SAV", "\n!") +
                command(0, "GET OVERID", "\n!") + command(0, "ENTRY 140 3", "\n!") +
                command(0, "SSAVE 0 0 <SUBSYS>IDDT.SAV", "\n!") + type(0, "DISABLE\r") + waits(0, "\n@") + script,
            Pack::Keep);
    return log(0);
  }
  static std::string stop() { return type(0, "\003") + waits(0, "\n@"); }
};

TEST_P(ExecOver, ProgramsOfDecsMonitorAreStartedAgainThroughTheOneThatObeysThem) {
  const std::string text = over(type(0, "RUN PROG\r") + waits(0, "OPERATION 47") + stop() + type(0, "START\r") +
                                waits(0, "OPERATION 47") + stop() + command(0, "REENTER") + command(0, "GOTO 145"));
  EXPECT_THAT(text, ContainsRegex("@RUN PROG\nOPERATION 51\nOPERATION 47\n\\^C\n@START\nWANTED -1\n"
                                  "STOPPED AT 7000[0-7][0-7]\nOPERATION 51\nOPERATION 47\n\\^C\n@REENTER\n"
                                  "WANTED -2\nSTOPPED AT 7000[0-7][0-7]\nOPERATION 53\n@GOTO 145\n"
                                  "WANTED 145\nSTOPPED AT 145\nOPERATION 54\n@"));
}

TEST_P(ExecOver, IddtIsPutAboveAProgramAndTakenAway) {
  const std::string text =
      over(type(0, "RUN PROG\r") + waits(0, "OPERATION 47") + stop() + command(0, "REENTER") + command(0, "IDDT") +
           command(0, "IDDT") + command(0, "NO IDDT") + command(0, "GOTO 145"));
  if (std::string{GetParam()} == "tenex72")  // the monitor has no SPLFK
    EXPECT_THAT(text, HasSubstr("@IDDT\n NOT IMPLEMENTED IN THIS MONITOR\n"));
  else
    EXPECT_THAT(text, AllOf(HasSubstr("@IDDT\nIDDT ABOVE 400001\n400002\n400000\nOPERATION 53\n145\n@"),
                            HasSubstr("@IDDT\nIDDT AGAIN\n@NO IDDT\n@GOTO 145\n")));
  EXPECT_THAT(text, HasSubstr("@GOTO 145\nWANTED 145\nSTOPPED AT 145\nOPERATION 54\n@"));
}

UTAH10_EVERY_SYSTEM(ExecOver);

}  // namespace
}  // namespace utah10::test
