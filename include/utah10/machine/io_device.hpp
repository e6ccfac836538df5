// The interface of a device on the I/O bus.
//
// A device sees the four transfers of the bus (SRM, Input-Output Instructions), the bus reset, and the read-in pulse.
// It does not know which instruction drove the bus. CONO data reach it as 18 bits; CONI returns 36.
#pragma once

#include <span>
#include <string_view>

#include "utah10/machine/archive.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// One bit (or field) of a device's CONI or CONO word, for traces, the prompt and documentation.
struct BitName {
  std::uint64_t mask = 0;  // within the 36-bit word
  std::string_view name;   // as the manual or the monitor names it
};

class IoDevice {
 public:
  virtual ~IoDevice() = default;

  virtual std::string_view name() const = 0;  // "ptr", "tty": lower case, unique on a bus

  // Status. Reading it changes nothing.
  virtual Word36 coni() const = 0;
  // The processor has read the status; for the few devices that this changes. Read again, it changes nothing more.
  virtual void coniRead() {}
  // Whether the status changes only by an event of the clock or a transfer, never by the mere passing of time. A program
  // that waits for such a device is executed faster (machine/ka10/wait_loop.hpp).
  virtual bool statusNeedsEvents() const { return false; }
  virtual void cono(HalfWord conditions) = 0;
  virtual Word36 datai() { return Word36{}; }
  virtual void datao(Word36) {}
  // I/O bus reset: CONO APR,200000, the RESET key, power-on.
  virtual void ioReset() = 0;

  // Hardware read-in (SRM, Readin Mode): the RDI pulse starts the device; readInReady() is true once BLKI may take a
  // word.
  virtual void readInStart() {}
  virtual bool readInReady() const { return false; }
  virtual bool readInPending() const { return false; }  // a word is on its way

  virtual std::span<const BitName> coniBits() const { return {}; }
  virtual std::span<const BitName> conoBits() const { return {}; }

  virtual void state(Archive& a) = 0;
};

}  // namespace utah10
