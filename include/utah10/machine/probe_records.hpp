// The records passed to a probe: one record per event.
//
// Everything that belongs to one instruction comes between two instruction records: its memory cycles, transfers and
// pager work as they happen, the instruction itself when it has ended. An instruction executed by an XCT or a trap
// location ends before the XCT or UUO does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "utah10/machine/address_map.hpp"
#include "utah10/machine/counters.hpp"
#include "utah10/machine/history.hpp"
#include "utah10/word/address.hpp"

namespace utah10 {

// The process whose pages the pager maps: the core page of its PSB, from word 71. None: no pager, or no base loaded
// yet.
using ProcessId = std::uint16_t;
constexpr ProcessId kNoProcess = 0;

// An instruction that has ended.
struct InstructionRecord {
  const HistoryEntry& entry;
  Instant ended;
  unsigned level = 0;  // PI level held when it began, or being entered by it; 0: none
  ProcessId process = kNoProcess;
  const std::array<Word36, 16>& ac;  // accumulators, after it
};

// Instructions that have ended, of which a probe with interests is told only together: since it was last told of any,
// all of them began at this level and in this mode.
struct PassedRecord {
  Instant until;  // the last of them ended
  unsigned level = 0;
  bool user = false;
};

// An instruction that was abandoned, to be restarted or not. No instruction record follows for it.
struct AbandonRecord {
  Instant at;
  InstructionAbort::Reason reason = InstructionAbort::Reason::Protection;
  bool fetching = false;    // its word, or that of an XCT's target, could not be fetched
  Instruction instruction;  // the last one fetched
  PcWord pcWord;            // as it stands now
};

struct MemoryRecord {
  Instant at;  // the box (or fast memory) begins to answer
  CycleKind kind = CycleKind::Fetch;
  bool user = false;  // of user space, from whichever mode
  VirtualAddress virtualAddress;
  PhysicalAddress physicalAddress;
  Word36 word;
  Space space = Space::Exec;
  Duration waited{};  // for the box, before `at`
  Duration length{};  // until the processor goes on; nothing for the write half of a read-pause-write
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
  PcWord pcWord;  // interrupted
};

enum class PagerAction : std::uint8_t {
  Reload,  // an associative register was loaded
  Trap,    // a reference was refused; `status` has been stored in the PSB
  Base,    // CONO 24,0: word 71 and 72 loaded, all registers cleared
  AcBase,  // CONO 24,10: the AC base alone
  Clear,   // CONO 24,1 (space Exec) or 24,3 (space User)
  Mode,    // CONO 24,4 to 24,7: `rights` 0 off, 1 on, 3 on with the resident monitor mapped
};
// An action of the pager. Its memory cycles precede it as memory records of their own.
struct PagerRecord {
  PagerAction kind = PagerAction::Reload;
  Instant at;                       // it began
  Duration length{};                // it took
  Space space = Space::Exec;        // of the reference
  VirtualAddress virtualAddress{};  // of the reference
  Access need = Access::Read;       // of the reference
  std::uint8_t chain = 0;           // table words read for it: map word, SPT words, and the table words they point to
  std::uint32_t core = 0;           // Reload: core page. Base: core page of the user's page table
  std::uint32_t rights = 0;         // Reload: Access bits loaded
  std::uint32_t status = 0;         // Trap: left half of the status word
  ProcessId process = kNoProcess;   // after it
};

enum class EventChange : std::uint8_t { Armed, Fired, Cancelled };
// A slot of the clock's event queue: an event that a device waits for.
struct EventRecord {
  EventChange kind = EventChange::Armed;
  Instant at;
  std::uint32_t slot = 0;
  std::string_view name;  // of the slot, "rp10.seek"; lives as long as the machine
  Instant due;            // Armed: when it will fire
};

// A message on the wire between a host and its IMP.
struct MessageRecord {
  Instant at;                            // last bit
  Duration length{};                     // since the first bit
  std::uint16_t wire = 0;                // which host interface
  bool fromHost = true;                  // direction
  std::uint32_t bits = 0;                // leader and text
  std::span<const std::uint8_t> octets;  // first bit on the wire is the top bit of the first; the last is filled with 0
};

// A stretch of processor or memory time, named as in the timing profile ("fetch-before", "memory read", "memory wait").
struct PhaseRecord {
  std::string_view segment;
  Instant from;
  Duration length{};
};

}  // namespace utah10
