// External networks: attaching and detaching cables, the pace, captures.
#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"
#include "command/net/cable_ports.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

struct CableOptions {
  bool listenAll = false;
  DatagramSettings settings;
};

// Parses listen-all, limit WORDS, wait, toggle and odd, in any order.
Expected<CableOptions> cableOptions(Arguments& arguments) {
  CableOptions o;
  while (!arguments.atEnd()) {
    if (arguments.take("listen-all")) {
      o.listenAll = true;
    } else if (arguments.take("wait")) {
      o.settings.assumeReady = false;
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
                  "listen-all, limit WORDS, wait, toggle, odd");
    }
  }
  return o;
}

}  // namespace

bool namesCable(Session& session, std::string_view word) {
  return sameWord(word, "imp") || session.network().cable(lowerCase(word)) != nullptr;
}

Expected<void> attachCable(Session& session, Arguments& arguments) {
  const std::string name = lowerCase(arguments.next()->text);
  CablePorts::Cable* cable = session.network().cable(name);
  if (cable == nullptr) return fail("", "the machine has no IMP interface", "add [imp] to the machine file");
  if (arguments.atEnd()) return fail("", "an address is missing", "attach imp udp:LPORT:HOST:RPORT");
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  auto address = UdpAddress::parse(word->text);
  if (!address) return tl::unexpected(address.error());
  const auto options = cableOptions(arguments);
  if (!options) return tl::unexpected(options.error());
  address->listenAll = options->listenAll;
  return attachUdp(session, name, *address, options->settings);
}

Expected<void> attachUdp(Session& session, const std::string& name, const UdpAddress& address,
                         const DatagramSettings& settings) {
  const auto port = session.network().attach(name, address, settings);
  if (!port) return tl::unexpected(port.error());
  const bool paced = session.pacer().setting().kind == PaceSetting::Kind::Auto;
  session.say("{}: listening on {}, peer {}{}", name, (*port)->localText(), (*port)->peerText(),
              paced ? "; from now on in real time" : "");
  return {};
}

Expected<void> detachCable(Session& session, Arguments& arguments) {
  const std::string name = lowerCase(arguments.next()->text);
  if (auto end = arguments.finish(); !end) return end;
  const auto was = session.network().detach(name);
  if (!was) return tl::unexpected(was.error());
  session.say("{}: {}", name, *was ? "detached" : "nothing was attached");
  return {};
}

// pace [real | off | auto | RATE]
Expected<void> paceCommand(Session& session, Arguments& arguments) {
  Pacer& pacer = session.pacer();
  if (!arguments.atEnd()) {
    const auto setting = PaceSetting::parse(lowerCase(arguments.peek()));
    if (!setting) return tl::unexpected(setting.error());
    arguments.next();
    if (auto end = arguments.finish(); !end) return end;
    pacer.set(*setting);
  }
  pacer.need(session.network().anyAttached());
  const auto rate = pacer.rate();
  const std::string now = rate ? fmt::format("{} virtual seconds per second", *rate) : "no limit";
  session.print("pace: {}: {}; waited {}, fell behind {}", pacer.setting().text(), now, timeText(pacer.waited()),
                timeText(pacer.lost()));
  return {};
}

// capture [FILE | off]
Expected<void> captureCommand(Session& session, Arguments& arguments) {
  std::unique_ptr<Capturing>& now = session.probes().capture;
  const auto describe = [&now] {
    const LiveCapture& c = *now->capture;
    return fmt::format("{}: {}{}", c.file().string(), counted(c.messages(), "message"),
                       c.state() ? "" : "; " + c.state().error().what);
  };
  if (arguments.atEnd()) {
    session.print("capture: {}", now ? describe() : "off");
    return {};
  }
  const auto name = arguments.next();
  if (!name) return tl::unexpected(name.error());
  if (auto end = arguments.finish(); !end) return end;
  if (!name->quoted && sameWord(name->text, "off")) {
    session.say("capture: {}", now ? describe() : "was off");
    now.reset();
    return {};
  }
  if (now) return fail(name->text, "a capture is being written: " + describe(), "capture off ends it");
  auto capture = LiveCapture::create(name->text);
  if (!capture) return tl::unexpected(capture.error());
  now = std::make_unique<Capturing>(session.machine().observers(), std::move(*capture));
  session.say("capture: {}: all messages on the network cables", name->text);
  return {};
}

}  // namespace utah10
