// The console switches, and the console keys that stay on.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/reports.hpp"

namespace utah10 {

namespace {

struct ToggleSwitch {
  std::string_view name;
  bool Switches::*on;
  std::string_view brief;
};

constexpr ToggleSwitch kToggleSwitches[] = {
    ToggleSwitch{"sing-inst", &Switches::singleInstruction, "stop after every instruction"},
    ToggleSwitch{"sing-cycle", &Switches::singleCycle, "stop in every memory cycle"},
    ToggleSwitch{"par-stop", &Switches::parityStop, "stop on a parity error"},
    ToggleSwitch{"nxm-stop", &Switches::nonexistentStop, "stop on a reference to nonexistent memory"},
    ToggleSwitch{"adr-inst", &Switches::addressInstruction, "the address condition includes instruction fetches"},
    ToggleSwitch{"adr-fetch", &Switches::addressFetch, "the address condition includes data fetches"},
    ToggleSwitch{"adr-write", &Switches::addressWrite, "the address condition includes writes"},
    ToggleSwitch{"adr-stop", &Switches::addressStop, "stop on the address condition"},
    ToggleSwitch{"adr-break", &Switches::addressBreak, "interrupt on the address condition"},
    ToggleSwitch{"fm-enb", &Switches::fastMemory, "the accumulators are in fast memory"},
    ToggleSwitch{"trap-offset", &Switches::trapOffset, "second processor: traps at 140"},
};

Expected<bool> parseOnOff(Arguments& arguments) {
  if (arguments.take("on")) return true;
  if (arguments.take("off")) return false;
  return fail("",
              arguments.atEnd() ? "on or off is missing" : fmt::format("\"{}\" is not on or off", arguments.peek()));
}

Expected<void> setToggle(Debugger& debugger, Console& console, const ToggleSwitch& toggle, Arguments& arguments) {
  const auto on = parseOnOff(arguments);
  if (!on) return tl::unexpected(on.error());
  if (auto end = arguments.finish(); !end) return end;
  debugger.cpu().switches().*toggle.on = *on;
  console.say("{} {}", toggle.name, *on ? "on" : "off");
  return {};
}

Expected<void> setNumber(Debugger& debugger, Console& console, std::string_view name, Arguments& arguments) {
  Switches& s = debugger.cpu().switches();
  if (name == "data") {
    const auto w = instructionOrValue(debugger, arguments.takeRest(), {});
    if (!w) return tl::unexpected(w.error());
    s.data = *w;
    console.say("data {}", octal(*w));
  } else if (name == "address") {
    const auto a = evaluateAddress(debugger, arguments.takeRest());
    if (!a) return tl::unexpected(a.error());
    s.address = *a;
    console.say("address {}", octal(*a));
  } else {
    const auto code = deviceCode(debugger, arguments.takeRest());
    if (!code) return tl::unexpected(code.error());
    s.readInDevice = *code;
    console.say("read-in {:03o}", code->asWritten());
  }
  return {};
}

}  // namespace

void showSwitches(Debugger& debugger, Console& console) {
  const Switches& s = debugger.cpu().switches();
  console.print("data {}", octal(s.data));
  console.print("address {}", octal(s.address));
  console.print("read-in {:03o}", s.readInDevice.asWritten());
  for (const ToggleSwitch& k : kToggleSwitches)
    console.print("{:<12} {:<3}  {}", k.name, s.*k.on ? "on" : "off", k.brief);
}

Expected<void> switchesCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) {
    showSwitches(debugger, console);
    return {};
  }
  const std::string name = lowerCase(arguments.next()->text);
  constexpr std::string_view numbers[] = {"data", "address", "read-in"};
  for (const std::string_view n : numbers)
    if (name == n) return setNumber(debugger, console, n, arguments);
  for (const ToggleSwitch& k : kToggleSwitches)
    if (name == k.name) return setToggle(debugger, console, k, arguments);
  std::vector<std::string_view> all{std::begin(numbers), std::end(numbers)};
  for (const ToggleSwitch& k : kToggleSwitches) all.push_back(k.name);
  const std::string_view near = nearest(name, all);
  return fail("", fmt::format("there is no switch \"{}\"", name),
              near.empty() ? "switches alone lists them" : fmt::format("did you mean {}?", near));
}

}  // namespace utah10
