// The commands access, who and coverage, which use the access map.
#include <fstream>
#include <iterator>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/places.hpp"
#include "command/look/commands.hpp"
#include "command/look/probes.hpp"
#include "trace/access_report.hpp"

namespace utah10 {

namespace {

Expected<const AccessMap*> mapOf(const Probes& probes) {
  if (probes.accesses() == nullptr) return fail("", "accesses are not being recorded", "access on, then run");
  return probes.accesses();
}

ReportForm takeForm(Arguments& arguments) {
  if (arguments.take("--csv")) return ReportForm::Csv;
  return arguments.take("--json") ? ReportForm::Json : ReportForm::Text;
}

void show(Console& console, std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  console.print("{}", text);
}

Expected<void> unwritten(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  const bool all = arguments.take("all");
  const ReportForm form = takeForm(arguments);
  if (auto end = arguments.finish(); !end) return end;
  const auto map = mapOf(probes);
  if (!map) return tl::unexpected(map.error());
  show(console, unwrittenReport(**map, debugger.symbols(), all, form));
  return {};
}

// The map's entry for a word that the user names; nothing if it is not mapped.
std::optional<AccessPlace> placeIn(Debugger& debugger, const AccessMap& map, PlaceKind kind, std::uint32_t n) {
  if (kind == PlaceKind::Physical) return AccessPlace{kNoProcess, false, n};
  const bool user = kind == PlaceKind::User;
  if (map.byProcess()) return AccessPlace{debugger.cpu().process(), user, n};
  const auto real = debugger.cpu().physical(user ? Space::User : Space::Exec, VirtualAddress{n});
  return real ? std::optional{AccessPlace{kNoProcess, false, real->bits()}} : std::nullopt;
}

Expected<std::string> contents(const std::string& file) {
  std::ifstream in{file, std::ios::binary};
  if (!in) return fail(file, "cannot be read");
  return std::string{std::istreambuf_iterator<char>{in}, {}};
}

Expected<void> annotated(Debugger& debugger, Console& console, const AccessMap& map, Arguments& arguments) {
  const auto file = arguments.next();
  if (!file) return fail("", "the source file is missing", "coverage source prog.mac");
  const bool user = arguments.take("user");
  if (auto end = arguments.finish(); !end) return end;
  const auto source = contents(file->text);
  if (!source) return tl::unexpected(source.error());
  show(console, coverageListing(map, debugger.symbols().of(user), user, file->text, *source));
  return {};
}

}  // namespace

Expected<void> accessCommand(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  if (arguments.take("uninitialised") || arguments.take("uninitialized"))
    return unwritten(debugger, console, probes, arguments);
  const bool on = arguments.take("on");
  if (!on && !arguments.take("off")) return fail("", "on, off or uninitialised is missing", "access on");
  const bool byProcess = on && arguments.take("virtual");
  if (auto end = arguments.finish(); !end) return end;
  if (on)
    probes.recordAccesses(byProcess);
  else
    probes.endAccesses();
  return {};
}

Expected<void> whoCommand(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  const auto text = arguments.next();
  if (!text) return fail("", "an address is missing", "who 1234, who u:1234, who p:1234");
  if (auto end = arguments.finish(); !end) return end;
  const auto map = mapOf(probes);
  if (!map) return tl::unexpected(map.error());
  const auto place = parsePlace(debugger, text->text);
  if (!place) return tl::unexpected(place.error());
  if (!place->memory()) return fail("", fmt::format("{} is not in core", text->text));
  constexpr std::uint32_t kMost = 64;
  if (place->last - place->first >= kMost) return fail("", "too many words", "at most 64. at once");
  for (std::uint32_t n = place->first; n <= place->last; ++n) {
    const auto where = placeIn(debugger, **map, place->kind, n);
    console.print("{}", placeText(*place, n));
    if (!where)
      console.print("  is not mapped");
    else
      show(console, whoText((*map)->at(*where), debugger.symbols(), readPlace(debugger.machine(), *place, n)));
  }
  return {};
}

Expected<void> coverageCommand(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  const auto map = mapOf(probes);
  if (!map) return tl::unexpected(map.error());
  if (arguments.take("source")) return annotated(debugger, console, **map, arguments);
  const ReportForm form = takeForm(arguments);
  if (auto end = arguments.finish(); !end) return end;
  show(console, coverageReport(**map, debugger.symbols(), form));
  return {};
}

}  // namespace utah10
