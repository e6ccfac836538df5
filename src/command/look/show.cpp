// The command show: configuration and state of the machine.
#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/forks.hpp"
#include "command/debug/media.hpp"
#include "command/debug/reports.hpp"
#include "command/host/telnet_server.hpp"
#include "command/look/commands.hpp"
#include "command/net/connections.hpp"
#include "trace/io_names.hpp"
#include "utah10/trace/snapshot_file.hpp"

namespace utah10 {

namespace {

void showDevice(Console& console, DeviceCode code, const IoDevice& device) {
  const Word36 status = device.coni();
  const std::string names = bitNames(status, device.coniBits());
  console.print("{} at {:03o}: status {}{}{}", device.name(), code.asWritten(), octal(status),
                names.empty() ? "" : ": ", names);
}

// The names of the bits in a device's conditions and status.
Expected<void> showBits(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return fail("", "a device is missing", "show bits tty");
  if (auto end = arguments.finish(); !end) return end;
  const auto code = deviceCode(debugger, word->text);
  if (!code) return tl::unexpected(code.error());
  const IoDevice* device = debugger.machine().bus().at(*code);
  if (device == nullptr) return fail("", fmt::format("no device at {:03o}", code->asWritten()), "show devices");
  const auto table = [&](std::string_view function, std::span<const BitName> bits) {
    std::string lines = bitTable(bits);
    if (!lines.empty()) lines.pop_back();
    console.print("{} {:03o} {}{}{}", device->name(), code->asWritten(), function, bits.empty() ? ": no bits" : "\n",
                  lines);
  };
  table("CONI", device->coniBits());
  table("CONO", device->conoBits());
  return {};
}

void showDevices(Debugger& debugger, Console& console) {
  for (const IoBus::Connection& c : debugger.machine().bus().connections()) showDevice(console, c.code, *c.device);
}

void showConfig(Debugger& debugger, Console& console) {
  std::string text = describeForSnapshot(debugger.machine());
  text.pop_back();
  console.print("{}", text);
}

void showMemoryBoxes(Debugger& debugger, Console& console) {
  const CoreMemory& core = debugger.machine().core();
  console.print("{:o} words of core in {}", core.words(),
                core.boxes().size() == 1 ? "one box" : fmt::format("{}. boxes", core.boxes().size()));
  std::size_t n = 0;
  for (const CoreMemory::Box& b : core.boxes())
    console.print("box {:<2} read {} ns, write {} ns, cycle {} ns; {} served, waited {}", n++, b.read.count(),
                  b.write.count(), b.cycle.count(), counted(b.served, "request"), timeText(b.waited));
}

// The terminal lines and their callers.
void showLines(Debugger& debugger, Console& console, Connections& connections) {
  if (debugger.devices().ports().empty()) console.print("no terminal lines; add [dc10] to the machine file");
  const auto served =
      connections.telnet() != nullptr ? connections.telnet()->lines() : std::vector<TelnetServer::LineStatus>{};
  for (const TerminalPort* port : debugger.devices().ports()) {
    const auto line = std::ranges::find(served, port->port(), &TelnetServer::LineStatus::port);
    const std::string peer = line == served.end() ? std::string() : line->peer;
    console.print("{:6} {}{}{}", port->port(), port->connected() ? "connected" : "free",
                  peer.empty() ? "" : ", telnet from " + peer,
                  port->waiting() == 0 ? "" : fmt::format(", {} waiting", counted(port->waiting(), "key")));
  }
}

void showClock(Debugger& debugger, Console& console) {
  console.print("virtual time {}", timeText(debugger.machine().now() - kPowerOn));
}

void showPi(Debugger& debugger, Console& console) {
  const PiSystem& pi = debugger.machine().pi();
  const auto levels = [](std::uint8_t mask) {
    std::string s;
    for (unsigned n = 1; n <= 7; ++n)
      if ((mask & PiSystem::maskOf(n)) != 0) s += static_cast<char>('0' + n);
    return s.empty() ? std::string{"none"} : s;
  };
  console.print("priority interrupts {}; levels enabled {}, requested {}, held {}", pi.active() ? "on" : "off",
                levels(pi.enabled()), levels(pi.requests()), levels(pi.held()));
}

void showVersion(Console& console) { console.print("utah10 {}", UTAH10_VERSION); }

struct Topic {
  std::string_view name;
  void (*show)(Debugger&, Console&, Connections&);
};
constexpr Topic kTopics[] = {{"config", [](Debugger& d, Console& c, Connections&) { showConfig(d, c); }},
                             {"cpu", [](Debugger& d, Console& c, Connections&) { showConfig(d, c); }},
                             {"media", [](Debugger& d, Console& c, Connections&) { showMedia(d, c); }},
                             {"lines", showLines},
                             {"devices", [](Debugger& d, Console& c, Connections&) { showDevices(d, c); }},
                             {"memory", [](Debugger& d, Console& c, Connections&) { showMemoryBoxes(d, c); }},
                             {"clock", [](Debugger& d, Console& c, Connections&) { showClock(d, c); }},
                             {"time", [](Debugger& d, Console& c, Connections&) { showClock(d, c); }},
                             {"interrupts", [](Debugger& d, Console& c, Connections&) { showPi(d, c); }},
                             {"breakpoints", [](Debugger& d, Console& c, Connections&) { listBreakpoints(d, c); }},
                             {"breaks", [](Debugger& d, Console& c, Connections&) { listBreakpoints(d, c); }},
                             {"switches", [](Debugger& d, Console& c, Connections&) { showSwitches(d, c); }},
                             {"symbols", [](Debugger& d, Console& c, Connections&) { listSymbols(d, c); }},
                             {"version", [](Debugger&, Console& c, Connections&) { showVersion(c); }}};

}  // namespace

Expected<void> showCommand(Debugger& debugger, Console& console, Connections& connections, Arguments& arguments) {
  if (arguments.atEnd()) {
    showClock(debugger, console);
    showPi(debugger, console);
    showDevices(debugger, console);
    return {};
  }
  const std::string name = lowerCase(arguments.next()->text);
  if (name == "bits") return showBits(debugger, console, arguments);
  if (auto end = arguments.finish(); !end) return end;
  if (name == "forks" || name == "jobs") return showForks(debugger, console);
  for (const Topic& t : kTopics)
    if (name == t.name) {
      t.show(debugger, console, connections);
      return {};
    }
  if (const auto code = deviceCode(debugger, name); code && debugger.machine().bus().at(*code) != nullptr) {
    showDevice(console, *code, *debugger.machine().bus().at(*code));
    if (sameWord(name, "pi")) showPi(debugger, console);
    return {};
  }
  std::vector<std::string_view> all;
  for (const Topic& t : kTopics) all.push_back(t.name);
  for (const IoBus::Connection& c : debugger.machine().bus().connections()) all.push_back(c.device->name());
  const std::string_view near = nearest(name, all);
  return fail("", fmt::format("there is no topic or device \"{}\"", name),
              near.empty() ? "help show lists the topics" : fmt::format("did you mean {}?", near));
}

}  // namespace utah10
