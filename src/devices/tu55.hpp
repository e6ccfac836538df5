// One TU55 DECtape transport: motion, position, and the slot for its tape ("dta0" to "dta7").
//
// Positions are counted in lines of three data bits from the first line of block 0, forward positive. A block has 1596
// lines: five control words of 18 bits (6 lines) before and after 128 data words of 36 bits (12 lines). Outside the
// blocks lie 200 interblock codes (1200 lines) and 7144 end zone codes (42864 lines, 12 feet) on either side (SIMH's
// description of the DECtape formatter).
//
// Times: 30000 lines a second, that is 33 1/3 us a line, 400 us a word, 53.2 ms a block, 30.75 s for all blocks
// (TU55/TC01 bulletin F-532: 15000 six-bit characters a second at 97 inches a second, so about 309 lines an inch).
// Start and stop take 150 ms each, turning round 200 ms. inferred: these three, from the TU55's performance figures
// as remembered; the TENEX driver allows for them (after a stop it assumes the tape to be 2 blocks further on, and it
// places the blocks of a file 4 apart: stopping and starting take 2.8). inferred: acceleration is uniform, so
// starting and stopping pass 2250 lines each, and a turning tape is at speed again where it was ordered to turn; a
// motor that starts, stops or turns completes that before the next order. inferred: a tape is mounted with the head
// in the middle of the reverse end zone.
// A tape that runs off its reel leaves the transport off line until it is mounted again.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "devices/dectape_image.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class Tu55 final : public MediaSlot {
 public:
  static constexpr std::int64_t kBlockLines = 1596;
  static constexpr std::int64_t kTapeLines = kBlockLines * static_cast<std::int64_t>(DecTapeImage::kBlocks);
  static constexpr std::int64_t kBufferLines = 1200;
  static constexpr std::int64_t kEndZoneLines = 42864;
  enum class Motion : std::uint8_t { Stopped, Starting, AtSpeed, Stopping, Turning };

  Tu55(Scheduler& clock, unsigned number, const Tu55Times& times);
  Tu55(const Tu55&) = delete;

  // Called when the tape has come up to speed or to rest, and when one is mounted or removed.
  void onChange(std::function<void()> f) { changed_ = std::move(f); }

  void go(bool reverse);
  void stop();
  bool going() const { return going_; }      // as last ordered
  bool reverse() const { return reverse_; }  // direction last ordered, kept when stopped
  Motion motion() const { return motion_; }
  bool atSpeed() const { return motion_ == Motion::AtSpeed; }
  bool movesReverse() const { return movesReverse_; }
  bool changing() const { return motion_ == Motion::Starting || motion_ == Motion::Turning; }
  // How far the tape has travelled in its present direction, from the end of the blocks that it came from. Valid at
  // speed only.
  std::int64_t travelled() const;
  Instant whenTravelled(std::int64_t lines) const;
  // The position of the head, or where it will come to rest or up to speed.
  std::int64_t line() const;

  bool ready() const { return tape_.has_value() && !offReel_; }
  bool writeLocked() const { return writeLock_ || (tape_ && tape_->readOnly()); }
  void setWriteLock(bool on) { writeLock_ = on; }  // the transport's own switch
  DecTapeImage& tape() { return *tape_; }
  void mount(DecTapeImage tape);

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
  std::int64_t ramp(Duration d) const { return times_.linesPerSecond * d.count() / 2'000'000'000; }
  void begin(Motion motion, std::int64_t distance);
  Instant nextEvent() const;
  void event();
  void settle();
  void runOff();
  void putOn();

  Scheduler& clock_;
  std::string name_;
  Tu55Times times_;
  EventId event_;  // the end of a change of speed; at speed, the end of the reel
  std::function<void()> changed_;
  std::optional<DecTapeImage> tape_;
  bool writeLock_ = false;
  bool offReel_ = false;
  bool going_ = false;
  bool reverse_ = false;
  Motion motion_ = Motion::Stopped;
  bool movesReverse_ = false;
  Instant since_ = kPowerOn;
  std::int64_t line_ = 0;  // at `since_` when at speed; otherwise at the end of the change of speed
};

}  // namespace utah10
