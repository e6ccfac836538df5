// The TM10A magnetic tape control, devices 340 (MTC) and 344 (MTS), with up to eight transports. Data pass by BLKI and
// BLKO; a TM10B, which has a DF10 channel instead, identifies itself by data PI channel 7 and is not modelled.
//
//   MTC bit      CONI             CONO (clears the flags of MTS)
//   15-17 7,,    next transport   -
//   18-20 700000 transport        transport
//   21  40000    odd parity       odd parity
//   22  20000    core dump        core dump: five frames a word on nine tracks, else four (bits 0-31)
//   23-26 17000  function         function, below
//   27    400    next enabled     interrupt when another transport may be selected
//   28-29 300    density          density: 200, 556, 800 frames an inch (3 is taken for 800; nine tracks have 800)
//   30-32 70     flag PI channel  flag PI channel
//   33-35  7     data PI channel  data PI channel
//
//   functions  00 nothing               10 job done when the transport is idle
//              01 rewind                11 rewind and unload
//              02 read                  12 read across record boundaries
//              03 compare               13 compare across record boundaries
//              04 write                 14 write after an extended gap
//              05 write tape mark       15 erase three inches
//              06 space forward         16 space forward to a tape mark
//              07 space backward        17 space backward to a tape mark
// DATAI MTC takes a word, DATAO MTC gives one; both clear data request. DATAO MTS does nothing in a TM10A.
//
//   MTS bit      CONI               MTS bit     CONI              CONO
//   12-14 170,,  1 in a TM10A       26   1000   record length wrong
//   15-17 7,,    character count    27    400   data missed
//   18 400000    transport hung     28    200   bad tape
//   19 200000    rewinding          29    100   job done
//   20 100000    load point         30     40   idle
//   21  40000    illegal            31     20   channel error
//   22  20000    parity error       32     10   write lock        clear control word written (TM10B)
//   23  10000    tape mark          33      4   seven tracks      write control word (TM10B)
//   24   4000    end of tape        34      2   may be selected   exchange registers (maintenance)
//   25   2000    compare error      35      1   data request      function stop
// Hung, illegal, bad tape and job done request the flag channel, as does 34 if enabled (the TENEX driver's masks).
//
// Where these come from: SIMH's TM10 and the TENEX driver (docs/sources/devices.md 10). A CONO to a busy control waits
// until it is free and then selects its transport (TENEX sends no-ops with 400 to a busy control; SIMH breaks the
// operation off). The fifth frame of a core dump has bits 32-35 alone; SIMH writes 30-35 there, of which 30 and 31 are
// ignored here. inferred: what the control does not know of is told by job done alone; a function stop with words of
// the record left over, or none before its end, is a wrong record length; words missed end the transfer, not the
// record; the last word of a record may be short, the character count tells how many frames are in it; a transport off
// line hangs after a second; job done of rewind comes when the tape moves (9 ms), at once at the load point; blank tape
// ends an operation with end of tape after 25 feet; a record that the image calls bad has a parity error; nine tracks
// read with even parity have one, too. 06 and 07 ask for a word at each record and go on if they get it: BLKO or BLKI
// counts records. Read-in: transport 0 is rewound and read, 800 frames an inch, odd parity, core dump, across records.
// inferred. Times: mag_tape_transport.hpp; at 45 inches a second and 800 frames a word of five frames takes 138.9 us.
#pragma once

#include <memory>

#include "devices/mag_tape_transport.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/pi_system.hpp"

namespace utah10 {

class Tm10 {
 public:
  Tm10(Scheduler& clock, PiSystem& pi, const Tm10Settings& settings = {});
  Tm10(const Tm10&) = delete;
  ~Tm10();

  IoDevice& control();  // device 340, "mtc": has the state of all
  IoDevice& status();   // device 344, "mts"
  void connect(IoBus& bus);
  unsigned transports() const;
  MagTapeTransport& unit(unsigned n);  // also the slot "mtaN"

 private:
  struct Logic;
  std::unique_ptr<Logic> logic_;
  std::unique_ptr<IoDevice> mtc_;
  std::unique_ptr<IoDevice> mts_;
};

}  // namespace utah10
