// Every instruction over pages that are missing, read-only, not executable and so on: with a monitor that repairs the
// map and completes pure writes, it must end as if all pages had been present.
//
// Two machines run the same user instruction: one has all its pages, the other traps. Compared at the end:
// accumulators, the user's pages, and where and how the user was left. In some cases an interrupt comes every few
// microseconds; in some the second machine runs step by step under SING CYCLE.
#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "pager_rig.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

using W = std::uint64_t;

constexpr std::uint32_t kUserPages[] = {060, 061, 062, 063, 0};  // in core pages 40 to 44
constexpr std::uint32_t kProgram = 060010;                       // the user's
constexpr std::uint32_t kMonitorPages = 4;                       // the monitor's own 60 to 63 are unmapped core
constexpr std::uint32_t kPages = std::size(kUserPages);
constexpr std::uint32_t kCore = 040;
constexpr std::uint32_t kUuo = 01521;
constexpr W kGood = 0160040000000;
constexpr W kCall = 0104000000030;

std::string octal(W w) {
  std::ostringstream text;
  text << std::oct << std::setw(6) << std::setfill('0') << (w >> 18) << ",," << std::setw(6) << (w & 0777777);
  return text.str();
}

struct Case {
  std::array<W, 16> acs{};
  std::vector<std::pair<std::uint32_t, W>> words;  // by the user's address
  std::array<W, kPages> map{};
  int choice = -1;  // 0 and up: executed by the monitor, with XCT of this number
};

class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  Case operator()(std::uint32_t op, int choice = -1) {
    case_ = {};
    case_.choice = choice;
    for (W& ac : case_.acs) ac = random_.oneIn(3) ? address() : random_.word().bits();
    case_.words.emplace_back(kProgram, instruction(op, 0));
    for (std::uint32_t n = 0; n < kPages; ++n) case_.map[n] = mapWord() | (kCore + n);
    return case_;
  }

 private:
  // Seldom the program's own page; the first and last words of a page are frequent.
  std::uint32_t address() {
    const auto page = static_cast<std::uint32_t>(random_.oneIn(8) ? kUserPages[0] : kUserPages[1 + random_.below(3)]);
    const auto word = static_cast<std::uint32_t>(random_.oneIn(3) ? random_.below(4) - 2 : random_.below(01000));
    return (page << 9 | (word & 0777));
  }
  W mapWord() {
    constexpr W kFaulty[] = {
        0, 0160041000000, 0160440000000, 0161040000000, 0120040000000, 0140040000000, 0060040000000};
    return random_.oneIn(3) ? kGood : kFaulty[random_.below(std::size(kFaulty))];
  }
  // I, X and Y that lead to `to`, through an index register or words placed where needed.
  W leadingTo(std::uint32_t to, int depth) {
    if (depth < 3 && random_.oneIn(5)) {
      const std::uint32_t through = address();
      const W inner = leadingTo(to, depth + 1);
      case_.words.emplace_back(through, inner);
      return 0000020000000 | leadingTo(through, 3);
    }
    if (!random_.oneIn(4)) return to;
    const auto x = static_cast<std::uint32_t>(1 + random_.below(017));
    return lh(x, (to - case_.acs[x]) & 0777777);
  }
  W instruction(std::uint32_t op, int depth) {
    const auto a = static_cast<std::uint32_t>(random_.below(16));
    const std::uint32_t e = op < 0260 && op > 0237 && op < 0250 ? 0 : address();
    const bool block = op == 0251;
    if (op >= 0133 && op <= 0137) {
      const W size = 1 + random_.below(18);
      if (e == kProgram) return 0;  // its own pointer
      case_.words.emplace_back(e, (random_.below(045) << 30) | (size << 24) | leadingTo(address(), 2));
    }
    if (op == 0256 && depth < 3)
      case_.words.emplace_back(e, instruction(static_cast<std::uint32_t>(random_.below(0700)), depth + 1));
    if (op >= 0260 && op <= 0263) case_.acs[a] = lh(0777000 + random_.below(01000), address());
    if (op == 0267) case_.acs[a] = lh(address(), random_.below(0777777));
    if (block) return blockTransfer(a);
    return (W{op} << 27) | (W{a} << 23) | leadingTo(e, depth);
  }
  // Few words, seldom over its own instruction.
  W blockTransfer(std::uint32_t a) {
    const std::uint32_t to = kUserPages[1] * 01000 + static_cast<std::uint32_t>(random_.below(02000));
    case_.acs[a] = lh(address(), to);
    return 0251000000000 | (W{a} << 23) | (to + random_.below(040));
  }

  Random& random_;
  Case case_;
};

// Requests an interrupt on channel 3 every few microseconds while it is on; CONO takes the request back.
class Ticker final : public IoDevice {
 public:
  explicit Ticker(Machine& m)
      : clock_(m.clock()), request_(m.pi().line("ticker")), event_(m.clock().add("ticker", [this] { tick(); })) {
    m.bus().connect(DeviceCode::written(0770), *this);
  }
  void start(bool on) {
    on_ = on;
    request_.clear();
    if (on) next();
  }
  std::string_view name() const override { return "ticker"; }
  Word36 coni() const override { return Word36{}; }
  void cono(HalfWord) override {
    ++ticks;
    request_.clear();
    next();
  }
  void ioReset() override { request_.clear(); }
  void state(Archive&) override {}
  std::uint64_t ticks = 0;

 private:
  void tick() {
    if (on_) request_.set(3);
  }
  void next() { clock_.after(event_, nanoseconds(3000 + (ticks * 7919) % 40009)); }
  Scheduler& clock_;
  PiRequest request_;
  EventId event_;
  bool on_ = false;
};

class Runner {
 public:
  Runner(std::vector<W> fill, const PagerConfig& config) : rig_(config), ticker_(rig_.m), fill_(std::move(fill)) {
    rig_.installHandler();
    for (const std::uint32_t place : {041u, 061u}) rig_.set(place, 0104000001500);
    rig_.set(01500, 0001510001520);
    rig_.set(01520, PagerRig::halt(kUuo));
    rig_.set(046, 0104000001600);
    rig_.set(01600, 0001610001620);
    rig_.words(01620, {0777200000000, 0254520001610});  // CONO 770,0; JEN @1610
    for (std::uint32_t n = 0; n < kPages; ++n) {
      rig_.repair(kUserPages[n], kGood | (kCore + n));
      rig_.set(04000 + kCore + n, lh(0400000));
    }
    rig_.m.bus().datao(DeviceCode::written(0), Word36{0776776000000});
    for (const std::uint32_t page : kTables)
      for (std::uint32_t n = page == 0 ? 020 : 0; n < 01000; ++n)
        tables_.emplace_back(page * 01000 + n, rig_.at(page * 01000 + n));
  }
  // False: it has not ended in time.
  bool run(const Case& c, bool faulty, bool interrupts, bool cycles) {
    prepare(c, faulty);
    auto& cpu = rig_.m.cpu();
    cpu.reset();
    rig_.m.bus().datao(DeviceCode::written(0), Word36{0776776000000});
    rig_.on();
    rig_.x(0700600012220);  // CONO PI,12220: channel 3 on
    cpu.history().clear();
    cpu.setFlags(c.choice < 0 ? 0u + kPcUser : 0u);
    cpu.setPc(VirtualAddress{c.choice < 0 ? kProgram : 01402});
    ticker_.start(interrupts);
    cpu.switches().singleCycle = cycles;
    StopReason why = StopReason::SingleCycle;
    for (int n = 0; n < 5000 && why == StopReason::SingleCycle; ++n)
      why = cpu.run({.instructions = faulty ? 1000u : 60u, .until = rig_.m.now() + milliseconds(10)});
    cpu.switches().singleCycle = false;
    ticker_.start(false);
    stopped_ = why;
    cycles_ = cycles;
    return why == StopReason::Halt;
  }
  // The monitor has written to a wrong place, through a pointer meant for the other space.
  bool wild() {
    for (const auto& [real, word] : tables_)
      if (rig_.at(real) != word && std::ranges::count(kCells, real) == 0 && real >> 9 != 4 &&
          std::ranges::count(kUserPages, real - 031000) == 0)
        return true;
    return false;
  }
  std::uint64_t ticks() const { return ticker_.ticks; }
  std::uint64_t traps() { return rig_.traps(); }
  // The instructions executed since run().
  std::string story() {
    std::string text = ", " + std::string{utah10::describe(stopped_)} + (cycles_ ? ", by cycles" : "");
    const History& history = rig_.m.cpu().history();
    for (std::size_t n = history.size(); n-- > 0;) {
      const HistoryEntry e = history.ago(n);
      text += "\n  " + octal(e.pcWord.word().bits()) + ": " + octal(e.instruction.word().bits()) + " E " + octal(e.e) +
              " AC " + octal(e.accumulator.bits()) + " data " + octal(e.data.bits());
    }
    return text;
  }
  // The user has at least begun this instruction.
  bool begun(std::uint32_t op) {
    const History& history = rig_.m.cpu().history();
    for (std::size_t n = 0; n < history.size(); ++n)
      if (history.ago(n).instruction.opcode() == op) return true;
    return false;
  }
  // The differences between this machine, without traps, and `other`.
  std::string compare(const Case& c, Runner& other) {
    std::string text;
    const auto note = [&text](const std::string& what, W want, W got) {
      if (got != want) text += "\n  " + what + " is " + octal(got) + ", not " + octal(want);
    };
    // BLT leaves its progress in its accumulator; an instruction that used it is not compared.
    if (c.choice < 0 && begun(0251) && (rig_.callPc() & 0777777) != kProgram + 2) return {};
    note("end", rig_.pc(), other.rig_.pc());
    for (std::uint32_t n = 0; n < 16 && !begun(0251); ++n)
      note("AC " + std::to_string(n), rig_.ac(n), other.rig_.ac(n));
    for (std::uint32_t a = kCore * 01000; a < (kCore + kPages) * 01000; ++a)
      if (rig_.at(a) != other.rig_.at(a)) note("word " + octal(a), rig_.at(a), other.rig_.at(a));
    for (std::uint32_t a = 0; a < kMonitorPages * 01000; ++a)
      note("the monitor's", rig_.at(kUserPages[0] * 01000 + a), other.rig_.at(kUserPages[0] * 01000 + a));
    note("PDL OV", rig_.pdlOverflow(), other.rig_.pdlOverflow());
    note("PC of the call", rig_.callPc(), other.rig_.callPc());
    note("PC of the UUO", rig_.at(01510), other.rig_.at(01510));
    note("UUO", rig_.at(040), other.rig_.at(040));
    if (rig_.pc() != PagerRig::kRefused) return text;
    note("status", rig_.status(), other.rig_.status());
    note("trap PC", rig_.trapPc(), other.rig_.trapPc());
    return text;
  }

 private:
  static constexpr std::uint32_t kTables[] = {0, 1, 3, 4, 030, 031, 050};
  // The cells of the traps, calls and interrupts, and the programs.
  static constexpr std::uint32_t kCells[] = {040,   060,   01260, 01261,  01262,  01263,  01402, 01403,
                                             01510, 01610, 01700, 030560, 030571, 030572, 030573};

  void prepare(const Case& c, bool faulty) {
    for (const auto& [real, word] : tables_) rig_.set(real, word);
    for (std::uint32_t n = 0; n < kPages * 01000; ++n) rig_.set(kCore * 01000 + n, fill_[n]);
    for (std::uint32_t n = 0; n < kMonitorPages * 01000; ++n)  // not the user's, but the user's pointers lead somewhere
      rig_.set(kUserPages[0] * 01000 + n, fill_[n] ^ 0777);
    if (c.choice >= 0) {
      for (const auto& [address, word] : c.words) rig_.set(address, word);
      rig_.words(01402, {0256000000000 | (static_cast<W>(c.choice) << 23) | 01700, PagerRig::halt(PagerRig::kEnded)});
      rig_.set(01700, c.words.back().second);
    }
    for (const auto& [address, word] : c.words)  // of the first four pages
      rig_.set(address - kUserPages[0] * 01000 + kCore * 01000, word);
    for (std::uint32_t n = 0; n < kPages; ++n)
      rig_.set(031000 + kUserPages[n], faulty ? c.map[n] : kGood | (kCore + n));
    for (std::uint32_t n = 0; n < 16; ++n) rig_.setAc(n, c.acs[n]);
  }

  PagerRig rig_;
  Ticker ticker_;
  StopReason stopped_ = StopReason::None;
  bool cycles_ = false;
  std::vector<W> fill_;
  std::vector<std::pair<std::uint32_t, W>> tables_;
};

std::string describe(const Case& c) {
  std::string text = "at 5010: " + octal(c.words.back().second);
  for (const auto& [a, w] : c.words) text += "\n  " + octal(a) + '/' + octal(w);
  for (std::uint32_t n = 0; n < kPages; ++n) text += "\n  page " + octal(kUserPages[n]) + " " + octal(c.map[n]);
  for (std::uint32_t n = 0; n < 16; ++n) text += "\n  AC " + octal(n) + ' ' + octal(c.acs[n]);
  return text;
}

PagerConfig configOf(std::uint32_t op) {
  PagerConfig config;
  config.registers = op % 3 == 0 ? 16 : 1 + op / 0100;
  if (op / 0100 % 2 == 1) config.replacement = PagerConfig::Replacement::LeastRecent;
  config.writeWhenModified = op / 0200 % 2 == 1;
  config.reload = nanoseconds(op * 3);
  return config;
}

TEST(PagerRestart, EveryInstructionOverMissingPages) {
  Random random;
  std::vector<W> fill;
  for (std::uint32_t n = 0; n < kPages * 01000; ++n) fill.push_back(random.oneIn(2) ? kCall : random.word().bits());
  Runner whole{fill, {}};
  Generator generate{random};
  const std::uint64_t each = std::max<std::uint64_t>(20, caseCount() / 012000);
  std::uint64_t traps = 0;
  std::uint64_t ticks = 0;
  std::uint64_t compared = 0;
  for (std::uint32_t op = 0; op < 01000 && !::testing::Test::HasFailure(); ++op) {
    Runner faulty{fill, configOf(op)};
    std::uint64_t trapped = 0;
    for (std::uint64_t n = 0; n < each && !::testing::Test::HasFailure(); ++n) {
      const Case c = generate(op);
      if (!whole.run(c, false, random.oneIn(16), false)) continue;
      const bool ended = faulty.run(c, true, random.oneIn(2), random.oneIn(8));
      if (!ended && faulty.begun(0251)) continue;  // the instructions after it used its accumulator
      EXPECT_TRUE(ended) << describe(c) << "\nwhole" << whole.story() << "\nfaulty" << faulty.story();
      EXPECT_EQ(whole.compare(c, faulty), "")
          << describe(c) << "\nwhole" << whole.story() << "\nfaulty" << faulty.story();
      ++compared;
      trapped += faulty.traps();
    }
    EXPECT_TRUE(trapped > 0 || ::testing::Test::HasFailure()) << octal(op);
    traps += trapped;
    ticks += faulty.ticks();
  }
  std::cout << compared << " instructions compared, " << traps << " traps, " << ticks << " interrupts\n";
  EXPECT_GT(ticks, 1000u);
}

// The same for monitor instructions under XCT with one or both halves in the user's space.
TEST(PagerRestart, PreviousContextOverMissingPages) {
  Random random;
  std::vector<W> fill;
  for (std::uint32_t n = 0; n < kPages * 01000; ++n) fill.push_back(random.word().bits());
  Runner whole{fill, {}};
  Runner faulty{fill, {}};
  Generator generate{random};
  constexpr std::uint32_t kOps[] = {0100, 0102, 0103, 0134, 0135, 0136, 0137, 0200, 0202, 0203, 0220, 0223, 0242, 0250,
                                    0251, 0261, 0262, 0312, 0350, 0354, 0370, 0400, 0402, 0403, 0436, 0502, 0506, 0553};
  std::uint64_t traps = 0;
  std::uint64_t each = std::max<std::uint64_t>(40, caseCount() / 2000);
  for (const std::uint32_t op : kOps)
    for (const int choice : {0, 1, 3, 4, 7})
      for (std::uint64_t n = 0; n < each && !::testing::Test::HasFailure(); ++n) {
        const Case c = generate(op, choice);
        if (!whole.run(c, false, false, false) || whole.wild()) continue;
        EXPECT_TRUE(faulty.run(c, true, random.oneIn(2), random.oneIn(8))) << describe(c);
        EXPECT_EQ(whole.compare(c, faulty), "")
            << "XCT " << choice << ' ' << describe(c) << "\nwhole" << whole.story() << "\nfaulty" << faulty.story();
        traps += faulty.traps();
      }
  std::cout << traps << " traps\n";
  EXPECT_GT(traps, each * 20);
}

}  // namespace
}  // namespace utah10::test
