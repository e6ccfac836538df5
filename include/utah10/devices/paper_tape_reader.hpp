// The paper tape reader, device 104 ("ptr").
//
//   CONI/CONO bit    CONI            CONO
//   27 400           tape present    -
//   30  40           binary          binary
//   31  20           busy            start reading
//   32  10           done            set done
//   33-35            PI channel      PI channel
//
// DATAI takes the character or word, clears done and starts the next. Alphanumeric: one frame, eight bits. Binary: six
// frames that have hole 8, six bits each, the first in bits 0-5; frames without hole 8 are passed over at the reader's
// speed. At the end of the tape a read ends with done set and tape present clear (inferred: so that a program waiting
// for done wakes; SIMH does the same). Source: SRM, Paper Tape Reader. Units: frames a second (300).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class PaperTapeReader final : public IoDevice {
 public:
  static constexpr int kFramesPerSecond = 300;

  PaperTapeReader(Scheduler& clock, PiSystem& pi, int framesPerSecond = kFramesPerSecond);

  // Mounts a host file, one byte a frame. The whole file is read first; on an error the tape before stays mounted.
  Expected<void> attach(const std::filesystem::path& file);
  void mount(std::vector<std::byte> frames);
  void detach();
  void rewind() { position_ = 0; }
  std::size_t position() const { return position_; }
  std::size_t length() const { return tape_.size(); }
  bool tapePresent() const { return position_ < tape_.size(); }

  std::string_view name() const override { return "ptr"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void ioReset() override;
  void readInStart() override;
  bool readInReady() const override;
  bool readInPending() const override { return clock_.pending(event_); }
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  void start();
  void finished();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId event_;
  int framesPerSecond_;
  std::vector<std::byte> tape_;
  std::size_t position_ = 0;
  std::uint32_t status_ = 0;  // bits 30-32
  unsigned channel_ = 0;
  Word36 data_;
  bool ranOut_ = false;  // the last read met the end of the tape
};

}  // namespace utah10
