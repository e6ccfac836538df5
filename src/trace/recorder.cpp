// Recording: checkpoints, events, memory. Going back is in recorder_replay.cpp.
#include "trace/recorder.hpp"

#include <algorithm>

#include "trace/recorder_line.hpp"

namespace utah10 {

namespace {
// With fewer checkpoints than this, the beginning is dropped instead of thinning further.
constexpr std::size_t kFewest = 8;
}  // namespace

Recorder::Recorder(Machine& machine, DeviceSet& devices) : machine_(machine), devices_(devices) {
  for (TerminalPort* port : devices.ports()) lines_.push_back(std::make_unique<Line>(*this, *port));
}

Recorder::~Recorder() {
  for (MediaSlot* s : devices_.slots()) s->keepUndo(false);
}

void Recorder::set(const Settings& settings) {
  const bool was = settings_.on;
  settings_ = settings;
  if (settings_.on || !was) return;
  cutOff("recording was off");
  for (MediaSlot* s : devices_.slots()) s->keepUndo(false);
}

void Recorder::onInput(std::function<void(std::uint64_t, Instant, const RecordedInput&)> tell) {
  tell_ = std::move(tell);
}

void Recorder::takes(const std::string& line, std::function<void(const RecordedInput&)> give) {
  if (give)
    others_[line] = std::move(give);
  else
    others_.erase(line);
}

std::vector<TerminalPort*> Recorder::ports() {
  std::vector<TerminalPort*> all;
  for (const auto& line : lines_) all.push_back(line.get());
  return all;
}

bool Recorder::printed(char) {
  ++printed_;
  return replaying_;
}

std::uint64_t Recorder::printedOn(std::string_view name) const {
  const auto line = std::ranges::find_if(lines_, [name](const auto& l) { return l->port() == name; });
  return line == lines_.end() ? 0 : (*line)->printed();
}

void Recorder::cutOff(std::string why) {
  recording_ = false;
  why_ = std::move(why);
  checkpoints_.clear();
  events_.clear();
  next_ = 0;
  end_ = position_;
}

// Positions continue, because a user may have noted one.
void Recorder::restart(std::string why) {
  cutOff(std::move(why));
  for (MediaSlot* s : devices_.slots()) s->keepUndo(true);
  recording_ = true;
  stood_.reset();
  addCheckpoint();
  recording_ = !checkpoints_.empty();
  remember();
}

bool Recorder::remounted(std::string& which) const {
  const auto& marks = checkpoints_.back().marks;
  for (std::size_t n = 0; n < marks.size(); ++n) {
    MediaSlot* s = devices_.slots()[n];
    if (s->mountings() == marks[n].mounting) continue;
    which = std::string(s->slot()) + (s->mounted().empty() ? " was detached" : " was attached");
    return true;
  }
  return false;
}

void Recorder::remember() {
  stoodAt_ = machine_.now();
  stoodPc_ = machine_.cpu().pc();
  touched_ = false;
}

// Whether the machine has changed since the recorder last looked. After going back, a command that changed nothing must
// not discard the recording ahead, so the whole state is compared there.
bool Recorder::moved() const {
  const bool may = touched_ || machine_.now() != stoodAt_ || machine_.cpu().pc() != stoodPc_;
  if (!may || !stood_) return may;
  return !(stateHash(machine_) == *stood_);
}

// Records what commands did since the machine last ran.
void Recorder::settle() {
  std::string which;
  if (!recording_) return restart(why_.empty() ? "the first run" : why_);
  if (remounted(which)) return restart(which);
  if (moved()) {
    dropAhead();
    addCut();
  }
  remember();
}

void Recorder::beginRun() {
  if (!settings_.on) return;
  settle();
  if (recording_ && checkpoints_.since(position_) >= settings_.every) addCheckpoint();
}

void Recorder::ran(std::uint64_t instructions) {
  position_ += instructions;
  if (!settings_.on || !recording_) return;
  if (instructions != 0) stood_.reset();
  end_ = std::max(end_, position_);
  if (checkpoints_.since(position_) >= settings_.every) addCheckpoint();
}

// A time limit may end a run in the middle of an instruction that never ends; the only other stops within an
// instruction are single cycle and the error stops.
void Recorder::endRun(StopReason why) {
  if (!settings_.on || !recording_) return;
  switch (why) {
    case StopReason::None:
    case StopReason::Halt:
    case StopReason::StopKey:
    case StopReason::InstructionLimit:
    case StopReason::Watch:
    case StopReason::SingleInstruction:
      return remember();
    default:
      if (ahead()) return remember();  // same as the first time
      addCut();
      return remember();
  }
}

void Recorder::keyPressed() {
  if (!settings_.on || !recording_) return;
  dropAhead();
  addCut();
  remember();
}

std::uint64_t Recorder::toNext() const {
  if (!settings_.on || !recording_) return toEvent();
  const std::uint64_t since = checkpoints_.since(position_);
  return std::min(toEvent(), since < settings_.every ? settings_.every - since : settings_.every);
}

std::uint64_t Recorder::toEvent() const {
  if (!settings_.on || next_ >= events_.size()) return ~std::uint64_t{0};
  return events_[next_].position - position_;
}

void Recorder::give(const Event& event) {
  if (event.changed) {
    // The state comes from this machine, so it fits.
    (void)machine_.restore(event.changed->bytes());
    return;
  }
  const RecordedInput& in = *event.input;
  if (in.line == "tty") return devices_.console.type(in.keys);
  for (const auto& line : lines_)
    if (line->port() == in.line) return line->give(in);
  if (const auto other = others_.find(in.line); other != others_.end()) other->second(in);
}

void Recorder::giveDue() {
  if (!settings_.on) return;
  bool any = false;
  for (; next_ < events_.size() && events_[next_].position <= position_; any = true) give(events_[next_++]);
  if (any && !replaying_) remember();
}

void Recorder::input(RecordedInput in) {
  if (replaying_) return;
  if (settings_.on && recording_) {
    dropAhead();
    events_.push_back({position_, in, {}});
    next_ = events_.size();
  }
  if (tell_) tell_(position_, machine_.now(), in);
  give({position_, std::move(in), {}});
}

void Recorder::dropAhead() {
  events_.resize(next_);
  end_ = position_;
  checkpoints_.dropAhead(position_, next_);
  stood_.reset();
}

std::optional<Recorder::Checkpoint> Recorder::present() {
  Checkpoint c{position_, next_, machine_.now(), printed_, {}, {}, {}};
  for (const auto& line : lines_) c.printedOnLines.push_back(line->printed());
  for (MediaSlot* s : devices_.slots()) {
    auto mark = s->mark();
    if (!mark) return std::nullopt;  // the host cannot take the written data: try again later
    c.marks.push_back(*mark);
  }
  c.state = pages_.keep(machine_.save(true), checkpoints_.like(position_));
  return c;
}

void Recorder::addCheckpoint() {
  auto c = present();
  if (!c) return;
  checkpoints_.put(std::move(*c));
  thin();
}

// Of several cuts at one position the last is enough: an instruction without end is cut every second.
void Recorder::addCut() {
  if (!events_.empty() && events_.back().position == position_ && events_.back().changed) {
    events_.pop_back();
    next_ = events_.size();
    checkpoints_.dropEventsAfter(next_);
  }
  events_.push_back({position_, std::nullopt, pages_.keep(machine_.save(true), checkpoints_.like(position_))});
  next_ = events_.size();
  addCheckpoint();
}

std::size_t Recorder::bytes() const {
  std::size_t n = pages_.bytes();
  for (const MediaSlot* s : devices_.slots()) n += s->undoBytes();
  for (const Event& e : events_) n += sizeof(Event) + (e.input ? e.input->keys.size() : 0);
  return n;
}

// Thinning reduces the number of states, but not the saved media contents, which are only freed with the beginning.
void Recorder::thin() {
  while (bytes() > settings_.limit && checkpoints_.size() > 1) {
    const bool states = pages_.bytes() > bytes() / 2;
    if (states && checkpoints_.size() > kFewest)
      checkpoints_.thinOne(end_);
    else if (checkpoints_[1].position <= position_)
      dropFirst();
    else
      return;
  }
}

void Recorder::dropFirst() {
  const std::size_t gone = checkpoints_.dropFirst();
  events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(gone));
  next_ -= gone;
  for (std::size_t n = 0; n < devices_.slots().size(); ++n)
    devices_.slots()[n]->forgetBefore(checkpoints_.front().marks[n]);
  why_ = "what came before was dropped for lack of room; set record limit MEGABYTES raises the limit";
}

std::uint64_t Recorder::first() const { return checkpoints_.empty() ? position_ : checkpoints_.front().position; }
bool Recorder::reaches(std::uint64_t position) const { return recording_ && position >= first() && position <= end_; }

}  // namespace utah10
