// A shadow call stack, reconstructed from the instructions executed.
//
// The PDP-10 has no call instruction that requires a matching return: PUSHJ, JSP, JSR, JSA and JSYS store a PC
// somewhere, and any jump that reaches it again is the return. A frame therefore records where its return address is
// stored (stack and slot, accumulator, or word) and its value. Transfers that fit no frame are counted, not dropped.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "utah10/word/instruction.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

enum class RoutineKind : std::uint8_t { Code, Jsys, Interrupt, PageTrap };
// What gives a frame its name.
struct Routine {
  RoutineKind kind = RoutineKind::Code;
  bool user = false;         // for Code: the space of its entry
  std::uint32_t number = 0;  // Code: entry address. Jsys: call number. Interrupt: level
  auto operator<=>(const Routine&) const = default;
};

// How a frame was entered, which determines how it returns.
enum class Link : std::uint8_t { Base, Pushj, Jsp, Jsr, Jsa, Jsys, Interrupt, PageTrap, User };

struct CallFrame {
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  Routine routine;
  Link link = Link::Base;
  bool user = false;             // runs in user mode
  bool boundary = false;         // entered from another mode: by a monitor call, a trap or an interrupt
  bool counted = true;           // false: tracking began inside it, so its call was not seen
  std::uint8_t ac = 0;           // Pushj: AC of the stack pointer; Jsp, Jsa: AC of the return address
  std::uint32_t ret = kUnknown;  // return address without skips
  // User: the user PC when the monitor interrupted it. PageTrap: the address after the last instruction executed.
  std::uint32_t resume = kUnknown;
  std::uint32_t slot = 0;   // Pushj: address of the return word. Jsr: of the PC word
  std::uint32_t stack = 0;  // Pushj: left minus right half of the pointer, which a push does not change

  // For the listener; times count this context only.
  std::uint32_t node = 0;
  std::uint32_t edge = 0;
  Duration began{};
  std::uint64_t beganInstructions = 0;
};

// Transfers that do not match calls and returns.
struct IrregularCalls {
  std::uint64_t tails = 0;      // POPJ or indirect JRST to no frame's return address: treated as a jump
  std::uint64_t unwound = 0;    // frames ended because a frame below them returned
  std::uint64_t cut = 0;        // frames ended because their return word was reused for another call
  std::uint64_t altered = 0;    // returns from a frame's own stack slot to an address other than the call's
  std::uint64_t users = 0;      // entries to user mode at an unexpected address
  std::uint64_t forgotten = 0;  // frames dropped from the bottom of a stack that was too deep
  std::uint64_t joined = 0;     // contexts first seen in the middle: callers unknown
  std::uint64_t total() const { return tails + unwound + cut + altered + users + forgotten + joined; }
};

// The frames of one context, bottom first, and the rules that decide which frame a jump returns from. pop() ends
// frames.
class CallStack {
 public:
  static constexpr std::size_t kMostFrames = 8192;
  static constexpr std::size_t kNone = ~std::size_t{0};

  bool empty() const { return frames_.empty(); }
  std::size_t size() const { return frames_.size(); }
  CallFrame& top() { return frames_.back(); }
  const CallFrame& top() const { return frames_.back(); }
  const std::vector<CallFrame>& frames() const { return frames_; }
  CallFrame& push(const CallFrame& frame) { return frames_.emplace_back(frame); }
  void pop() { frames_.pop_back(); }
  // Drops the lower half of the frames.
  std::size_t forget();

  // The lowest frame that ends, or kNone.
  struct Pop {
    std::uint8_t ac = 0;
    std::uint32_t slot = 0;   // where the return word came from
    std::uint32_t stack = 0;  // as CallFrame::stack
    std::uint32_t to = 0;     // the address reached
    bool user = false;
  };
  std::size_t returnedBy(const Pop& popj) const;
  struct Jump {
    Instruction instruction;  // JRST or JRA
    std::uint32_t to = 0;
    const std::array<Word36, 16>* ac = nullptr;
    bool user = false;
  };
  std::size_t returnedBy(const Jump& jump) const;
  // Frames whose return word a new frame overwrites: the stack was cut back, or the same accumulator or word was
  // reused.
  std::size_t overwrittenBy(const CallFrame& frame) const;
  // The topmost frame that runs in user mode.
  std::size_t topmostUser() const;

 private:
  std::size_t returnAddress(std::uint32_t to, bool user) const;
  bool jumpEnds(const CallFrame& frame, const Jump& jump) const;
  std::vector<CallFrame> frames_;
};

// Identifies a stack independently of how far its pointer has moved.
constexpr std::uint32_t stackIdentity(Word36 pointer) {
  return (pointer.left().bits() - pointer.right().bits()) & HalfWord::kMask;
}

}  // namespace utah10
