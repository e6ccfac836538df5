// The machine's one clock and its deterministic event queue.
//
// Virtual time moves only here: the processor and the memory call advance(), devices arm events. Events at the same
// instant run in the order in which they were armed. An event slot is registered once, under a name, by the component
// that owns it, and holds at most one pending time, so a snapshot of the queue is plain data. Errors: none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "utah10/machine/archive.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class EventId {
 public:
  constexpr EventId() = default;
  constexpr explicit EventId(std::uint32_t n) : n_(n) {}
  constexpr std::uint32_t number() const { return n_; }

 private:
  std::uint32_t n_ = 0;
};

// Is told after each event that has been run, at the event's instant. It only looks.
class EventListener {
 public:
  virtual ~EventListener() = default;
  virtual void ran(EventId slot) = 0;
};

class Scheduler {
 public:
  // `observers` are told of every change of the slots.
  explicit Scheduler(const Observers* observers = nullptr) : observers_(observers) {}
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // Registers a slot. `name` identifies it in snapshots and traces ("ptr.character").
  EventId add(std::string name, std::function<void()> handler);
  // Arms (or re-arms) a slot for `when`; an instant already past runs at the next opportunity, at the present time.
  void at(EventId slot, Instant when);
  void after(EventId slot, Duration delay) { at(slot, now_ + delay); }
  // As at(), for a handler that changes nothing that the processor or another component could notice before the next
  // event, I/O instruction or end of a run, and arms no slot. attention() and nextEvent() leave it out, so that no
  // instruction is interrupted for it; it is run in its turn and at its instant by the runDue() that follows. While
  // somebody is told of events it is one like any other.
  void atLeisure(EventId slot, Instant when);
  // It may be noticed now: as if armed by at().
  void hasten(EventId slot);
  void hastenAll();
  // Runs the slot, which is due.
  void runAtOnce(EventId slot);
  void cancel(EventId slot);
  std::string_view name(EventId slot) const { return slots_[slot.number()].name; }
  std::size_t slots() const { return slots_.size(); }  // numbered from 0
  bool pending(EventId slot) const { return when(slot) != kNever; }
  Instant when(EventId slot) const { return dueOf(slot.number()).when; }

  Instant now() const { return now_; }
  // Spends processor or memory time. Events that fall due are run by the next runDue().
  void advance(Duration d) { now_ += d; }
  // Catches up with a component that kept its own time since the last call. Never goes backwards past an event.
  void advanceTo(Instant t) { now_ = t; }
  // From this instant on an event is due or a component demands attention; the processor checks at every memory
  // request.
  Instant attention() const { return attention_; }
  // Moves attention() into the past until acknowledge(): a PI request line has changed, or a stop was requested.
  void demandAttention() {
    demanded_ = true;
    attention_ = Instant::min();
  }
  // Withdraws the demand (the processor has checked).
  void acknowledge();
  // Runs every event due by now, each at its own instant, and returns to now. Not from an event's handler.
  void runDue();
  // Advances time to `until` while only the devices run.
  void idleUntil(Instant until);
  Instant nextEvent() const { return next_; }
  // At most one; null: none. It is no part of the state, and without it an event pays a comparison.
  void listen(EventListener* listener);

  void state(Archive& a);

 private:
  struct Slot {
    std::string name;
    std::function<void()> handler;
  };
  // What the search for the next event compares: apart from the slots, so that few cache lines are read.
  struct Due {
    Instant when = kNever;
    std::uint64_t order = 0;
    bool before(const Due& o) const { return when < o.when || (when == o.when && order < o.order); }
  };
  struct Leisurely {
    std::uint32_t slot = 0;
    Due due;
  };
  bool watched() const { return listener_ != nullptr || (observers_ != nullptr && observers_->everythingWanted()); }
  const Due& dueOf(std::uint32_t slot) const;
  void tell(EventChange kind, std::uint32_t slot, Instant due) const;
  static void slotState(Archive& a, const std::string& mine, Due& due);
  void match(std::size_t node);
  void play(std::uint32_t slot);  // the matches that a change of this slot may have changed
  void playAll();
  void hasten(std::size_t n);  // that of leisurely_
  void run(std::uint32_t slot);
  bool runLeisurely(Instant present);
  void fire(std::uint32_t slot);  // runs its handler
  void fired();
  void nextIsFirst();

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  Instant now_ = kPowerOn;
  Instant attention_ = kNever;
  Instant next_ = kNever;         // the due time of slot nextSlot_
  std::uint32_t nextSlot_ = 0;    // of the pending slots the first; any slot if none is pending
  std::uint32_t firing_ = kNone;  // the slot whose handler runs
  bool demanded_ = false;
  std::uint64_t order_ = 0;
  std::vector<Slot> slots_;
  std::vector<Due> due_;              // of each slot
  std::vector<Leisurely> leisurely_;  // not pending in due_: very few
  // A tournament between the slots, so that few of them are compared when one changes. Node n holds that slot of nodes 2n
  // and 2n+1 which is due first; the second half of the nodes are the slots themselves. Node 1 is the next event.
  std::vector<std::uint32_t> first_;
  const Observers* observers_;
  EventListener* listener_ = nullptr;
};

}  // namespace utah10
