// A shadow call stack: who called whom, found out from the instructions executed.
//
// The PDP-10 has no call instruction that must be returned from: PUSHJ, JSP, JSR, JSA and JSYS leave a PC somewhere,
// and any jump that gets there again is the return. A frame therefore keeps where its return address lies (which stack
// and slot, which accumulator, which word) and what it is. What does not fit is counted, never lost.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "utah10/word/address.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// What a frame is named after.
struct Routine {
  enum class Kind : std::uint8_t { Code, Jsys, Interrupt, PageTrap } kind = Kind::Code;
  bool user = false;         // Code: the space of its entry
  std::uint32_t number = 0;  // Code: entry address. Jsys: its number. Interrupt: level
  auto operator<=>(const Routine&) const = default;
};

// How a frame was entered, which says how it is left.
enum class Link : std::uint8_t { Base, Pushj, Jsp, Jsr, Jsa, Jsys, Interrupt, PageTrap, User };

struct CallFrame {
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  Routine routine;
  Link link = Link::Base;
  bool user = false;             // runs in user mode
  bool boundary = false;         // entered from another mode, by a call of the monitor, a trap or an interrupt
  bool counted = true;           // false: found in the middle, not called
  std::uint8_t ac = 0;           // Pushj: the stack's; Jsp, Jsa: that of the return address
  std::uint32_t ret = kUnknown;  // address to which it returns, skips aside
  // User: where the user was before, when the monitor put it here. PageTrap: behind the last instruction executed.
  std::uint32_t resume = kUnknown;
  std::uint32_t slot = 0;   // Pushj: address of the return word. Jsr: of the PC word
  std::uint32_t stack = 0;  // Pushj: left minus right half of the pointer, which no push changes

  // For whoever watches the stack; times are of its context alone.
  std::uint32_t node = 0;
  std::uint32_t edge = 0;
  Duration began{};
  std::uint64_t beganInstructions = 0;
};

// What did not go by calls and returns.
struct IrregularCalls {
  std::uint64_t tails = 0;      // POPJ or indirect JRST to no frame's return address: taken as a jump
  std::uint64_t unwound = 0;    // frames ended because one below them returned
  std::uint64_t cut = 0;        // frames ended because their return word was used for another call
  std::uint64_t altered = 0;    // returns to another place than the call's, from its own stack slot
  std::uint64_t users = 0;      // user mode entered at an unexpected place
  std::uint64_t forgotten = 0;  // frames dropped from the bottom of a stack that was too deep
  std::uint64_t joined = 0;     // contexts found in the middle: callers unknown
  std::uint64_t total() const { return tails + unwound + cut + altered + users + forgotten + joined; }
};

// The frames of one context, bottom first, and the rules of which frame a jump returns from. Frames end in pop().
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
    std::uint32_t slot = 0;   // where the word came from
    std::uint32_t stack = 0;  // as CallFrame::stack
    std::uint32_t to = 0;     // it landed there
    bool user = false;
  };
  std::size_t returnedBy(const Pop& popj) const;
  struct Jump {
    Word36 instruction;  // JRST or JRA
    std::uint32_t to = 0;
    const std::array<Word36, 16>* ac = nullptr;
    bool user = false;
  };
  std::size_t returnedBy(const Jump& jump) const;
  // Frames whose return word a new frame takes: a stack that was cut back, the same accumulator or the same word.
  std::size_t overwrittenBy(const CallFrame& frame) const;
  // The topmost frame that runs in user mode.
  std::size_t topmostUser() const;

 private:
  std::size_t returnAddress(std::uint32_t to, bool user) const;
  bool jumpEnds(const CallFrame& frame, const Jump& jump) const;
  std::vector<CallFrame> frames_;
};

// Right half of a push down pointer and what tells its stack from others.
constexpr std::uint32_t stackIdentity(Word36 pointer) {
  return (pointer.left().bits() - pointer.right().bits()) & HalfWord::kMask;
}

}  // namespace utah10
