// Lets a session go back in time: keeps checkpoints of the machine, marks of its media, and all external input, each
// with its position. Going back means restoring a checkpoint and running from there, silently, with the same input.
//
// Position: instructions executed since the recording began, as Ka10::executed() counts them. One position may have
// several events: keys typed, and cuts, where a command or a key changed the stopped machine (a deposit, RESET, READ
// IN). A cut keeps the whole state after it, so that no command needs a replay of its own. Being at a position means
// that all of its events are done.
//
// Memory: above the limit, checkpoints are thinned out; if that is not enough, the beginning of the recording is
// dropped. Everything recorded before a medium was mounted or dismounted is dropped, too. Errors: `back: what; hint`.
// If the media cannot be restored, the machine is left unchanged.
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

  // Calls from the session: a command may have changed the machine; a run begins; it has executed so many more
  // instructions; it has ended.
  void touched() { touched_ = true; }
  // Makes everything before the present unreachable; `why` is shown to the user.
  void cutOff(std::string why);
  void beginRun();
  void ran(std::uint64_t instructions);
  void endRun(StopReason why);
  // READ IN was pressed, which a replay by instructions would not repeat.
  void keyPressed();
  // Instructions until a recorded event or a checkpoint is due; ~0 if none is.
  std::uint64_t toNext() const;
  // Instructions until the end of the recording; ~0 if at the end, or if nothing is recorded.
  std::uint64_t toEnd() const { return position_ < end_ ? end_ - position_ : ~std::uint64_t{0}; }
  // Delivers the input recorded for this position.
  void giveDue();
  // Live input: recorded and delivered. Input recorded for later is dropped, because the run now takes another course.
  void input(RecordedInput input);
  // Sets a callback for all live input, called when it is delivered; null: none.
  void onInput(std::function<void(std::uint64_t position, Instant at, const RecordedInput&)> tell);
  // Sets the receiver for input on another line, such as "imp"; null removes it.
  void takes(const std::string& line, std::function<void(const RecordedInput&)> give);
  // Called for every character that the console prints; true during a replay, when it must not be shown.
  bool printed(char c);
  // The scanner's lines as seen from outside: input on them is recorded.
  std::vector<TerminalPort*> ports();

  bool replaying() const { return replaying_; }
  // Whether the recording extends beyond the present.
  bool ahead() const { return position_ < end_ || next_ < events_.size(); }
  // Position of the current instruction during a search.
  std::uint64_t underway() const { return position_ + (running_ ? machine_.cpu().executed() : 0); }
  bool reaches(std::uint64_t position) const;
  std::uint64_t position() const { return position_; }
  std::uint64_t first() const;
  std::uint64_t last() const { return end_; }  // end of the recording
  std::uint64_t printedSoFar() const { return printed_; }
  // Number of characters that the guest has sent on a line of the scanner, "tty3", without NULs.
  std::uint64_t printedOn(std::string_view line) const;
  const std::string& beginning() const { return why_; }  // why the recording does not begin earlier
  std::size_t bytes() const;

  // Goes to a position, or to the last position at or before a time.
  Expected<void> goTo(std::uint64_t position);
  Expected<void> goToTime(Instant at);
  // Searches backwards from here for the last occurrence `finder` finds, and goes there. False, and nothing has
  // changed, if there is none. False, too, if interrupted: it then goes back to a place behind which there is none.
  Expected<bool> goToLast(Finder& finder);
  // Asked now and then on the way of goToLast() and goTo(); true interrupts it. Null: nobody asks.
  void interruptedBy(std::function<bool()> asked) { asked_ = std::move(asked); }
  // Whether the last goToLast() or goTo() was interrupted; the latter leaves the machine where it was.
  bool interrupted() const { return interrupted_; }
  // Repeats the run up to here from at least so many instructions ago, or from the beginning of the recording; `finder`
  // observes it from its begin() on. The machine is the same afterwards.
  Expected<void> retrace(std::uint64_t instructions, Finder& finder);

  using Checkpoint = utah10::Checkpoint;
  const std::deque<Checkpoint>& checkpoints() const { return checkpoints_.all(); }
  std::size_t events() const { return events_.size(); }

 private:
  struct Event {
    std::uint64_t position = 0;
    std::optional<RecordedInput> input;        // or
    std::optional<StatePages::State> changed;  // or the machine after a cut
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
  enum class Asks : bool { No, Yes };  // whether it may be interrupted
  Expected<void> replay(std::uint64_t target, Instant until, Finder* finder, Asks asks);
  Expected<void> journey(std::size_t from, std::uint64_t position, Asks asks = Asks::No);
  std::uint64_t toEvent() const;
  void remember();
  Expected<void> observed(std::uint64_t end, Finder& finder);
  bool asked();
  struct Searched {
    std::uint64_t end = 0;               // in what lies behind this place there is nothing
    std::optional<std::uint64_t> found;  // before it
  };
  Expected<Searched> searchSegments(Finder& finder, std::uint64_t here);

  Machine& machine_;
  DeviceSet& devices_;
  Settings settings_;
  std::function<void(std::uint64_t, Instant, const RecordedInput&)> tell_;
  std::vector<std::unique_ptr<Line>> lines_;
  std::map<std::string, std::function<void(const RecordedInput&)>> others_;
  StatePages pages_;
  Checkpoints checkpoints_;
  std::vector<Event> events_;  // in order
  std::size_t next_ = 0;       // index of the next event
  std::uint64_t position_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t printed_ = 0;
  std::string why_;
  std::function<bool()> asked_;
  bool interrupted_ = false;
  bool recording_ = false;
  bool replaying_ = false;
  bool running_ = false;  // during a replay
  bool touched_ = false;
  Instant stoodAt_;  // time when the recorder last looked
  VirtualAddress stoodPc_;
  std::optional<StateHash> stood_;  // state hash after going back
};

}  // namespace utah10
