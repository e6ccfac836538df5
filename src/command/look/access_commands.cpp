// The commands access, who and coverage, which use the access map.
#include <fstream>
#include <iterator>

#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/access_report.hpp"

namespace utah10 {

namespace {

Expected<const AccessMap*> mapOf(Session& session) {
  if (!session.probes().access) return fail("", "accesses are not being recorded", "access on, then run");
  return &session.probes().access->probe;
}

ReportForm takeForm(Arguments& arguments) {
  if (arguments.take("--csv")) return ReportForm::Csv;
  return arguments.take("--json") ? ReportForm::Json : ReportForm::Text;
}

void show(Session& session, std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  session.print("{}", text);
}

Expected<void> unwritten(Session& session, Arguments& arguments) {
  const bool all = arguments.take("all");
  const ReportForm form = takeForm(arguments);
  if (auto end = arguments.finish(); !end) return end;
  const auto map = mapOf(session);
  if (!map) return tl::unexpected(map.error());
  show(session, unwrittenReport(**map, session.symbols(), all, form));
  return {};
}

// The map's entry for a word that the user names; nothing if it is not mapped.
std::optional<AccessPlace> placeIn(Session& session, const AccessMap& map, Place::Kind kind, std::uint32_t n) {
  if (kind == Place::Kind::Physical) return AccessPlace{kNoProcess, false, n};
  const bool user = kind == Place::Kind::User;
  if (map.byProcess()) return AccessPlace{session.cpu().process(), user, n};
  const auto real = session.cpu().physical(user ? Space::User : Space::Exec, VirtualAddress{n});
  return real ? std::optional{AccessPlace{kNoProcess, false, real->bits()}} : std::nullopt;
}

Expected<std::string> contents(const std::string& file) {
  std::ifstream in{file, std::ios::binary};
  if (!in) return fail(file, "cannot be read");
  return std::string{std::istreambuf_iterator<char>{in}, {}};
}

Expected<void> annotated(Session& session, const AccessMap& map, Arguments& arguments) {
  const auto file = arguments.next();
  if (!file) return fail("", "the source file is missing", "coverage source prog.mac");
  const bool user = arguments.take("user");
  if (auto end = arguments.finish(); !end) return end;
  const auto source = contents(file->text);
  if (!source) return tl::unexpected(source.error());
  show(session, coverageListing(map, session.symbols().of(user), user, file->text, *source));
  return {};
}

}  // namespace

Expected<void> accessCommand(Session& session, Arguments& arguments) {
  if (arguments.take("uninitialised") || arguments.take("uninitialized")) return unwritten(session, arguments);
  const bool on = arguments.take("on");
  if (!on && !arguments.take("off")) return fail("", "on, off or uninitialised is missing", "access on");
  const bool byProcess = on && arguments.take("virtual");
  if (auto end = arguments.finish(); !end) return end;
  session.probes().access.reset();
  if (on)
    session.probes().access =
        std::make_unique<Connected<AccessMap>>(session.cpu(), AccessMap::Config{.byProcess = byProcess});
  return {};
}

Expected<void> whoCommand(Session& session, Arguments& arguments) {
  const auto text = arguments.next();
  if (!text) return fail("", "an address is missing", "who 1234, who u:1234, who p:1234");
  if (auto end = arguments.finish(); !end) return end;
  const auto map = mapOf(session);
  if (!map) return tl::unexpected(map.error());
  const auto place = parsePlace(session, text->text);
  if (!place) return tl::unexpected(place.error());
  if (!place->memory()) return fail("", fmt::format("{} is not in core", text->text));
  constexpr std::uint32_t kMost = 64;
  if (place->last - place->first >= kMost) return fail("", "too many words", "at most 64. at once");
  for (std::uint32_t n = place->first; n <= place->last; ++n) {
    const auto where = placeIn(session, **map, place->kind, n);
    session.print("{}", placeText(*place, n));
    if (!where)
      session.print("  is not mapped");
    else
      show(session, whoText((*map)->at(*where), session.symbols(), readPlace(session.machine(), *place, n)));
  }
  return {};
}

Expected<void> coverageCommand(Session& session, Arguments& arguments) {
  const auto map = mapOf(session);
  if (!map) return tl::unexpected(map.error());
  if (arguments.take("source")) return annotated(session, **map, arguments);
  const ReportForm form = takeForm(arguments);
  if (auto end = arguments.finish(); !end) return end;
  show(session, coverageReport(**map, session.symbols(), form));
  return {};
}

}  // namespace utah10
