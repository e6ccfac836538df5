// A drum's path to core: single words, and runs of consecutive words with a few buffered between core and the drum.
//
// A run moves as fast as core takes it, one memory cycle a word. store() and take() are the drum's side, at its own
// times: a word that finds no room, or no word that is there, is an overrun, the caller's to report.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "utah10/machine/core_memory.hpp"

namespace utah10 {

class CoreStream {
 public:
  // `single` is called when a word requested by read() or write() has moved. `depth` words are buffered.
  CoreStream(CoreMemory& core, Scheduler& clock, const std::string& name, unsigned port, std::size_t depth,
             std::function<void(const MemoryPort::Result&)> single);

  // One at a time, not during a run.
  void read(std::uint32_t a);
  void write(std::uint32_t a, Word36 w);

  void begin(std::uint32_t first, std::uint32_t words, bool toCore);
  bool store(Word36 w);
  std::optional<Word36> take();
  // Every word has moved.
  bool through() const { return left_ == 0 && held_.empty() && cycle_ == Cycle::None; }
  bool nonexistent() const { return nonexistent_; }
  bool parityError() const { return parity_; }
  // Forgets what is in progress; the next order waits for a memory cycle that has begun.
  void reset();

  void state(Archive& a);

 private:
  enum class Cycle : std::uint8_t { None, Single, Run, Lost };
  enum class Wanted : std::uint8_t { None, Read, Write };
  void pump();
  // When the word of the run has moved, no other memory cycle follows at once.
  bool restsAfter() const {
    return cycle_ == Cycle::Run && wanted_ == Wanted::None &&
           (toCore_ ? held_.size() == 1 : left_ == 0 || held_.size() + 1 >= depth_);
  }
  void cycleDone(const MemoryPort::Result& result);

  MemoryPort port_;
  std::size_t depth_;
  std::function<void(const MemoryPort::Result&)> single_;
  Cycle cycle_ = Cycle::None;
  Wanted wanted_ = Wanted::None;
  std::uint32_t address_ = 0;  // of the single word
  Word36 word_;
  bool toCore_ = false;
  bool nonexistent_ = false;
  bool parity_ = false;
  std::uint32_t next_ = 0;  // of the run
  std::uint32_t left_ = 0;
  std::deque<Word36> held_;
};

}  // namespace utah10
