// The command jsystrace: monitor calls and their returns.
#include <filesystem>

#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kExample = "jsystrace on process 30 calls BIN,BOUT";

// "BIN,BOUT" or "50,51".
Expected<std::set<std::uint32_t>> callsIn(std::string_view list) {
  std::set<std::uint32_t> calls;
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    if (const JsysCall* call = jsysCall(name)) {
      calls.insert(call->number);
      continue;
    }
    const auto number = parseWord(name);
    if (!number || number->bits() >= 01000)
      return fail("", fmt::format("\"{}\" is not a JSYS", name), "calls BIN,BOUT or calls 50,51");
    calls.insert(static_cast<std::uint32_t>(number->bits()));
  }
  if (calls.empty()) return fail("", "the names of calls are missing", std::string{kExample});
  return calls;
}

Expected<void> takeCalls(Arguments& arguments, JsysTraceOptions& options) {
  options.except = arguments.take("not");
  const auto list = arguments.next();
  if (!list) return fail("", "the names of calls are missing", std::string{kExample});
  auto calls = callsIn(list->text);
  if (!calls) return tl::unexpected(calls.error());
  options.calls = std::move(*calls);
  return {};
}

Expected<void> takeProcess(Session& session, Arguments& arguments, JsysTraceOptions& options) {
  constexpr std::uint64_t kMost = 0177777;
  const auto text = arguments.next();
  if (!text) return fail("", "the process is missing", std::string{kExample});
  const std::string_view number = std::string_view{text->text}.substr(text->text.starts_with('p') ? 1 : 0);
  const auto page = evaluate(session, number);
  if (!page || page->bits() > kMost)
    return fail("", fmt::format("\"{}\" is not a process", text->text), "the core page of its PSB, in octal");
  options.process = static_cast<ProcessId>(page->bits());
  return {};
}

Expected<JsysTraceOptions> takeOptions(Session& session, Arguments& arguments, std::string& file) {
  JsysTraceOptions options;
  while (!arguments.atEnd()) {
    Expected<void> done;
    if (arguments.take("process"))
      done = takeProcess(session, arguments, options);
    else if (arguments.take("calls"))
      done = takeCalls(arguments, options);
    else if (arguments.take("monitor"))
      options.monitor = true;
    else if (arguments.take("whole"))
      options.whole = true;
    else if (arguments.take("csv"))
      options.form = JsysTraceOptions::Form::Csv;
    else if (arguments.take("json"))
      options.form = JsysTraceOptions::Form::Json;
    else if (arguments.take("to") && !arguments.atEnd())
      file = arguments.next()->text;
    else
      return fail("", fmt::format("unexpected \"{}\"", arguments.peek()), std::string{kExample});
    if (!done) return tl::unexpected(done.error());
  }
  return options;
}

void stop(ActiveProbes& o) {
  if (o.jsysTrace) o.jsysTrace->probe.finish();
  o.jsysTrace.reset();
  o.jsysSummary.reset();
  o.jsysFile = {};
}

Expected<JsysTrace::Sink> sinkTo(Session& session, const std::string& file) {
  if (file.empty()) return JsysTrace::Sink{[&session](const std::string& line) { session.print("{}", line); }};
  if (std::filesystem::exists(file)) return fail(file, "exists already", "name a new file");
  std::ofstream out{file, std::ios::binary};
  if (!out) return fail(file, "cannot be written");
  session.probes().jsysFile = std::move(out);
  return JsysTrace::Sink{[&stream = session.probes().jsysFile](const std::string& line) {
    stream << line << '\n' << std::flush;
  }};
}

Expected<void> traceOn(Session& session, Arguments& arguments) {
  std::string file;
  const auto options = takeOptions(session, arguments, file);
  if (!options) return tl::unexpected(options.error());
  ActiveProbes& o = session.probes();
  if (!file.empty() && std::filesystem::exists(file)) return fail(file, "exists already", "name a new file");
  stop(o);
  auto sink = sinkTo(session, file);
  if (!sink) return tl::unexpected(sink.error());
  o.jsysTrace =
      std::make_unique<Connected<JsysTrace>>(session.cpu(), std::move(*sink), peekAt(session.machine()), *options);
  o.jsysSummary = std::make_unique<Connected<JsysSummary>>(session.cpu());
  o.jsysSummary->probe.followMonitor(options->monitor);
  return {};
}

Expected<void> count(Session& session, Arguments& arguments) {
  const bool monitor = arguments.take("monitor");
  if (auto end = arguments.finish(); !end) return end;
  stop(session.probes());
  session.probes().jsysSummary = std::make_unique<Connected<JsysSummary>>(session.cpu());
  session.probes().jsysSummary->probe.followMonitor(monitor);
  return {};
}

Expected<void> summary(Session& session, Arguments& arguments) {
  const bool csv = arguments.take("--csv");
  const bool json = !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  if (!session.probes().jsysSummary) return fail("", "calls are not being counted", "jsystrace on, or jsystrace count");
  const JsysSummary& sums = session.probes().jsysSummary->probe;
  std::string text = csv ? sums.csv() : json ? sums.json() : sums.text();
  text.pop_back();
  session.print("{}", text);
  return {};
}

}  // namespace

Expected<void> jsysTraceCommand(Session& session, Arguments& arguments) {
  if (arguments.take("summary")) return summary(session, arguments);
  if (arguments.take("count")) return count(session, arguments);
  if (arguments.take("off")) {
    if (auto end = arguments.finish(); !end) return end;
    stop(session.probes());
    return {};
  }
  if (!arguments.take("on")) return fail("", "on, off, count or summary is missing", std::string{kExample});
  return traceOn(session, arguments);
}

}  // namespace utah10
