// put and get: host files into and out of a running TENEX, byte for byte, by a tape that a user's program reads or
// writes.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Carry : public MonitorPack {
 protected:
  static constexpr const char* kTape = "[[magtape]]\nunit = 0\n";
  static std::string guest() {
    return waits(kConsole, "EXEC 1.10") + waits(kConsole, "@") + command(kConsole, "LOGIN GUEST GUEST 1");
  }
  // Boots, performs the script, whose last command must be refused, and returns what was printed.
  std::string refused(const std::string& script, const char* more = kTape) const {
    write("machine.toml", machine(more));
    write("script", script);
    const Result r = run(fmt::format("--quiet --machine machine.toml boot {} -c \"do script\"", GetParam()));
    EXPECT_NE(r.code, 0) << r.out;
    return r.out + r.err;
  }
  std::string program() const { return binaryDir() + "/roms/subsys/CALC.SAV"; }
};

// Text of several pages, a line without an end, a program, nothing at all.
TEST_P(Carry, KeepsEveryByte) {
  std::string text;
  for (int n = 0; n < 400; ++n) text += fmt::format("line {} of a text\twith {} characters in it\n", n, "some");
  text += "the end";
  write("long.txt", text);
  write("empty.txt", "");
  const std::string out = session(
      guest() + fmt::format("put long.txt\nput {} MINE.SAV\nput empty.txt\n", program()) +
          "get LONG.TXT back.txt\nget MINE.SAV\nget \"<GUEST>EMPTY.TXT;1\" back.empty\nget <SUBSYS>CALC.SAV calc.sav\n" +
          command(kConsole, "RUN MINE", "\n*") + type(kConsole, "6*7\r") + waits(kConsole, " 42") +
          type(kConsole, "\003") + goesOn("40s"),
      Pack::Keep, kTape);
  EXPECT_THAT(out, HasSubstr("*LONG.TXT=MTA0:\n<GUEST>LONG.TXT;1 ["));
  EXPECT_EQ(read("back.txt"), text);
  EXPECT_EQ(exported("<GUEST>LONG.TXT"), text);
  EXPECT_EQ(read("back.empty"), "");
  std::ifstream in{program(), std::ios::binary};
  const std::string whole{std::istreambuf_iterator<char>{in}, {}};
  EXPECT_EQ(read("mine.sav"), whole);
  EXPECT_EQ(read("calc.sav"), whole);
  expectCleanPack();
}

// Nobody sits at the console; the examples of `help put` and `help get`.
TEST_P(Carry, VisitsAsAUser) {
  write("hi.mac", "\tTITLE\tHI\n\tEND\n");
  std::filesystem::copy_file(program(), folder / "hi.sav");
  session("hangup tty11\n" + waits(kConsole, "EXEC 1.10") + waits(kConsole, "@") +
              "put hi.mac as GUEST GUEST\nput hi.mac as SMITH LAKE\n" + command(kConsole, "LOGIN GUEST GUEST 1") +
              "put hi.mac\nput hi.sav <GUEST>HELLO.SAV\nget VERSE.TXT\nget <SUBSYS>CALC.SAV calc.sav\n" +
              login(2, "JONES", "SNOW") + "put hi.mac other.mac on tty2\n" + goesOn("40s"),
          Pack::Keep, kTape);
  EXPECT_EQ(exported("<GUEST>HI.MAC;1"), read("hi.mac"));
  EXPECT_EQ(exported("<GUEST>HI.MAC;2"), read("hi.mac"));
  EXPECT_EQ(exported("<SMITH>HI.MAC"), read("hi.mac"));
  EXPECT_EQ(exported("<JONES>OTHER.MAC"), read("hi.mac"));
  EXPECT_EQ(read("verse.txt"), exported("<GUEST>VERSE.TXT"));
  expectCleanPack();
}

TEST_P(Carry, SaysWhyNot) {
  write("hi.mac", "\tEND\n");
  write("there.txt", "HOST\n");
  EXPECT_THAT(refused(guest() + "put nix.mac\n"), HasSubstr("nix.mac: no such file"));
  EXPECT_THAT(refused(guest() + "put hi.mac A=B\n"), HasSubstr("\"A=B\" is no name of a TENEX file"));
  EXPECT_THAT(refused(guest() + "put hi.mac <NOBODY>X.MAC\n"), HasSubstr("put: TENEX says: <NOBODY>X.MAC: "));
  EXPECT_THAT(refused(guest() + "get NIX.TXT\n"), HasSubstr("get: TENEX says: NIX.TXT: NO FILE HAS THIS NAME"));
  EXPECT_THAT(refused(guest() + "get VERSE.TXT there.txt\n"), HasSubstr("there.txt: exists already"));
  EXPECT_EQ(read("there.txt"), "HOST\n");
  EXPECT_THAT(refused(waits(kConsole, "EXEC 1.10") + waits(kConsole, "@") + "put hi.mac\n"),
              HasSubstr("TENEX did not start TAPE: ?; log in first"));
  EXPECT_THAT(refused(guest() + command(kConsole, "CALC", "\n*") + "put hi.mac\n"),
              HasSubstr("the console is not at EXEC's prompt; end the program there (control-C), or add: as USER"));
  EXPECT_THAT(refused(goesOn("5s") + "put hi.mac as GUEST WRONG\n"), HasSubstr("TENEX did not log GUEST in: "));
  EXPECT_THAT(refused(guest() + "put hi.mac\n", ""), HasSubstr("the machine has no magnetic tape"));
  EXPECT_THAT(refused(guest() + "attach mta0 my.tap create\nput hi.mac\n"),
              HasSubstr("no tape transport is free; detach mta0"));
}

// Another job has the transport: nothing is harmed, and it works when the other has given it back.
TEST_P(Carry, WaitsForNobody) {
  write("hi.mac", "\tEND\n");
  EXPECT_THAT(refused(guest() + login(1, "HICKS", "GREG") + command(1, "ASSIGN MTA0:") + "put hi.mac\n"),
              HasSubstr("put: TENEX says: MTA0:: "));
  session(guest() + login(1, "HICKS", "GREG") + command(1, "ASSIGN MTA0:") + command(1, "DEASSIGN MTA0:") +
              command(1, "MOUNT MTA0:") + "put hi.mac\n" + goesOn("40s"),
          Pack::Keep, kTape);
  EXPECT_EQ(exported("<GUEST>HI.MAC"), "\tEND\n");
  expectCleanPack();
}

UTAH10_EVERY_SYSTEM(Carry);

}  // namespace
}  // namespace utah10::test
