// Machine files: the machines they describe, and one line for each error.
#include "command/machine_file/machine_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "command/console/terminal.hpp"
#include "command/look/timing_report.hpp"
#include "command/prompt/session.hpp"
#include "devices/td10.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

TEST(MachineFile, BuildsTheDescribedMachine) {
  const auto d = parseMachineFile("m.toml", R"(
[machine]
name = "Utah"
[processor]
timing = "gate"
fast-memory = false
[[memory]]
kind = "MB10"
size = "16K"
count = 2
[[memory]]
kind = "MD10"
base = "100000"
size = "32K"
cycle = "2us"
[tty]
speed = "30 cps"
[ptr]
tape = "boot.rim"
[history]
entries = 1024
)");
  ASSERT_TRUE(d) << d.error().text();
  EXPECT_EQ(d->name, "Utah");
  EXPECT_EQ(d->machine.timing, "gate");
  EXPECT_FALSE(d->fastMemory);
  ASSERT_EQ(d->machine.memory.size(), 3u);
  EXPECT_EQ(d->machine.memory[1].base, 040000u);
  EXPECT_EQ(d->machine.memory[1].kind.cycle, nanoseconds(1650));
  EXPECT_EQ(d->machine.memory[2].kind.readAccess, nanoseconds(830));
  EXPECT_EQ(d->machine.memory[2].kind.cycle, nanoseconds(2000));
  EXPECT_EQ(d->devices.console.tty, 30);
  ASSERT_EQ(d->mounts.size(), 1u);
  EXPECT_EQ(d->mounts[0].slot, "ptr");
  EXPECT_EQ(d->mounts[0].file, "boot.rim");
  EXPECT_EQ(d->historyEntries, 1024u);
}

TEST(MachineFile, EquipsATenexMachine) {
  const auto d = parseMachineFile("m.toml", R"(
[pager]
registers = 8
replacement = "least-recent"
jsys-vector = "page-600"
reload = "120ns"
[clocks]
millisecond = true
calendar = "1972-10-01 12:00:00"
[dc10]
lines = 8
[[line]]
number = 3
baud = 110
[telnet]
[[disk]]
unit = 1
type = "RP03"
file = "pack.dsk"
overlay = "changes"
[[dectape]]
unit = 2
file = "boot.dta"
read-only = true
)");
  ASSERT_TRUE(d) << d.error().text();
  ASSERT_TRUE(d->machine.pager);
  EXPECT_EQ(d->machine.pager->registers, 8u);
  EXPECT_EQ(d->machine.pager->replacement, PagerConfig::Replacement::LeastRecent);
  EXPECT_EQ(d->machine.pager->callVector, PagerConfig::CallVector::JobPage);
  EXPECT_EQ(d->machine.pager->reload, nanoseconds(120));
  EXPECT_TRUE(d->devices.millisecondClock);
  EXPECT_EQ(d->devices.calendar, (DayAndSecond{41591, 43200}));
  ASSERT_TRUE(d->devices.scanner);
  ASSERT_EQ(d->devices.scanner->lines.size(), 8u);
  EXPECT_EQ(d->devices.scanner->lines[3].baud, 110);
  EXPECT_EQ(d->devices.scanner->lines[2].baud, 300);
  EXPECT_TRUE(d->telnet);
  ASSERT_TRUE(d->devices.disks);
  EXPECT_EQ(d->devices.disks->drives, (std::vector<std::string>{"RP03", "RP03"}));
  ASSERT_TRUE(d->devices.dectapes);
  EXPECT_EQ(d->devices.dectapes->transports, 3u);
  ASSERT_EQ(d->mounts.size(), 2u);
  EXPECT_EQ(d->mounts[0].slot, "dsk1");
  EXPECT_EQ(d->mounts[0].options.overlay, "changes");
  EXPECT_EQ(d->mounts[1].slot, "dta2");
  EXPECT_TRUE(d->mounts[1].options.readOnly);
}

TEST(MachineFile, TheBryantDrumHasTwoPossibleCodes) {
  for (const auto& [written, code] : {std::pair{"", 0170u}, {"device = \"030\"", 030u}, {"device = \"170\"", 0170u}}) {
    const auto d = parseMachineFile("m.toml", std::string{"[[drum]]\n"} + written);
    ASSERT_TRUE(d) << d.error().text();
    EXPECT_EQ(d->devices.bryant->device.asWritten(), code);
  }
  const auto other = parseMachineFile("m.toml", "[[drum]]\ndevice = \"100\"");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().text(), "m.toml(2): a Bryant drum is device 30 or 170, not 100");
  const auto ddc = parseMachineFile("m.toml", "[[drum]]\ntype = \"ddc\"\ndevice = \"30\"");
  ASSERT_FALSE(ddc);
  EXPECT_EQ(ddc.error().text(), "m.toml(1): the key `device` is for a Bryant drum; a ddc is device 440");
}

// 1e9/56000 is 17857.14 ns: a rate that does not divide a second gets the nearest nanosecond.
TEST(MachineFile, HasAnImpInterface) {
  const auto plain = parseMachineFile("m.toml", "[imp]\n");
  ASSERT_TRUE(plain && plain->devices.imp);
  EXPECT_EQ(plain->devices.imp->perBitToImp, microseconds(10));
  EXPECT_EQ(plain->devices.imp->perBitToHost, microseconds(10));
  EXPECT_EQ(plain->devices.imp->host, 4);
  EXPECT_FALSE(plain->devices.imp->looped);
  const auto d = parseMachineFile("m.toml", R"(
[imp]
rate-to-imp = "56000 bps"
rate-to-host = "250000 bps"
host = "101"
looped = true
)");
  ASSERT_TRUE(d && d->devices.imp);
  EXPECT_EQ(d->devices.imp->perBitToImp, nanoseconds(17857));
  EXPECT_EQ(d->devices.imp->perBitToHost, microseconds(4));
  EXPECT_EQ(d->devices.imp->host, 65);
  Machine machine{d->machine};
  DeviceSet devices{machine, d->devices};
  ASSERT_NE(devices.impCable(), nullptr);
  EXPECT_TRUE(devices.impCable()->looped());
  EXPECT_EQ(devices.impCable()->config().wire, 65);
  devices.impCable()->hostReady.set(true);
  EXPECT_TRUE(devices.impCable()->impReady.up());
  EXPECT_FALSE(parseMachineFile("m.toml", "")->devices.imp);
}

// The machine's own number is one, whichever table gives it.
TEST(MachineFile, HasOneHostNumber) {
  EXPECT_FALSE(parseMachineFile("m.toml", "[imp]\n[network]\n")->hostNumber) << "nobody has given it";
  for (const char* text : {"[imp]\nhost = \"105\"\n[network]\n", "[imp]\n[network]\nmachine = \"105\"\n",
                           "[imp]\nhost = \"105\"\n[network]\nmachine = \"105\"\n"}) {
    const auto d = parseMachineFile("m.toml", text);
    ASSERT_TRUE(d) << text << d.error().text();
    EXPECT_EQ(d->hostNumber, HostId{0105}) << text;
    EXPECT_EQ(d->network->machine, HostId{0105}) << text;
    EXPECT_EQ(d->devices.imp->host, 0105) << text;
  }
  const auto two = parseMachineFile("m.toml", "[imp]\nhost = \"105\"\n[network]\nmachine = \"4\"\n");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().text(), "m.toml(4): imp.host is 105, network.machine 4; give one of them");
}

TEST(MachineFile, TheMachineThatIsShippedCanBeBuilt) {
  const auto d = loadMachineFile(UTAH10_SOURCE_DIR "/tools/machines/tenex.toml");
  ASSERT_TRUE(d) << d.error().text();
  Machine machine{d->machine};
  DeviceSet devices{machine, d->devices};
  EXPECT_EQ(devices.ports().size(), 8u);
  for (const Mount& m : d->mounts) EXPECT_NE(devices.slot(m.slot), nullptr) << m.slot;
  EXPECT_EQ(d->mounts.size(), 2u);
}

// The machines of known sites: what their parameter files say of them.
struct Site {
  const char* file;
  std::uint32_t host;  // host * 64 + IMP
  std::size_t lines;   // of the scanner
  std::size_t disks;
  unsigned dectapes;
  std::uint32_t drum;  // device code of the Bryant drum; 0: no drum
  PagerConfig::CallVector vector;
};

class SiteMachine : public ::testing::TestWithParam<Site> {};

TEST_P(SiteMachine, IsWhatItsParameterFileSays) {
  const Site& site = GetParam();
  const auto d = loadMachineFile(std::string{UTAH10_SOURCE_DIR "/tools/machines/"} + site.file);
  ASSERT_TRUE(d) << d.error().text();
  ASSERT_TRUE(d->machine.pager && d->devices.imp && d->devices.disks && d->devices.dectapes);
  EXPECT_EQ(static_cast<std::uint32_t>(d->devices.imp->host), site.host);
  EXPECT_EQ(d->devices.disks->drives.size(), site.disks);
  EXPECT_EQ(d->devices.dectapes->transports, site.dectapes);
  EXPECT_EQ(d->devices.bryant ? d->devices.bryant->device.asWritten() : 0, site.drum);
  EXPECT_EQ(d->machine.pager->callVector, site.vector);
  Machine machine{d->machine};
  DeviceSet devices{machine, d->devices};
  EXPECT_EQ(devices.ports().size(), site.lines);
  for (const Mount& m : d->mounts) EXPECT_NE(devices.slot(m.slot), nullptr) << m.slot;
}

constexpr auto kPage1 = PagerConfig::CallVector::PageOne, kPage600 = PagerConfig::CallVector::JobPage;
INSTANTIATE_TEST_SUITE_P(Sites, SiteMachine,
                         ::testing::Values(Site{"bbn-a.toml", 0105, 64, 2, 4, 030, kPage1},
                                           Site{"bbn-c.toml", 0361, 0, 2, 3, 0, kPage600},
                                           Site{"sri-ai.toml", 0102, 64, 8, 8, 0170, kPage1},
                                           Site{"utah.toml", 4, 16, 2, 2, 0170, kPage1}));

TEST(MachineFile, LinesAndProtectedMediaAtThePrompt) {
  const auto d = parseMachineFile("m.toml", "[dc10]\nlines = 2\n[[dectape]]\n");
  ASSERT_TRUE(d) << d.error().text();
  Machine machine{d->machine};
  DeviceSet devices{machine, d->devices};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
  ASSERT_TRUE(session.perform("show lines"));
  EXPECT_EQ(terminal.answers(), "tty0   free\ntty1   free\n");
  devices.ports()[1]->connect();
  devices.ports()[1]->type("ab");
  terminal.clear();
  ASSERT_TRUE(session.perform("show lines"));
  EXPECT_EQ(terminal.answers(), "tty0   free\ntty1   connected, 2. keys waiting\n");
  const auto folder = test::ownFolder();
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "new.dta").string();
  EXPECT_FALSE(session.perform("attach dta0 " + file + " ro"));
  EXPECT_FALSE(std::filesystem::exists(file));
  const auto made = session.perform("attach dta0 " + file + " create ro");
  EXPECT_TRUE(made) << made.error().text();
  EXPECT_EQ(std::filesystem::file_size(file), 591872u);
  EXPECT_TRUE(devices.dectapes()->unit(0).mounted().ends_with("write-locked")) << devices.dectapes()->unit(0).mounted();
  std::filesystem::remove_all(folder);
}

TEST(MachineFile, AnEmptyFileIsTheDefaultMachine) {
  const auto d = parseMachineFile("m.toml", "");
  ASSERT_TRUE(d);
  EXPECT_TRUE(d->machine.memory.empty());
  EXPECT_EQ(d->devices.console.ptr, 300);
}

struct Mistake {
  const char* text;
  const char* message;
};
constexpr Mistake kMistakes[] = {
    {"[processor]\ntimign = \"srm\"\n", "m.toml(2): unknown key timign in [processor]; did you mean timing?"},
    {"[procesor]\n", "m.toml(1): unknown table [procesor]; did you mean processor?"},
    {"[processor]\ntiming = \"fast\"\n", "m.toml(2): no timing profile \"fast\"; use srm or gate"},
    {"[processor]\ntiming = 3\n", "m.toml(2): processor.timing must be name"},
    {"[[memory]]\ncycle = \"1.65\"\n", "m.toml(2): memory.cycle must be duration (\"610ns\", \"1us\")"},
    {"[[memory]]\n\nsize = \"16\"\n", "m.toml(3): memory.size must be words (\"16K\")"},
    {"[tty]\nspeed = \"10 baud\"\n", "m.toml(2): tty.speed must be rate (\"300 cps\")"},
    {"[imp]\nrate-to-imp = \"100000 cps\"\n", "m.toml(2): imp.rate-to-imp must be rate (\"100000 bps\")"},
    {"[imp]\nrate-to-host = \"99 bps\"\n", "m.toml(2): imp.rate-to-host is out of range; 100 bps to 10000000 bps"},
    {"[tty]\nspeed = \"0 cps\"\n", "m.toml(2): tty.speed is out of range; 1 cps to 100000 cps"},
    {"[[memory]]\nkind = \"MX10\"\n", "m.toml(2): no memory type \"MX10\"; use ideal, MA10, MB10, MD10, ME10, MF10"},
    {"[pager]\nregisters = 55\n", "m.toml(2): pager.registers is out of range; 1 to 54"},
    {"[pager]\nreplacement = \"random\"\n", "m.toml(2): no replacement \"random\"; use round-robin or least-recent"},
    {"[clocks]\ncalendar = \"yesterday\"\n",
     "m.toml(2): date \"yesterday\": is not a date and time; write 1972-10-01 or 1972-10-01 12:00:00"},
    {"[dc10]\nlines = 4\n[[line]]\nnumber = 4\n", "m.toml(3): there is no line 4; [dc10] has 4 lines"},
    {"[[disk]]\ntype = \"RP04\"\n", "m.toml(1): no disk type \"RP04\"; use RP02 or RP03"},
    {"[[disk]]\noverlay = \"x\"\n", "m.toml(1): an overlay also needs the key `file`"},
    {"[disk]\ntype = \"RP02\"\n", "m.toml(1): disk is a repeated table; write [[disk]]"},
    {"[memory]\nkind = \"MA10\"\n", "m.toml(1): memory is a repeated table; write [[memory]]"},
};

TEST(MachineFile, EveryErrorHasFileAndLine) {
  for (const Mistake& m : kMistakes) {
    const auto d = parseMachineFile("m.toml", m.text);
    ASSERT_FALSE(d) << m.text;
    EXPECT_EQ(d.error().text(), m.message);
  }
  const auto syntax = parseMachineFile("m.toml", "[tty]\nspeed = \n");
  ASSERT_FALSE(syntax);
  EXPECT_TRUE(syntax.error().text().starts_with("m.toml(2): ")) << syntax.error().text();
  const auto overlap = parseMachineFile("m.toml", "[[memory]]\n[[memory]]\nbase = \"20000\"\n");
  ASSERT_FALSE(overlap);
  EXPECT_NE(overlap.error().text().find("overlaps another box at 020000"), std::string::npos) << overlap.error().text();
}

TEST(MachineFile, TheExplanationHoldsEveryKindOfValue) {
  const auto settings = allSettings();
  const auto value = [&](const std::string& key) {
    const auto it = std::ranges::find(settings, key, &Setting::key);
    return it == settings.end() ? std::string("missing") : it->value;
  };
  EXPECT_EQ(value("tty.speed"), "10 cps");
  EXPECT_EQ(value("kind.MB10.cycle"), "1.65us");
  EXPECT_EQ(value("srm.fetch-before"), "0.17us");
  EXPECT_EQ(value("gate.relocation"), "0.095us");
  for (const ReportForm form : {ReportForm::Text, ReportForm::Csv, ReportForm::Json})
    EXPECT_NE(explainConfig(form).find("srm.fetch-before"), std::string::npos);
}

TEST(MachineFile, TheExplanationShowsTheSettingsOfAFile) {
  const auto d = parseMachineFile("x.toml",
                                  "[tty]\nspeed = \"30 cps\"\n[[memory]]\nkind = \"MB10\"\n"
                                  "[[memory]]\nkind = \"MB10\"\nbase = \"040000\"\n");
  ASSERT_TRUE(d) << d.error().text();
  const auto settings = allSettings(&*d);
  const auto row = [&](const std::string& key) { return *std::ranges::find(settings, key, &Setting::key); };
  EXPECT_EQ(row("tty.speed").value, "30 cps");
  EXPECT_EQ(row("tty.speed").preset, "10 cps");
  EXPECT_EQ(row("tty.speed").place, "x.toml(2)");
  EXPECT_EQ(row("ptr.speed").value, row("ptr.speed").preset);
  EXPECT_EQ(row("ptr.speed").place, "");
  EXPECT_EQ(row("memory[0].base").value, "0");
  EXPECT_EQ(row("memory[1].base").value, "040000");
  EXPECT_EQ(row("memory[1].base").place, "x.toml(7)");
  EXPECT_EQ(std::ranges::find(settings, "memory.base", &Setting::key), settings.end());
  EXPECT_NE(explainConfig(ReportForm::Text, &*d).find("set in x.toml(7), default 0"), std::string::npos);
  EXPECT_NE(explainConfig(ReportForm::Text, &*d).find("speed of the paper tape reader; rate; default; SRM"),
            std::string::npos);
}

TEST(MachineFile, TheListShowsValuesAndUnitsOnly) {
  const auto d = parseMachineFile("x.toml", "[tty]\nspeed = \"30 cps\"\n");
  ASSERT_TRUE(d) << d.error().text();
  const std::string text = listConfig(ReportForm::Text, &*d);
  EXPECT_NE(text.find("tty.speed                    30 cps       rate\n"), std::string::npos);
  EXPECT_NE(text.find("srm.fetch-before             0.17us       duration\n"), std::string::npos);
  EXPECT_EQ(text.find("Teletype"), std::string::npos);
  EXPECT_TRUE(listConfig(ReportForm::Csv).starts_with("key,value,unit\nmachine.name,\"utah10\",\"text\"\n"));
  EXPECT_TRUE(listConfig(ReportForm::Json).starts_with("[\n  {\n    \"key\": \"machine.name\","));
  EXPECT_EQ(listConfig(ReportForm::Json).find("\"source\""), std::string::npos);
}

Duration timeOf(TimingRequest request) {
  const auto b = explainTiming(request);
  EXPECT_TRUE(b) << b.error().text();
  Duration sum{};
  for (const TimingPart& p : b->parts) sum += p.length;
  EXPECT_EQ(sum, b->total) << request.instruction;
  return b->total;
}

TEST(TimingReport, AddsUpToTheClock) {
  EXPECT_EQ(timeOf({.instruction = "MOVE 1,200"}), nanoseconds(2310));
  EXPECT_EQ(timeOf({.instruction = "MOVE 1,200", .user = true}), nanoseconds(2530));
  EXPECT_EQ(timeOf({.instruction = "MOVE 1,200", .profile = "gate"}), nanoseconds(2060));
  EXPECT_EQ(timeOf({.instruction = "MOVE 1,200", .profile = "gate", .user = true}), nanoseconds(2250));
  // First byte of a word of 7-bit bytes, pointer in core: 4.65 + .26 + .15(29+7).
  EXPECT_EQ(timeOf({.instruction = "ILDB 1,200", .contents = {{0200, Word36{0010700000300}}}}), nanoseconds(10310));
  EXPECT_EQ(timeOf({.instruction = "BLT 1,202", .profile = "gate", .contents = {{1, Word36{0000300000200}}}}),
            nanoseconds(1120 + 3 * 2270));
}

TEST(TimingReport, ReportsErrors) {
  EXPECT_EQ(explainTiming({.instruction = "MVOE 1,2"}).error().text(), "unknown mnemonic MVOE; did you mean MOVE?");
  EXPECT_EQ(explainTiming({.instruction = "MOVE 1,2", .profile = "quick"}).error().text(),
            "processor: no timing profile \"quick\"; use srm or gate");
}

}  // namespace
}  // namespace utah10
