// The commands log and hangup, and terminal lines for type and expect.
#include "command/terminals/terminal_lines.hpp"

#include <algorithm>
#include <filesystem>

#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kPrefix = "tty";

Expected<TerminalPort*> portNamed(Session& session, std::string_view name) {
  const auto ports = session.recorder().ports();
  const std::string wanted = lowerCase(name);
  for (TerminalPort* port : ports)
    if (port->port() == wanted) return port;
  if (ports.empty()) return fail("", fmt::format("there is no line {}", name), "the machine has no [dc10]");
  return fail("", fmt::format("there is no line {}", name),
              fmt::format("{} to {}", ports.front()->port(), ports.back()->port()));
}

// The telnet caller on a line; empty if there is none.
std::string caller(Session& session, std::string_view port) {
  if (session.telnet() == nullptr) return {};
  for (const TelnetServer::Line& line : session.telnet()->lines())
    if (line.port == port) return line.peer;
  return {};
}

}  // namespace

bool looksLikeLine(const Argument& word) {
  if (word.quoted || word.text.size() <= kPrefix.size() || word.text.size() > kPrefix.size() + 2) return false;
  if (!sameWord(std::string_view{word.text}.substr(0, kPrefix.size()), kPrefix)) return false;
  return std::all_of(word.text.begin() + kPrefix.size(), word.text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Expected<LineTap*> lineTap(Session& session, std::string_view name) {
  const auto port = portNamed(session, name);
  if (!port) return tl::unexpected(port.error());
  auto& taps = session.probes().lines;
  if (const auto tap = taps.find((*port)->port()); tap != taps.end()) return tap->second.get();
  if (const std::string peer = caller(session, (*port)->port()); !peer.empty())
    return fail("", fmt::format("{} is in use by {} over telnet", (*port)->port(), peer), "use another line, or wait");
  if (session.telnet() != nullptr) session.telnet()->keep((*port)->port(), true);
  const std::string known = (*port)->port();
  return taps.emplace(known, std::make_unique<LineTap>(**port, session.recorder().printedOn(known)))
      .first->second.get();
}

// The file must be new, so that an earlier log is never overwritten.
Expected<void> logCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    for (const auto& [name, tap] : session.probes().lines)
      session.print("{}  {}", name, counted(tap->transcript().length(), "character"));
    if (session.probes().lines.empty()) session.print("no script is connected to a line");
    return {};
  }
  const auto name = arguments.next();
  if (!name) return fail("", "the line is missing", "log tty3 user3.log");
  const bool off = arguments.take("off");
  std::string file;
  if (!off && !arguments.atEnd()) file = arguments.next()->text;
  if (auto end = arguments.finish(); !end) return end;
  if (!file.empty() && std::filesystem::exists(file)) return fail(file, "exists already", "name a new file");
  const auto tap = lineTap(session, name->text);
  if (!tap) return tl::unexpected(tap.error());
  if (file.empty()) {
    if (!off) session.print("{}", (*tap)->transcript().since(0));
    if (off) (*tap)->log({});
    return {};
  }
  std::ofstream out{file, std::ios::binary};
  if (!out) return fail(file, "cannot be written");
  (*tap)->log(std::move(out));
  return {};
}

Expected<void> hangUpCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    for (const auto& [name, tap] : session.probes().lines)
      if (session.telnet() != nullptr) session.telnet()->keep(name, false);
    session.probes().lines.clear();
    return {};
  }
  const auto name = arguments.next();
  if (!name) return fail("", "the line is missing", "hangup tty3");
  if (auto end = arguments.finish(); !end) return end;
  const auto port = portNamed(session, name->text);
  if (!port) return tl::unexpected(port.error());
  if (session.probes().lines.erase((*port)->port()) == 0)
    return fail("", fmt::format("no script is connected to {}", (*port)->port()),
                "type tty3 \"hello\\r\" connects one");
  if (session.telnet() != nullptr) session.telnet()->keep((*port)->port(), false);
  return {};
}

}  // namespace utah10
