// A disk pack drive of an RP10: the arm and the turning pack, under the orders of the controller.
//
// Times. Every pack turns freely at 2400 revolutions a minute (SIMH, RP11: all RP drives). Seeks: SIMH's RP11 gives
// DEC's figures for one track, average and longest: RP02 20, 50, 80 ms; RP03 7.5, 29, 55 ms. inferred: a seek over n
// cylinders takes a + b * sqrt(n) (an arm that speeds up half of the way and slows down for the rest) through the first
// and the last of these; the mean over random seeks then comes out at 50.0 and 31.7 ms. inferred: packs do not turn in
// step, drive n is n eighths of a turn behind drive 0, which passes its index at power-on.
// inferred: a seek to the present cylinder takes 100 us; recalibration takes as long as the seek to cylinder 0, at
// least one track's time, the longest seek if the arm is moving; a seek to a cylinder out of range ends as "seek
// incomplete" after the longest seek.
#pragma once

#include "devices/block_unit.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

struct RpType {
  std::string_view name;
  std::uint32_t cylinders;
  Duration oneTrack;  // seeks
  Duration longest;
  std::string_view source;

  static constexpr std::uint32_t kSurfaces = 20;
  static constexpr std::uint32_t kSectors = 10;
  static constexpr std::uint32_t kWords = 128;  // a sector
  BlockGeometry geometry() const { return {name, cylinders * kSurfaces * kSectors, kWords}; }
  // The time of a seek over this many cylinders.
  Duration seekTime(std::uint32_t cylindersAway) const;
};
// RP02, RP03.
std::span<const RpType> rpTypes();
const RpType* findRpType(std::string_view name);
// Whether a control can have these drives: known types, at most eight.
Expected<void> checkRpDrives(std::span<const std::string> types);

class RpDrive final : public BlockUnit {
 public:
  static constexpr Duration kTurn = milliseconds(25);
  static constexpr Duration kSectorTime = kTurn / RpType::kSectors;
  static constexpr Duration kNoDistance = microseconds(100);  // a seek to where the arm is

  // `arrived` is called when the arm comes to rest or a pack comes up to speed: the controller's attention.
  RpDrive(Scheduler& clock, unsigned unit, const RpType& type, std::function<void()> arrived);

  const RpType& type() const { return type_; }
  std::string mounted() const override;

  bool onLine() const { return loaded(); }
  bool onCylinder() const { return loaded() && !moving_ && !incomplete_; }
  bool ready() const { return onCylinder() && !unsafe_; }
  bool incomplete() const { return incomplete_; }
  bool unsafe() const { return unsafe_; }
  // Where the arm is, or was before it began to move.
  std::uint32_t cylinder() const { return cylinder_; }
  // The drive's own fault lamp: heads, voltages. No transfer until it is cleared.
  void setUnsafe(bool on) { unsafe_ = on; }

  // Ignored unless the drive is on line and at rest.
  void seek(std::uint32_t cylinder);
  // Ignored off line. Clears "seek incomplete" and "file unsafe".
  void recalibrate();

  // Sector pulses since the index, twice ten a turn (inferred: SIMH counts to 20, the field has five bits).
  unsigned sectorCounter() const;
  // The first instant, now or later, at which `sector` begins to pass the heads.
  Instant nextStart(std::uint32_t sector) const;
  // The same for the index, after now.
  Instant nextIndex() const;

  void state(Archive& a);

 private:
  void moveTo(std::uint32_t cylinder, Duration time);
  void rest();
  void changed();
  Duration turned() const;  // since the index

  Scheduler& clock_;
  unsigned unit_;
  const RpType& type_;
  std::function<void()> arrived_;
  EventId rest_;
  std::uint32_t cylinder_ = 0;
  std::uint32_t target_ = 0;
  bool moving_ = false;
  bool incomplete_ = false;
  bool unsafe_ = false;
};

}  // namespace utah10
