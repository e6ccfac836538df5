#include "devices/tu55.hpp"

#include <algorithm>

#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::int64_t kReelEnd = Tu55::kBufferLines + Tu55::kEndZoneLines;  // beyond the blocks, on either side
}  // namespace

Tu55::Tu55(Scheduler& clock, unsigned number, const Tu55Times& times)
    : clock_(clock), name_("dta" + std::to_string(number)), times_(times) {
  event_ = clock_.add(name_ + ".motion", [this] { event(); });
}

void Tu55::go(bool reverse) {
  if (!ready()) return;
  going_ = true;
  reverse_ = reverse;
  settle();
}

void Tu55::stop() {
  going_ = false;
  settle();
}

// Applies the last order once the motor has completed the one before.
void Tu55::settle() {
  if (motion_ == Motion::Stopped && going_) {
    movesReverse_ = reverse_;
    begin(Motion::Starting, ramp(times_.start));
  } else if (motion_ == Motion::AtSpeed && !going_) {
    begin(Motion::Stopping, ramp(times_.stop));
  } else if (motion_ == Motion::AtSpeed && reverse_ != movesReverse_) {
    begin(Motion::Turning, 0);
  }
}

void Tu55::begin(Motion motion, std::int64_t distance) {
  line_ = line() + (movesReverse_ ? -distance : distance);
  motion_ = motion;
  since_ = clock_.now();
  clock_.at(event_, nextEvent());
}

void Tu55::event() {
  if (motion_ == Motion::AtSpeed || line_ < -kReelEnd || line_ > kTapeLines + kReelEnd) return runOff();
  if (motion_ == Motion::Turning) movesReverse_ = !movesReverse_;
  motion_ = motion_ == Motion::Stopping ? Motion::Stopped : Motion::AtSpeed;
  since_ = clock_.now();
  if (motion_ == Motion::AtSpeed) clock_.at(event_, nextEvent());
  settle();
  if (changed_) changed_();
}

// When the current motion ends by itself.
Instant Tu55::nextEvent() const {
  switch (motion_) {
    case Motion::Starting:
      return since_ + times_.start;
    case Motion::Stopping:
      return since_ + times_.stop;
    case Motion::Turning:
      return since_ + times_.turn;
    case Motion::AtSpeed:
      return whenTravelled(kTapeLines + kReelEnd);
    default:
      return kNever;
  }
}

void Tu55::runOff() {
  offReel_ = true;
  going_ = false;
  motion_ = Motion::Stopped;
  clock_.cancel(event_);
  if (changed_) changed_();
}

std::int64_t Tu55::line() const {
  if (motion_ != Motion::AtSpeed) return line_;
  const std::int64_t passed = ticksPassed(since_, clock_.now(), times_.linesPerSecond);
  return movesReverse_ ? line_ - passed : line_ + passed;
}

std::int64_t Tu55::travelled() const { return movesReverse_ ? kTapeLines - line() : line(); }

Instant Tu55::whenTravelled(std::int64_t lines) const {
  const std::int64_t from = movesReverse_ ? kTapeLines - line_ : line_;
  return tickAfter(since_, lines - from, times_.linesPerSecond);
}

void Tu55::putOn() {
  clock_.cancel(event_);
  motion_ = Motion::Stopped;
  going_ = reverse_ = movesReverse_ = offReel_ = false;
  line_ = -kBufferLines - kEndZoneLines / 2;
  if (changed_) changed_();
}

void Tu55::mount(DecTapeImage tape) {
  tape_ = std::move(tape);
  remounted();
  putOn();
}

std::string Tu55::mounted() const {
  if (!tape_) return "";
  const std::int64_t block = line() / kBlockLines;
  std::string text = tape_->file().empty() ? "a DECtape without a file" : tape_->file().string();
  if (offReel_) return text + ", off its reel";
  if (line() < 0 || block >= static_cast<std::int64_t>(DecTapeImage::kBlocks))
    text += line() < 0 ? ", before the first block" : ", after the last block";
  else
    text += ", block " + std::to_string(block) + ".";
  return writeLocked() ? text + ", write-locked" : text;
}

Expected<std::string> Tu55::attach(const std::filesystem::path& file, const AttachOptions& options) {
  if (auto done = flush(); !done) return tl::unexpected{done.error()};
  std::error_code ignored;
  if (tape_ && !tape_->file().empty() && std::filesystem::equivalent(tape_->file(), file, ignored))
    return fail(name_ + ": " + file.string(), "is mounted here already", "detach it first");
  auto tape = DecTapeImage::open(name_, file, options);
  if (!tape) return tl::unexpected{tape.error()};
  mount(std::move(*tape));
  return std::string("DECtape, 578. blocks") + (tape_->readOnly() ? ", write-locked" : "");
}

Expected<std::string> Tu55::detach() {
  if (auto done = flush(); !done) return tl::unexpected{done.error()};
  const bool loose = tape_ && tape_->file().empty();
  tape_.reset();
  remounted();
  putOn();
  return std::string(loose ? "the tape had no file" : "");
}

Expected<void> Tu55::flush() { return tape_ ? tape_->flush() : Expected<void>{}; }

void Tu55::keepUndo(bool on) {
  if (tape_) tape_->keepUndo(on);
}

Expected<MediaMark> Tu55::mark() {
  if (!tape_) return MediaMark{mountings(), 0, 0};
  const auto file = tape_->mark();
  if (!file) return tl::unexpected{file.error()};
  return MediaMark{mountings(), *file, 0};
}

Expected<void> Tu55::seek(const MediaMark& mark) {
  if (auto same = sameMedium(mark); !same) return same;
  return tape_ ? tape_->seek(mark.file) : Expected<void>{};
}

void Tu55::forgetBefore(const MediaMark& mark) {
  if (tape_ && mark.mounting == mountings()) tape_->forgetBefore(mark.file);
}

void Tu55::state(Archive& a) {
  bool mounted = tape_.has_value();
  a.flag(mounted);
  if (!mounted) tape_.reset();
  if (mounted && !tape_) tape_.emplace();
  if (mounted) tape_->state(a);
  a.flag(writeLock_, offReel_, going_, reverse_, movesReverse_);
  a.choice(motion_, Motion::Turning, name_ + ": impossible motion");
  a.instant(since_);
  a.u64(line_);
  a.sameU32(times_.linesPerSecond, name_ + " has different times");
  for (const Duration d : {times_.start, times_.stop, times_.turn}) a.sameDuration(d, name_ + " has different times");
  const std::int64_t beyond = kReelEnd + ramp(times_.stop) + ramp(times_.start);
  const bool possible =
      line_ >= -beyond && line_ <= kTapeLines + beyond && since_ >= kPowerOn && since_ <= clock_.now();
  if (a.restored()) a.check(possible && clock_.when(event_) == nextEvent(), name_ + ": impossible motion");
  if (a.good()) return;
  motion_ = Motion::Stopped;  // avoids values that could be out of range
  line_ = 0;
  since_ = clock_.now();
}

}  // namespace utah10
