#include "command/look/trace_recording.hpp"

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/host/stdio_terminal.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

Expected<RecordFilter> filterFor(Debugger& debugger, std::string_view text, const TraceHead& head) {
  const auto jsys = [](std::string_view name) -> std::optional<unsigned> {
    const JsysCall* call = jsysCall(name);
    return call != nullptr ? std::optional<unsigned>{call->number} : std::nullopt;
  };
  return RecordFilter::parse(text, {.symbols = &debugger.symbols(), .devices = head.devices, .jsys = jsys});
}

}  // namespace

Expected<std::unique_ptr<TraceRecording>> TraceRecording::begin(Debugger& debugger, Console& console,
                                                                const std::string& file, std::string_view filter) {
  const TraceHead head = describeForTrace(debugger.machine(), filter);
  std::unique_ptr<TraceRecording> recording{new TraceRecording{debugger, console, file}};
  TraceOptions options;
  if (!filter.empty()) {
    auto parsed = filterFor(debugger, filter, head);
    if (!parsed) return tl::unexpected(parsed.error());
    options.filter = std::move(*parsed);
  }
  options.whenFailed = [r = recording.get()](const Error& why) {
    r->failure_ = why;
    r->failed_ = true;
  };
  auto writer = TraceWriter::create(file, head, std::move(options));
  if (!writer) return tl::unexpected(writer.error());
  recording->writer_ = std::move(*writer);
  recording->start();
  console.say("trace: {}: {}", file, filter.empty() ? "every record" : filter);
  return recording;
}

void TraceRecording::start() {
  thread_ = std::make_unique<RecordThread>([this](const RecordBatch& batch) { batch.tell(*writer_); });
  probe_ = std::make_unique<BatchingProbe>(thread_->batch(), [this]() -> RecordBatch& {
    thread_->hand();
    tellOfFailure();
    return thread_->batch();
  });
  debugger_.cpu().connect(*probe_);
}

TraceRecording::~TraceRecording() {
  if (!probe_) return;
  debugger_.cpu().disconnect(*probe_);
  thread_->settle();
}

void TraceRecording::settle() const {
  thread_->settle();
  probe_->use(thread_->batch());
}

void TraceRecording::tellOfFailure() {
  if (told_ || !failed_) return;
  told_ = true;
  complain(*failure_);
}

bool TraceRecording::end() {
  debugger_.cpu().disconnect(*probe_);
  settle();
  const auto closed = writer_->close();
  tellOfFailure();
  if (!closed && !told_) complain(closed.error());
  console_.say("trace: {}", describe());
  return closed.has_value();
}

std::string TraceRecording::describe() const {
  settle();
  const TraceTotals t = writer_->totals();
  std::string text = fmt::format("{}: {} of {}, {}", file_, counted(t.records, "record"),
                                 counted(t.instructions, "instruction"), counted(t.bytes, "byte"));
  if (t.instructions != 0)
    text += fmt::format(", {:.3f} bytes an instruction",
                        static_cast<double>(t.bytes) / static_cast<double>(t.instructions));
  return text + (writer_->failed() ? "; abandoned after a write error" : "");
}

}  // namespace utah10
