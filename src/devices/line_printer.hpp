// The line printer, LP10, device 124 ("lpt"). Sources: TENEX LINEPR for what a monitor does with it; SIMH's LP10 for
// the other bits and the paper control characters (docs/sources/devices.md 6).
//
//   bit        CONI                        CONO (loads bits 28-35, always)
//   25  2000   96 characters               clear the printer's line
//   27   400   not ready                   -
//   28   200   busy                        print what is in the data register
//   29   100   done                        set done
//   30-32      PI channel for not ready    PI channel for not ready
//   33-35      PI channel for done         PI channel for done
//
// Done requests its channel, not ready the other. DATAO: five characters of seven bits from bits 0-34; clears done,
// sets busy. The printer takes them one by one; done is set when it has taken the fifth. A CONO without bit 28 stops
// it between two. CONO clear empties the line buffer and then sets done. (SIMH accepts a DATAO only while done is up;
// TENEX sends its first word after a CONO that has cleared done, so ours always accepts it.)
//
// A line has 132 characters, 040-176; with 64 characters lower case is printed as upper. Others are control:
//   011 tab, every eight columns        015 print, do not move the paper (the next line comes on top of this)
//   012 one line                        020 to the next half page (30 lines)    022 to the next third line
//   013 to the next third of a page     021 to the next second line             023 one line, also over the fold
//   014 to the next page                024 to the next sixth of a page         (anything else is not printed)
// A page is 66 lines, 60 of them printed: paper control (except 023) steps over the fold. A 133rd character prints the
// line and goes to the next. The monitor's own end of line is 012 alone: the line begins at the left again.
//
// The host's file shows the paper: lines end with newline, overprinting is CR within a line, a step over the fold or
// to a page is a form feed. An existing file is appended to. Data that the host does not accept are kept and tried
// again; the guest never sees it.
//
// The printer is ready while it has paper and the operator has not stopped it. An attached file is paper; without one
// it has none. Output on paper without a file (after supply(), or a snapshot restored without one) is lost.
//
// Times: a line takes 1/600 minute including its step of one line (LP10D, 96 characters; 1000 lines with 64 on an
// LP10C: inferred, from memory of contemporary price lists); paper moves at 120 lines a second (inferred: 20 inches a
// second, usual for drum printers); an empty line only moves the paper; a character is taken every 10 us (inferred),
// and the next only when the action of the last one has ended, so that a word that ends with 012 is done before its
// line is printed.
#pragma once

#include <filesystem>
#include <memory>

#include "utah10/devices/device_config.hpp"
#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class AppendFile;

class LinePrinter final : public IoDevice, public MediaSlot {
 public:
  static constexpr int kColumns = 132;
  static constexpr int kPage = 66;     // lines from fold to fold
  static constexpr int kPrinted = 60;  // of these
  static constexpr Duration kCharacter = microseconds(10);
  static constexpr Duration kStep = seconds(1) / 120;

  static Expected<void> check(const LinePrinterConfig& config);
  // The configuration must have passed check().
  LinePrinter(Scheduler& clock, PiSystem& pi, const LinePrinterConfig& config = {});
  ~LinePrinter() override;

  // Operator actions: the start and stop keys; paper running out or being put back.
  void start(bool started);
  void supply(bool paper);
  bool ready() const { return paper_ && started_; }
  // The host's file that shows the paper; empty without one.
  std::filesystem::path paper() const;

  std::string_view slot() const override { return "lpt"; }
  std::string mounted() const override;
  Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) override;
  Expected<std::string> detach() override;
  Expected<void> flush() override;
  Expected<MediaMark> mark() override;
  Expected<void> seek(const MediaMark& mark) override;

  std::string_view name() const override { return "lpt"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  void takeNext();
  void taken();
  void finished();
  void character(char c);
  void store(char c);
  void put(char c);
  Duration printLine();
  void control(char c);
  void move(int lines, bool overFold);
  void newPage();
  void update();

  Scheduler& clock_;
  PiRequest doneRequest_;
  PiRequest errorRequest_;
  EventId takeEvent_;  // the printer takes a character, or has cleared its line
  LinePrinterConfig config_;
  std::unique_ptr<AppendFile> file_;
  std::uint32_t status_ = 0;  // bits 28-35
  Word36 data_;
  unsigned taken_ = 0;     // characters of data_
  bool clearing_ = false;  // instead of taking
  bool paper_ = false;
  bool started_ = true;
  std::string line_;         // sent, not yet printed
  bool overprint_ = false;   // this line of the paper has been printed on
  int row_ = 0;              // of the page, 0-65
  std::uint64_t page_ = 1;   // since the paper was put in
  Instant free_ = kPowerOn;  // end of the printing and motion in progress
};

}  // namespace utah10
