// Memory cycles made by the pager itself, and its own delays.
//
// Each is a request on the memory bus like the processor's: events due are run, a busy box is waited for, the access
// time passes and the box stays busy for its cycle. They do not latch interrupt requests: the processor's request
// pulse does, which reaches the box when the pager lets it through. The console's address and cycle stops apply only
// to the processor's references, so a reload is never stopped in its middle.
#pragma once

#include "machine/processor.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

class PagerCycles {
 public:
  explicit PagerCycles(Processor& p) : p_(p) {}

  struct Result {
    Word36 word;
    TrapStatus fault;  // bad parity, or no memory there
  };
  // `va` is the address being translated, for observers.
  Result read(CycleKind kind, std::uint32_t real, VirtualAddress va);
  void write(std::uint32_t real, Word36 w, VirtualAddress va);
  // The write half of a read-pause-write that a read() of the same word began.
  void restart(std::uint32_t real, Word36 w, VirtualAddress va);
  void delay(Duration d, std::string_view name);

 private:
  CoreMemory::Box* request(std::uint32_t real);
  void observe(CycleKind kind, Instant asked, Instant at, std::uint32_t real, Word36 w, VirtualAddress va);

  Processor& p_;
};

}  // namespace utah10
