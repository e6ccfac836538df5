// A trace: instructions that a program has executed one after another, and the host's code for them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "machine/processor.hpp"

namespace utah10::translate {

constexpr std::size_t kLongestTrace = 24;

// An instruction as the history shows it. All but pc and word is a guess at what it will do the next time: the code
// checks what it depends on.
struct Step {
  std::uint32_t pc = 0;
  Instruction word;
  std::uint32_t e = 0;
  Word36 accumulator;      // after it
  std::uint32_t next = 0;  // PC after it
};

// The memory cycles of one step, for the counters.
struct StepCounts {
  std::uint32_t opcode = 0;
  std::array<std::uint8_t, kCycleKinds> cycles{};
};

// A reference to memory in a page whose place in core the code of the trace supposes.
struct PageUse {
  std::uint32_t page = 0;
  std::uint32_t base = 0;
  std::uint32_t step = 0;  // where the instruction lies in core
};

// A page that a trace uses. The entry of the trace checks that it lies at this base and grants these rights.
struct PageCheck {
  std::uint32_t page = 0;
  std::uint32_t base = 0;
  Rights need;
};

// What is known of the instruction at a word of core, together, since they are looked up together.
struct Spot {
  const void* code = nullptr;  // of the trace that begins there
  std::uint8_t givenUp = 0;    // how often
  std::uint8_t varies = 0;     // whether its words were found in different pages or boxes
};

struct Trace;

// An exit that leads to a known place in core.
struct Link {
  const void* to = nullptr;  // the host's code there
  std::uint32_t pc = 0;
  std::uint32_t real = 0;
  const Trace* from = nullptr;
};

struct Trace {
  std::uint32_t real = 0;  // where it begins in core
  std::uint32_t pc = 0;    // and in its space
  bool user = false;
  const void* code = nullptr;  // where it is entered, and its pages are checked
  void* body = nullptr;        // the beginning of the code: where the first step is executed
  std::size_t bytes = 0;
  std::vector<StepCounts> steps;
  std::vector<PageUse> uses;
  std::vector<PageCheck> pages;
  std::int64_t cost = 0;   // of a reference to any of them, ns
  std::deque<Link> links;  // stay where they are: the code refers to them
  // How often the code was left after so many steps, since the counters were last brought up to date.
  std::array<std::uint64_t, kLongestTrace + 1> left{};
  std::uint64_t executed = 0;  // how often it was entered with success, and
  std::uint32_t misses = 0;    // in vain, as something is not where it was; both since its success was last examined
};

}  // namespace utah10::translate
