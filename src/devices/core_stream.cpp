#include "devices/core_stream.hpp"

namespace utah10 {

CoreStream::CoreStream(CoreMemory& core, Scheduler& clock, const std::string& name, unsigned port, std::size_t depth,
                       std::function<void(const MemoryPort::Result&)> single)
    : port_(core, clock, name, port, [this](const MemoryPort::Result& r) { cycleDone(r); }),
      depth_(depth),
      single_(std::move(single)) {}

void CoreStream::read(std::uint32_t a) {
  wanted_ = Wanted::Read;
  address_ = a & HalfWord::kMask;
  pump();
}

void CoreStream::write(std::uint32_t a, Word36 w) {
  wanted_ = Wanted::Write;
  address_ = a & HalfWord::kMask;
  word_ = w;
  pump();
}

void CoreStream::begin(std::uint32_t first, std::uint32_t words, bool toCore) {
  held_.clear();
  nonexistent_ = parity_ = false;
  toCore_ = toCore;
  next_ = first;
  left_ = words;
  pump();
}

bool CoreStream::store(Word36 w) {
  if (held_.size() >= depth_) return false;
  held_.push_back(w);
  pump();
  return true;
}

std::optional<Word36> CoreStream::take() {
  if (held_.empty()) return std::nullopt;
  const Word36 w = held_.front();
  held_.pop_front();
  pump();
  return w;
}

void CoreStream::reset() {
  if (cycle_ != Cycle::None) cycle_ = Cycle::Lost;
  wanted_ = Wanted::None;
  nonexistent_ = parity_ = false;
  left_ = 0;
  held_.clear();
}

void CoreStream::pump() {
  if (cycle_ != Cycle::None) return port_.hasten();
  if (wanted_ != Wanted::None) {
    const bool reading = wanted_ == Wanted::Read;
    wanted_ = Wanted::None;
    cycle_ = Cycle::Single;
    return reading ? port_.read(PhysicalAddress{address_}) : port_.write(PhysicalAddress{address_}, word_);
  }
  if (left_ == 0 || nonexistent_ || (toCore_ ? held_.empty() : held_.size() >= depth_)) return;
  cycle_ = Cycle::Run;
  const PhysicalAddress a{next_};
  next_ = (next_ + 1) & HalfWord::kMask;
  --left_;
  if (toCore_)
    port_.write(a, held_.front(), restsAfter());
  else
    port_.read(a, restsAfter());
}

void CoreStream::cycleDone(const MemoryPort::Result& result) {
  const Cycle was = cycle_;
  cycle_ = Cycle::None;
  if (was == Cycle::Single) return single_(result);
  if (was == Cycle::Run) {
    if (result.nonexistent) nonexistent_ = true;
    if (result.parityError) parity_ = true;
    if (toCore_)
      held_.pop_front();  // it keeps its room until core has it
    else
      held_.push_back(result.word);
  }
  pump();
}

void CoreStream::state(Archive& a) {
  port_.state(a);
  a.choice(cycle_, Cycle::Lost, "drum: unknown state of its path to core");
  a.choice(wanted_, Wanted::Write, "drum: unknown state of its path to core");
  a.u32Masked(HalfWord::kMask, address_);
  a.word(word_);
  a.flag(toCore_, nonexistent_, parity_);
  a.u32Masked(HalfWord::kMask, next_);
  a.u32(left_);
  a.list(held_, depth_, "drum: more words held than there is room for", [&](Word36& w) { a.word(w); });
  a.check(left_ <= HalfWord::kMask, "drum: more words held than there is room for");
  a.check((cycle_ != Cycle::None) == port_.busy() && (cycle_ != Cycle::Run || !toCore_ || !held_.empty()),
          "drum: its memory cycle does not match its port");
  if (a.reading()) port_.setUnnoticed(restsAfter());
}

}  // namespace utah10
