// The paper tape punch, device 100 ("ptp").
//
//   CONI/CONO bit    CONI            CONO
//   29 100           out of tape     -
//   30  40           binary          binary
//   31  20           busy            punch blank tape
//   32  10           done            set done
//   33-35            PI channel      PI channel
//
// DATAO punches: alphanumeric, bits 28-35 as they are; binary, bits 30-35 with hole 8. Source: SRM, Paper Tape Punch.
// The punch always has blank tape; what is punched is kept, and goes to a host file when one is attached. Units: frames
// a second (50). The motor's starting time is not modelled.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class PaperTapePunch final : public IoDevice {
 public:
  static constexpr int kFramesPerSecond = 50;

  PaperTapePunch(Scheduler& clock, PiSystem& pi, int framesPerSecond = kFramesPerSecond);

  // From now on flush() and detach() write to `file`. A file that is there is replaced only then.
  Expected<void> attach(const std::filesystem::path& file);
  // Writes what has been punched since attach. On an error nothing is lost here and the file is as it was.
  Expected<void> flush();
  // flush(), then forgets the file and tears off the tape.
  Expected<void> detach();
  const std::vector<std::byte>& punched() const { return tape_; }
  void tearOff() { tape_.clear(); }

  std::string_view name() const override { return "ptp"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  void punch(std::byte frame);
  void finished();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId event_;
  Duration frame_;
  std::optional<std::filesystem::path> file_;
  std::vector<std::byte> tape_;
  std::uint32_t status_ = 0;  // bits 30-32
  unsigned channel_ = 0;
  std::byte buffer_{};
};

}  // namespace utah10
