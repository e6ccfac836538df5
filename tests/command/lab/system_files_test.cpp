// System files: what experiments learn from them.
#include "command/lab/system_files.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "command/lab/experiments.hpp"
#include "experiments/laboratory/lab_options.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

constexpr const char* kMine = R"(
[[memory]]
kind = "MB10"
size = "16K"
count = 8
[pager]
[dc10]
lines = 4
baud = 1200
[[disk]]
file = "mine.dsk"
[[dectape]]
unit = 1
[imp]
[network]
[[host]]
name = "UCLA-CCN"
address = "101"
services = "netrjs"
restart = true
[start]
load = "mine.sav"
at = "100"
dialogue = '''
type "SYSLOD\eG"
expect "? " within 100s
run 50s
type "Y"
'''
[system]
name = "TENEX of ours"
places = "NETTIK=IMPCHK BINSLO=SLBIN"
line = "console"
user = "SMITH"
password = "LAKE"
login = ""
run = '''
type "G"
expect "FILE "
type "{program}.SAV\r"
run 3s
'''
prompt = "\\n."
files = "dta1"
deliver = '''
type "COPY DTA1:{tape} {name}\r"
'''
collect = '''
type "COPY {name} DTA1:{tape}\r"
'''
brings-programs = true
[[user]]
name = "JONES"
password = "SNOW"
)";

Expected<LabSystem> systemOf(const std::string& text) {
  const auto d = parseMachineFile("mine.toml", text);
  if (!d) return tl::unexpected(d.error());
  return labSystemOf(*d, "mine.toml");
}

std::string without(std::string text, const std::string& part) {
  text.erase(text.find(part), part.size());
  return text;
}

TEST(SystemFile, DescribesTheSystem) {
  const auto s = systemOf(kMine);
  ASSERT_TRUE(s) << s.error().text();
  EXPECT_EQ(s->name, "TENEX of ours");
  EXPECT_EQ(s->places.at("NETTIK"), "IMPCHK");
  EXPECT_EQ(s->places.at("BINSLO"), "SLBIN");
  EXPECT_TRUE(s->place.console);
  EXPECT_EQ(s->user.name, "SMITH");
  EXPECT_EQ(s->prompt, "\n.");
  EXPECT_EQ(s->start.image, "mine.sav");
  EXPECT_EQ(s->start.at, VirtualAddress{0100});
  EXPECT_EQ(s->devices.scanner->lines[3].baud, 1200);
  ASSERT_EQ(s->media.size(), 1u);
  EXPECT_EQ(s->media[0].slot, "dsk0");
  ASSERT_EQ(s->others.size(), 1u);
  EXPECT_EQ(s->others[0].password, "SNOW");
  EXPECT_TRUE(s->bringsPrograms);
  EXPECT_TRUE(s->network.hosts[0].ccn->terminals[0].automaticRestart);
}

TEST(SystemFile, DialoguesAreStepsOfAUser) {
  const auto s = systemOf(kMine);
  ASSERT_TRUE(s) << s.error().text();
  const LabSteps& start = s->start.dialogue;
  ASSERT_EQ(start.size(), 2u);
  EXPECT_EQ(start[0].keys, "SYSLOD\033G");
  EXPECT_EQ(start[0].until, "? ");
  EXPECT_EQ(start[0].patience, seconds(100));
  EXPECT_EQ(start[0].think, seconds(50));
  EXPECT_EQ(start[1].keys, "Y");
  EXPECT_TRUE(s->logIn.empty());
  const LabSteps run = awaiting(filled(s->run, {{"program", "RJS"}}), {{}, "TERMINAL:"});
  ASSERT_EQ(run.size(), 3u);
  EXPECT_EQ(run[1].keys, "RJS.SAV\r");
  EXPECT_EQ(run[1].think, seconds(3));
  EXPECT_EQ(run[2].until, "TERMINAL:");
}

struct WrongSystem {
  const char* without;
  const char* error;
};

class WrongSystems : public ::testing::TestWithParam<WrongSystem> {};

TEST_P(WrongSystems, AreRefused) {
  const auto s = systemOf(without(kMine, GetParam().without));
  ASSERT_FALSE(s);
  EXPECT_NE(s.error().text().find(GetParam().error), std::string::npos) << s.error().text();
}

INSTANTIATE_TEST_SUITE_P(SystemFile, WrongSystems,
                         ::testing::Values(WrongSystem{"load = \"mine.sav\"\n", "a start needs either read-in or load"},
                                           WrongSystem{"name = \"UCLA-CCN\"\n", "has no network with UCLA-CCN"},

                                           WrongSystem{"collect = '''\ntype \"COPY {name} DTA1:{tape}\\r\"\n'''\n",
                                                       "need the dialogues deliver and collect"}),
                         [](const auto& made) { return "Case" + std::to_string(made.index); });

TEST(SystemFile, OfAMachineAloneIsRefused) {
  const auto d = parseMachineFile("m.toml", "[machine]\nname = \"bare\"\n");
  ASSERT_TRUE(d);
  const auto s = labSystemOf(*d, "m.toml");
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().text(), "m.toml: describes no system; add [system] and [start]");
}

TEST(SystemFile, OptionsAreThoseOfItsMachine) {
  const auto s = systemOf(kMine);
  ASSERT_TRUE(s) << s.error().text();
  LabOptions o = LabOptions::of(*s, "mine.toml");
  EXPECT_EQ(
      o.text(),
      "TENEX of ours, 128K words of MB10, 16 associative registers, swapping to disk, IMP at 100000 b/s, timing srm");
  const auto same = o.applied(*s);
  ASSERT_TRUE(same) << same.error().text();
  EXPECT_EQ(same->machine.memory.size(), 8u);
  o.coreK = 160;
  o.memory = "MA10";
  o.interleave = 2;
  const auto larger = o.applied(*s);
  ASSERT_TRUE(larger) << larger.error().text();
  EXPECT_EQ(larger->machine.memory.size(), 10u);
  EXPECT_EQ(larger->machine.memory[9].kind.name, "MA10");
  EXPECT_EQ(larger->machine.memory[9].interleave, 2u);
  o.swapping = Swapping::Drum;
  const auto drum = o.applied(*s);
  ASSERT_FALSE(drum);
  EXPECT_EQ(drum.error().text(), "swapping: the system has no drum; add [[drum]] to its file");
}

TEST(SystemFile, SymbolsWithoutAPlaceAreRefused) {
  auto s = loadLabSystem(binaryDir() + "/roms/utah72.toml");
  ASSERT_TRUE(s) << s.error().text();
  s->places["BINSLO"] = "SLBIN";
  const auto ok = checkSystemFiles(*s, "");
  ASSERT_FALSE(ok);
  EXPECT_EQ(ok.error().text(),
            s->symbols.string() + ": has no symbol SLBIN; name the place in `places`, or leave `symbols` out");
  s->symbols.clear();
  EXPECT_TRUE(checkSystemFiles(*s, ""));
}

// FTP needs a host to reach, and a system that runs it.
TEST(SystemFile, FtpIsLeftOutWhereThereIsNone) {
  const std::string host = "[[host]]\nname = \"UCSB\"\naddress = \"3\"\nservices = \"ftp\"\n";
  const auto ftpOf = [](const std::string& text) {
    const auto s = systemOf(text);
    EXPECT_TRUE(s) << s.error().text();
    return s && s->ftp;
  };
  EXPECT_FALSE(ftpOf(kMine));
  EXPECT_TRUE(ftpOf(std::string{kMine} + host));
  std::string without = kMine;
  without.insert(without.find("brings-programs"), "ftp = false\n");
  EXPECT_FALSE(ftpOf(without + host));
}

// The packaged systems differ in their monitors, in CCN's generation and in nothing else.
TEST(SystemFile, PackagedSystemsAreUtahs) {
  const std::pair<const char*, const char*> systems[] = {
      {"utah72", "1972"}, {"utah131", "January 1973, 1.31 in kind"}, {"utah73", "1973"}};
  for (const auto& [name, when] : systems) {
    const auto s = loadLabSystem(binaryDir() + "/roms/" + name + ".toml");
    ASSERT_TRUE(s) << s.error().text();
    EXPECT_EQ(
        LabOptions::of(*s, name).text(),
        std::string{"monitor of "} + when +
            ", 192K words of MA10, 16 associative registers, drum at 30 revolutions per second, IMP at 100000 b/s, "
            "timing srm");
    EXPECT_EQ(s->others.size(), 8u);
    EXPECT_TRUE(checkSystemFiles(*s, ""));
    EXPECT_TRUE(s->ftp);
  }
}

// Where nothing is chosen an experiment has the system of its measurement.
TEST(SystemFile, GenerationsNamePackagedSystems) {
  EXPECT_EQ(Rfc415Options{}.machine.system, "utah131");
  EXPECT_EQ(Rfc557Options{}.machine.system, "") << "each row has its own";
  const auto none = chosenMachine({.generation = 74});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().text(), "generation: there is no monitor 74; 72, 131 or 73");
}

}  // namespace
}  // namespace utah10
