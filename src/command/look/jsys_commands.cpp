// The command jsystrace: monitor calls and their returns.
#include <filesystem>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/debug/expressions.hpp"
#include "command/look/commands.hpp"
#include "command/look/probes.hpp"
#include "trace/jsys_names.hpp"
#include "utah10/word/text.hpp"

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

Expected<void> takeProcess(Debugger& debugger, Arguments& arguments, JsysTraceOptions& options) {
  constexpr std::uint64_t kMost = 0177777;
  const auto text = arguments.next();
  if (!text) return fail("", "the process is missing", std::string{kExample});
  const std::string_view number = std::string_view{text->text}.substr(text->text.starts_with('p') ? 1 : 0);
  const auto page = evaluate(debugger, number);
  if (!page || page->bits() > kMost)
    return fail("", fmt::format("\"{}\" is not a process", text->text), "the core page of its PSB, in octal");
  options.process = static_cast<ProcessId>(page->bits());
  return {};
}

Expected<JsysTraceOptions> takeOptions(Debugger& debugger, Arguments& arguments, std::string& file) {
  JsysTraceOptions options;
  while (!arguments.atEnd()) {
    Expected<void> done;
    if (arguments.take("process"))
      done = takeProcess(debugger, arguments, options);
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

Expected<void> traceOn(Debugger& debugger, Probes& probes, Arguments& arguments) {
  std::string file;
  const auto options = takeOptions(debugger, arguments, file);
  if (!options) return tl::unexpected(options.error());
  return probes.traceCalls(*options, file);
}

Expected<void> count(Probes& probes, Arguments& arguments) {
  const bool monitor = arguments.take("monitor");
  if (auto end = arguments.finish(); !end) return end;
  probes.countCalls(monitor);
  return {};
}

Expected<void> summary(Console& console, Probes& probes, Arguments& arguments) {
  const bool csv = arguments.take("--csv");
  const bool json = !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  if (probes.calls() == nullptr) return fail("", "calls are not being counted", "jsystrace on, or jsystrace count");
  const JsysSummary& sums = *probes.calls();
  std::string text = csv ? sums.csv() : json ? sums.json() : sums.text();
  text.pop_back();
  console.print("{}", text);
  return {};
}

}  // namespace

Expected<void> jsysTraceCommand(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  if (arguments.take("summary")) return summary(console, probes, arguments);
  if (arguments.take("count")) return count(probes, arguments);
  if (arguments.take("off")) {
    if (auto end = arguments.finish(); !end) return end;
    probes.endCalls();
    return {};
  }
  if (!arguments.take("on")) return fail("", "on, off, count or summary is missing", std::string{kExample});
  return traceOn(debugger, probes, arguments);
}

}  // namespace utah10
