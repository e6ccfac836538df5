// The command iotrace: every transfer on the I/O bus and every interrupt as it happens, with bits by name.
#include "command/look/io_trace.hpp"
#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/io_names.hpp"

namespace utah10 {

IoTrace::IoTrace(Session& session) : session_(session) { session_.cpu().connect(*this); }
IoTrace::~IoTrace() {
  session_.cpu().disconnect(*this);
  settle();
}

void IoTrace::io(const IoRecord& record) {
  if (!devices_.empty() && !devices_.contains(record.device.index())) return;
  const HistoryEntry& now = session_.cpu().history().ago(0);
  show(record.at, fmt::format("{}{} {}", place(now.pcWord), (now.context & kHistoryPi) != 0 ? "*" : " ",
                              ioText(record, session_.machine().bus())));
}

void IoTrace::interrupt(const InterruptRecord& record) {
  show(record.at, fmt::format("{}  interrupt on level {}", place(record.pcWord), record.level));
}

std::string IoTrace::place(PcWord at) const { return placeName(session_, at.pc(), at.user()); }

void IoTrace::show(Instant at, std::string text) {
  if (text == last_) {
    ++repeats_;
    lastAt_ = at;
    return;
  }
  settle();
  session_.print("{:>14} us  {}", microsecondsText(at), text);
  last_ = std::move(text);
}

void IoTrace::settle() {
  if (repeats_ != 0)
    session_.print("{:>14} us  the same, last of {}", microsecondsText(lastAt_), counted(repeats_, "repeat"));
  repeats_ = 0;
  last_.clear();
}

std::string IoTrace::describe() const {
  std::string text;
  for (const IoBus::Connection& c : session_.machine().bus().connections())
    if (devices_.contains(c.code.index())) text += fmt::format("{}{}", text.empty() ? "" : ", ", c.device->name());
  return text.empty() ? "every device" : text;
}

Expected<void> ioTraceCommand(Session& session, Arguments& arguments) {
  if (arguments.take("off")) {
    if (auto end = arguments.finish(); !end) return end;
    session.probes().ioTrace.reset();
    return {};
  }
  if (!arguments.atEnd() && !arguments.take("on")) return fail("", "on or off is missing", "iotrace on tty");
  std::set<unsigned> codes;
  std::set<const IoDevice*> wanted;
  while (!arguments.atEnd()) {
    const auto word = arguments.next();
    if (!word) return tl::unexpected(word.error());
    const auto code = deviceCode(session, word->text);
    if (!code) return tl::unexpected(code.error());
    codes.insert(code->index());
    if (const IoDevice* device = session.machine().bus().at(*code)) wanted.insert(device);
  }
  for (unsigned n = 0; n < 128; ++n)  // a device may answer to several codes
    if (wanted.contains(session.machine().bus().at(DeviceCode::field(n)))) codes.insert(n);
  auto trace = std::make_unique<IoTrace>(session);
  trace->only(std::move(codes));
  session.say("I/O trace: {}; * marks interrupt cycles", trace->describe());
  session.probes().ioTrace = std::move(trace);
  return {};
}

}  // namespace utah10
