// The command list: source lines around a place with the addresses of their words, or instructions if no source lines
// are known.
#include <algorithm>
#include <span>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kAround = 5;

struct Center {
  VirtualAddress address;
  bool user = false;
  std::optional<SourceLine> source;
};

Expected<Center> centerOf(Debugger& debugger, std::string_view text) {
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  const bool user = space->user();
  const auto places = placesNamed(debugger, text, user);
  if (!places) return tl::unexpected(places.error());
  return Center{places->front(), user, debugger.symbols().of(user).line(places->front())};
}

// `=>` marks the line of PC, a star a line with a breakpoint.
std::string marks(Debugger& debugger, std::span<const VirtualAddress> words) {
  const bool here = std::ranges::find(words, debugger.cpu().pc()) != words.end();
  const bool stops = std::ranges::any_of(words, [&](VirtualAddress a) { return debugger.breakpoints().at(a); });
  return fmt::format("{}{}", here ? "=>" : "  ", stops ? "*" : " ");
}

void showLine(Debugger& debugger, Console& console, const Center& c, std::uint32_t line) {
  const auto text = debugger.sources().line(c.source->file, line);
  if (!text) return;
  const auto words = debugger.symbols().of(c.user).addresses(c.source->file, line);
  console.print("{} {:>5}  {}  {}", marks(debugger, words), line, words.empty() ? "      " : octal(words.front()),
                *text);
}

void showInstruction(Debugger& debugger, Console& console, const Center& c, VirtualAddress a) {
  const auto w = debugger.cpu().peek(c.user ? Space::User : Space::Exec, a);
  console.print("{} {}/ {}", marks(debugger, std::span{&a, 1}), placeName(debugger, a, c.user),
                w ? octal(*w) + "  " + disassembled(debugger, *w, a, c.user) : "??");
}

void showLines(Debugger& debugger, Console& console, const Center& c) {
  console.print("{}", c.source->file);
  const std::uint32_t line = c.source->line;
  for (std::uint32_t n = line > kAround ? line - kAround : 1; n <= line + kAround; ++n)
    showLine(debugger, console, c, n);
}

void showInstructions(Debugger& debugger, Console& console, const Center& c) {
  const std::uint32_t a = c.address.bits();
  const std::uint32_t last = std::min(a + kAround, VirtualAddress::kMask);
  for (std::uint32_t n = a > kAround ? a - kAround : 0; n <= last; ++n)
    showInstruction(debugger, console, c, VirtualAddress{n});
}

}  // namespace

Expected<void> listCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const bool user = debugger.cpu().userMode();
  const std::string text =
      arguments.atEnd() ? (user ? "u:" : "e:") + octal(debugger.cpu().pc()) : std::string{arguments.takeRest()};
  const auto center = centerOf(debugger, text);
  if (!center) return tl::unexpected(center.error());
  if (!center->source) {
    showInstructions(debugger, console, *center);
    return {};
  }
  if (debugger.sources().lines(center->source->file) == 0)
    return fail("", fmt::format("{} cannot be read", center->source->file), "set sources DIR names its folder");
  showLines(debugger, console, *center);
  return {};
}

}  // namespace utah10
