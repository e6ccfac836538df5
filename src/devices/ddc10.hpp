// The DDC-10 (RES-10) swapping drum control with two head-per-track drums, device 440 ("ddc").
//
//   bit             CONI                                      CONO
//   0               queue parity error                        -
//   6-10            sequence number of the command last done  -
//   18    400000    busy                                      clear the interrupt
//   19    200000    done                                      clear errors (with 18: reset)
//   20    100000    -                                         execute the command in FR
//   21     40000    -                                         execute the queue
//   26      1000    command sequence error                    -
//   27       400    queue full                                -
//   28       200    drum ready                                -
//   29       100    silo parity error                         -
//   30        40    nonexistent memory                        -
//   31        20    exceeded capacity                         -
//   32        10    drum hung                                 -
//   33         4    memory parity                             -
//   34         2    data overrun                              -
//   35         1    checksum                                  drum that DATAI and ready look at (loaded by every CONO)
//
//   DATAI  bit 0 interrupt (as bit 19 of CONI), 29-35 hardware sector under the heads of that drum
//   DATAO  two words a command. First: 0-2 5 for the queue, 1 for FR; 7-11 sequence number; 12-14 PI channel;
//          15-16 function, 1 write, 2 read; 17-18 drum; 19-28 track; 29-35 hardware sector. Second: 0-2 6 for the
//          queue, 2 for FR; 5-13 minus the number of hardware sectors; 18-35 core address
//
// The queue holds eight commands. They are done in order; each asks for the interrupt on its own channel with its
// sequence number in CONI. An error stops the queue with the failed command taken out of it. FR is done once; the queue
// goes on after it. Source: TENEX DRMDDC (its bits win over SIMH, which has busy and done one place to the left;
// docs/sources/devices.md 8.2). A page is four hardware sectors of 128 words (UDRMIO divides words by 200 octal), 13
// pages a track, 128 tracks a drum. inferred: "goes on after FR" (DRMDDC never starts the queue again after a retry
// that worked); a second word without a first, two firsts, or another code is a command sequence error; a command to a
// full queue is lost; a drum without a medium, or protected against writing, is hung after two turns; running over the
// last track is "exceeded capacity", over the end of a track goes on with the next; reset takes no time.
//
// Times. inferred: 1800 revolutions a minute (DRMDDC waits "30 ms" after a reset, a turn; discs of this kind made
// 1800); 52 hardware sectors of 641 us: 16 us of gap and 128 words at 4.75 us; a silo of 16 words between drum and
// core. Both drums turn in step; sector 0 passed at power-on.
//
// A command's write reaches the host's file, completely or not at all, before done. A write that fails leaves the
// drum unchanged (inferred for the drum, intended for the file).
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "devices/block_unit.hpp"
#include "devices/core_stream.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "word/field.hpp"

namespace utah10 {

class Ddc10 final : public IoDevice {
 public:
  static constexpr std::uint32_t kSectors = 52;
  static constexpr std::uint32_t kSectorWords = 128;
  static constexpr std::uint32_t kTracks = 128;
  static constexpr std::size_t kQueue = 8;
  static constexpr std::size_t kSilo = 16;
  static constexpr Duration kGap = microseconds(16);
  static constexpr Duration kWordTime = nanoseconds(4750);

  Ddc10(Scheduler& clock, PiSystem& pi, CoreMemory& core, const Ddc10Config& config = {});

  std::size_t drums() const { return drums_.size(); }
  MediaSlot& unit(std::size_t n) { return *drums_[n]; }  // "ddc0", ...
  // The next `times` commands that begin at this sector (track * 52 + hardware sector) end with these CONI bits.
  void injectError(unsigned drum, std::uint32_t sector, std::uint64_t errors, unsigned times = 1);

  std::string_view name() const override { return "ddc"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  enum class Phase : std::uint8_t { Idle, Wait, Words, Drain, Hung };
  struct Command {
    Word36 a, b;
  };
  struct Injected {
    unsigned drum = 0;
    std::uint32_t sector = 0;
    std::uint64_t errors = 0;
    std::uint32_t times = 0;
  };

  BlockUnit* drum() const;
  // Fields of a command: its first word, and kMinusSectors of its second.
  static constexpr Field kCode{0, 2};
  static constexpr Field kSequenceNumber{7, 11};
  static constexpr Field kChannel{12, 14};
  static constexpr Field kFunction{15, 16};
  static constexpr Field kDrum{17, 18};
  static constexpr Field kTrack{19, 28};
  static constexpr Field kSector{29, 35};
  static constexpr Field kMinusSectors{5, 13};

  bool busy() const { return phase_ != Phase::Idle; }
  bool writing() const { return kFunction.of(now_.a) == 1; }
  std::uint32_t firstSector() const { return kTrack.of(now_.a) * kSectors + kSector.of(now_.a); }
  std::uint32_t sectors() const { return 01000 - kMinusSectors.of(now_.b); }
  void startNext();
  void begin();
  void awaitSector(std::uint32_t sector);
  void step();
  void sectorBegins();
  void word();
  void endOfSector();
  void complete(std::uint64_t errors);
  std::uint64_t coreErrors() const;
  std::uint64_t injected();
  void stopAll();
  void update();
  bool placeGood() const;

  Scheduler& clock_;
  PiRequest request_;
  CoreStream core_;
  EventId step_;
  int sectorsPerSecond_;
  std::vector<std::unique_ptr<BlockUnit>> drums_;
  std::vector<Injected> faults_;
  std::uint64_t errors_ = 0;  // CONI bits
  bool done_ = false;
  bool running_ = false;   // the queue
  bool register_ = false;  // FR waits to be executed
  unsigned pi_ = 0;        // of the command last done
  unsigned sequence_ = 0;
  unsigned selected_ = 0;
  bool haveFirst_ = false;  // the first word of a pair has come
  Word36 firstWord_;
  Command fr_;
  std::deque<Command> queue_;
  Command now_;
  Phase phase_ = Phase::Idle;
  std::uint32_t at_ = 0;       // words moved by this command
  std::vector<Word36> words_;  // of this command
};

}  // namespace utah10
