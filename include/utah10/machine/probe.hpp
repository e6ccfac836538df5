// What an observer may see. A probe gets const views and cannot change a run by a nanosecond.
//
// Probes are only asked when one is connected; the plain run never pays for them.
#pragma once

#include <string_view>

#include "utah10/machine/counters.hpp"
#include "utah10/machine/history.hpp"
#include "utah10/word/address.hpp"

namespace utah10 {

struct MemoryRecord {
  Instant at;  // of the request
  CycleKind kind = CycleKind::Fetch;
  bool user = false;
  VirtualAddress virtualAddress;
  PhysicalAddress physicalAddress;
  Word36 word;
};

struct IoRecord {
  Instant at;  // of the set pulse or data strobe
  DeviceCode device;
  unsigned function = 0;  // IoFunction; BLKI and BLKO appear as DATAI and DATAO
  Word36 word;            // data, status or conditions
};

struct InterruptRecord {
  Instant at;
  unsigned level = 0;
  std::uint64_t pcWord = 0;  // interrupted
};

// A stretch of processor or memory time, named as in the timing profile ("fetch-before", "memory read", "memory wait").
struct PhaseRecord {
  std::string_view segment;
  Instant from;
  Duration length{};
};

class Probe {
 public:
  virtual ~Probe() = default;
  virtual void phase(const PhaseRecord&) {}
  virtual void instruction(const HistoryEntry&) {}
  virtual void memory(const MemoryRecord&) {}
  virtual void io(const IoRecord&) {}
  virtual void interrupt(const InterruptRecord&) {}
};

// Looks at the machine before each instruction and may ask to stop there: breakpoints and conditions.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual bool stopBefore(VirtualAddress pc) = 0;
};

}  // namespace utah10
