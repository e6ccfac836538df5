#include "devices/mag_tape_transport.hpp"

#include <algorithm>

namespace utah10 {

MagTapeTransport::MagTapeTransport(Scheduler& clock, unsigned number, const MagTapeKind& kind)
    : clock_(clock), name_("mta" + std::to_string(number)), kind_(kind) {
  rewound_ = clock_.add(name_ + ".rewound", [this] { rewindEnds(); });
}

// Uniform acceleration: twice the time for the distance.
Instant MagTapeTransport::reach(std::int64_t ahead, bool reverse) const {
  const Instant now = clock_.now();
  if (now < runsOnUntil_ && reverse == wasReverse_ && !rewinding())
    return std::max(now, passedAt_ + timeFor(gap() / 2 + ahead));
  const Instant begin = std::max(now, restsAt());
  return begin + timeFor(2 * kStartDistance) + timeFor(ahead - kStartDistance);
}

void MagTapeTransport::passed(std::size_t next, std::int64_t distance, bool reverse) {
  next_ = next;
  position_ = next == 0 ? 0 : std::max<std::int64_t>(0, position_ + (reverse ? -distance : distance));
  wasReverse_ = reverse;
  passedAt_ = clock_.now();
  runsOnUntil_ = passedAt_ + timeFor(gap() / 2 - kStopDistance);
  restsAt_ = runsOnUntil_ + timeFor(2 * kStopDistance);
}

void MagTapeTransport::rewind(bool unload) {
  unloading_ = unload;
  if (atLoadPoint()) return rewindEnds();
  const Duration run{position_ * 1000 / kind_.rewindInchesPerSecond};
  clock_.at(rewound_, startsAt() + run + timeFor(2 * kStopDistance));
  next_ = 0;  // orders given in the meantime wait for the load point
  position_ = 0;
}

void MagTapeTransport::rewindEnds() {
  runsOnUntil_ = restsAt_ = std::min(restsAt_, clock_.now());
  if (unloading_) unloaded_ = true;
  unloading_ = false;
  if (changed_) changed_(false);
}

void MagTapeTransport::putOn() {
  clock_.cancel(rewound_);
  unloaded_ = unloading_ = noRing_ = false;
  next_ = 0;
  position_ = 0;
  runsOnUntil_ = restsAt_ = std::min(restsAt_, clock_.now());
  if (changed_) changed_(true);
}

void MagTapeTransport::mount(MagTapeImage tape) {
  tape_ = std::move(tape);
  remounted();
  putOn();
}

std::string MagTapeTransport::mounted() const {
  if (!tape_) return "";
  std::string text = tape_->file().empty() ? "a tape without a file" : tape_->file().string();
  if (unloaded_)
    text += ", unloaded";
  else if (rewinding())
    text += ", rewinding";
  else if (next_ == 0)
    text += ", at the load point";
  else
    text += ", after record or mark " + std::to_string(next_) + ". of " + std::to_string(tape_->size()) + ".";
  return writeLocked() ? text + ", write-locked" : text;
}

Expected<std::string> MagTapeTransport::attach(const std::filesystem::path& file, const AttachOptions& options) {
  if (auto done = flush(); !done) return tl::unexpected{done.error()};
  std::error_code ignored;
  if (tape_ && !tape_->file().empty() && std::filesystem::equivalent(tape_->file(), file, ignored))
    return fail(name_ + ": " + file.string(), "is mounted here already", "detach it first");
  auto tape = MagTapeImage::open(name_, file, options);
  if (!tape) return tl::unexpected{tape.error()};
  mount(std::move(*tape));
  std::string found = std::to_string(kind_.tracks) + "-track tape, " + tape_->format() + ", ";
  found += tape_->size() == 0 ? "blank" : std::to_string(tape_->records()) + ". records";
  return found + (tape_->readOnly() ? ", write-locked" : "");
}

Expected<std::string> MagTapeTransport::detach() {
  if (auto done = flush(); !done) return tl::unexpected{done.error()};
  const bool loose = tape_ && tape_->file().empty();
  tape_.reset();
  remounted();
  putOn();
  return std::string(loose ? "the tape had no file" : "");
}

Expected<void> MagTapeTransport::flush() { return tape_ ? tape_->flush() : Expected<void>{}; }

void MagTapeTransport::keepUndo(bool on) {
  if (tape_) tape_->keepUndo(on);
}

Expected<MediaMark> MagTapeTransport::mark() {
  if (!tape_) return MediaMark{mountings(), 0, 0};
  const auto at = tape_->mark();
  if (!at) return tl::unexpected{at.error()};
  return MediaMark{mountings(), at->file, at->objects};
}

Expected<void> MagTapeTransport::seek(const MediaMark& mark) {
  if (auto same = sameMedium(mark); !same) return same;
  return tape_ ? tape_->seek({mark.file, mark.medium}) : Expected<void>{};
}

void MagTapeTransport::forgetBefore(const MediaMark& mark) {
  if (tape_ && mark.mounting == mountings()) tape_->forgetBefore({mark.file, mark.medium});
}

void MagTapeTransport::state(Archive& a) {
  bool mounted = tape_.has_value();
  a.flag(mounted);
  if (!mounted) tape_.reset();
  if (mounted && !tape_) tape_.emplace();
  if (mounted) tape_->state(a);
  a.flag(noRing_, unloaded_, unloading_, wasReverse_);
  a.u64(next_, position_);
  a.instant(passedAt_, runsOnUntil_, restsAt_);
  const std::string different = name_ + " is a different kind of transport";
  a.sameU8(kind_.tracks, different);
  a.sameU64(kind_.inchesPerSecond, different);
  a.sameU64(kind_.rewindInchesPerSecond, different);
  a.sameU64(kind_.feet, different);
  const Instant last = clock_.now() + seconds(1);
  const auto possible = [&](Instant t) { return t >= kPowerOn && t <= last; };
  a.check(next_ <= (tape_ ? tape_->size() : 0) && position_ >= 0 && position_ <= kInch * 1'000'000 &&
              possible(passedAt_) && possible(runsOnUntil_) && possible(restsAt_),
          name_ + ": the tape has no such position");
  if (!a.good()) next_ = 0;
}

}  // namespace utah10
