// The command iotrace: every transfer on the I/O bus and every interrupt as it happens, with bits by name.
#include <set>

#include "command/console/arguments.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/look/commands.hpp"
#include "command/look/probes.hpp"

namespace utah10 {

Expected<void> ioTraceCommand(Debugger& debugger, Probes& probes, Arguments& arguments) {
  if (arguments.take("off")) {
    if (auto end = arguments.finish(); !end) return end;
    probes.endIoTrace();
    return {};
  }
  if (!arguments.atEnd() && !arguments.take("on")) return fail("", "on or off is missing", "iotrace on tty");
  std::set<unsigned> codes;
  std::set<const IoDevice*> wanted;
  while (!arguments.atEnd()) {
    const auto word = arguments.next();
    if (!word) return tl::unexpected(word.error());
    const auto code = deviceCode(debugger, word->text);
    if (!code) return tl::unexpected(code.error());
    codes.insert(code->index());
    if (const IoDevice* device = debugger.machine().bus().at(*code)) wanted.insert(device);
  }
  for (unsigned n = 0; n < 128; ++n)  // a device may answer to several codes
    if (wanted.contains(debugger.machine().bus().at(DeviceCode::field(n)))) codes.insert(n);
  probes.traceIo(std::move(codes));
  return {};
}

}  // namespace utah10
