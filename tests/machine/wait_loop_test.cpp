// Loops that wait for a device: a plain run, which lets turns pass, and a probed run, which executes each, are the same
// in time, state, counters and history, wherever they are stopped.
#include <initializer_list>
#include <random>
#include <string>

#include "rig.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

constexpr DeviceCode kDevice = DeviceCode::written(0770);
constexpr std::uint32_t kDone = 010;
constexpr std::uint32_t kBusy = 020;

// How a device becomes done: by an event of the clock, or unannounced when its time has come.
enum class Ends { ByEvent, ByTime };

// Busy for a while after a transfer, then done; requests an interrupt at every fourth that ends by an event.
class Transferer final : public IoDevice {
 public:
  Transferer(Machine& m, std::uint64_t seed, Ends ends)
      : clock_(m.clock()),
        ends_(ends),
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
    if (transfers_ % 4 == 3) request_.set(5);
  }

  Scheduler& clock_;
  Ends ends_;
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

// Waits by CONSO until done, then by CONSZ while busy.
struct Waiting {
  Waiting(MachineConfig config, std::uint32_t at, std::uint64_t seed, Ends ends)
      : machine(std::move(config)), device(machine, seed, ends) {
    const std::uint64_t jrst = 0254000000000;
    const std::initializer_list<std::uint64_t> program = {io(IoFunction::Conso, kDone),
                                                          jrst | at,
                                                          io(IoFunction::Datai, 0200),
                                                          io(IoFunction::Consz, kBusy),
                                                          jrst | (at + 3),
                                                          0350000000201,  // AOS 201
                                                          io(IoFunction::Datai, 0202),
                                                          jrst | at};
    std::uint32_t a = at;
    for (const std::uint64_t w : program) machine.cpu().poke(Space::Exec, VirtualAddress{a++}, Word36{w});
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

void comparePlainAndProbed(Ends ends) {
  test::Random random;
  struct NoProbe final : Probe {};
  for (const char* kind : {"ideal", "MA10", "MD10"})
    for (const std::uint32_t interleave : {1U, 2U})
      for (const std::uint32_t at : {0100U, 04U, 0777U, 01777U}) {  // in fast memory; across pages and blocks
        SCOPED_TRACE(std::string{kind} + (interleave == 2 ? " interleaved" : ""));
        const std::uint64_t seed = random.bits();
        Waiting plain{configOf(kind, interleave), at, seed, ends}, probed{configOf(kind, interleave), at, seed, ends};
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
        EXPECT_GT(plain.machine.core().peek(PhysicalAddress{0201}).bits(), 10U);
      }
}

TEST(WaitLoop, PlainAndProbedAreTheSameWhereverTheyStop) { comparePlainAndProbed(Ends::ByEvent); }
TEST(WaitLoop, NoTurnPassesUnseenIfTheStatusMayChangeUnannounced) { comparePlainAndProbed(Ends::ByTime); }

}  // namespace
}  // namespace utah10
