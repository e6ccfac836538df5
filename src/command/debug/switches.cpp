// The console switches, and the console keys that stay on.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

struct Key {
  std::string_view name;
  bool Switches::*on;
  std::string_view brief;
};

constexpr Key kKeys[] = {
    Key{"sing-inst", &Switches::singleInstruction, "stop after every instruction"},
    Key{"sing-cycle", &Switches::singleCycle, "stop in every memory cycle"},
    Key{"par-stop", &Switches::parityStop, "stop on a parity error"},
    Key{"nxm-stop", &Switches::nonexistentStop, "stop on a reference to nonexistent memory"},
    Key{"adr-inst", &Switches::addressInstruction, "the address condition includes instruction fetches"},
    Key{"adr-fetch", &Switches::addressFetch, "the address condition includes data fetches"},
    Key{"adr-write", &Switches::addressWrite, "the address condition includes writes"},
    Key{"adr-stop", &Switches::addressStop, "stop on the address condition"},
    Key{"adr-break", &Switches::addressBreak, "interrupt on the address condition"},
    Key{"fm-enb", &Switches::fastMemory, "the accumulators are in fast memory"},
    Key{"trap-offset", &Switches::trapOffset, "second processor: traps at 140"},
};

void showSwitches(Session& session) {
  const Switches& s = session.cpu().switches();
  session.print("data {}", octal(s.data));
  session.print("address {}", octal(s.address));
  session.print("read-in {:03o}", s.readInDevice.asWritten());
  for (const Key& k : kKeys) session.print("{:<12} {:<3}  {}", k.name, s.*k.on ? "on" : "off", k.brief);
}

Expected<bool> parseOnOff(Arguments& arguments) {
  if (arguments.take("on")) return true;
  if (arguments.take("off")) return false;
  return fail("",
              arguments.atEnd() ? "on or off is missing" : fmt::format("\"{}\" is not on or off", arguments.peek()));
}

Expected<void> setKey(Session& session, const Key& key, Arguments& arguments) {
  const auto on = parseOnOff(arguments);
  if (!on) return tl::unexpected(on.error());
  if (auto end = arguments.finish(); !end) return end;
  session.cpu().switches().*key.on = *on;
  session.say("{} {}", key.name, *on ? "on" : "off");
  return {};
}

Expected<void> setNumber(Session& session, std::string_view name, Arguments& arguments) {
  Switches& s = session.cpu().switches();
  if (name == "data") {
    const auto w = instructionOrValue(session, arguments.takeRest(), {});
    if (!w) return tl::unexpected(w.error());
    s.data = *w;
    session.say("data {}", octal(*w));
  } else if (name == "address") {
    const auto a = evaluateAddress(session, arguments.takeRest());
    if (!a) return tl::unexpected(a.error());
    s.address = *a;
    session.say("address {}", octal(*a));
  } else {
    const auto code = deviceCode(session, arguments.takeRest());
    if (!code) return tl::unexpected(code.error());
    s.readInDevice = *code;
    session.say("read-in {:03o}", code->asWritten());
  }
  return {};
}

}  // namespace

Expected<void> switchesCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    showSwitches(session);
    return {};
  }
  const std::string name = lowerCase(arguments.next()->text);
  constexpr std::string_view numbers[] = {"data", "address", "read-in"};
  for (const std::string_view n : numbers)
    if (name == n) return setNumber(session, n, arguments);
  for (const Key& k : kKeys)
    if (name == k.name) return setKey(session, k, arguments);
  std::vector<std::string_view> all{std::begin(numbers), std::end(numbers)};
  for (const Key& k : kKeys) all.push_back(k.name);
  const std::string_view near = nearest(name, all);
  return fail("", fmt::format("there is no switch \"{}\"", name),
              near.empty() ? "switches alone lists them" : fmt::format("did you mean {}?", near));
}

}  // namespace utah10
