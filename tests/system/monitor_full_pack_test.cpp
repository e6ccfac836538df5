// A pack with hardly any free pages: the system boots, a user can log in, and deleting files makes room.
#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"
#include "utah10/toolchain/tenex_pack.hpp"
#include "word/sparse_file.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorFullPack : public MonitorPack {
 protected:
  // Fills a copy of the packaged pack with files until `free` pages are left.
  void fill(unsigned free) const {
    std::filesystem::remove(folder / "p.dsk");
    ASSERT_FALSE(copySparse(fmt::format("{}/roms/{}.dsk", binaryDir(), GetParam()), folder / "p.dsk"));
    auto pack = TenexPack::open(folder / "p.dsk");
    ASSERT_TRUE(pack) << pack.error().text();
    constexpr unsigned kMost = 500;  // pages of a file, which has an index block, too
    for (unsigned n = 0, left = 0; (left = pack->check(false).freePages - free) != 0; ++n) {
      FileContents contents;
      contents.byteSize = 36;
      contents.words.assign(std::size_t{512} * (left <= kMost + 1 ? left - 1 : std::min(kMost, left - 3)), Word36{1});
      contents.bytes = contents.words.size();
      const auto made = pack->write(*parseTenexName(fmt::format("<SYSTEM>FILL{}.BIG", n)), contents);
      ASSERT_TRUE(made) << made.error().text();
    }
    const auto saved = pack->save(folder / "p.dsk");
    ASSERT_TRUE(saved) << saved.error().text();
  }
};

TEST_P(MonitorFullPack, BootsAndRuns) {
  for (const unsigned free : {0U, 5U}) {
    SCOPED_TRACE(fmt::format("{} pages free", free));
    fill(free);
    session(login(0, "GUEST") + command(0, "DIRECTORY") + command(0, "COPY CALLS.MAC MORE.MAC") +
                command(0, "COPY CALLS.MAC MOST.MAC") + command(0, "DELETE CALLS.MAC") +
                command(0, "DELETE HELLO.MAC") + command(0, "EXPUNGE") + goesOn("35s") +
                command(0, "COPY READ.ME NEW.TXT") + command(0, "DIRECTORY") + logout(0) + goesOn("35s"),
            Pack::Keep);
    EXPECT_THAT(log(0), HasSubstr("VERSE.TXT;1"));
    if (free == 0) {
      EXPECT_THAT(log(0), HasSubstr("NO ROOM"));
    }
    EXPECT_EQ(exported("<GUEST>NEW.TXT"), exported("<GUEST>READ.ME"));
    EXPECT_THAT(tenexfs("check p.dsk"), Not(::testing::ContainsRegex("note|error")));
  }
}

// A copy that runs out of space reports the reason, by pages and byte by byte, and leaves no new file behind.
TEST_P(MonitorFullPack, CopyThatDoesNotFitReportsIt) {
  fill(6);
  session(login(0, "GUEST") + command(0, "COPY <SUBSYS>FTP.SAV F.SAV") + command(0, "DIRECTORY F.SAV") +
              command(0, "APPEND <SYSTEM>ERROR.MNEMONICS READ.ME") + logout(0) + goesOn("35s"),
          Pack::Keep);
  constexpr const char* kFull = "\n NO ROOM ON DISK OR DRUM\n@";
  EXPECT_THAT(log(0), HasSubstr(std::string{"COPY <SUBSYS>FTP.SAV F.SAV"} + kFull));
  EXPECT_THAT(log(0), Not(HasSubstr("F.SAV;1")));
  EXPECT_THAT(log(0), HasSubstr(std::string{"READ.ME"} + kFull));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(::testing::ContainsRegex("note|error")));
}

// A compiler whose program does not fit says so each time, and leaves neither a part of it nor a JFN behind, of which a
// job of 1972 has 13.
TEST_P(MonitorFullPack, CompilerThatHasNoRoomSaysSo) {
  fill(4);
  constexpr unsigned kTimes = 14;
  std::string compilations;
  for (unsigned n = 0; n < kTimes; ++n) compilations += command(0, "<GUEST>PRIMES", "\n*");
  session(login(0, "HICKS", "GREG") + command(0, "COMPIL", "\n*") + compilations +
              command(0, "<GUEST>PRIMES/N", "\n*") + type(0, "\032") + waits(0, "\n@") + command(0, "DIRECTORY") +
              logout(0) + goesOn("35s"),
          Pack::Keep);
  std::string said = "*<GUEST>PRIMES\nNO ROOM\n";
  for (unsigned n = 1; n < kTimes; ++n) said += "*<GUEST>PRIMES\nNO ROOM TO OPEN THE FILE\n";
  EXPECT_THAT(log(0), HasSubstr(said + "*<GUEST>PRIMES/N\nPRIMES: 21 LINES, 0 ERRORS, "));
  EXPECT_THAT(log(0), Not(HasSubstr("PRIMES.SAV")));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(::testing::ContainsRegex("note|error")));
}

// Mail for which there is no room can be sent again later; it is not refused.
TEST_P(MonitorFullPack, MailWaitsForRoom) {
  for (const unsigned free : {3U, 5U}) {
    SCOPED_TRACE(fmt::format("{} pages free", free));
    fill(free);
    sessionOn(read(binaryDir() + "/roms/tenex.toml"),
              login(0, "GUEST") + goesOn("75s") + command(0, "TELNET", "\n#") + command(0, "CONNECT UTAH 3", "300 ") +
                  command(0, "MAIL SMITH", "350 ") + type(0, "DATE:  1-OCT-72 06:02\r\rTEXT\r.\r") +
                  waits(0, "\r\n453 ") + command(0, "NOOP", "200 "),
              Pack::Keep);
  }
}

UTAH10_EVERY_SYSTEM(MonitorFullPack);

}  // namespace
}  // namespace utah10::test
