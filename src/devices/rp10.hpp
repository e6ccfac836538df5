// The RP10 disk control, device 250 ("rp10"), with up to eight RP02 or RP03 drives and a DF10 channel.
//
//   bit             CONI                       CONO
//   14   10000000   control word parity        -
//   15    4000000   sector parity              -
//   16    2000000   channel data parity        -
//   17    1000000   disk word parity           -
//   18     400000   search done                -
//   19     200000   end of cylinder            -
//   20     100000   power failure              clear power failure
//   21      40000   search error               clear search error
//   22      20000   overrun                    clear overrun
//   23      10000   nonexistent memory         clear nonexistent memory
//   24       4000   any of 14-17               clear 14-17
//   25       2000   drive not ready            -
//   26       1000   illegal write              clear illegal write
//   27        400   illegal DATAO              clear illegal DATAO
//   28        200   no such sector             clear no such sector
//   29        100   no such surface            clear no such surface
//   30         40   control word written       write the control word
//   31         20   busy                       stop the transfer
//   32         10   done                       clear done
//   33-35           PI channel                 PI channel (loaded by every CONO)
//
//   DATAO  0-2 function: 0 read, 1 write, 2 read-verify, 3 write headers and data, 4 seek, 5 clear the attentions in
//          27-34, 6 nothing (selects), 7 recalibrate; 3-5 drive; 6-13 cylinder; 14-18 surface; 19 cylinder, 256;
//          20-23 sector; 24 go on after a sector parity error, 26 after a disk word parity error; 27-34 initial control
//          word address, even
//   DATAI  of the drive last selected: 0-2 drive; 3-10 cylinder; 11 seek incomplete; 12 on cylinder; 13 on line;
//          14 file unsafe; 15 no such drive; 16 read only; 17 headers locked; 18-22 sector counter; 24 cylinder, 256;
//          25 RP03; 26 defect (0); 27-34 attention, drive 0 first
//
// Sources: TENEX DSKPAK (what it tests and writes), SIMH's RP10 (docs/sources/devices.md 7). Done requests the channel;
// an attention shows as done whenever no transfer is under way, and done comes back at once if it is cleared with an
// attention up (DSKPAK depends on both). A DATAO clears done, 18, 19, 21, 23 and 26-30; during a transfer it only sets
// 27. Bits 18 and 31 fall when done comes. Bit 19 stays if words were left over at the last sector of the cylinder. Bit
// 25 is the selected drive as it is now. Bit 30 comes only by CONO: DSKPAK takes it for an error (the word is written
// at each end all the same). inferred: the drive must stand on the cylinder already, otherwise 21 after the index has
// passed twice; the check words make 15 and 17; read-verify looks at parity only and leaves core alone (there is no bit
// for a difference; SIMH stores); a write that stops within a sector fills it with zeros; headers are not kept:
// function 3 takes 36 words of header and 128 words of data, shifted left by one as in SIMH, for each sector from
// sector 0 on, and needs `headersUnlocked`.
//
// Times: a sector passes in 2.5 ms (rp_drive.hpp). inferred: 36 words of preamble and header, 128 of data and one check
// word at 15 us each (the RP11's 7.5 us for half a word; SIMH's format has the 36); a sector is found if the order
// comes before its beginning.
//
// A transfer lasts from one DATAO to done. The words it wrote go to the pack's file as a whole just before done. A
// file that cannot be written or read makes its drive unsafe. A snapshot can be restored only with the same drives
// loaded; it does not contain packs.
#pragma once

#include <array>
#include <memory>

#include "devices/df10.hpp"
#include "devices/rp_drive.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "word/field.hpp"

namespace utah10 {

class Rp10 final : public IoDevice {
 public:
  static constexpr unsigned kMaxDrives = 8;
  static constexpr Duration kWordTime = microseconds(15);
  static constexpr unsigned kHeaderWords = 36;

  // The types must be known to findRpType.
  Rp10(Scheduler& clock, PiSystem& pi, CoreMemory& core, const Rp10Config& config = {});

  std::size_t drives() const { return drives_.size(); }
  RpDrive& drive(std::size_t n) { return *drives_[n]; }
  MediaSlot& unit(std::size_t n) { return *drives_[n]; }

  // A fault to inject at the next `times` transfers that reach `block` of a drive.
  enum class Fault : std::uint8_t { SectorParity, WordParity, Header };
  void injectError(unsigned drive, std::uint32_t block, Fault fault, unsigned times = 1);
  void powerFailure();

  std::string_view name() const override { return "rp10"; }
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
  static constexpr std::size_t kMostWritten = RpType::kSurfaces * RpType::kSectors * RpType::kWords;
  enum class Phase : std::uint8_t { Idle, Search, NoHeader, Words, Check, Report };
  struct Injected {
    std::uint32_t drive = 0, block = 0, times = 0;
    Fault fault{};
  };

  // Fields of DATAO.
  static constexpr Field kFunction{0, 2};
  static constexpr Field kDrive{3, 5};
  static constexpr Field kSurface{14, 18};
  static constexpr Field kSector{20, 23};
  static constexpr Field kAttentions{27, 34};
  static std::uint32_t cylinderOf(Word36 w) {
    constexpr Field kCylinder{6, 13};
    return kCylinder.of(w) | (w.bit(19) ? 0400u : 0u);
  }

  RpDrive* selected() const { return unit_ < drives_.size() ? drives_[unit_].get() : nullptr; }
  bool busy() const { return phase_ != Phase::Idle; }
  bool writing() const { return function_ == 1 || function_ == 3; }
  std::uint32_t block() const { return (cylinder_ * RpType::kSurfaces + surface_) * RpType::kSectors + sector_; }
  void attention(unsigned drive);
  void seekOrClear(Word36 w);
  void beginTransfer(Word36 w);
  void search();
  void headerFound();
  void step();
  void noHeader();
  void readWord();
  void writeWord();
  void endOfSector();
  void nextSector();
  void stop(std::uint32_t error);
  void keepWritten();
  void controlWordWritten();
  void update();
  std::uint32_t channelErrors() const;
  bool faulty(Fault fault);
  bool placeGood() const;

  Scheduler& clock_;
  PiRequest request_;
  Df10 channel_;
  EventId step_;
  std::vector<std::unique_ptr<RpDrive>> drives_;
  bool headersUnlocked_;
  std::vector<Injected> faults_;
  std::uint32_t status_ = 0;  // CONI 14-32 without 25 and 31
  unsigned pi_ = 0, unit_ = 0;
  std::uint8_t attention_ = 0;  // drive 0 = 200
  Phase phase_ = Phase::Idle;
  bool reportAsked_ = false;  // by CONO
  std::uint32_t function_ = 0, cylinder_ = 0, surface_ = 0, sector_ = 0;
  std::uint32_t lenient_ = 0;  // DATAO 24 and 26
  unsigned turns_ = 0;         // index pulses passed without finding the sector
  unsigned at_ = 0;            // word of the sector, header words included in function 3
  std::uint32_t firstBlock_ = 0;
  std::array<Word36, RpType::kWords> buffer_{};
  std::vector<Word36> written_;  // whole sectors from firstBlock_ on
};

}  // namespace utah10
