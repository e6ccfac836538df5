// The ledger on every diagnostic of roms/diag, on a machine with all devices: every sum is exact, every count equals
// that of the machine's own counters, and the state is the same as without the ledger.
#include <gmock/gmock.h>

#include "command/console/terminal.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/prompt/session.hpp"
#include "support/binary_dir.hpp"
#include "system/rom.hpp"
#include "trace/ledger_support.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// The machine of diag.toml without its media, with a program loaded.
struct Rig {
  explicit Rig(const std::string& program, bool pager = true) : d(description(pager)), m(d.machine) {
    test::loadRom(m, program);
  }
  static MachineDescription description(bool pager) {
    auto d = loadMachineFile(UTAH10_SOURCE_DIR "/tools/machines/diag.toml");
    if (!d) throw std::runtime_error(d.error().text());
    if (!pager) d->machine.pager.reset();
    return std::move(*d);
  }
  // Runs part of the program; some print and wait for tapes for minutes.
  void run() { m.cpu().run({.until = kPowerOn + seconds(4)}); }

  MachineDescription d;
  Machine m;
  DeviceSet devices{m, d.devices};
};

std::uint32_t group(VirtualAddress pc) { return pc.bits() & ~077u; }

class LedgerOnDiagnostics : public ::testing::TestWithParam<const char*> {};

TEST_P(LedgerOnDiagnostics, SumsAndCountsExactly) {
  const bool pager = std::string_view{GetParam()} != "uuo";
  Rig plain{GetParam(), pager}, rig{GetParam(), pager};
  Probe nobody;  // blt: without any probe, a read-pause-write frees its box at a different time
  plain.m.cpu().connect(nobody);
  plain.run();
  Ledger ledger{{.mode = true, .process = true, .level = true, .symbol = true},
                [](bool user, VirtualAddress pc) -> std::optional<LedgerLabel> {
                  return LedgerLabel{std::to_string(group(pc)), user, VirtualAddress{group(pc)}};
                }};
  ledger.begin(rig.m.now());
  rig.m.cpu().connect(ledger);
  rig.run();
  EXPECT_EQ(ledger.elapsed(), rig.m.now() - kPowerOn);
  test::expectSums(ledger);
  test::expectCounters(rig.m.cpu().counters(), ledger);
  EXPECT_EQ(rig.m.cpu().counters().totalTime(), ledger.elapsed());
  EXPECT_EQ(test::timeOf(ledger, ledger::kBetween), 0);
  EXPECT_EQ(test::timeOf(ledger, ledger::kUnderWay), 0);
  EXPECT_EQ(stateHash(plain.m), stateHash(rig.m));
  rig.m.cpu().disconnect(ledger);
}

INSTANTIATE_TEST_SUITE_P(Programs, LedgerOnDiagnostics,
                         ::testing::Values("basic", "arith", "float", "bytes", "blt", "pi", "uuo", "user", "timer",
                                           "pager", "clocks", "dc10", "lpt", "consol", "disk", "drum", "ddc", "dectap",
                                           "magtap"));

// The same with a stop in every memory cycle. The mode of a store that traps while it is being stepped is not always
// attributed correctly, so the counts by mode of the paged program are not compared.
TEST(LedgerInCycles, SumsAndCountsExactly) {
  for (const std::string program : {"pager", "pi", "user"}) {
    Rig rig{program};
    Ledger ledger{{.mode = true}};
    ledger.begin(rig.m.now());
    rig.m.cpu().connect(ledger);
    rig.m.cpu().switches().singleCycle = true;
    for (int n = 0; n < 50000; ++n) rig.m.cpu().run({.until = kPowerOn + seconds(4)});
    test::expectSums(ledger);
    rig.m.cpu().switches().singleCycle = false;
    rig.run();
    test::expectSums(ledger);
    if (program != "pager") test::expectCounters(rig.m.cpu().counters(), ledger);
    rig.m.cpu().disconnect(ledger);
  }
}

TEST(PagedLedger, CountersShowPagerWork) {
  MachineConfig config;
  config.pager = PagerConfig{};
  Machine machine{config};
  DeviceSet devices{machine};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
  ASSERT_TRUE(session.perform("load " + binaryDir() + "/roms/pager.sav"));
  ASSERT_TRUE(session.perform("run 2s"));
  terminal.clear();
  ASSERT_TRUE(session.perform("counters"));
  const std::string text = terminal.answers();
  EXPECT_THAT(text, HasSubstr("reload       chain-3        user                      1."));
  EXPECT_THAT(text, HasSubstr("fault        copy-on-write  all                       3."));
  EXPECT_THAT(text, HasSubstr("jsys         JFNS"));
  EXPECT_THAT(text, HasSubstr("pager        base-load      all                     111."));
  EXPECT_THAT(text, HasSubstr("time by mode and time elapsed: equal\n"));
}

}  // namespace
}  // namespace utah10
