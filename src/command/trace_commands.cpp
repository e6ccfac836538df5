// trace: records of the run into a file.
#include "conversation.hpp"
#include "handlers.hpp"
#include "trace_recording.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

Expected<RecordFilter> filterFor(Session& session, std::string_view text, const TraceHead& head) {
  Symbols symbols;
  for (const auto& [name, value] : session.symbols()) symbols.exec.add(name, value, SymbolMap::Kind::Value);
  return RecordFilter::parse(text, {.symbols = &symbols, .devices = head.devices});
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
  return text + (writer_->failed() ? "; given up" : "");
}

Expected<void> traceCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    session.print("trace: {}", session.traceFile() == nullptr ? "off" : session.traceFile()->describe());
    return {};
  }
  const auto file = arguments.next();
  if (!file) return tl::unexpected(file.error());
  if (!file->quoted && sameWord(file->text, "off")) {
    if (auto end = arguments.finish(); !end) return end;
    session.endTrace();
    return {};
  }
  std::string filter;
  if (!arguments.atEnd()) {
    if (!arguments.take("filter")) return fail("", "filter and an expression are missing", "trace FILE filter memory");
    if (arguments.atEnd()) return fail("", "an expression is missing", "trace FILE filter memory & pc 100-177");
    filter = arguments.takeRest();
  }
  return session.beginTrace(file->text, filter);
}

Expected<void> Session::beginTrace(const std::string& file, std::string_view filter) {
  if (traceFile_) return fail(file, "a trace is being written: " + traceFile_->describe(), "trace off ends it");
  auto begun = TraceRecording::begin(*this, file, filter);
  if (!begun) return tl::unexpected(begun.error());
  traceFile_ = std::move(*begun);
  return {};
}

bool Session::endTrace() {
  const bool whole = !traceFile_ || traceFile_->end();
  traceFile_.reset();
  return whole;
}

}  // namespace utah10
