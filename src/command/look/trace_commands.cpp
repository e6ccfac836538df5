// The command trace: writes a trace file of the run.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/output_name.hpp"
#include "command/look/commands.hpp"
#include "command/look/probes.hpp"

namespace utah10 {

Expected<void> traceCommand(Console& console, Probes& probes, Arguments& arguments) {
  if (arguments.atEnd()) {
    const TraceRecording* now = probes.traceFile();
    console.print("trace: {}", now == nullptr ? "off" : now->describe());
    return {};
  }
  if (arguments.take("off")) {
    if (auto end = arguments.finish(); !end) return end;
    probes.endTrace();
    return {};
  }
  const auto file = takeOutputName(arguments, "trace FILE");
  if (!file) return tl::unexpected(file.error());
  std::string filter;
  if (!arguments.atEnd()) {
    if (!arguments.take("filter")) return fail("", "filter and an expression are missing", "trace FILE filter memory");
    if (arguments.atEnd()) return fail("", "an expression is missing", "trace FILE filter memory & pc 100-177");
    filter = arguments.takeRest();
  }
  return probes.beginTrace(*file, filter);
}

}  // namespace utah10
