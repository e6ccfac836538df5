// The commands pace and capture.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/host/pacer.hpp"
#include "command/net/commands.hpp"
#include "command/net/connections.hpp"
#include "trace/live_capture.hpp"

namespace utah10 {

namespace {

std::string described(const LiveCapture& c) {
  return fmt::format("{}: {}{}", c.file().string(), counted(c.messages(), "message"),
                     c.state() ? "" : "; " + c.state().error().what);
}

}  // namespace

// pace [real | max | auto | RATE]
Expected<void> paceCommand(Console& console, Connections& connections, Arguments& arguments) {
  Pacer& pacer = connections.pacer();
  if (!arguments.atEnd()) {
    const auto setting = PaceSetting::parse(lowerCase(arguments.peek()));
    if (!setting) return tl::unexpected(setting.error());
    arguments.next();
    if (auto end = arguments.finish(); !end) return end;
    pacer.set(*setting);
  }
  pacer.need(connections.realTime());
  const auto rate = pacer.rate();
  const std::string now = rate ? fmt::format("{} virtual seconds per second", *rate) : "no limit";
  console.print("pace: {}: {}; waited {}, fell behind {}", pacer.setting().text(), now, timeText(pacer.waited()),
                timeText(pacer.lost()));
  return {};
}

// capture [FILE | off]
Expected<void> captureCommand(Console& console, Connections& connections, Arguments& arguments) {
  const LiveCapture* now = connections.capture();
  if (arguments.atEnd()) {
    console.print("capture: {}", now != nullptr ? described(*now) : "off");
    return {};
  }
  const auto name = arguments.next();
  if (!name) return tl::unexpected(name.error());
  if (auto end = arguments.finish(); !end) return end;
  if (!name->quoted && sameWord(name->text, "off")) {
    console.say("capture: {}", now != nullptr ? described(*now) : "was off");
    connections.endCapture();
    return {};
  }
  if (now != nullptr) return fail(name->text, "a capture is being written: " + described(*now), "capture off ends it");
  if (auto begun = connections.beginCapture(name->text); !begun) return begun;
  console.say("capture: {}: all messages on the network cables", name->text);
  return {};
}

}  // namespace utah10
