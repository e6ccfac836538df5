// The command list: source lines around a place with the addresses of their words, or instructions if no source lines
// are known.
#include <algorithm>
#include <span>

#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kAround = 5;

struct Center {
  VirtualAddress address;
  bool user = false;
  std::optional<SourceLine> source;
};

Expected<Center> centerOf(Session& session, std::string_view text) {
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  const bool user = space->user();
  const auto places = placesNamed(session, text, user);
  if (!places) return tl::unexpected(places.error());
  return Center{places->front(), user, session.symbols().of(user).line(places->front())};
}

// `=>` marks the line of PC, a star a line with a breakpoint.
std::string marks(Session& session, std::span<const VirtualAddress> words) {
  const bool here = std::ranges::find(words, session.cpu().pc()) != words.end();
  const bool stops = std::ranges::any_of(words, [&](VirtualAddress a) { return session.breakpoints().at(a); });
  return fmt::format("{}{}", here ? "=>" : "  ", stops ? "*" : " ");
}

void showLine(Session& session, const Center& c, std::uint32_t line) {
  const auto text = session.sources().line(c.source->file, line);
  if (!text) return;
  const auto words = session.symbols().of(c.user).addresses(c.source->file, line);
  session.print("{} {:>5}  {}  {}", marks(session, words), line, words.empty() ? "      " : octal(words.front()),
                *text);
}

void showInstruction(Session& session, const Center& c, VirtualAddress a) {
  const auto w = session.cpu().peek(c.user ? Space::User : Space::Exec, a);
  session.print("{} {}/ {}", marks(session, std::span{&a, 1}), placeName(session, a, c.user),
                w ? octal(*w) + "  " + disassembled(session, *w, a, c.user) : "??");
}

void showLines(Session& session, const Center& c) {
  session.print("{}", c.source->file);
  const std::uint32_t line = c.source->line;
  for (std::uint32_t n = line > kAround ? line - kAround : 1; n <= line + kAround; ++n) showLine(session, c, n);
}

void showInstructions(Session& session, const Center& c) {
  const std::uint32_t a = c.address.bits();
  const std::uint32_t last = std::min(a + kAround, VirtualAddress::kMask);
  for (std::uint32_t n = a > kAround ? a - kAround : 0; n <= last; ++n) showInstruction(session, c, VirtualAddress{n});
}

}  // namespace

Expected<void> listCommand(Session& session, Arguments& arguments) {
  const bool user = session.cpu().userMode();
  const std::string text =
      arguments.atEnd() ? (user ? "u:" : "e:") + octal(session.cpu().pc()) : std::string{arguments.takeRest()};
  const auto center = centerOf(session, text);
  if (!center) return tl::unexpected(center.error());
  if (!center->source) {
    showInstructions(session, *center);
    return {};
  }
  if (session.sources().lines(center->source->file) == 0)
    return fail("", fmt::format("{} cannot be read", center->source->file), "set sources DIR names its folder");
  showLines(session, *center);
  return {};
}

}  // namespace utah10
