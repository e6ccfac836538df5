// A part of a machine's state that is not a device on its bus, such as the network behind its IMP interface.
#pragma once

#include "utah10/machine/state_stream.hpp"

namespace utah10 {

class StatePart {
 public:
  virtual ~StatePart() = default;
  // In sections of its own.
  virtual void save(StateWriter& out) const = 0;
  virtual void restore(StateReader& in) = 0;
  // Data worth keeping that are not state: counts, logs. In sections of its own; read only if they were written.
  virtual void saveCounters(StateWriter&) const {}
  virtual void restoreCounters(StateReader&) {}
};

}  // namespace utah10
