// The event queue against a simple model: a list in which the next event is looked for from the start.
#include "utah10/machine/scheduler.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "support/random.hpp"

namespace utah10::test {
namespace {

struct Fired {
  std::uint32_t slot;
  Instant at;
  bool operator==(const Fired&) const = default;
};

// A pending event of the model.
struct Pending {
  Instant when;
  std::uint64_t order;
  bool leisurely;
};

class Model {
 public:
  void add() { slots_.emplace_back(); }
  void at(std::uint32_t slot, Instant when, Instant now, bool leisurely) {
    slots_[slot] = Pending{std::max(when, now), order_++, leisurely};
  }
  void hasten(std::uint32_t slot) {
    if (slots_[slot]) slots_[slot]->leisurely = false;
  }
  void cancel(std::uint32_t slot) { slots_[slot].reset(); }
  // The slot that is due first, if any; of those that ask for attention, or of all.
  std::optional<std::uint32_t> first(bool all) const {
    std::optional<std::uint32_t> best;
    for (std::uint32_t n = 0; n < slots_.size(); ++n) {
      if (!slots_[n] || (slots_[n]->leisurely && !all)) continue;
      if (!best || slots_[n]->when < slots_[*best]->when ||
          (slots_[n]->when == slots_[*best]->when && slots_[n]->order < slots_[*best]->order))
        best = n;
    }
    return best;
  }
  Instant next(bool all) const {
    const auto slot = first(all);
    return slot ? slots_[*slot]->when : kNever;
  }

 private:
  std::vector<std::optional<Pending>> slots_;
  std::uint64_t order_ = 0;
};

// A queue and its model, whose events arm and cancel others at random when they fire.
struct Both {
  Scheduler queue;
  Model model;
  std::vector<EventId> ids;
  std::vector<Fired> fired;
  Random& random;

  explicit Both(Random& r) : random(r) {}

  void add() {
    const auto n = static_cast<std::uint32_t>(ids.size());
    ids.push_back(queue.add("event", [this, n] { fires(n); }));
    model.add();
  }
  void fires(std::uint32_t n) {
    fired.push_back({n, queue.now()});
    ASSERT_EQ(model.first(true), n);
    ASSERT_EQ(model.next(true), queue.now());
    model.cancel(n);
    if (restful(n)) return;
    if (random.oneIn(2)) arm(n, queue.now() + Duration{static_cast<std::int64_t>(1 + random.below(50))});
    if (random.oneIn(4)) change();
  }
  // Its handler arms nothing, so that it may be armed at leisure.
  static bool restful(std::uint32_t n) { return n % 3 == 2; }
  void arm(std::uint32_t n, Instant when) {
    const bool leisurely = restful(n) && !random.oneIn(4);
    model.at(n, when, queue.now(), leisurely);
    if (leisurely)
      queue.atLeisure(ids[n], when);
    else
      queue.at(ids[n], when);
  }
  void change() {
    const auto n = static_cast<std::uint32_t>(random.below(ids.size()));
    if (random.oneIn(3)) {
      queue.cancel(ids[n]);
      model.cancel(n);
    } else if (random.oneIn(4)) {
      queue.hasten(ids[n]);
      model.hasten(n);
    } else {  // sometimes in the past, often at the same instant as others
      arm(n, queue.now() + Duration{static_cast<std::int64_t>(random.below(20)) - 2});
    }
  }
};

TEST(Scheduler, FiresAsAListWould) {
  Random random;
  for (unsigned round = 0; round < 40; ++round) {
    Both both{random};
    both.add();
    for (unsigned step = 0; step < 500; ++step) {
      if (both.ids.size() < 1 + round && random.oneIn(3)) both.add();
      both.change();
      ASSERT_EQ(both.queue.nextEvent(), both.model.next(false));
      ASSERT_EQ(both.queue.attention(), both.model.next(false));
      if (random.oneIn(2)) continue;
      both.queue.advance(Duration{static_cast<std::int64_t>(random.below(15))});
      both.queue.runDue();
      ASSERT_GT(both.model.next(true), both.queue.now());
      ASSERT_FALSE(HasFatalFailure());
    }
    EXPECT_GT(both.fired.size(), 20u);
  }
}

TEST(Scheduler, AnEventThatReArmsItselfFiresAtItsOwnInstants) {
  Scheduler queue;
  std::vector<std::int64_t> at;
  EventId tick;
  tick = queue.add("tick", [&] {
    at.push_back((queue.now() - kPowerOn).count());
    queue.after(tick, Duration{10});
  });
  queue.after(tick, Duration{10});
  queue.advance(Duration{35});
  queue.runDue();
  EXPECT_EQ(at, (std::vector<std::int64_t>{10, 20, 30}));
  EXPECT_EQ(queue.now(), kPowerOn + Duration{35});
  EXPECT_EQ(queue.nextEvent(), kPowerOn + Duration{40});
}

// Who listens is told of every event in its turn.
TEST(Scheduler, NothingIsAtLeisureWhileSomebodyListens) {
  struct Listener final : EventListener {
    void ran(EventId slot) override { slots.push_back(slot.number()); }
    std::vector<std::uint32_t> slots;
  } listener;
  Scheduler queue;
  const EventId e = queue.add("event", [] {});
  queue.atLeisure(e, kPowerOn + Duration{5});
  EXPECT_EQ(queue.attention(), kNever);
  EXPECT_EQ(queue.when(e), kPowerOn + Duration{5});
  queue.listen(&listener);
  EXPECT_EQ(queue.attention(), kPowerOn + Duration{5});
  queue.advance(Duration{7});
  queue.runDue();
  queue.atLeisure(e, kPowerOn + Duration{9});
  EXPECT_EQ(queue.attention(), kPowerOn + Duration{9});
  EXPECT_EQ(listener.slots, std::vector<std::uint32_t>{e.number()});
}

// A demand stays until it is acknowledged, whatever happens to events meanwhile.
TEST(Scheduler, ADemandForAttentionOutlastsChangesOfEvents) {
  Scheduler queue;
  const EventId e = queue.add("event", [] {});
  queue.demandAttention();
  queue.after(e, Duration{5});
  EXPECT_EQ(queue.attention(), Instant::min());
  queue.acknowledge();
  EXPECT_EQ(queue.attention(), kPowerOn + Duration{5});
  queue.cancel(e);
  EXPECT_EQ(queue.attention(), kNever);
}

}  // namespace
}  // namespace utah10::test
