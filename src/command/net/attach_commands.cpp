// The commands attach and detach: host files on drives, and peers at the ends of cables.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/media.hpp"
#include "command/host/udp_port.hpp"
#include "command/net/cable_ports.hpp"
#include "command/net/commands.hpp"
#include "command/net/connections.hpp"

namespace utah10 {

namespace {

std::vector<std::string_view> slotNames(Debugger& debugger) {
  std::vector<std::string_view> names;
  for (const MediaSlot* s : debugger.devices().slots()) names.push_back(s->slot());
  return names;
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view n : names) text += fmt::format("{}{}", text.empty() ? "" : ", ", n);
  return text;
}

Expected<MediaSlot*> slotNamed(Debugger& debugger, Arguments& arguments) {
  const std::vector<std::string_view> names = slotNames(debugger);
  if (arguments.atEnd()) return fail("", "a device is missing", listed(names));
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  const std::string name = lowerCase(word->text);
  if (MediaSlot* slot = debugger.devices().slot(name)) return slot;
  const std::string_view near = nearest(name, names);
  return fail("", fmt::format("there is no drive \"{}\"", name),
              near.empty() ? "drives are " + listed(names) : fmt::format("did you mean {}?", near));
}

// Parses ro, create and overlay FILE, in any order after the file's name.
Expected<AttachOptions> mountOptions(Arguments& arguments) {
  AttachOptions options;
  while (!arguments.atEnd()) {
    if (arguments.take("ro")) {
      options.readOnly = true;
    } else if (arguments.take("create")) {
      options.create = true;
    } else if (arguments.take("overlay")) {
      const auto file = arguments.next();
      if (!file || file->text.empty()) return fail("", "overlay needs a file", "attach dpa0 PACK overlay CHANGES");
      options.overlay = file->text;
    } else {
      return fail("", fmt::format("\"{}\" is not an option of attach", arguments.peek()), "ro, create, overlay FILE");
    }
  }
  return options;
}

struct CableOptions {
  bool listenAll = false;
  DatagramSettings settings;
};

// Parses listen-all, limit WORDS, wait, ready, toggle and odd, in any order.
Expected<CableOptions> cableOptions(Arguments& arguments) {
  CableOptions o;
  while (!arguments.atEnd()) {
    if (arguments.take("listen-all")) {
      o.listenAll = true;
    } else if (arguments.take("wait")) {
      o.settings.assumeReady = false;
    } else if (arguments.take("ready")) {
      o.settings.hostReady = true;
    } else if (arguments.take("toggle")) {
      o.settings.toggle = true;
    } else if (arguments.take("odd")) {
      o.settings.padAlways = false;
    } else if (arguments.take("limit")) {
      const auto word = arguments.next();
      if (!word || word->text.empty()) return fail("", "limit needs a number of words", "limit 443");
      const auto n = parseCount(word->text);
      if (!n) return tl::unexpected(n.error());
      if (*n < 3 || *n > DatagramSettings::kMostLimit)
        return fail("", fmt::format("a limit of {}. words is out of range", *n),
                    fmt::format("3 to {}; 443 for the simulated IMP", DatagramSettings::kMostLimit));
      o.settings.limit = static_cast<unsigned>(*n);
    } else {
      return fail("", fmt::format("\"{}\" is not an option of attach imp", arguments.peek()),
                  "listen-all, limit WORDS, wait, ready, toggle, odd");
    }
  }
  return o;
}

bool namesCable(Connections& connections, std::string_view word) {
  return sameWord(word, "imp") || connections.cables().cable(lowerCase(word)) != nullptr;
}

Expected<void> attachCable(Connections& connections, Arguments& arguments) {
  const std::string name = lowerCase(arguments.next()->text);
  CablePorts::Cable* cable = connections.cables().cable(name);
  if (cable == nullptr) return fail("", "the machine has no IMP interface", "add [imp] to the machine file");
  if (arguments.atEnd()) return fail("", "an address is missing", "attach imp udp:LPORT:HOST:RPORT");
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  auto address = UdpAddress::parse(word->text);
  if (!address) return tl::unexpected(address.error());
  const auto options = cableOptions(arguments);
  if (!options) return tl::unexpected(options.error());
  address->listenAll = options->listenAll;
  return connections.attachUdp(name, *address, options->settings);
}

Expected<void> detachCable(Console& console, Connections& connections, Arguments& arguments) {
  const std::string name = lowerCase(arguments.next()->text);
  if (auto end = arguments.finish(); !end) return end;
  const auto was = connections.cables().detach(name);
  if (!was) return tl::unexpected(was.error());
  console.say("{}: {}", name, *was ? "detached" : "nothing was attached");
  return {};
}

}  // namespace

Expected<void> attachCommand(Debugger& debugger, Console& console, Connections& connections, Arguments& arguments) {
  if (namesCable(connections, arguments.peek())) return attachCable(connections, arguments);
  const auto slot = slotNamed(debugger, arguments);
  if (!slot) return tl::unexpected(slot.error());
  const auto name = arguments.next();
  if (!name || name->text.empty())
    return fail("", "a file name is missing", fmt::format("attach {} FILE", (*slot)->slot()));
  const auto options = mountOptions(arguments);
  if (!options) return tl::unexpected(options.error());
  return mount(console, **slot, name->text, *options);
}

Expected<void> detachCommand(Debugger& debugger, Console& console, Connections& connections, Arguments& arguments) {
  if (namesCable(connections, arguments.peek())) return detachCable(console, connections, arguments);
  const auto slot = slotNamed(debugger, arguments);
  if (!slot) return tl::unexpected(slot.error());
  if (auto end = arguments.finish(); !end) return end;
  return unmount(console, **slot);
}

}  // namespace utah10
