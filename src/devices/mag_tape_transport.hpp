// One magnetic tape transport of a TM10: motion, position, and the slot for its tape ("mta0" to "mta7").
//
// Geometry: a gap of .6 inch between records on nine tracks, .75 on seven; 3 inches from the load point to the first
// record, before a tape mark and for an extended gap (TU10 master manual: extended interrecord gap; inferred: 3
// inches, as in the ANSI standard). A record ends with its check characters, 8 frame times on nine tracks and 4 on
// seven. A head at rest is in the middle of a gap. An image records no gap lengths except erased tape: when passed
// again, an extended gap is a plain one.
// Times: 45 inches a second, start 9 ms, stop 8 ms (limits of the TU16's specification, which runs at the 45 in/s of
// the TU10 and TU20); at another speed both scale so that the distances stay, .2025 and .18 inch. inferred: rewinding
// at 150 inches a second (2400 feet in 3.2 minutes; the TU16 allows 3.5). From a record's end the tape runs on for
// .12 inch before it stops: an order in the same direction until then finds it at speed, and the next record comes a
// whole gap after the last; a later order waits for the stop and a new start. inferred: the reflective end-of-tape
// mark is 25 feet before the end of the reel; an image that ends earlier is followed by at most 25 feet of blank
// tape.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "devices/magtape_image.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class MagTapeTransport final : public MediaSlot {
 public:
  // Distances in millionths of an inch.
  static constexpr std::int64_t kInch = 1'000'000;
  static constexpr std::int64_t kLongGap = 3 * kInch;
  static constexpr std::int64_t kBlank = 300 * kInch;  // 25 feet
  static constexpr std::int64_t kStartDistance = 202'500;
  static constexpr std::int64_t kStopDistance = 180'000;

  MagTapeTransport(Scheduler& clock, unsigned number, const MagTapeKind& kind);
  MagTapeTransport(const MagTapeTransport&) = delete;

  // Called when a tape is mounted or removed (true) and when rewinding ends (false).
  void onChange(std::function<void(bool replaced)> f) { changed_ = std::move(f); }

  const MagTapeKind& kind() const { return kind_; }
  bool sevenTrack() const { return kind_.tracks == 7; }
  std::int64_t gap() const { return sevenTrack() ? 750'000 : 600'000; }
  Duration timeFor(std::int64_t distance) const { return Duration{distance * 1000 / kind_.inchesPerSecond}; }

  bool onLine() const { return tape_.has_value() && !unloaded_; }
  bool writeLocked() const { return tape_ && (tape_->readOnly() || noRing_); }
  void removeRing() { noRing_ = true; }  // until the next tape
  MagTapeImage& tape() { return *tape_; }
  void mount(MagTapeImage tape);

  // The next object in forward motion.
  std::size_t next() const { return next_; }
  bool atLoadPoint() const { return next_ == 0 && !rewinding(); }
  bool pastEndMark() const { return position_ >= (kind_.feet - 25) * 12 * kInch; }
  bool rewinding() const { return clock_.pending(rewound_); }
  Instant restsAt() const { return rewinding() ? clock_.when(rewound_) : restsAt_; }

  // The instant at which a tape set in motion now runs at full speed.
  Instant startsAt() const { return std::max(clock_.now(), restsAt()) + timeFor(2 * kStartDistance); }
  // The instant at which a tape set in motion now will have travelled `ahead` from its resting place.
  Instant reach(std::int64_t ahead, bool reverse) const;
  // The head has reached the far end of an object; `distance` includes the gap before it. The tape runs on.
  void passed(std::size_t next, std::int64_t distance, bool reverse);
  void rewind(bool unload);

  std::string_view slot() const override { return name_; }
  std::string mounted() const override;
  Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) override;
  Expected<std::string> detach() override;
  Expected<void> flush() override;
  void keepUndo(bool on) override;
  Expected<MediaMark> mark() override;
  Expected<void> seek(const MediaMark& mark) override;
  void forgetBefore(const MediaMark& mark) override;
  std::size_t undoBytes() const override { return tape_ ? tape_->undoBytes() : 0; }

  void state(Archive& a);

 private:
  void putOn();
  void rewindEnds();

  Scheduler& clock_;
  std::string name_;
  MagTapeKind kind_;
  EventId rewound_;
  std::function<void(bool)> changed_;
  std::optional<MagTapeImage> tape_;
  bool noRing_ = false;
  bool unloaded_ = false;
  bool unloading_ = false;
  std::size_t next_ = 0;
  std::int64_t position_ = 0;  // from the load point
  bool wasReverse_ = false;    // the last motion
  Instant passedAt_ = kPowerOn;
  Instant runsOnUntil_ = kPowerOn;
  Instant restsAt_ = kPowerOn;
};

}  // namespace utah10
