// The command trace: writes a trace file of the run.
#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"
#include "command/prompt/conversation.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

Expected<RecordFilter> filterFor(Session& session, std::string_view text, const TraceHead& head) {
  const auto jsys = [](std::string_view name) -> std::optional<unsigned> {
    const JsysCall* call = jsysCall(name);
    return call != nullptr ? std::optional<unsigned>{call->number} : std::nullopt;
  };
  return RecordFilter::parse(text, {.symbols = &session.symbols(), .devices = head.devices, .jsys = jsys});
}

}  // namespace

Expected<std::unique_ptr<TraceRecording>> TraceRecording::begin(Session& session, const std::string& file,
                                                                std::string_view filter) {
  const TraceHead head = describeForTrace(session.machine(), filter);
  std::unique_ptr<TraceRecording> recording{new TraceRecording{session, file}};
  TraceOptions options;
  if (!filter.empty()) {
    auto parsed = filterFor(session, filter, head);
    if (!parsed) return tl::unexpected(parsed.error());
    options.filter = std::move(*parsed);
  }
  options.whenFailed = [told = &recording->told_](const Error& why) {
    *told = true;
    complain(why);
  };
  auto writer = TraceWriter::create(file, head, std::move(options));
  if (!writer) return tl::unexpected(writer.error());
  recording->writer_ = std::move(*writer);
  session.cpu().connect(*recording->writer_);
  session.say("trace: {}: {}", file, filter.empty() ? "every record" : filter);
  return recording;
}

TraceRecording::~TraceRecording() {
  if (writer_) session_.cpu().disconnect(*writer_);
}

bool TraceRecording::end() {
  session_.cpu().disconnect(*writer_);
  const auto closed = writer_->close();
  if (!closed && !told_) complain(closed.error());
  session_.say("trace: {}", describe());
  return closed.has_value();
}

std::string TraceRecording::describe() const {
  const TraceTotals t = writer_->totals();
  std::string text = fmt::format("{}: {} of {}, {}", file_, counted(t.records, "record"),
                                 counted(t.instructions, "instruction"), counted(t.bytes, "byte"));
  if (t.instructions != 0)
    text += fmt::format(", {:.3f} bytes an instruction",
                        static_cast<double>(t.bytes) / static_cast<double>(t.instructions));
  return text + (writer_->failed() ? "; abandoned after a write error" : "");
}

Expected<void> traceCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    const TraceRecording* now = session.probes().traceFile.get();
    session.print("trace: {}", now == nullptr ? "off" : now->describe());
    return {};
  }
  const auto file = arguments.next();
  if (!file) return tl::unexpected(file.error());
  if (!file->quoted && sameWord(file->text, "off")) {
    if (auto end = arguments.finish(); !end) return end;
    endTrace(session);
    return {};
  }
  std::string filter;
  if (!arguments.atEnd()) {
    if (!arguments.take("filter")) return fail("", "filter and an expression are missing", "trace FILE filter memory");
    if (arguments.atEnd()) return fail("", "an expression is missing", "trace FILE filter memory & pc 100-177");
    filter = arguments.takeRest();
  }
  return beginTrace(session, file->text, filter);
}

Expected<void> beginTrace(Session& session, const std::string& file, std::string_view filter) {
  std::unique_ptr<TraceRecording>& recording = session.probes().traceFile;
  if (recording) return fail(file, "a trace is being written: " + recording->describe(), "trace off ends it");
  auto begun = TraceRecording::begin(session, file, filter);
  if (!begun) return tl::unexpected(begun.error());
  recording = std::move(*begun);
  return {};
}

bool endTrace(Session& session) {
  std::unique_ptr<TraceRecording>& recording = session.probes().traceFile;
  const bool whole = !recording || recording->end();
  recording.reset();
  return whole;
}

}  // namespace utah10
