// The paper tape punch, device 100 ("ptp"): SRM, Paper Tape Punch.
//
//   bit       CONI            CONO (loads bits 30-35, always)
//   29 100    out of tape     -
//   30  40    binary          binary
//   31  20    busy            punch what is in the buffer
//   32  10    done            set done
//   33-35     PI channel      PI channel
//
// Done requests the channel. DATAO loads the buffer from bits 28-35, clears done, sets busy. Alphanumeric: the eight
// bits; binary: bits 30-35 with hole 8 and without hole 7. A DATAO before the frame is punched replaces it.
//
// Times (KA10 gate level): the punch's motor gives a pulse a frame; busy at a pulse fires the magnets, and half a frame
// later done comes, so a program that answers within the other half keeps the speed. Going busy starts the motor, which
// is up to speed after 50 frames (1 s) and runs on for 250 (5 s) after the last one. Once the magnets have fired done
// comes, whatever CONO does. The punch has no interlock: without tape it does the same, and the frames are lost.
// Speed: 50 frames a second (PC04 reader-punch, as sold with the KA10); the gate-level source has the 63.3 of the
// PDP-6's punch. At another speed every time scales with the frame. inferred: pulses are counted from the motor's
// start.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class PaperTapePunch final : public IoDevice, public MediaSlot {
 public:
  static constexpr int kFramesPerSecond = 50;

  PaperTapePunch(Scheduler& clock, PiSystem& pi, int framesPerSecond = kFramesPerSecond);

  std::string_view slot() const override { return "ptp"; }
  std::string mounted() const override;
  // Makes flush() and detach() write to `file`, on a fresh tape. An existing file is replaced only then. The tape
  // meant for a previously attached file is written first.
  Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) override;
  // Writes the frames punched since attach; if there are none, an existing file stays. After an error nothing is lost
  // here and the file is unchanged.
  Expected<void> flush() override;
  // flush(), then forgets the file and tears off the tape.
  Expected<std::string> detach() override;
  const std::vector<std::byte>& punched() const { return tape_; }
  // The same including the frame about to be punched: the tape that the operator finds, even if the machine halted
  // just after its DATAO. This is what goes to the file.
  std::vector<std::byte> wholeTape() const;
  void tearOff();
  // Operator actions: blank tape in or out; blank frames with the feed key (inferred: in no machine time).
  void supply(bool tape) { outOfTape_ = !tape; }
  void feed(std::size_t frames);

  std::string_view name() const override { return "ptp"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  void goBusy();
  void pulse();
  std::byte frame() const;
  void finished();
  void goIdle();
  void armPulse();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId pulseEvent_;  // the next pulse that counts
  EventId doneEvent_;   // the magnets let go
  EventId motorEvent_;  // the motor stops
  int framesPerSecond_;
  std::optional<std::filesystem::path> file_;
  std::vector<std::byte> tape_;
  std::uint32_t status_ = 0;  // bits 30-32
  unsigned channel_ = 0;
  std::byte buffer_{};
  bool outOfTape_ = false;
  bool tornOff_ = false;  // the frame in progress is on the tape torn off
  bool motorOn_ = false;
  Instant motorOnAt_ = kPowerOn;
};

}  // namespace utah10
