#include "command/terminals/terminal_lines.hpp"

#include <fstream>

#include "command/console/output_name.hpp"
#include "command/debug/debugger.hpp"
#include "command/host/telnet_server.hpp"
#include "command/net/connections.hpp"

namespace utah10 {

TerminalLines::TerminalLines(Debugger& debugger, Connections& connections)
    : debugger_(debugger), connections_(connections) {}

Expected<TerminalPort*> TerminalLines::portNamed(std::string_view name) const {
  const auto ports = debugger_.recorder().ports();
  const std::string wanted = lowerCase(name);
  for (TerminalPort* port : ports)
    if (port->port() == wanted) return port;
  if (ports.empty()) return fail("", fmt::format("there is no line {}", name), "the machine has no [dc10]");
  return fail("", fmt::format("there is no line {}", name),
              fmt::format("{} to {}", ports.front()->port(), ports.back()->port()));
}

// The telnet caller on a line; empty if there is none.
std::string TerminalLines::caller(std::string_view port) const {
  if (connections_.telnet() == nullptr) return {};
  for (const TelnetServer::LineStatus& line : connections_.telnet()->lines())
    if (line.port == port) return line.peer;
  return {};
}

// While a script uses the line, no caller gets it.
void TerminalLines::reserve(std::string_view port, bool reserved) {
  if (connections_.telnet() != nullptr) connections_.telnet()->keep(port, reserved);
}

Expected<LineTap*> TerminalLines::tap(std::string_view name) {
  const auto port = portNamed(name);
  if (!port) return tl::unexpected(port.error());
  const std::string known = (*port)->port();
  if (const auto tap = taps_.find(known); tap != taps_.end()) return tap->second.get();
  if (const std::string peer = caller(known); !peer.empty())
    return fail("", fmt::format("{} is in use by {} over telnet", known, peer), "use another line, or wait");
  reserve(known, true);
  return taps_.emplace(known, std::make_unique<LineTap>(**port, debugger_.recorder().printedOn(known)))
      .first->second.get();
}

Expected<void> TerminalLines::log(std::string_view name, const std::string& file) {
  if (auto ok = checkIsNew(file); !ok) return ok;
  const auto connected = tap(name);
  if (!connected) return tl::unexpected(connected.error());
  std::ofstream out{file, std::ios::binary};
  if (!out) return fail(file, "cannot be written");
  (*connected)->log(std::move(out));
  return {};
}

Expected<void> TerminalLines::hangUp(std::string_view name) {
  const auto port = portNamed(name);
  if (!port) return tl::unexpected(port.error());
  const std::string known = (*port)->port();
  if (taps_.erase(known) == 0)
    return fail("", fmt::format("no script is connected to {}", known), "type tty3 \"hello\\r\" connects one");
  reserve(known, false);
  return {};
}

void TerminalLines::hangUpAll() {
  for (const auto& [name, tap] : taps_) reserve(name, false);
  taps_.clear();
}

void TerminalLines::arrived() {
  for (const auto& [name, tap] : taps_) tap->arrived(debugger_.recorder().printedOn(name));
}

}  // namespace utah10
