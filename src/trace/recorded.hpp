// What a recorder notes of the outside world, and who may search in what it can replay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "utah10/machine/core_memory.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// Something from outside while the machine ran.
struct RecordedInput {
  enum class Kind : std::uint8_t { Keys, Connect, Disconnect, Datagram } kind = Kind::Keys;
  std::string line;  // "tty", the console; "tty0" and so on, the scanner's; "imp" and others, ends of cables
  std::string keys;  // of a datagram its octets; of the connection of a cable's end its settings
};

// Looks for the last time that something happened. It sees every boundary between instructions (Watch), every record
// (Probe) and what devices write into core.
class Finder : public Probe, public Watch, public PortWatch {
 public:
  // A stretch begins here; stretches come the last first.
  virtual void begin(std::uint64_t position) = 0;
  // The replay stands at a boundary between instructions, at this position; `changed`: by a command, just now.
  virtual void boundary(std::uint64_t position, bool changed) = 0;
  // Where to stand; the latest of what was seen, nothing yet, or nothing at all.
  virtual std::optional<std::uint64_t> found() const = 0;
  void portWrites(std::string_view, PhysicalAddress, Word36, Word36) override {}
};

}  // namespace utah10
