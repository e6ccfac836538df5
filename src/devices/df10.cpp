#include "devices/df10.hpp"

#include <cassert>

namespace utah10 {

Df10::Df10(CoreMemory& core, Scheduler& clock, const std::string& name, unsigned port, std::function<void()> written)
    : port_(core, clock, name, port, [this](const MemoryPort::Result& r) { cycleDone(r); }),
      written_(std::move(written)) {}

void Df10::start(PhysicalAddress initial, Direction direction) {
  assert(!running_);
  direction_ = direction;
  running_ = true;
  finishing_ = writeWanted_ = ended_ = held_ = false;
  errors_ = 0;
  initial_ = initial;
  list_ = initial.bits();
  count_ = address_ = 0;
  pump();
}

bool Df10::store(Word36 w) {
  if (!running_ || errors_ != 0 || ended_) return true;  // the word is discarded
  if (direction_ == Direction::Check) {
    if (count_ == 0) return false;  // the control word is not there
    count_ = (count_ + 1) & HalfWord::kMask;
    pump();
    return true;
  }
  if (held_) return false;
  word_ = w;
  held_ = true;
  pump();
  return true;
}

std::optional<Word36> Df10::take() {
  if (!held_) return std::nullopt;
  held_ = false;
  const Word36 w = word_;
  pump();
  return w;
}

void Df10::finish() {
  finishing_ = writeWanted_ = true;
  pump();
}

void Df10::writeControlWord() {
  writeWanted_ = true;
  pump();
}

void Df10::reset() {
  abandoned_ = cycle_ != Cycle::None;
  running_ = finishing_ = writeWanted_ = ended_ = held_ = false;
  errors_ = 0;
}

// Starts the next memory cycle, if there is one to do and the port is free.
void Df10::pump() {
  if (cycle_ != Cycle::None) return port_.hasten();
  const bool lastWords = !finishing_ || direction_ == Direction::ToCore;  // a finishing channel reads no further
  if (lastWords && wantsData() && moveNext()) return;
  if (wantsControl() && (!finishing_ || (direction_ == Direction::ToCore && held_))) {  // a word waits for its address
    cycle_ = Cycle::Control;
    port_.read(PhysicalAddress{list_});
  } else if (writeWanted_) {
    cycle_ = Cycle::Report;
    port_.write(PhysicalAddress{initial_.bits() | 1}, Word36::halves(list_, address_));
  }
}

// False if no memory cycle was needed after all.
bool Df10::moveNext() {
  count_ = (count_ + 1) & HalfWord::kMask;
  if (address_ == 0) {  // the word is skipped
    held_ = direction_ == Direction::FromCore;
    if (held_) word_ = Word36{};
    return false;
  }
  address_ = (address_ + 1) & HalfWord::kMask;
  cycle_ = Cycle::Data;
  if (direction_ == Direction::ToCore)
    port_.write(PhysicalAddress{address_}, word_, restsAfter());
  else
    port_.read(PhysicalAddress{address_}, restsAfter());
  return true;
}

void Df10::controlWord(Word36 w) {
  const std::uint32_t left = w.left().bits();
  const std::uint32_t right = w.right().bits();
  if (left != 0) {
    count_ = left;
    address_ = right;
    list_ = (list_ + 1) & HalfWord::kMask;
  } else if (right != 0) {
    list_ = right;
  } else {
    ended_ = true;
    if (direction_ == Direction::ToCore) held_ = false;  // one word too many
  }
}

void Df10::moved(const MemoryPort::Result& result) {
  if (result.parityError) errors_ |= kDataParity;
  held_ = direction_ == Direction::FromCore;
  if (held_) word_ = result.word;
}

void Df10::cycleDone(const MemoryPort::Result& result) {
  const Cycle cycle = cycle_;
  cycle_ = Cycle::None;
  if (abandoned_) {
    abandoned_ = false;
    return pump();
  }
  if (result.nonexistent) {
    errors_ |= kNonexistent;
    held_ = false;
  } else if (cycle == Cycle::Control) {
    if (result.parityError)
      errors_ |= kControlParity;
    else
      controlWord(result.word);
  } else if (cycle == Cycle::Data) {
    moved(result);
  }
  if (cycle == Cycle::Report) {
    writeWanted_ = false;
    if (finishing_) running_ = finishing_ = false;
    written_();
    return;
  }
  pump();
}

void Df10::state(Archive& a) {
  port_.state(a);
  a.choice(direction_, Direction::Check, "data channel: unknown state");
  a.choice(cycle_, Cycle::Report, "data channel: unknown state");
  a.flag(running_, finishing_, writeWanted_, abandoned_, ended_, held_);
  a.u8Masked(7, errors_);
  a.u32Masked(HalfWord::kMask, initial_, list_, count_, address_);
  a.word(word_);
  a.check((cycle_ != Cycle::None) == port_.busy(), "data channel: its memory cycle does not match its port");
  if (a.reading()) port_.setUnnoticed(restsAfter());
}

}  // namespace utah10
