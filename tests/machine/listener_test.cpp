// Listeners of the interrupt system, the bus and the clock: what they hear and when, and that a run is the same.
#include <vector>

#include "rig.hpp"

namespace utah10 {
namespace {

using test::Rig;

constexpr std::uint64_t kJsr = 0264000000000;
constexpr std::uint64_t kHalt = 0254200000000;
constexpr std::uint64_t kJen = 0254520000000;  // JRST 12,@
constexpr std::uint64_t kJfcl = 0255000000000;
constexpr std::uint64_t kConoPi = 0700600000000;
constexpr std::uint64_t kConoDevice = 0777600000000;   // device 774
constexpr std::uint64_t kDataiDevice = 0777440000000;  // into 0
constexpr std::uint64_t kConiDevice = 0777640000000;
constexpr std::uint64_t kResetBus = 0700200200000;  // CONO APR,200000
constexpr std::uint8_t kLevel3 = PiSystem::maskOf(3);

class Ears final : public PiListener, public BusListener, public EventListener {
 public:
  explicit Ears(Machine& m) : m_(m) {
    m_.pi().listen(this);
    m_.bus().listen(this);
    m_.clock().listen(this);
  }
  ~Ears() override {
    m_.pi().listen(nullptr);
    m_.bus().listen(nullptr);
    m_.clock().listen(nullptr);
  }
  Ears(const Ears&) = delete;
  Ears& operator=(const Ears&) = delete;

  struct Levels {
    std::uint8_t bus = 0, requests = 0, held = 0, enabled = 0;
    bool active = false;
    bool operator==(const Levels&) const = default;
  };
  void interruptsChanged() override {
    const PiSystem& pi = m_.pi();
    const Levels now{pi.bus(), pi.requests(), pi.held(), pi.enabled(), pi.active()};
    if (levels.empty() || levels.back() != now) levels.push_back(now);
  }
  void transferred(DeviceCode d) override { transfers.push_back(d.asWritten()); }
  void busReset() override { ++resets; }
  void ran(EventId slot) override { events.push_back({slot.number(), m_.now()}); }

  struct Event {
    std::uint32_t slot;
    Instant at;
  };
  std::vector<Levels> levels;
  std::vector<std::uint32_t> transfers;
  std::vector<Event> events;
  int resets = 0;

 private:
  Machine& m_;
};

// A request on level 3 whose routine returns at once.
void load(Rig& rig) {
  rig.load(046, {kJsr | 0500});
  rig.load(0500, {0, kJen | 0500});
  rig.load(0100, {kConoPi | 02220, kJfcl, kConoDevice | 5, kConiDevice | 0, kDataiDevice | 0, kResetBus, kHalt | 0106});
}

TEST(Listener, HearsEachChangeOfTheInterruptSystem) {
  Rig rig;
  PiRequest request = rig.m.pi().line("source");
  Ears ears{rig.m};
  load(rig);
  request.set(3);
  rig.start(0100, {.instructions = 2});
  request.clear();
  rig.m.cpu().run({.instructions = 20});
  const std::vector<Ears::Levels> expected = {
      {kLevel3, 0, 0, 0, false},             // asked for by the device
      {kLevel3, 0, 0, kLevel3, true},        // enabled
      {kLevel3, kLevel3, 0, kLevel3, true},  // accepted
      {kLevel3, 0, kLevel3, kLevel3, true},  // held
      {0, 0, kLevel3, kLevel3, true},        // asked for no more
      {0, 0, 0, kLevel3, true},
      {0, 0, 0, 0, false}  // dismissed; reset
  };
  EXPECT_EQ(ears.levels, expected);
}

TEST(Listener, HearsTransfersThatMayChangeADeviceAndEvents) {
  Rig rig;
  Ears ears{rig.m};
  load(rig);
  const EventId event = rig.m.clock().add("test.event", [] {});
  const Instant due = rig.m.now() + microseconds(5);
  rig.m.clock().at(event, due);
  rig.start(0100);
  const std::vector<std::uint32_t> expected = {004, 0774, 0774, 000};  // CONO, CONO, DATAI, CONO; CONI changes nothing
  EXPECT_EQ(ears.transfers, expected);
  EXPECT_EQ(ears.resets, 1);
  ASSERT_EQ(ears.events.size(), 1u);
  EXPECT_EQ(ears.events[0].slot, event.number());
  EXPECT_EQ(ears.events[0].at, due) << "at its own instant";
}

TEST(Listener, NeverChangesARun) {
  Rig heard, unheard;
  Ears ears{heard.m};
  for (Rig* rig : {&heard, &unheard}) {
    PiRequest request = rig->m.pi().line("source");
    load(*rig);
    request.set(3);
    rig->start(0100, {.instructions = 200});
  }
  EXPECT_FALSE(ears.levels.empty());
  EXPECT_EQ(heard.m.save(true), unheard.m.save(true));
}

}  // namespace
}  // namespace utah10
