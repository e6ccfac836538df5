#include <algorithm>
#include <cassert>

#include "utah10/machine/core_memory.hpp"

namespace utah10 {

MemoryPort::MemoryPort(CoreMemory& core, Scheduler& clock, std::string name, unsigned number, Done done)
    : core_(core), clock_(clock), number_(number), done_(std::move(done)) {
  event_ = clock_.add(name + ".port", [this] { proceed(); });
  core_.ports_.push_back(this);
}

MemoryPort::~MemoryPort() { std::erase(core_.ports_, this); }

void MemoryPort::read(PhysicalAddress a, bool unnoticed) {
  assert(!busy() && "one transfer at a time");
  address_ = a;
  writing_ = false;
  unnoticed_ = unnoticed;
  request();
}

void MemoryPort::write(PhysicalAddress a, Word36 w, bool unnoticed) {
  assert(!busy() && "one transfer at a time");
  address_ = a;
  data_ = w;
  writing_ = true;
  unnoticed_ = unnoticed;
  request();
}

void MemoryPort::hasten() {
  unnoticed_ = false;
  clock_.hasten(event_);
}

void MemoryPort::settle() {
  if (unnoticed_ && state_ == State::Transferring && clock_.when(event_) <= clock_.now()) clock_.runAtOnce(event_);
}

void MemoryPort::request() {
  CoreMemory::Box* box = core_.boxOf(address_);
  if (box == nullptr) {  // no acknowledge; the requester handles its own time-out
    result_ = {Word36{}, true, false};
    state_ = State::Transferring;
    clock_.at(event_, clock_.now());
    return;
  }
  if (box->freeAt > clock_.now()) {
    state_ = State::Waiting;
    clock_.at(event_, box->freeAt);
    return;
  }
  begin(*box);
}

bool MemoryPort::outranked(const CoreMemory::Box& box) const {
  return std::ranges::any_of(core_.ports_, [&](const MemoryPort* other) {
    return other != this && other->state_ == State::Waiting && other->number_ < number_ &&
           core_.boxOf(other->address_) == &box;
  });
}

void MemoryPort::begin(CoreMemory::Box& box) {
  const Instant now = clock_.now();
  box.freeAt = now + box.cycle;
  ++box.served;
  state_ = State::Transferring;
  const std::uint64_t cell = core_.cell(address_);
  if (writing_) {
    if (core_.portWatch_ != nullptr) core_.portWatch_->portWrites(clock_.name(event_), address_, Word36{cell}, data_);
    core_.store(address_, data_);
    result_ = {data_, false, false};
  } else {
    result_ = {Word36{cell}, false, (cell & CoreMemory::kBadParity) != 0};
  }
  const Instant released = now + (writing_ ? box.write : box.read);
  if (unnoticed_)
    clock_.atLeisure(event_, released);
  else
    clock_.at(event_, released);
}

void MemoryPort::proceed() {
  if (state_ == State::Waiting) {
    CoreMemory::Box& box = *core_.boxOf(address_);
    // Taken by another requester meanwhile, or a port with a lower number is also waiting: it goes first, we try
    // again after it.
    if (box.freeAt > clock_.now())
      clock_.at(event_, box.freeAt);
    else if (outranked(box))
      clock_.at(event_, clock_.now());
    else
      begin(box);
    return;
  }
  state_ = State::Idle;
  done_(result_);
}

void MemoryPort::state(Archive& a) {
  a.choice(state_, State::Transferring, "memory port: unknown state");
  a.flag(writing_);
  a.u32(address_);
  a.word(data_, result_.word);
  a.flag(result_.nonexistent, result_.parityError);
}

}  // namespace utah10
