// What a recorder keeps of external input, and the interface for searching what it can replay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "utah10/machine/core_memory.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

enum class RecordedInputKind : std::uint8_t { Keys, Connect, Disconnect, Datagram };
// Input from outside while the machine ran.
struct RecordedInput {
  RecordedInputKind kind = RecordedInputKind::Keys;
  std::string line;  // "tty", the console; "tty0" and so on, the scanner's lines; "imp" and others, cable ends
  std::string keys;  // for a datagram its octets; for the connection of a cable end its settings
};

// Searches for the last occurrence of something. Receives every boundary between instructions (Watch), every record
// (Probe) and what devices write into core.
class Finder : public Probe, public Watch, public PortWatch {
 public:
  // A segment of the replay begins here; segments are replayed from last to first.
  virtual void begin(std::uint64_t position) = 0;
  // The replay is at a boundary between instructions, at this position; `changed`: just after a command's change.
  virtual void boundary(std::uint64_t position, bool changed) = 0;
  // The position to stop at: that of the latest occurrence seen so far; empty if there is none.
  virtual std::optional<std::uint64_t> found() const = 0;
  void portWrites(std::string_view, PhysicalAddress, Word36, Word36) override {}
};

}  // namespace utah10
