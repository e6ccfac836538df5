// Loops that wait for a device or for a word in core: a plain run, which lets turns pass, and a probed run, which executes each, are the same
// in time, state, counters and history, wherever they are stopped.
#include <random>
#include <string>
#include <vector>

#include "rig.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

constexpr DeviceCode kDevice = DeviceCode::written(0770);
constexpr std::uint32_t kDone = 010;
constexpr std::uint32_t kBusy = 020;

// How a device becomes done: by an event of the clock, or unannounced when its time has come.
enum class Ends { ByEvent, ByTime };

// Busy for a while after a transfer, then done; may request an interrupt at some of those that end by an event.
class Transferer final : public IoDevice {
 public:
  Transferer(Machine& m, std::uint64_t seed, Ends ends, unsigned interruptEvery = 4)
      : clock_(m.clock()),
        ends_(ends),
        interruptEvery_(interruptEvery),
        request_(m.pi().line("transferer")),
        random_(seed),
        done_(clock_.add("transferer.done", [this] { finish(); })) {
    m.bus().connect(kDevice, *this);
    start();
  }
  std::string_view name() const override { return "transferer"; }
  Word36 coni() const override {
    if (ends_ == Ends::ByTime) return Word36{clock_.now() >= doneAt_ ? kDone : kBusy};
    return Word36{status_};
  }
  bool statusNeedsEvents() const override { return ends_ == Ends::ByEvent; }
  void cono(HalfWord) override {}
  Word36 datai() override {
    request_.set(0);
    start();
    return Word36{++transfers_};
  }
  void ioReset() override {}
  void state(Archive& a) override {
    a.section("transferer", [&] {
      a.u32(status_);
      a.u64(transfers_);
    });
  }

 private:
  void start() {
    status_ = kBusy;
    const Duration busy = nanoseconds(static_cast<std::int64_t>(random_() % 3'000'000));
    doneAt_ = clock_.now() + busy;
    if (ends_ == Ends::ByEvent) clock_.after(done_, busy);
  }
  void finish() {
    status_ = kDone;
    if (transfers_ % interruptEvery_ == interruptEvery_ - 1) request_.set(5);
  }

  Scheduler& clock_;
  Ends ends_;
  unsigned interruptEvery_;
  Instant doneAt_{};
  PiRequest request_;
  std::mt19937_64 random_;
  EventId done_;
  std::uint32_t status_ = 0;
  std::uint64_t transfers_ = 0;
};

std::uint64_t io(IoFunction function, std::uint32_t e) {
  return 0700000000000 | (std::uint64_t{kDevice.index()} << 26) | (static_cast<std::uint64_t>(function) << 23) | e;
}

using Program = std::vector<std::uint64_t>;
constexpr std::uint64_t kJrst = 0254000000000;

// Waits by CONSO until done, then by CONSZ while busy.
Program byConditions(std::uint32_t at) {
  return {io(IoFunction::Conso, kDone),
          kJrst | at,
          io(IoFunction::Datai, 0200),
          io(IoFunction::Consz, kBusy),
          kJrst | (at + 3),
          0350000000201,  // AOS 201
          io(IoFunction::Datai, 0202),
          kJrst | at};
}

// Waits until the interrupt's DATAI changes word 203, in loops of which only some turns are alike.
Program byWord(std::uint32_t at) {
  return {0200040000203,  // MOVE 1,203
          0316060000204,  // CAMN 1,@204, which points at 203
          kJrst | (at + 1),  0200040000203,
          0332100000203,  // SKIPE 2,203: a turn of five with an accumulator loaded again and again
          0605100000000,  // TLNN 2,0: never skips
          0312040000203,  // CAME 1,203
          kJrst | (at + 11),
          0334000000000,  // SKIPA
          0250000000000,  // EXCH: never executed
          kJrst | (at + 4),  0200040000203,
          0271100000001,  // ADDI 2,1: each turn differs
          0316040000203,  // CAMN 1,203
          kJrst | (at + 12), 0200040000203,
          0350000000205,  // AOS 205: each turn writes
          0316040000203,     kJrst | (at + 16), 0200040000203,
          0250100000206,  // EXCH 2,206: every second turn is alike
          0316040000203,     kJrst | (at + 20), 0200040000203,
          0312040000203,  // CAME 1,203
          kJrst | (at + 27), kJrst | (at + 24),
          0350000000201,  // AOS 201
          kJrst | at};
}

struct Waiting {
  Waiting(MachineConfig config, const Program& program, std::uint32_t at, std::uint64_t seed, Ends ends, unsigned every)
      : machine(std::move(config)), device(machine, seed, ends, every) {
    std::uint32_t a = at;
    for (const std::uint64_t w : program) machine.cpu().poke(Space::Exec, VirtualAddress{a++}, Word36{w});
    machine.cpu().poke(Space::Exec, VirtualAddress{0204}, Word36{0203});
    machine.cpu().poke(Space::Exec, VirtualAddress{052}, Word36{io(IoFunction::Datai, 0203)});  // level 5
    machine.cpu().setPc(VirtualAddress{at});
  }
  Machine machine;
  Transferer device;
};

bool same(const HistoryEntry& a, const HistoryEntry& b) {
  return a.began == b.began && a.instruction == b.instruction && a.pcWord == b.pcWord &&
         a.accumulator == b.accumulator && a.data == b.data && a.e == b.e && a.context == b.context;
}

void expectSame(Machine& a, Machine& b) {
  ASSERT_EQ(a.now(), b.now());
  ASSERT_EQ(a.cpu().executed(), b.cpu().executed());
  ASSERT_TRUE(a.save(true) == b.save(true));
  const History &x = a.cpu().history(), &y = b.cpu().history();
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t n = 0; n < x.size(); ++n) ASSERT_TRUE(same(x.ago(n), y.ago(n))) << n << " instructions ago";
  for (std::size_t n = 0; n < a.core().boxes().size(); ++n)
    ASSERT_EQ(a.core().boxes()[n].waited, b.core().boxes()[n].waited) << "box " << n;
}

MachineConfig configOf(const char* kind, std::uint32_t interleave) {
  MachineConfig c;
  c.memory.push_back({*findMemoryKind(kind), 0, 16384, interleave, 4});
  if (interleave == 2) c.memory.push_back({*findMemoryKind(kind), 16384, 16384, interleave, 4});
  return c;
}

void comparePlainAndProbed(Program (*program)(std::uint32_t), Ends ends, unsigned every = 4) {
  test::Random random;
  struct NoProbe final : Probe {};
  for (const char* kind : {"ideal", "MA10", "MD10"})
    for (const std::uint32_t interleave : {1U, 2U})
      for (const std::uint32_t at : {0100U, 04U, 0777U, 01777U}) {  // in fast memory; across pages and blocks
        SCOPED_TRACE(std::string{kind} + (interleave == 2 ? " interleaved" : ""));
        const std::uint64_t seed = random.bits();
        if (program == byWord && at < 020) continue;  // longer than fast memory
        Waiting plain{configOf(kind, interleave), program(at), at, seed, ends, every};
        Waiting probed{configOf(kind, interleave), program(at), at, seed, ends, every};
        NoProbe probe;
        probed.machine.cpu().connect(probe);
        for (Machine* m : {&plain.machine, &probed.machine}) {
          m->cpu().history().resize(256);
          m->pi().cono(HalfWord{02204});  // level 5 on
        }
        for (int leg = 0; leg < 60; ++leg) {
          RunLimit limit;
          if (leg % 2 == 0) limit.instructions = random.bits() % 3000;
          limit.until = plain.machine.now() + nanoseconds(static_cast<std::int64_t>(random.bits() % 8'000'000));
          ASSERT_EQ(plain.machine.cpu().run(limit), probed.machine.cpu().run(limit));
          expectSame(plain.machine, probed.machine);
          if (::testing::Test::HasFatalFailure()) return;
        }
        if (ends == Ends::ByEvent) {
          EXPECT_GT(plain.machine.cpu().counters().interrupts[5], 0U);
        }
        EXPECT_GT(plain.machine.core().peek(PhysicalAddress{0201}).bits(), 4U);
      }
}

TEST(WaitLoop, PlainAndProbedAreTheSameWhereverTheyStop) { comparePlainAndProbed(byConditions, Ends::ByEvent); }
TEST(WaitLoop, NoTurnPassesUnseenIfTheStatusMayChangeUnannounced) { comparePlainAndProbed(byConditions, Ends::ByTime); }
TEST(WaitLoop, PlainAndProbedAreTheSameWhenAnInterruptChangesAWord) { comparePlainAndProbed(byWord, Ends::ByEvent, 1); }

}  // namespace
}  // namespace utah10
