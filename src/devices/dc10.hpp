// The DC10 data line scanner, device 240 ("dls"): up to 64 terminal lines. Sources: TENEX TTYSRV 1.28, 1.33 and 1.34
// (DECDLS, BBNDLS) for what a monitor does with it; SIMH's DC10 for the modem bits no monitor source names
// (docs/sources/devices.md 5).
//
// The scanner examines 64 lines in turn and stops at the first that has a flag; while it stands there it requests the
// channel. It continues when the line has no flag any more. A line has a receiver flag (a character has arrived), a
// transmitter flag (one has been sent) and, with a modem, a flag for a change of the modem's state.
//
//   bit        CONI                     CONO
//   28   200   BBN: requesting          -
//   29   100   BBN: modem changed       BBN: release: continue with the next line
//   30    40   -                        clear: all flags, characters in transit, ready signals
//   31    20   transmitter              DEC: ready signal to lines without modem control (no effect on these)
//   32    10   receiver                 continue with line 0
//   33-35      PI channel               PI channel (loaded by every CONO)
//
// CONI shows the line at which the scanner stands, and only the channel while it scans. DEC: a modem line that has
// changed is shown as a receiver.
//
//   bit        DATAI, data line         DATAI, modem line (DEC)       DATAO, data line             DATAO, modem line
//   11  LH 100 -                        -                             to line 12-17, not to the    (the same)
//                                                                     line the scanner looks at
//   12-17      line                     line                          line                         line
//   24 4000    BBN: carrier             -                             -                            -
//   25 2000    BBN: modem changed       -                             -                            -
//   26 1000    BBN: transmitter         -                             BBN: ready (0 hangs up)      -
//   27  400    receiver                 always                        do not send: clear flag      -
//   28  200    character                -                             character                    change the flag to
//   29  100    character                ready                         character                    ready (0 hangs up)
//   33    4    character                carrier                       character                    -
//   34    2    character                ringing                       character                    -
//   28-35      character                                              character
//
// DATAI clears the receiver flag and the modem's. DATAO clears the transmitter flag. TENEX, DEC: DATAI; without
// receiver flag DATAO 400 releases the scanner; output goes by directed DATAO. With modem control (DC10E) a data line's
// modem is line modemBase + n. BBN: each line has its modem's bits in its own words. A missing line has no flags; a
// DATAO to it does nothing.
//
// Times: one line every 1 us (inferred: 64 lines in 64 us, the time of the fastest lines the DC10 was sold for);
// characters as in data_line.hpp. inferred: the meaning of CONO bit 31, named only by SIMH. The configuration selects
// the lines with a modem.
#pragma once

#include <memory>
#include <vector>

#include "devices/data_line.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Dc10 final : public IoDevice {
 public:
  static constexpr int kLines = 64;
  static constexpr Duration kScanStep = microseconds(1);

  // Reports the first error in a configuration.
  static Expected<void> check(const Dc10Config& config);
  // The configuration must have passed check().
  Dc10(Scheduler& clock, PiSystem& pi, const Dc10Config& config = {});

  int lines() const { return static_cast<int>(lines_.size()); }
  TerminalPort& port(int line) { return *lines_[static_cast<std::size_t>(line)]; }
  const DataLine& line(int n) const { return *lines_[static_cast<std::size_t>(n)]; }
  // The line at which the scanner stands, or which it examines now.
  int position() const;
  bool standing() const { return standing_; }

  std::string_view name() const override { return "dls"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  bool bbn() const { return flavour_ == ScannerFlavour::Bbn; }
  DataLine* dataLine(int n) const;
  DataLine* modemOf(int n) const;  // DEC: the data line whose modem is line n
  bool flagged(int n) const;
  std::uint32_t flags() const;
  std::uint32_t dataWord(DataLine& line) const;
  Instant lookedUntil() const;
  void goTo(int n);
  void look();
  void scanned();
  void lineEvent();
  void clear();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId scanEvent_;
  EventId lineEvent_;
  ScannerFlavour flavour_;
  int modemBase_;
  std::vector<std::unique_ptr<DataLine>> lines_;
  unsigned channel_ = 0;
  int count_ = 0;             // the line examined at since_, or stood at
  Instant since_ = kPowerOn;  // while it looks
  bool standing_ = false;
  bool allReady_ = false;  // CONO bit 31
};

}  // namespace utah10
