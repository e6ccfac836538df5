// The command load: loads a program from a host file.
#include "command/debug/load.hpp"

#include <fmt/format.h>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/places.hpp"
#include "command/debug/symbol_files.hpp"
#include "trace/symbol_files.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {

namespace {

// A note on an image without the line before it, which names the file. What was left unread may be what the user needs,
// so that `quiet` does not suppress it.
std::string alone(std::string_view name, const std::string& note) {
  return note.starts_with(name) ? note : fmt::format("{}: {}", name, note);
}

}  // namespace

Expected<void> loadImage(Debugger& debugger, Console& console, std::string_view name, const CoreImage& image) {
  Machine& machine = debugger.machine();
  for (const AddressRange& r : image.ranges()) {
    const Place place{.first = r.first.bits(), .last = r.last.bits()};
    if (auto there = checkPlace(machine, place); !there)
      return fail(std::string{name}, there.error().what, there.error().hint);
  }
  for (const Segment& s : image.segments) machine.load(PhysicalAddress{s.first.bits()}, s.words);
  debugger.startAddress = image.startAddress();
  if (debugger.startAddress) debugger.cpu().setStart(*debugger.startAddress);
  console.say("{}: {}", name, image.summary());
  for (const std::string& note : image.notes) console.print("{}", console.quiet ? alone(name, note) : "  " + note);
  return {};
}

Expected<void> loadProgramFile(Debugger& debugger, Console& console, const std::string& file) {
  const auto image = loadCoreImage(file);
  if (!image) return tl::unexpected(image.error());
  std::string note;
  auto symbols = symbolsFor(file, *image, note);
  if (!symbols) return tl::unexpected(symbols.error());
  if (auto loaded = loadImage(debugger, console, file, *image); !loaded) return loaded;
  if (!note.empty()) console.print("warning: {}: {}", file, note);
  if (*symbols) takeSymbols(debugger, console, std::move(**symbols), file, false);
  return {};
}

Expected<void> loadCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "load FILE");
  if (auto end = arguments.finish(); !end) return end;
  return loadProgramFile(debugger, console, name->text);
}

}  // namespace utah10
