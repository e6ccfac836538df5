// The Bryant swapping drum behind BBN's interface, device 170 (DRMBRY of 1.33) or 30 (BRYDRV of 1.28) ("drm").
//
//   bit        CONI                  CONO (nothing without bit 29)
//   28    200  interrupt requested   -
//   29    100  busy                  do the function in 34-35
//   30-32  70  PI channel            PI channel
//   34-35   3  -                     0 reset, 1 go for one command, 2 go, chaining, 3 disconnect and interrupt
//
// DATAO and DATAI do nothing. The program communicates through core: location 64 points to the next command, location
// 65 receives the error bits. Commands are pairs of words; the second word has the core address in its right half
// (the left belongs to the program):
//   bits 0-1  2 transfer, 3 branch to the right half, 1 disconnect, 0 rejected
//   2         interrupt at the end
//   3         write (else read)
//   7-17      words, in units of 16: 40 a page, 0 none (the sector just passes)
//   18-29     band, 30-35 sector
// Error bits in 65 (DRMBRY): 2 check field mismatch, 4 core parity, 10 command rejected, 20 no such place,
//   100 record address mismatch, 200 not available, 1000 core too late, 2000 word count, 4000 over the page's end,
//   10000 protected.
//
// Going: it reads 64 and the command, waits for its sector, moves the page, then, when chaining, continues with the
// next command (following branches), puts its address into 64 and interrupts if the command just done requests it. At
// the first error it writes 65, leaves 64 at the command, interrupts and stops; "go" tries it again (DRMBRY: DRMINT,
// DRMERR). The interrupt is cleared when CONI is read, and by any CONO that performs a function. inferred from DRMSV:
// its only access to the drum in a turn without errors is one CONSZ of bit 28, so this must end the request;
// examining the device by a probe or the prompt does not. inferred: units and width of the word count (only 0 and 40
// are known; others are error 2000); a single command does not examine the one that follows ("end of list ... only in
// special operation"); a page must begin on a page boundary in core; missing core counts as too late; a write that
// fails leaves the page unchanged; disconnect leaves 64 behind it; "go" while busy only sets or clears chaining; any
// band that the drum does not have is "no such place".
//
// Times: 18 sectors of a page each on a turn (DRMBRY). 30 turns a second. Sources: DRMBRY has "about 1.9 msec" for a
// sector, PAGEM "20 ms" as its average latency: half a turn of 16.7 ms, a sector of 1.85, and waiting for the command
// list (docs/sources/devices.md 8.1). inferred from these: 1800 revolutions a minute. inferred: 20 us of gap, then 512
// words and a check word at 3.5 us. The turning began at power-on with sector 0.
//
// A written page is in the host's file, completely or not at all, before its command ends (block_image.hpp).
#pragma once

#include <vector>

#include "devices/block_unit.hpp"
#include "devices/core_stream.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "word/field.hpp"

namespace utah10 {

class BryantDrum final : public IoDevice {
 public:
  static constexpr std::uint32_t kSectors = 18;
  static constexpr std::uint32_t kPageWords = 512;
  static constexpr Duration kGap = microseconds(20);
  static constexpr Duration kWordTime = nanoseconds(3500);
  static constexpr std::uint32_t kPointer = 064;
  static constexpr std::uint32_t kStatus = 065;
  enum Error : std::uint32_t {
    kCheckField = 2,
    kCoreParity = 4,
    kRejected = 010,
    kNoPlace = 020,
    kAddressMismatch = 0100,
    kUnavailable = 0200,
    kTooLate = 01000,
    kWordCount = 02000,
    kPageOverflow = 04000,
    kProtected = 010000,
  };

  BryantDrum(Scheduler& clock, PiSystem& pi, CoreMemory& core, const BryantConfig& config = {});

  MediaSlot& unit() { return drum_; }  // "drm0"
  // The next `times` commands for a page (band * 18 + sector) that move words end with these error bits.
  void injectError(std::uint32_t page, std::uint32_t errors, unsigned times = 1);

  std::string_view name() const override { return "drm"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void coniRead() override;
  void cono(HalfWord conditions) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  // Reading 64; the two words of a command; waiting; words; the rest of the sector; what follows; writing 64 or 65.
  enum class Phase : std::uint8_t { Idle, Pointer, First, Second, Wait, Words, Rest, Follow, Advance, Report };
  struct Injected {
    std::uint32_t page = 0, errors = 0, times = 0;
  };

  // Fields of a command's first word.
  static constexpr Field kOperation{0, 1};
  static constexpr Field kCount{7, 17};
  static constexpr Field kBand{18, 29};
  static constexpr Field kSector{30, 35};
  enum Operation : std::uint32_t { kDisconnect = 1, kTransfer, kBranch };

  bool busy() const { return phase_ != Phase::Idle; }
  bool writing() const { return first_.bit(3); }
  bool moves() const { return kCount.of(first_) != 0; }
  std::uint32_t sector() const { return kSector.of(first_); }
  std::uint32_t page() const { return kBand.of(first_) * kSectors + sector(); }
  Duration toEnd() const { return kGap + (kPageWords + 1) * kWordTime; }
  void fetched(const MemoryPort::Result& result);
  void opcode(Word36 w);
  void command();
  std::uint32_t wrongIn() const;
  void step();
  void sectorBegins();
  void word();
  void restPassed();
  void through();
  void fail(std::uint32_t errors);
  void rest();
  void stopAll();
  void read(Phase phase, std::uint32_t a);
  std::uint32_t injected();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  BlockUnit drum_;
  CoreStream core_;
  EventId step_;
  int sectorsPerSecond_;
  std::uint32_t bands_;
  std::vector<Injected> faults_;
  Phase phase_ = Phase::Idle;
  bool chaining_ = false;
  bool disconnecting_ = false;
  bool interrupt_ = false;
  unsigned pi_ = 0;
  std::uint32_t pointer_ = 0;  // the command in progress; in Follow and Advance the next one
  Word36 first_, second_;
  std::uint32_t errors_ = 0;
  std::uint32_t at_ = 0;  // words moved
  std::vector<Word36> page_ = std::vector<Word36>(kPageWords);
};

}  // namespace utah10
