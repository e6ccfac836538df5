// The TD10 DECtape control, devices 320 (DTC) and 324 (DTS), with up to eight TU55 transports.
//
//   DTC bit     CONI                    CONO (clears the flags of DTS, loads bits 27-35)
//   18 400000   -                       stop the selected transport
//   19 200000   goes forward            go forward
//   20 100000   goes in reverse         go in reverse; with forward: turn round
//   21  40000   delay inhibited         do not wait for the tape (loaded when 18-20 say something)
//   22  20000   a transport is selected select the transport of bits 24-26
//   23  10000   -                       deselect (before selecting)
//   24-26 7000  transport               transport
//   27-29  700  function                0 nothing, 1 read all, 2 read block numbers, 3 read data, 4 write mark track,
//                                       5 write all, 6 write block numbers, 7 write data
//   30-32   70  data PI channel         data PI channel
//   33-35    7  flag PI channel         flag PI channel
// DATAI DTC takes, DATAO DTC gives a word and clears data request. DTS has no data.
//
//   DTS bit     CONI                          DTS bit     CONI              CONO
//   0-5         enabled: as CONO 18-23        18 400000   parity error      enable its interrupt
//   6   4000,,  delay in progress             19 200000   data missed       enable
//   7   2000,,  active                        20 100000   job done          enable
//   8   1000,,  up to speed                   21  40000   illegal operation enable
//   9    400,,  block number   the part       22  20000   end zone          enable
//   10   200,,  reverse check  of the         23  10000   block missed      enable
//   11   100,,  data           block          24   4000   write lock        -
//   12    40,,  final          under the      25   2000   mark track switch -
//   13    20,,  checksum       head           26   1000   incomplete block  -
//   14    10,,  idle                          28    200   mark track error  -
//   15     4,,  block number has been read    29    100   select error      -
//   17     1,,  function stop                 34      2   flag request      stop all transports not selected
//                                             35      1   data request      function stop
// CONO loads 18-23 and sets function stop; flags stay. A flag with its enable requests the flag channel, data request
// the data channel. Function stop: no more words; at the end of the block job done, and the function becomes 0.
//
// Provenance: the bits from SIMH's TD10 and the masks of the TENEX driver and TENDMP. Where they differ the drivers
// take precedence: CONI DTC bit 22 shows that a transport is selected (TENEX tests it; SIMH never sets it), and
// neither CONO DTC nor DTS clears bits set by the other: enables outlive CONO DTC (TENEX turns the tape round without
// setting them again), flags outlive CONO DTS (TENEX tests them after CONO DTS,770001). SIMH clears both.
// When reading in reverse, the words of a block come last first, each as it was written (TENEX stores them
// downwards). inferred: the first word to write is requested when the block number has passed, 600 us before it is
// needed; block missed: read or write data ordered between the first data line and the checksum, in which case the
// next block is used; incomplete block: a transfer broken off inside a block (the part written stays, with a wrong
// checksum); function stop with function 0 takes effect at once; read all returns the five control words and the data
// of a block as 133 words; write all and write block numbers request their words and keep only the data, as the image
// has a standard format; the write mark switch is off, so function 4 is illegal. SIMH: parity error, data missed,
// illegal operation, incomplete block and mark track error stop the tape at the end of the block, end zone (reached
// by the selected transport, moving outwards) at once.
// Read-in: transport 0 is positioned before block 0, then its data are read forward, block after block. inferred.
// Times: tu55.hpp.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "devices/tu55.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/pi_system.hpp"

namespace utah10 {

class Td10 {
 public:
  Td10(Scheduler& clock, PiSystem& pi, const Td10Settings& settings = {});
  Td10(const Td10&) = delete;
  ~Td10();

  IoDevice& control();  // device 320, "dtc": has the state of all
  IoDevice& status();   // device 324, "dts"
  void connect(IoBus& bus);
  unsigned transports() const;
  Tu55& unit(unsigned n);  // also the slot "dtaN"

 private:
  struct Logic;
  std::unique_ptr<Logic> logic_;
  std::unique_ptr<IoDevice> dtc_;
  std::unique_ptr<IoDevice> dts_;
};

}  // namespace utah10
