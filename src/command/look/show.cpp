// The command show: configuration and state of the machine.
#include <algorithm>

#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/io_names.hpp"
#include "utah10/trace/snapshot_file.hpp"

namespace utah10 {

namespace {

void showDevice(Session& session, DeviceCode code, const IoDevice& device) {
  const Word36 status = device.coni();
  const std::string names = bitNames(status, device.coniBits());
  session.print("{} at {:03o}: status {}{}{}", device.name(), code.asWritten(), octal(status),
                names.empty() ? "" : ": ", names);
}

// The names of the bits in a device's conditions and status.
Expected<void> showBits(Session& session, Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return fail("", "a device is missing", "show bits tty");
  if (auto end = arguments.finish(); !end) return end;
  const auto code = deviceCode(session, word->text);
  if (!code) return tl::unexpected(code.error());
  const IoDevice* device = session.machine().bus().at(*code);
  if (device == nullptr) return fail("", fmt::format("no device at {:03o}", code->asWritten()), "show devices");
  const auto table = [&](std::string_view function, std::span<const BitName> bits) {
    std::string lines = bitTable(bits);
    if (!lines.empty()) lines.pop_back();
    session.print("{} {:03o} {}{}{}", device->name(), code->asWritten(), function, bits.empty() ? ": no bits" : "\n",
                  lines);
  };
  table("CONI", device->coniBits());
  table("CONO", device->conoBits());
  return {};
}

Expected<void> showDevices(Session& session) {
  for (const IoBus::Connection& c : session.machine().bus().connections()) showDevice(session, c.code, *c.device);
  return {};
}

Expected<void> showConfig(Session& session) {
  std::string text = describeForSnapshot(session.machine());
  text.pop_back();
  session.print("{}", text);
  return {};
}

Expected<void> showMemoryBoxes(Session& session) {
  const CoreMemory& core = session.machine().core();
  session.print("{:o} words of core in {}", core.words(),
                core.boxes().size() == 1 ? "one box" : fmt::format("{}. boxes", core.boxes().size()));
  std::size_t n = 0;
  for (const CoreMemory::Box& b : core.boxes())
    session.print("box {:<2} read {} ns, write {} ns, cycle {} ns; {} served, waited {}", n++, b.read.count(),
                  b.write.count(), b.cycle.count(), counted(b.served, "request"), timeText(b.waited));
  return {};
}

// The terminal lines and their callers.
Expected<void> showLines(Session& session) {
  if (session.devices().ports().empty()) session.print("no terminal lines; add [dc10] to the machine file");
  const auto served = session.telnet() != nullptr ? session.telnet()->lines() : std::vector<TelnetServer::Line>{};
  for (const TerminalPort* port : session.devices().ports()) {
    const auto line = std::ranges::find(served, port->port(), &TelnetServer::Line::port);
    const std::string peer = line == served.end() ? std::string() : line->peer;
    session.print("{:6} {}{}{}", port->port(), port->connected() ? "connected" : "free",
                  peer.empty() ? "" : ", telnet from " + peer,
                  port->waiting() == 0 ? "" : fmt::format(", {} waiting", counted(port->waiting(), "key")));
  }
  return {};
}

Expected<void> showClock(Session& session) {
  session.print("virtual time {}", timeText(session.machine().now() - kPowerOn));
  return {};
}

Expected<void> showPi(Session& session) {
  const PiSystem& pi = session.machine().pi();
  const auto levels = [](std::uint8_t mask) {
    std::string s;
    for (unsigned n = 1; n <= 7; ++n)
      if ((mask & PiSystem::maskOf(n)) != 0) s += static_cast<char>('0' + n);
    return s.empty() ? std::string{"none"} : s;
  };
  session.print("priority interrupts {}; levels enabled {}, requested {}, held {}", pi.active() ? "on" : "off",
                levels(pi.enabled()), levels(pi.requests()), levels(pi.held()));
  return {};
}

Expected<void> showBreakpoints(Session& session) {
  Arguments none{""};
  return breakCommand(session, none);
}
Expected<void> showSwitches(Session& session) {
  Arguments none{""};
  return switchesCommand(session, none);
}
Expected<void> showSymbols(Session& session) {
  Arguments none{""};
  return symbolCommand(session, none);
}
Expected<void> showVersion(Session& session) {
  session.print("utah10 {}", UTAH10_VERSION);
  return {};
}

struct Topic {
  std::string_view name;
  Expected<void> (*show)(Session&);
};
constexpr Topic kTopics[] = {{"config", showConfig},     {"media", showMedia},        {"lines", showLines},
                             {"devices", showDevices},   {"memory", showMemoryBoxes}, {"clock", showClock},
                             {"time", showClock},        {"interrupts", showPi},      {"breakpoints", showBreakpoints},
                             {"switches", showSwitches}, {"symbols", showSymbols},    {"version", showVersion}};

}  // namespace

Expected<void> showCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    showClock(session);
    showPi(session);
    return showDevices(session);
  }
  const std::string name = lowerCase(arguments.next()->text);
  if (name == "bits") return showBits(session, arguments);
  if (auto end = arguments.finish(); !end) return end;
  for (const Topic& t : kTopics)
    if (name == t.name) return t.show(session);
  if (const auto code = deviceCode(session, name); code && session.machine().bus().at(*code) != nullptr) {
    showDevice(session, *code, *session.machine().bus().at(*code));
    if (sameWord(name, "pi")) return showPi(session);
    return {};
  }
  std::vector<std::string_view> all;
  for (const Topic& t : kTopics) all.push_back(t.name);
  for (const IoBus::Connection& c : session.machine().bus().connections()) all.push_back(c.device->name());
  const std::string_view near = nearest(name, all);
  return fail("", fmt::format("there is no topic or device \"{}\"", name),
              near.empty() ? "help show lists the topics" : fmt::format("did you mean {}?", near));
}

}  // namespace utah10
