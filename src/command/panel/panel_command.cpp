// The command panel: the window, and the whole panel as text for terminals, scripts and screen readers.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/output_name.hpp"
#include "command/console/suggestion.hpp"
#include "command/panel/commands.hpp"
#include "command/panel/panel.hpp"

namespace utah10 {

namespace {

// "57": hundredths; a lamp that is on at all is not shown as dark.
int hundredths(float level) { return level <= 0 ? 0 : std::max(1, static_cast<int>(std::lround(level * 100))); }

// A lamp's line, or that of the stretch of bits that begins with it: "program counter 18-35: 0 0 100 ...".
void listLamps(Panel& panel, Console& console) {
  const LampList& lamps = panel.model().lamps();
  const LampLevels& levels = panel.model().frame();
  for (const LampList::Group& g : lamps.groups) {
    if (g.count == 0) continue;
    const std::string& first = lamps.names[g.first];
    const bool bits =
        g.count > 4 && std::ranges::all_of(lamps.legends[g.first], [](char c) { return c >= '0' && c <= '9'; });
    std::string line = bits ? fmt::format("lamps {}-{}:", first, lamps.legends[g.first + g.count - 1]) : std::string{};
    for (std::size_t n = g.first; n < g.first + g.count; ++n) {
      if (bits)
        line += fmt::format(" {}", hundredths(levels[n]));
      else
        console.print("lamp {}: {}", lamps.names[n], hundredths(levels[n]));
    }
    if (bits) console.print("{}", line);
  }
}

void listControls(Panel& panel, Console& console) {
  const PanelControls& controls = panel.controls();
  for (ControlId id = 0; id < controls.all().size(); ++id) {
    const PanelControl& c = controls.all()[id];
    const std::string_view kind = c.kind == ControlKind::Switch ? "switch"
                                  : c.kind == ControlKind::Key  ? "key"
                                                                : "knob";
    console.print("{} {}: {}{}{}", kind, c.name, c.kind == ControlKind::Key ? "" : controls.positionText(id),
                  c.kind == ControlKind::Key ? "" : "; ", c.does);
  }
}

Expected<ControlId> controlNamed(Panel& panel, std::string_view name) {
  if (name.empty()) return fail("", "the name of a control is missing", "panel list shows them");
  if (const auto id = panel.controls().named(name)) return *id;
  std::vector<std::string_view> all;
  for (const PanelControl& c : panel.controls().all()) all.push_back(c.name);
  const std::string_view near = nearest(name, all);
  return fail("", fmt::format("there is no control \"{}\", or more than one", name),
              near.empty() ? "panel list shows them" : fmt::format("did you mean {}?", near));
}

Expected<void> pressControl(Panel& panel, Arguments& arguments) {
  const auto id = controlNamed(panel, arguments.takeRest());
  if (!id) return tl::unexpected(id.error());
  if (panel.controls().all()[*id].kind != ControlKind::Key)
    return fail("", panel.controls().all()[*id].name + " is not a key", "panel set NAME POSITION");
  panel.press(*id);
  return {};
}

// The last word is the position: on, off, or a number from 1.
Expected<void> setControl(Panel& panel, Console& console, Arguments& arguments) {
  const std::string_view rest = arguments.takeRest();
  const std::size_t blank = rest.rfind(' ');
  const std::string_view word = blank == std::string_view::npos ? "" : rest.substr(blank + 1);
  const auto id = controlNamed(panel, rest.substr(0, std::min(blank, rest.size())));
  if (!id) return tl::unexpected(id.error());
  const PanelControl& c = panel.controls().all()[*id];
  if (c.kind == ControlKind::Key) return fail("", c.name + " is a key", "panel press NAME");
  unsigned position = word == "on" ? 1 : 0;
  if (c.kind == ControlKind::Switch && word != "on" && word != "off")
    return fail("", fmt::format("\"{}\" is not on or off", word), fmt::format("panel set {} on", c.name));
  if (c.kind == ControlKind::Knob) {
    const auto n = parseCount(word);
    if (!n || *n == 0 || *n > c.positions)
      return fail("", fmt::format("{} has positions 1 to {}", c.name, c.positions));
    position = static_cast<unsigned>(*n) - 1;
  }
  panel.controls().set(*id, position);
  console.say("{}: {}", c.name, panel.controls().positionText(*id));
  return {};
}

Expected<double> takeScale(Arguments& arguments) {
  if (!arguments.take("scale")) return 1.0;
  const auto word = arguments.next();
  if (!word) return fail("", "a scale is missing", "scale 2");
  double scale = 0;
  const auto [end, error] = std::from_chars(word->text.data(), word->text.data() + word->text.size(), scale);
  if (error != std::errc{} || end != word->text.data() + word->text.size() || !(scale >= .25) || scale > 8)
    return fail("", fmt::format("\"{}\" is not a scale", word->text), "0.25 to 8");
  return scale;
}

// png FILE [replace] [scale N]
Expected<void> drawIntoFile(Panel& panel, Console& console, Arguments& arguments) {
  const auto file = takeOutputName(arguments, "panel png FILE");
  if (!file) return tl::unexpected(file.error());
  const auto scale = takeScale(arguments);
  if (!scale) return tl::unexpected(scale.error());
  if (auto end = arguments.finish(); !end) return end;
  if (auto written = panel.writePng(*file, *scale); !written) return written;
  console.say("{}: a picture of the panel", *file);
  return {};
}

// page NAME [window]
Expected<void> showPage(Panel& panel, Arguments& arguments) {
  const auto name = arguments.next();
  const auto page = name ? pageNamed(name->text) : std::nullopt;
  if (!page) return fail("", "a page is missing", "panel page teletype, printer, tape or none");
  const bool own = *page != PageKind::None && arguments.take("window");
  if (auto end = arguments.finish(); !end) return end;
  if (own) return panel.openPage(*page);
  panel.show(*page);
  return {};
}

Expected<bool> takeOnOff(Arguments& arguments) {
  const bool on = arguments.take("on");
  if (!on && !arguments.take("off")) return fail("", "on or off is missing");
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  return on;
}

Expected<void> setSound(Panel& panel, Arguments& arguments) {
  const auto on = takeOnOff(arguments);
  if (!on) return tl::unexpected(on.error());
  return panel.sound(*on) ? Expected<void>{} : fail("", "this host has no sound");
}

// Serves the window until it is closed, or for so long.
Expected<void> waitFor(Panel& panel, Arguments& arguments) {
  std::optional<Duration> longest;
  if (!arguments.atEnd()) {
    const auto d = parseDuration(arguments.takeRest());
    if (!d) return tl::unexpected(d.error());
    longest = *d;
  }
  panel.serveUntilClosed(longest);
  return {};
}

}  // namespace

Expected<void> panelCommand(Panel& panel, Console& console, Arguments& arguments) {
  if (arguments.atEnd() || arguments.take("open")) return panel.open();
  if (arguments.take("press")) return pressControl(panel, arguments);
  if (arguments.take("set")) return setControl(panel, console, arguments);
  if (arguments.take("png") || arguments.take("--png")) return drawIntoFile(panel, console, arguments);
  if (arguments.take("page")) return showPage(panel, arguments);
  if (arguments.take("sound")) return setSound(panel, arguments);
  if (arguments.take("wait")) return waitFor(panel, arguments);
  if (arguments.take("announce")) {
    const auto on = takeOnOff(arguments);
    if (!on) return tl::unexpected(on.error());
    panel.announce = *on;
    return {};
  }
  if (arguments.take("list")) {
    if (auto end = arguments.finish(); !end) return end;
    listLamps(panel, console);
    listControls(panel, console);
    return {};
  }
  if (arguments.take("close")) {
    panel.close();
    return arguments.finish();
  }
  return fail("", fmt::format("there is no panel command \"{}\"", arguments.peek()), "help panel");
}

}  // namespace utah10
