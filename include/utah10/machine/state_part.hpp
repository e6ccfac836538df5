// A part of a machine's state that is no device on its bus: the network behind its IMP interface, say.
#pragma once

#include "utah10/machine/state_stream.hpp"

namespace utah10 {

class StatePart {
 public:
  virtual ~StatePart() = default;
  // In sections of its own.
  virtual void save(StateWriter& out) const = 0;
  virtual void restore(StateReader& in) = 0;
  // What is no state but worth keeping: counts, logs. In sections of its own; read only if it was written.
  virtual void saveCounters(StateWriter&) const {}
  virtual void restoreCounters(StateReader&) {}
};

}  // namespace utah10
