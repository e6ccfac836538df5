// load, attach and detach: what comes from outside.
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

namespace {

enum class Tape { Reader, Punch };

Expected<Tape> tapeNamed(Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "a device is missing", "ptr or ptp");
  if (arguments.take("ptr")) return Tape::Reader;
  if (arguments.take("ptp")) return Tape::Punch;
  return fail("", fmt::format("\"{}\" takes no tape", arguments.peek()), "ptr and ptp do");
}

}  // namespace

Expected<void> attachCommand(Session& session, Arguments& arguments) {
  const auto tape = tapeNamed(arguments);
  if (!tape) return tl::unexpected(tape.error());
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "attach ptr FILE");
  if (auto end = arguments.finish(); !end) return end;
  ConsoleSet& devices = session.devices();
  if (*tape == Tape::Reader) {
    if (auto done = devices.ptr.attach(name->text); !done) return done;
    session.say("ptr: {}, {}", name->text, counted(devices.ptr.length(), "frame"));
    return {};
  }
  if (auto written = devices.ptp.flush(); !written) return written;
  if (auto done = devices.ptp.attach(name->text); !done) return done;
  session.say("ptp: {} is written when it is detached, and at the end", name->text);
  return {};
}

Expected<void> detachCommand(Session& session, Arguments& arguments) {
  const auto tape = tapeNamed(arguments);
  if (!tape) return tl::unexpected(tape.error());
  if (auto end = arguments.finish(); !end) return end;
  ConsoleSet& devices = session.devices();
  if (*tape == Tape::Reader) {
    devices.ptr.detach();
    session.say("ptr: no tape");
    return {};
  }
  const std::size_t frames = devices.ptp.wholeTape().size();
  if (auto done = devices.ptp.detach(); !done) return done;
  session.say("ptp: {} written", counted(frames, "frame"));
  return {};
}

}  // namespace utah10
