#include "command/look/io_trace.hpp"

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "trace/io_names.hpp"

namespace utah10 {

IoTrace::IoTrace(Debugger& debugger, Console& console) : debugger_(debugger), console_(console) {
  debugger_.cpu().connect(*this);
}

IoTrace::~IoTrace() {
  debugger_.cpu().disconnect(*this);
  settle();
}

void IoTrace::io(const IoRecord& record) {
  if (!devices_.empty() && !devices_.contains(record.device.index())) return;
  const HistoryEntry now = debugger_.cpu().history().ago(0);
  show(record.at, fmt::format("{}{} {}", place(now.pcWord), (now.context & kHistoryPi) != 0 ? "*" : " ",
                              ioText(record, debugger_.machine().bus())));
}

void IoTrace::interrupt(const InterruptRecord& record) {
  show(record.at, fmt::format("{}  interrupt on level {}", place(record.pcWord), record.level));
}

std::string IoTrace::place(PcWord at) const { return placeName(debugger_, at.pc(), at.user()); }

void IoTrace::show(Instant at, std::string text) {
  if (text == last_) {
    ++repeats_;
    lastAt_ = at;
    return;
  }
  settle();
  console_.print("{:>14} us  {}", microsecondsText(at), text);
  last_ = std::move(text);
}

void IoTrace::settle() {
  if (repeats_ != 0)
    console_.print("{:>14} us  the same, last of {}", microsecondsText(lastAt_), counted(repeats_, "repeat"));
  repeats_ = 0;
  last_.clear();
}

std::string IoTrace::describe() const {
  std::string text;
  for (const IoBus::Connection& c : debugger_.machine().bus().connections())
    if (devices_.contains(c.code.index())) text += fmt::format("{}{}", text.empty() ? "" : ", ", c.device->name());
  return text.empty() ? "every device" : text;
}

}  // namespace utah10
