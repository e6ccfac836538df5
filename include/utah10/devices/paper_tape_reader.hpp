// The paper tape reader, device 104 ("ptr"): SRM, Paper Tape Reader.
//
//   bit       CONI            CONO (loads bits 30-35, always)
//   27 400    tape            -
//   30  40    binary          binary
//   31  20    busy            start reading
//   32  10    done            set done
//   33-35     PI channel      PI channel
//
// Done requests the channel. DATAI takes the buffer, clears done and sets busy, whatever the state; going busy clears
// the buffer. Alphanumeric: one frame, eight bits, in 28-35. Binary: six frames that have hole 8, six bits each, the
// first in bits 0-5; other frames are skipped at the reader's speed. Mounting a tape while the reader is not busy
// sets done (KA10 gate level: the rise of Tape; the operator's touch on the feed key).
//
// Times (KA10 gate level; 300 frames a second): a stepping motor makes two steps a frame and reads on every second. It
// looks for busy at each step, so a DATAI within half a frame (1.67 ms) of done keeps the tape moving; later it stops,
// and starts again no sooner than 40 ms after. At another speed every time scales with the frame.
// inferred: the first frame after a stop comes two whole steps after the start. inferred: reading past the end sets
// done with tape clear and leaves the partly filled buffer, so that a program waiting for done wakes (TENEX checks
// tape when interrupted, SIMH does the same; the gates have no rule for it). inferred: tape shows what the operator
// sees; at gate level an I/O reset clears it until the tape moves.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class PaperTapeReader final : public IoDevice, public MediaSlot {
 public:
  static constexpr int kFramesPerSecond = 300;

  PaperTapeReader(Scheduler& clock, PiSystem& pi, int framesPerSecond = kFramesPerSecond);

  std::string_view slot() const override { return "ptr"; }
  std::string mounted() const override;
  // Mounts a host file, one byte a frame. The whole file is read first; on an error the tape before stays mounted.
  Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) override;
  Expected<std::string> detach() override;
  Expected<void> flush() override { return {}; }
  void mount(std::vector<std::byte> frames);
  // The tape in the reader is put in again from its beginning.
  void rewind() { mount(std::move(tape_)); }
  // Frames that have passed the reader, of length().
  std::size_t position() const { return position_; }
  std::size_t length() const { return tape_.size(); }
  std::span<const std::byte> tape() const { return tape_; }
  // Bit 27: there is a tape, and no read has met its end.
  bool tapePresent() const { return !tape_.empty() && !ranOut_; }

  std::string_view name() const override { return "ptr"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void ioReset() override;
  void readInStart() override;
  bool readInReady() const override;
  bool readInPending() const override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  void goBusy();
  void enable();
  void stop();
  void step();
  void strobe();
  void armStep();
  void finish();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId event_;  // the next step of the motor, or the end of its rest
  int framesPerSecond_;
  std::string label_;  // the host file's name, for the operator
  std::vector<std::byte> tape_;
  std::size_t position_ = 0;
  std::uint32_t status_ = 0;  // bits 30-32
  unsigned channel_ = 0;
  Word36 buffer_;
  unsigned count_ = 0;      // frames in the buffer
  bool ranOut_ = false;     // a read has met the end of the tape
  bool running_ = false;    // the motor's clock is on
  bool overFrame_ = false;  // the next step reads
  Instant enabledAt_ = kPowerOn;
  std::int64_t steps_ = 0;  // since then
  Instant restsUntil_ = kPowerOn;
};

}  // namespace utah10
