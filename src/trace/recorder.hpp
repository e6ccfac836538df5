// What a session needs to go back: checkpoints of the machine, marks of its media, and everything that came from
// outside, each at its position. Going back is restoring a checkpoint and running again from there, silently, with the
// same input.
//
// Position: instructions executed since the recording began, as Ka10::executed() counts them. At one position there may
// be several events: keys typed, and cuts, where a command or a key changed the machine while it stood (a deposit,
// RESET, READ IN). A cut keeps the whole state after it, so that no command needs a replay of its own. Standing at a
// position means with all of its events done.
//
// Memory: over the limit checkpoints are thinned out; when that is not enough the beginning of the recording is given
// up. Everything recorded before a medium was mounted or taken off is given up, too. Errors: `back: what; hint`. If the
// media cannot be put back the machine is as it was.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "trace/checkpoints.hpp"
#include "trace/recorded.hpp"
#include "trace/state_hash.hpp"
#include "trace/state_pages.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class Recorder {
 public:
  struct Settings {
    bool on = false;
    std::uint64_t every = 2'000'000;                // instructions between checkpoints
    std::size_t limit = std::size_t{64} * 1048576;  // bytes
  };

  // Both must outlive the recorder.
  Recorder(Machine& machine, DeviceSet& devices);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  const Settings& settings() const { return settings_; }
  void set(const Settings& settings);

  // The session tells: a command may have changed the machine; a run begins; it has executed so many more; it has
  // ended.
  void touched() { touched_ = true; }
  // Nothing before the present can be reached any more; `why` is for the user.
  void cutOff(std::string why);
  void beginRun();
  void ran(std::uint64_t instructions);
  void endRun(StopReason why);
  // READ IN has been pressed: something a replay by instructions would not do again.
  void keyPressed();
  // Instructions until something recorded is due, or a checkpoint; ~0 if nothing is.
  std::uint64_t toNext() const;
  // Instructions until the end of where one has been; ~0 if one is there, or nothing is recorded.
  std::uint64_t toEnd() const { return position_ < end_ ? end_ - position_ : ~std::uint64_t{0}; }
  // Gives what is recorded for this position.
  void giveDue();
  // Live input: is recorded and given. What was recorded for later is dropped: the story goes on differently.
  void input(RecordedInput input);
  // Called for all live input, when it is given; null: nobody.
  void onInput(std::function<void(std::uint64_t position, Instant at, const RecordedInput&)> tell);
  // Who takes the input of another line, "imp" say; null: nobody any more.
  void takes(const std::string& line, std::function<void(const RecordedInput&)> give);
  // Every character that the console prints comes by here; true during a replay, when nobody else shall see it.
  bool printed(char c);
  // The scanner's lines, for whoever is outside: what comes in is recorded.
  std::vector<TerminalPort*> ports();

  bool replaying() const { return replaying_; }
  // Whether something is recorded for later than now.
  bool ahead() const { return position_ < end_ || next_ < events_.size(); }
  // During a search: of the instruction under way.
  std::uint64_t underway() const { return position_ + (running_ ? machine_.cpu().executed() : 0); }
  bool reaches(std::uint64_t position) const;
  std::uint64_t position() const { return position_; }
  std::uint64_t first() const;
  std::uint64_t last() const { return end_; }  // where one has been
  std::uint64_t printedSoFar() const { return printed_; }
  // What the guest has sent on a line of the scanner, "tty3", without nulls.
  std::uint64_t printedOn(std::string_view line) const;
  const std::string& beginning() const { return why_; }  // why the recording begins where it does
  std::size_t bytes() const;

  // Stands at a position afterwards, or at the last at or before a time.
  Expected<void> goTo(std::uint64_t position);
  Expected<void> goToTime(Instant at);
  // Looks backwards from here for the last `finder` sees, and stands there; false, and nothing has changed, if there is
  // nothing.
  Expected<bool> goToLast(Finder& finder);

  using Checkpoint = utah10::Checkpoint;
  const std::deque<Checkpoint>& checkpoints() const { return checkpoints_.all(); }
  std::size_t events() const { return events_.size(); }

 private:
  struct Event {
    std::uint64_t position = 0;
    std::optional<RecordedInput> input;        // or
    std::optional<StatePages::State> changed;  // the machine after it
  };
  class Line;
  class Silence;

  void restart(std::string why);
  bool remounted(std::string& which) const;
  void settle();
  Expected<void> ready();
  bool moved() const;
  void dropAhead();
  void addCut();
  void addCheckpoint();
  std::optional<Checkpoint> present();
  void thin();
  void dropFirst();
  void give(const Event& event);
  Expected<void> restore(const Checkpoint& c);
  Expected<void> seekMedia(const std::vector<MediaMark>& marks);
  Expected<void> replay(std::uint64_t target, Instant until, Finder* finder);
  Expected<void> journey(std::size_t from, std::uint64_t position);
  std::uint64_t toEvent() const;
  void remember();
  Expected<bool> searchSegments(Finder& finder, std::uint64_t here);

  Machine& machine_;
  DeviceSet& devices_;
  Settings settings_;
  std::function<void(std::uint64_t, Instant, const RecordedInput&)> tell_;
  std::vector<std::unique_ptr<Line>> lines_;
  std::map<std::string, std::function<void(const RecordedInput&)>> others_;
  StatePages pages_;
  Checkpoints checkpoints_;
  std::vector<Event> events_;  // in order
  std::size_t next_ = 0;       // event
  std::uint64_t position_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t printed_ = 0;
  std::string why_;
  bool recording_ = false;
  bool replaying_ = false;
  bool running_ = false;  // in a replay
  bool touched_ = false;
  Instant stoodAt_;  // when the recorder last looked
  VirtualAddress stoodPc_;
  std::optional<StateHash> stood_;  // after going back
};

}  // namespace utah10
