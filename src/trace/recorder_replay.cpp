// Going back and forth.
#include <algorithm>
#include <utility>

#include "trace/recorder.hpp"
#include "trace/recorder_line.hpp"

namespace utah10 {

namespace {
// Successive runs that execute nothing; at this number the replay has deviated from the recording.
constexpr int kPatience = 8;
// Instructions of a search from one question whether it is to go on to the next: some milliseconds of the host's.
constexpr std::uint64_t kAsks = 50'000;
}  // namespace

// While an instance exists, output is hidden from the outside.
class Recorder::Silence {
 public:
  explicit Silence(Recorder& r) : r_(r) {
    r_.replaying_ = true;
    r_.machine_.observers().pause();
  }
  ~Silence() {
    r_.machine_.observers().resume();
    r_.replaying_ = false;
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  Recorder& r_;
};

// Restores all media or none.
Expected<void> Recorder::seekMedia(const std::vector<MediaMark>& marks) {
  const auto slots = devices_.slots();
  std::vector<MediaMark> before;
  for (MediaSlot* s : slots) {
    const auto mark = s->mark();
    if (!mark) return tl::unexpected(mark.error());
    before.push_back(*mark);
  }
  for (std::size_t n = 0; n < slots.size(); ++n) {
    auto done = slots[n]->seek(marks[n]);
    if (done) continue;
    for (std::size_t k = 0; k < n; ++k) (void)slots[k]->seek(before[k]);
    return done;
  }
  return {};
}

Expected<void> Recorder::restore(const Checkpoint& c) {
  if (auto media = seekMedia(c.marks); !media) return media;
  if (auto state = machine_.restore(c.state.bytes()); !state) return state;
  machine_.cpu().history().clear();  // its entries are from another time
  position_ = c.position;
  next_ = c.event;
  printed_ = c.printed;
  for (std::size_t n = 0; n < lines_.size(); ++n) lines_[n]->printed(c.printedOnLines[n]);
  return {};
}

// Replays from here to a position or an instant, with all recorded input. `finder` observes it.
Expected<void> Recorder::replay(std::uint64_t target, Instant until, Finder* finder, Asks asks) {
  const bool asking = asks == Asks::Yes && asked_ != nullptr;
  int idle = 0;
  for (;;) {
    for (; next_ < events_.size() && events_[next_].position <= position_; ++next_) {
      give(events_[next_]);
      if (finder != nullptr) finder->boundary(position_, events_[next_].changed.has_value());
    }
    if (position_ >= target || machine_.now() >= until) return {};
    if (asking && asked()) return {};
    const std::uint64_t stretch = std::min({target - position_, toEvent(), asking ? kAsks : ~std::uint64_t{0}});
    running_ = true;
    const StopReason why = machine_.cpu().run({stretch, until, finder});
    running_ = false;
    position_ += machine_.cpu().executed();
    idle = machine_.cpu().executed() == 0 && why != StopReason::TimeLimit ? idle + 1 : 0;
    if (idle < kPatience) continue;
    return fail("back", "the replay is stuck after instruction " + std::to_string(position_),
                "set record off, then on, starts a new recording");
  }
}

Expected<void> Recorder::ready() {
  if (settings_.on) settle();
  if (settings_.on && recording_) return {};
  return fail("back", "nothing is recorded", "set record on");
}

// Restores a checkpoint and runs to a position.
Expected<void> Recorder::journey(std::size_t from, std::uint64_t position, Asks asks) {
  if (auto there = restore(checkpoints_[from]); !there) return there;
  if (auto done = replay(position, kNever, nullptr, asks); !done) return done;
  remember();
  stood_ = stateHash(machine_);
  return {};
}

Expected<void> Recorder::goTo(std::uint64_t position) {
  if (auto on = ready(); !on) return on;
  if (!reaches(position)) return fail("back", "instruction " + std::to_string(position) + " is not recorded");
  addCheckpoint();
  const std::uint64_t here = position_;
  const std::size_t present = checkpoints_.before(here);
  const Silence silence{*this};
  interrupted_ = false;
  // Uses the last checkpoint at a position, the one with all events done.
  auto done = journey(checkpoints_.before(position), position, Asks::Yes);
  return done && interrupted_ ? journey(present, here) : done;
}

Expected<void> Recorder::goToTime(Instant at) {
  if (auto on = ready(); !on) return on;
  if (at < checkpoints_.front().at || at > machine_.now()) return fail("back", "that time is not recorded");
  addCheckpoint();
  const Silence silence{*this};
  const std::uint64_t most = position_;
  std::size_t n = checkpoints_.before(most);
  while (n > 0 && checkpoints_[n].at > at) --n;
  if (auto there = restore(checkpoints_[n]); !there) return there;
  if (auto done = replay(most, at, nullptr, Asks::No); !done) return done;
  // A run ends at the first boundary at or after its limit.
  const bool beyond = machine_.now() > at && position_ > checkpoints_[n].position;
  return journey(n, position_ - (beyond ? 1 : 0));
}

// Replays from here to a position; the finder receives boundaries, records and what devices write.
Expected<void> Recorder::observed(std::uint64_t end, Finder& finder) {
  finder.begin(position_);
  machine_.observers().connect(finder);
  machine_.core().watchPorts(&finder);
  const auto done = replay(end, kNever, &finder, Asks::Yes);
  machine_.core().watchPorts(nullptr);
  machine_.observers().disconnect(finder);
  return done;
}

bool Recorder::asked() {
  if (asked_ && !interrupted_) interrupted_ = asked_();
  return asked_ && interrupted_;
}

// Searches segment by segment, from last to first.
Expected<Recorder::Searched> Recorder::searchSegments(Finder& finder, std::uint64_t here) {
  std::uint64_t end = here;
  for (std::size_t n = checkpoints_.before(here) + 1; n-- > 0;) {
    // Earlier checkpoints at one position have no segment of their own, but they have events.
    if (auto there = restore(checkpoints_[n]); !there) return tl::unexpected(there.error());
    if (const auto done = observed(end, finder); !done) return tl::unexpected(done.error());
    if (interrupted_) return Searched{end, std::nullopt};
    finder.boundary(position_, false);
    if (finder.found()) return Searched{end, finder.found()};
    end = checkpoints_[n].position;
  }
  return Searched{end, std::nullopt};
}

Expected<bool> Recorder::goToLast(Finder& finder) {
  if (auto on = ready(); !on) return tl::unexpected(on.error());
  addCheckpoint();
  const std::uint64_t here = position_;
  const std::size_t present = checkpoints_.before(here);
  const Silence silence{*this};
  interrupted_ = false;
  const auto searched = searchSegments(finder, here);
  if (searched && searched->found) {
    const std::uint64_t target = *searched->found;
    const auto done = journey(target == here ? present : checkpoints_.before(target), target, Asks::Yes);
    if (!done) return tl::unexpected(done.error());
    if (!interrupted_) return true;
  }
  // Nothing found: returns to the present. Both this and the beginning of a segment are reached without a replay.
  const std::uint64_t target = searched && interrupted_ ? searched->end : here;
  if (auto done = journey(target == here ? present : checkpoints_.before(target), target); !done)
    return tl::unexpected(done.error());
  return searched ? Expected<bool>{false} : tl::unexpected(searched.error());
}

// The replay leaves the machine as it was, and its history full. Only a machine in the middle of an instruction is not
// reached by it, and is restored.
Expected<void> Recorder::retrace(std::uint64_t instructions, Finder& finder) {
  if (auto on = ready(); !on) return on;
  addCheckpoint();
  const std::uint64_t here = position_;
  const std::size_t present = checkpoints_.before(here);
  const StateHash before = stateHash(machine_);
  const Silence silence{*this};
  if (auto there = restore(checkpoints_[checkpoints_.before(here - std::min(instructions, here))]); !there)
    return there;
  const auto done = observed(here, finder);
  if (!done || stateHash(machine_) != before)
    if (auto back = journey(present, here); !back) return back;
  remember();
  stood_ = stateHash(machine_);
  return done;
}

}  // namespace utah10
