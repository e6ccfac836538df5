#include "experiments/laboratory/lab_line.hpp"

namespace utah10 {

LabLine::LabLine(TerminalPort& port, Ka10& cpu) : port_(port), cpu_(cpu) {
  port_.connect();
  port_.onPrint([this](Instant, std::uint8_t c) { print(static_cast<char>(c & 0177)); });
}

void LabLine::print(char c) {
  if (c == '\r' || c == '\0') return;
  printed_ += c;
  if (!waiting_ || heard_ || (!hears(until_) && !hears(otherwise_))) return;
  heard_ = true;
  from_ = printed_.size();
  cpu_.requestStop();
}

bool LabLine::hears(std::string_view text) const {
  return !text.empty() && printed_.size() - from_ >= text.size() && printed_.ends_with(text);
}

void LabLine::stopWorking() {
  more_ = {};
  steps_.clear();
}

Instant LabLine::proceed(Instant now) {
  if (waiting_) {
    if (!heard_) return kNever;
    waiting_ = heard_ = false;
    due_ = now + think_;
    ++done_;
  }
  if (now < due_) return due_;
  if (steps_.empty() && more_) more_(*this);
  while (!steps_.empty() && !waiting_) {
    const LabStep step = std::move(steps_.front());
    steps_.pop_front();
    port_.type(step.keys);
    until_ = step.until;
    otherwise_ = step.otherwise;
    think_ = step.think;
    waiting_ = !until_.empty();
    if (waiting_) {
      if (!step.keys.empty()) from_ = printed_.size();
      return kNever;
    }
    ++done_;
    if (think_ == Duration{}) continue;
    due_ = now + think_;
    return due_;
  }
  return kNever;
}

}  // namespace utah10
