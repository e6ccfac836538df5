// The command load: loads a program from a host file.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/symbol_files.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {

Expected<void> loadImage(Session& session, std::string_view name, const CoreImage& image) {
  Machine& machine = session.machine();
  for (const AddressRange& r : image.ranges()) {
    const Place place{.first = r.first.bits(), .last = r.last.bits()};
    if (auto there = checkPlace(machine, place); !there)
      return fail(std::string{name}, there.error().what, there.error().hint);
  }
  for (const Segment& s : image.segments) machine.load(PhysicalAddress{s.first.bits()}, s.words);
  session.startAddress = image.startAddress();
  if (session.startAddress) session.cpu().setStart(*session.startAddress);
  session.say("{}: {}", name, image.summary());
  return {};
}

Expected<void> loadProgramFile(Session& session, const std::string& file) {
  const auto image = loadCoreImage(file);
  if (!image) return tl::unexpected(image.error());
  auto symbols = symbolsFor(file, *image);
  if (!symbols) return tl::unexpected(symbols.error());
  if (auto loaded = loadImage(session, file, *image); !loaded) return loaded;
  if (*symbols) takeSymbols(session, std::move(**symbols), file, false);
  return {};
}

Expected<void> loadCommand(Session& session, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "load FILE");
  if (auto end = arguments.finish(); !end) return end;
  return loadProgramFile(session, name->text);
}

}  // namespace utah10
