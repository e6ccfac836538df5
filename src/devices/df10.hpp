// The DF10 data channel: moves words between core and one controller, along a list of control words.
//
//   control word        LH                          RH
//   transfer            minus the number of words   address of the first word - 1; 0: none, words are skipped
//   jump                0                           address of the next control word
//   end                 0                           0
//
// The list begins at the initial control word address, which is even. When the controller has finished, and whenever
// it requests it, the channel writes a word into the location after the initial address: LH the address of the
// present control word (the next one; at the end the zero word), RH the address of the last word moved.
//
// Each word and each control word is a memory cycle through the channel's own port. One word is buffered: a disk word
// that arrives while the previous one is still waiting for core is an overrun, and so is a disk that must write while
// no word is buffered. The channel reads one word ahead, and the next control word as soon as a count has run out.
//
// Sources: TENEX DSKPAK (list form, word written at the end), SIMH (passing over with address 0);
// docs/sources/devices.md 7.3. inferred: the channel adds no time of its own to its memory cycles. After an error the
// channel stands still.
//
// A channel does not depend on disks: start(), then store() or take() a word at the controller's times, then finish().
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "utah10/machine/core_memory.hpp"

namespace utah10 {

class Df10 {
 public:
  enum class Direction : std::uint8_t {
    ToCore,
    FromCore,
    Check,  // the words are counted, core is not accessed
  };
  enum Error : std::uint8_t {
    kNonexistent = 1,    // core did not answer, for a control word or for data
    kControlParity = 2,  // in a control word
    kDataParity = 4,     // in a word read for the disk
  };

  // `name` appears in snapshots; `port` is the memory port's number, 0 the highest priority. `written` is called when
  // the control word requested by finish() or writeControlWord() is in core.
  Df10(CoreMemory& core, Scheduler& clock, const std::string& name, unsigned port, std::function<void()> written);

  // Not while it runs. Reads the first control word at once.
  void start(PhysicalAddress initial, Direction direction);
  // A word from the disk. False: overrun, the word is lost.
  bool store(Word36 w);
  // A word for the disk. Nothing: overrun.
  std::optional<Word36> take();
  // The list has ended and nothing is held.
  bool exhausted() const { return ended_ && !held_; }
  std::uint8_t errors() const { return errors_; }
  // Stops when the current word is in core, and writes the control word.
  void finish();
  // Writes the control word and continues.
  void writeControlWord();
  bool running() const { return running_; }
  // I/O reset: forgets everything. A memory cycle in progress completes.
  void reset();

  void state(Archive& a);

 private:
  enum class Cycle : std::uint8_t { None, Control, Data, Report };
  void pump();
  void cycleDone(const MemoryPort::Result& result);
  void controlWord(Word36 w);
  void moved(const MemoryPort::Result& result);
  bool moveNext();
  // When the word has moved, no other memory cycle follows at once.
  bool restsAfter() const { return cycle_ == Cycle::Data && count_ != 0 && !writeWanted_ && !abandoned_; }
  bool wantsData() const {
    return running_ && errors_ == 0 && count_ != 0 && direction_ != Direction::Check &&
           held_ == (direction_ == Direction::ToCore);
  }
  bool wantsControl() const { return running_ && errors_ == 0 && count_ == 0 && !ended_; }

  MemoryPort port_;
  std::function<void()> written_;
  Direction direction_ = Direction::ToCore;
  Cycle cycle_ = Cycle::None;
  bool running_ = false;
  bool finishing_ = false;
  bool writeWanted_ = false;
  bool abandoned_ = false;  // the cycle in progress belongs to an operation that a reset cancelled
  bool ended_ = false;
  bool held_ = false;
  std::uint8_t errors_ = 0;
  PhysicalAddress initial_;
  std::uint32_t list_ = 0;     // address of the control word to come
  std::uint32_t count_ = 0;    // 18 bits, negative
  std::uint32_t address_ = 0;  // of the last word moved
  Word36 word_;
};

}  // namespace utah10
