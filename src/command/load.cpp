// load: a program from a host file.
#include "handlers.hpp"
#include "utah10/toolchain/core_image.hpp"
#include "values.hpp"

namespace utah10 {

Expected<void> loadImage(Session& session, std::string_view name, const CoreImage& image) {
  Machine& machine = session.machine();
  for (const AddressRange& r : image.ranges()) {
    const Place place{Place::Kind::Exec, r.first.bits(), r.last.bits()};
    if (auto there = checkPlace(machine, place); !there)
      return fail(std::string{name}, there.error().what, there.error().hint);
  }
  for (const Segment& s : image.segments) machine.load(PhysicalAddress{s.first.bits()}, s.words);
  session.startAddress = image.startAddress();
  if (session.startAddress) session.cpu().setStart(*session.startAddress);
  session.say("{}: {}", name, image.summary());
  return {};
}

Expected<void> loadCommand(Session& session, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "load FILE");
  if (auto end = arguments.finish(); !end) return end;
  const auto image = loadCoreImage(name->text);
  if (!image) return tl::unexpected(image.error());
  return loadImage(session, name->text, *image);
}

}  // namespace utah10
