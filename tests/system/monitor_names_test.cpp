// File names: GTJFN, GNJFN, JFNS and related calls, tested by the programs of roms/test under the monitor.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorNames : public MonitorBench {
 protected:
  // Makes the pack that roms/test/names.mac needs.
  void makePack() const {
    write("notes.txt", "first\n");
    write("name.lst", "<SMITH>NOTES.TXT\n");
    tenexfs("make p.dsk");
    tenexfs("import p.dsk name.lst '<SYSTEM>NAME.LST'");
    tenexfs("mkdir p.dsk SMITH");
    tenexfs("mkdir p.dsk SMYTHE");
    for (const char* name : {"<SMITH>NOTES.TXT", "<SMITH>NOTES.MAC", "<SMITH>NOTES.MAC", "<SMITH>NOTES.MAC",
                             "<SMITH>NOTEBOOK.TXT", "<SMYTHE>A.B"})
      tenexfs(std::string{"import p.dsk notes.txt '"} + name + "'");
  }
  void passesOnPack(const std::string& program, const std::string& within) const {
    makePack();
    passes(program, {.first = kJob, .within = within, .devices = kDisk + "[dc10]\nlines = 16\n"});
    tenexfs("check p.dsk");
  }
  static std::string answers(const std::string& keys, const std::string& text) {
    return "type \"" + keys + "\"\nexpect \"" + text + "\" within 10s\n";
  }
};

TEST_P(MonitorNames, StringsErrorsGroupsDevices) {
  passesOnPack("names", "20s");
  EXPECT_EQ(tenexfs("export p.dsk '<SMITH>NOTES.MAC;2'"), "first\n");
}

TEST_P(MonitorNames, JfnsPrintsEveryField) { passesOnPack("jfns", "20s"); }

// Invalid names, killed and interrupted forks: all resources are released.
TEST_P(MonitorNames, InvalidNames) { passesOnPack("nmhost", "60s"); }

// Forks of a job use each other's JFNs at the same time.
TEST_P(MonitorNames, ForksAtTheSameJfns) { passesOnPack("nmrace", "200s"); }

// Typed names: recognition of fields and whole names, editing, confirmation.
TEST_P(MonitorNames, NamesFromTheTerminal) {
  makePack();
  const std::string out = bootWith(
      "nametty",
      "run 4s\ntype \"\\003\"\nrun 1s\n" + answers("G", "=") +
          answers("ONOTES.TXT\\r", " = DSK:<SMITH>NOTES.TXT;1\\r\\n=") +
          "type \"ONOTES\\e\"\nrun 1s\n" +  // two possible extensions: a bell
          answers("M\\e", "AC;3 = DSK:<SMITH>NOTES.MAC;3\\r\\n=") +
          answers("CNOTEB\\e", "NOTEBOOK.TXT;1 [OLD VERSION]") + answers("\\r", " = DSK:<SMITH>NOTEBOOK.TXT;1\\r\\n=") +
          answers("CNOTEB\\e", "[OLD VERSION]") + answers("!", "ERROR 600073\\r\\n=") +  // not confirmed
          answers("D\\e", "NOTES.TXT;1\\r\\nNOTES.TXT;1 = DSK:<SMITH>NOTES.TXT;1\\r\\n=") +
          answers("NNEW.FILE;P777700;T\\r", "[NEW FILE]") + answers("\\022", "NEW.FILE;100001;T;P777700 [NEW FILE]") +
          answers("\\r", " = DSK:<SYSTEM>NEW.FILE;100001;T\\r\\n=") +
          answers("*NOTES.*\\r", " = DSK:<SMITH>NOTES.*;0\\r\\n=") + "type \"O<S\\e\"\nrun 1s\n" +
          answers("MY\\e", "MYTHE>A.B;1 = DSK:<SMYTHE>A.B;1\\r\\n=") +
          answers("ONOTX\\001ES.MAC;2\\r", "NOTX\\\\XES.MAC;2\\r\\n = DSK:<SMITH>NOTES.MAC;2\\r\\n=") +
          answers("ONOTES.MAC;\\022", "NOTES.MAC;") + answers("1\\0013\\r", " = DSK:<SMITH>NOTES.MAC;3\\r\\n=") +
          answers("ONOP\\027<SMITH>XXX\\030NOTEBOOK.TXT,", "NOTEBOOK.TXT, = DSK:<SMITH>NOTEBOOK.TXT;1\\r\\n=") +
          answers("ONOTEB\\006\\006\\r", " = DSK:<SMITH>NOTEBOOK.TXT;1\\r\\n=") +
          answers("OXXX\\r", "ERROR 600104\\r\\n=") + "examine BUGCNT\n",
      16, 0500, kDisk);
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
}

UTAH10_EVERY_MONITOR(MonitorNames);

}  // namespace
}  // namespace utah10::test
