#include "experiments/charges/run_time_meter.hpp"

#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

ChargedStretch newStretch(unsigned process) {
  ChargedStretch s;
  s.fork = process;
  s.divided = false;
  return s;
}

}  // namespace

RunTimeMeter::RunTimeMeter(Machine& machine) : machine_(machine) { machine_.cpu().connect(*this); }

RunTimeMeter::~RunTimeMeter() { machine_.cpu().disconnect(*this); }

RunTimeMeter::Open* RunTimeMeter::open(ProcessId process) {
  for (Open& o : open_)
    if (o.stretch.fork == process) return &o;
  return nullptr;
}

void RunTimeMeter::instruction(const InstructionRecord& r) {
  if (r.level != 0) return;
  if (!r.entry.pcWord.user()) {
    ac1_ = r.ac[1].bits();
    return;
  }
  onUser(r);
  if (groupOf(r.entry.instruction) == Group::Jsys && r.entry.e < JobCharge::kProgram) onCall(r);
}

void RunTimeMeter::onUser(const InstructionRecord& r) {
  if (Open* o = open(r.process); o != nullptr && o->reading) onReading(*o, r);
  if (Open* o = open(r.process)) o->stretch.split[ChargePart::User] += r.ended - r.entry.began;
}

void RunTimeMeter::onCall(const InstructionRecord& r) {
  Open* o = open(r.process);
  if (o != nullptr) ++o->stretch.calls[r.entry.e];
  if (r.entry.e != kRuntm || r.ac[1].right().bits() != kSelf) return;
  if (o != nullptr) {
    o->reading = true;
    return;
  }
  open_.push_back({.stretch = newStretch(r.process)});
}

// RUNTM has returned, with the run time in AC1 when the monitor left.
void RunTimeMeter::onReading(Open& o, const InstructionRecord& r) {
  o.reading = false;
  if (!o.begun) {
    o.stretch = newStretch(o.stretch.fork);
    o.stretch.from = r.entry.began;
    o.begun = true;
    o.first = ac1_;
    return;
  }
  o.stretch.to = r.entry.began;
  o.stretch.chargedMs = ac1_ - o.first;
  done_.push_back(std::move(o.stretch));
  std::erase_if(open_, [&](const Open& one) { return &one == &o; });
}

void RunTimeMeter::message(const MessageRecord& r) {
  if (!counts(r)) return;
  for (Open& o : open_) count(o.stretch, r);
}

}  // namespace utah10
