// The examples in <GUEST> of the packaged systems run as they stand, and their programs are those of their sources.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;

class Examples : public MonitorPack {};

TEST_P(Examples, Run) {
  session(login(0, "GUEST") + command(0, "RUN HELLO") + command(0, "START") + command(0, "RUN CALLS", "FILE? ") +
          command(0, "NIX", "FILE? ") + command(0, "VERSE.TXT") + command(0, "COMPIL", "\n*") +
          command(0, "PRIMES", "\n*") + command(0, "HEAT", "\n*") + type(0, "\032") + waits(0, "\n@") +
          command(0, "RUN PRIMES") + command(0, "RUN HEAT"));
  const std::string text = log(0);
  EXPECT_THAT(text, HasSubstr("@RUN HELLO\nHELLO FROM TENEX\n@START\nHELLO FROM TENEX\n@"));
  EXPECT_THAT(text, HasSubstr("@RUN CALLS\nYOU ARE GUEST, THE TIME IS  2-OCT-72 "));
  EXPECT_THAT(text, HasSubstr("\nTHERE IS NO SUCH FILE\nCOUNT WHICH FILE? VERSE.TXT\n"
                              "\n4 LINES, 26 WORDS, 138 CHARACTERS\n@"));
  EXPECT_THAT(text, HasSubstr("PRIMES:  303, THE LAST  1999\n@"));
  EXPECT_THAT(text, HasSubstr("THEY AGREE\n@"));
}

// What HELLO.MAC tells: the source is fetched to the host, assembled, linked, and put back.
TEST_P(Examples, AreMadeOnTheHost) {
  session(waits(kConsole, "EXEC 1.10") + waits(kConsole, "@") + command(kConsole, "LOGIN GUEST GUEST 1") +
              "get HELLO.MAC\nget CALLS.MAC\n" + goesOn("40s"),
          Pack::Keep, "[[magtape]]\nunit = 0\n");
  for (const char* name : {"hello", "calls"}) {
    const Result assembled = runProgram(binaryDir() + "/macro10",
                                        fmt::format("--unv-dir {}/roms -o {}.rel {}.mac", binaryDir(), name, name));
    ASSERT_EQ(assembled.code, 0) << assembled.err;
    ASSERT_EQ(runProgram(binaryDir() + "/link10", fmt::format("-o {}.SAV {}.rel", name, name)).code, 0);
  }
  const std::string out = session(waits(kConsole, "EXEC 1.10") + waits(kConsole, "@") +
                                      command(kConsole, "LOGIN GUEST GUEST 1") + "put hello.SAV\nput calls.SAV\n" +
                                      command(kConsole, "RUN HELLO") + command(kConsole, "RUN CALLS", "FILE? ") +
                                      command(kConsole, "VERSE.TXT") + command(kConsole, "DIRECTORY *.SAV"),
                                  Pack::Keep, "[[magtape]]\nunit = 0\n");
  EXPECT_THAT(out, HasSubstr("@RUN HELLO\nHELLO FROM TENEX\n@"));
  EXPECT_THAT(
      out,
      HasSubstr("4 LINES, 26 WORDS, 138 CHARACTERS\n@DIRECTORY *.SAV\n   <GUEST>\n CALLS.SAV;2,1\n HELLO.SAV;2,1\n@"));
}

UTAH10_EVERY_SYSTEM(Examples);

}  // namespace
}  // namespace utah10::test
