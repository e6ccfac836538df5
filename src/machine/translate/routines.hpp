// The code that all traces share: in from the run loop, out to it, and from one trace to the next.
#pragma once

#include <asmjit/x86.h>

#include "machine/translate/trace.hpp"

namespace utah10::translate {

namespace x86 = asmjit::x86;

// Registers that hold the same thing in every trace; all are kept by functions that are called.
inline const x86::Gp kProcessor = x86::rbx;
inline const x86::Gp kNow = x86::r12;
inline const x86::Gp kCells = x86::r13;    // of core memory
inline const x86::Gp kHistory = x86::r14;  // the entry of the trace's first step
inline const x86::Gp kFlags = x86::r15;    // PC flags, from this bit on:
constexpr int kFlagsShift = 36;
inline const x86::Gp kBoxes = x86::rbp;

// A member of the processor, as an operand.
template <class T>
x86::Mem in(const Processor& p, const T& member, std::int32_t more = 0) {
  const auto offset = reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&p);
  return x86::ptr(kProcessor, static_cast<std::int32_t>(offset) + more, sizeof(T));
}

class Routines {
 public:
  // `spots` for executive and user mode: for each word of core.
  Routines(asmjit::JitRuntime& runtime, Processor& p, std::array<const Spot*, 2> spots);

  // Runs the code at `code`, and what follows it, until something has to be interpreted.
  void enter(Processor& p, const void* code) const { enter_(&p, code); }
  const void* out() const { return out_; }
  // On to the trace at PC, if there is one.
  const void* next(bool user) const { return next_[user ? 1 : 0]; }

 private:
  using Enter = void (*)(Processor*, const void*);
  Enter enter_ = nullptr;
  const void* out_ = nullptr;
  std::array<const void*, 2> next_{};
};

}  // namespace utah10::translate
