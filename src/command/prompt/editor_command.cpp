// The command dap: an editor debugs the machine of this session.
#include <limits>

#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "command/prompt/commands.hpp"
#include "command/prompt/session.hpp"

namespace utah10 {

Expected<void> dapCommand(Session& session, Arguments& arguments) {
  std::uint64_t port = 0;
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.next()->text);
    if (!n) return tl::unexpected(n.error());
    port = *n;
  }
  if (auto end = arguments.finish(); !end) return end;
  if (port > std::numeric_limits<std::uint16_t>::max()) return fail("", "the last port is 65535", "dap 4711");
  if (session.serveEditor() == nullptr) return fail("", "no editor can be served here", "utah10 dap --port N");
  return session.serveEditor()(session, static_cast<std::uint16_t>(port));
}

}  // namespace utah10
