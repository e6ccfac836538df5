#include "trace/batching_probe.hpp"

namespace utah10 {

void BatchingProbe::instruction(const InstructionRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::abandoned(const AbandonRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::memory(const MemoryRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::io(const IoRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::interrupt(const InterruptRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::pager(const PagerRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::event(const EventRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::message(const MessageRecord& r) {
  batch_->add(r);
  look();
}

void BatchingProbe::started(Instant at) {
  batch_->addStart(at);
  look();
}

void BatchingProbe::stopped(Instant at, StopReason why) {
  batch_->addStop(at, why);
  look();
}

}  // namespace utah10
