// back until write finds a write by the processor, the pager or a channel at the instruction and the time at which a
// second machine, observed step by step, sees the write.
#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "devices/block_unit.hpp"
#include "machine/paged_machine.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Records each write to core with the current instruction and the virtual time.
struct Seen {
  std::uint64_t position;
  std::int64_t at;
  std::uint32_t address;
  Word36 now;
  std::string who;
};

std::string secondsOf(std::int64_t ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%lld.%09llds", static_cast<long long>(ns / 1'000'000'000),
                static_cast<long long>(ns % 1'000'000'000));
  return text;
}

// 100: DATAO 250,110 reads sector 0 of drive 0; its list, at 62, is two words to 1000 and 1001. 101: CONSO 250,10 and
// 102: JRST 101 wait for done; 103 halts.
constexpr std::string_view kReadSector =
    "62: 777776000777 000000000000\n"
    "100: 725140000110 725340000010 254000000101 254200000103\n"
    "110: 000000000062\n"
    "start 100\n";

struct WithDisk {
  Machine machine;
  DeviceSet devices;
  TextTerminal terminal;
  Session session;

  explicit WithDisk(const std::string& pack) : devices{machine, withDisk()}, session{machine, devices, terminal} {
    run("set record on; load read.oct; deposit pc 100; attach dsk0 " + pack + " create");
    std::vector<Word36> words(128);
    words[0] = Word36{0123456};
    words[1] = Word36{0654321};
    EXPECT_TRUE(dynamic_cast<BlockUnit&>(*devices.slot("dsk0")).write(0, words));
  }
  static DeviceConfig withDisk() {
    DeviceConfig config;
    config.disks = Rp10Config{.drives = {"RP02"}, .port = 2};
    return config;
  }
  std::string run(std::string_view commands) {
    terminal.clear();
    const auto done = session.performAll(commands);
    EXPECT_TRUE(done) << commands << ": " << (done ? "" : done.error().text());
    return terminal.answers();
  }
};

struct PortLog final : PortWatch {
  explicit PortLog(Machine& machine) : m(machine) {}
  void portWrites(std::string_view port, PhysicalAddress a, Word36, Word36 now) override {
    all.push_back({position, (m.now() - kPowerOn).count(), a.bits(), now, std::string{port}});
  }
  Machine& m;
  std::uint64_t position = 0;
  std::vector<Seen> all;
};

TEST_F(SessionTest, BackUntilWriteFindsAChannel) {
  write("read.oct", kReadSector);
  WithDisk watched{"one.dsk"};
  PortLog log{watched.machine};
  watched.machine.core().watchPorts(&log);
  for (; watched.machine.cpu().run({.instructions = 1}) == StopReason::InstructionLimit; ++log.position) {
  }
  watched.machine.core().watchPorts(nullptr);
  const auto to = [&](std::uint32_t a) {
    const auto found = std::ranges::find(log.all, a, &Seen::address);
    EXPECT_NE(found, log.all.end()) << "nothing was written to " << a;
    return found == log.all.end() ? Seen{} : *found;
  };
  const Seen first = to(01000), second = to(01001);
  ASSERT_EQ(first.now.bits(), 0123456u);
  ASSERT_EQ(second.now.bits(), 0654321u);
  // The control and the drive take milliseconds, during which the processor waits.
  EXPECT_GT(first.position, 100u);
  WithDisk disk{"two.dsk"};
  disk.run("run until halt within 1s");
  const auto expected = [](const Seen& s, const std::string& what) {
    return "a channel (" + s.who + ") at " + secondsOf(s.at) + ": " + what;
  };
  EXPECT_THAT(disk.run("back until write p:1001"),
              StartsWith("p:001001 was written by " + expected(second, "000000000000 became 000000654321\n")));
  EXPECT_EQ(disk.session.debugger().recorder().position(), second.position);
  EXPECT_EQ(disk.machine.core().peek(PhysicalAddress{01001}).bits(), 0u) << "not yet";
  EXPECT_EQ(disk.machine.core().peek(PhysicalAddress{01000}).bits(), 0123456u) << "this one has been written";
  EXPECT_THAT(disk.run("back until write 1000"),
              StartsWith("001000 was written by " + expected(first, "000000000000 became 000000123456\n")));
  EXPECT_EQ(disk.session.debugger().recorder().position(), first.position);
  disk.run("step");
  EXPECT_EQ(disk.machine.core().peek(PhysicalAddress{01000}).bits(), 0123456u);
}

// In user space, page 6 absent: 5000: ADDI 1,1; MOVEM 1,6005; MOVEM 1,5; JRST 5000. The handler maps the page.
struct PagedUser : test::PagedMachine {
  PagedUser() {
    installHandler();
    map(6, 0);
    std::uint32_t at = user(05000);
    for (const std::uint64_t w : {0271040000001, 0202040006005, 0202040000005, 0254000005000}) set(at++, w);
    on();
    startUser(05000);
  }
};

struct CycleWrites final : Probe {
  explicit CycleWrites(Machine& machine) : m(machine) {}
  void memory(const MemoryRecord& r) override {
    const bool ac = r.kind == CycleKind::FastWrite && r.virtualAddress.bits() == 5;
    const bool core = r.kind == CycleKind::Write || r.kind == CycleKind::CstWrite || r.kind == CycleKind::TrapWrite;
    if (!ac && !core) return;
    const std::uint32_t a = ac ? 5 : r.physicalAddress.bits();
    all.push_back({position, (m.now() - kPowerOn).count(), a, r.word,
                   r.kind == CycleKind::CstWrite || r.kind == CycleKind::TrapWrite ? "the pager" : "the processor"});
  }
  Machine& m;
  std::uint64_t position = 0;
  std::vector<Seen> all;
};

TEST(Writers, BackUntilWriteOnAPagedMachine) {
  PagedUser watched;
  CycleWrites log{watched.m};
  watched.m.cpu().connect(log);
  for (; log.position < 100; ++log.position) watched.m.cpu().run({.instructions = 1});
  watched.m.cpu().disconnect(log);
  const auto last = [&](std::uint32_t a, std::string_view who) {
    const auto found = std::ranges::find_if(log.all.rbegin(), log.all.rend(),
                                            [&](const Seen& s) { return s.address == a && s.who == who; });
    EXPECT_NE(found, log.all.rend()) << who << " wrote nothing to " << a;
    return found == log.all.rend() ? Seen{} : *found;
  };
  PagedUser here;
  DeviceSet devices{here.m};
  TextTerminal terminal;
  Session session{here.m, devices, terminal};
  const std::uint32_t trapWord = test::PagedMachine::word(test::kPsb, 0571);
  for (const auto& [place, address, who] : {std::tuple{"u:6005", test::PagedMachine::user(06005), "the processor"},
                                            {"p:46005", test::PagedMachine::user(06005), "the processor"},
                                            {"ac5", 5u, "the processor"},
                                            {"p:4046", 04046u, "the pager"},  // the core status table's word of page 46
                                            {"p:30571", trapWord, "the pager"}}) {
    const Seen wanted = last(address, who);
    terminal.clear();
    const auto done = session.performAll("set record on; set record every 30; run " +
                                         std::to_string(100 - session.debugger().recorder().position()) +
                                         "; back until write " + place);
    ASSERT_TRUE(done) << place << ": " << done.error().text();
    EXPECT_EQ(session.debugger().recorder().position(), wanted.position) << place;
    EXPECT_THAT(terminal.answers(), HasSubstr("was written by " + wanted.who + " at " + secondsOf(wanted.at)))
        << place << terminal.answers();
    char octal[40];
    std::snprintf(octal, sizeof octal, " became %012llo", static_cast<unsigned long long>(wanted.now.bits()));
    EXPECT_THAT(terminal.answers(), HasSubstr(octal)) << place;
  }
  EXPECT_EQ(session.debugger().recorder().position(), 1u) << "the first MOVEM, the second instruction, found no page";
}

}  // namespace
}  // namespace utah10
