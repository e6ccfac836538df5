// The command inject: hardware faults at places chosen by the user.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "devices/bryant_drum.hpp"
#include "devices/ddc10.hpp"
#include "devices/rp10.hpp"
#include "devices/td10.hpp"
#include "devices/tm10.hpp"

namespace utah10 {

namespace {

// A fault, once its place has been read: `bits` in octal for drums, a keyword for disks; and how often it occurs.
struct Fault {
  std::uint32_t at = 0;
  std::string kind;
  std::uint64_t bits = 0;
  unsigned times = 1;
};

Expected<std::uint64_t> octalNumber(Debugger& debugger, Arguments& arguments, std::string_view what) {
  const auto word = arguments.next();
  if (!word || word->text.empty()) return fail("", fmt::format("{} is missing", what), "help inject");
  const auto value = evaluate(debugger, word->text);
  if (!value) return tl::unexpected(value.error());
  return value->bits();
}

Expected<Fault> faultAt(Debugger& debugger, Arguments& arguments, bool named) {
  Fault fault;
  const auto at = octalNumber(debugger, arguments, "the place");
  if (!at) return tl::unexpected(at.error());
  fault.at = static_cast<std::uint32_t>(*at);
  if (named) {
    const auto kind = arguments.next();
    if (!kind || kind->text.empty()) return fail("", "the fault is missing", "sector-parity, word-parity or header");
    fault.kind = lowerCase(kind->text);
  } else {
    const auto bits = octalNumber(debugger, arguments, "the set of error bits");
    if (!bits) return tl::unexpected(bits.error());
    fault.bits = *bits;
  }
  if (arguments.atEnd()) return fault;
  const auto times = parseCount(arguments.takeRest());
  if (!times) return tl::unexpected(times.error());
  if (*times < 1 || *times > 1'000'000) return fail("", "TIMES must be 1 to 1000000");
  fault.times = static_cast<unsigned>(*times);
  return fault;
}

// The unit number in a slot's name: 3 for dsk3. Nothing if it names a different drive type or does not exist.
std::optional<unsigned> unitOf(Debugger& debugger, std::string_view slot, std::string_view drive) {
  if (!slot.starts_with(drive) || debugger.devices().slot(slot) == nullptr) return std::nullopt;
  return static_cast<unsigned>(slot.back() - '0');
}

Expected<void> injectParity(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto address = octalNumber(debugger, arguments, "the address");
  if (!address) return tl::unexpected(address.error());
  if (auto end = arguments.finish(); !end) return end;
  const PhysicalAddress a{static_cast<std::uint32_t>(*address & VirtualAddress::kMask)};
  if (*address > VirtualAddress::kMask || !debugger.machine().core().injectParityError(a))
    return fail("", fmt::format("there is no memory at {:o}", *address));
  console.say("{:06o} has bad parity until it is written again", a.bits());
  return {};
}

Expected<void> injectDisk(Debugger& debugger, unsigned unit, const Fault& fault) {
  using F = Rp10::Fault;
  constexpr std::pair<std::string_view, F> kKinds[] = {
      {"sector-parity", F::SectorParity}, {"word-parity", F::WordParity}, {"header", F::Header}};
  for (const auto& [name, kind] : kKinds) {
    if (fault.kind != name) continue;
    debugger.devices().disks()->injectError(unit, fault.at, kind, fault.times);
    return {};
  }
  return fail("", fmt::format("there is no disk fault \"{}\"", fault.kind), "sector-parity, word-parity or header");
}

}  // namespace

Expected<void> injectCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.take("parity")) return injectParity(debugger, console, arguments);
  const auto word = arguments.next();
  if (!word || word->text.empty())
    return fail("", "the thing that shall fail is missing", "parity or a drive: dsk0, drm0, ddc0");
  const std::string slot = lowerCase(word->text);
  const auto disk = unitOf(debugger, slot, "dsk");
  const auto ddc = unitOf(debugger, slot, "ddc");
  if (!disk && !ddc && !unitOf(debugger, slot, "drm"))
    return fail("", fmt::format("no faults can be injected at \"{}\"", slot), "parity, a disk or a drum");
  const auto fault = faultAt(debugger, arguments, disk.has_value());
  if (!fault) return tl::unexpected(fault.error());
  if (disk) {
    if (auto done = injectDisk(debugger, *disk, *fault); !done) return done;
  } else if (ddc) {
    debugger.devices().ddc()->injectError(*ddc, fault->at, fault->bits, fault->times);
  } else {
    debugger.devices().bryant()->injectError(fault->at, static_cast<std::uint32_t>(fault->bits), fault->times);
  }
  console.say("{}: {:o} fails {}", slot, fault->at, counted(fault->times, "time"));
  return {};
}

}  // namespace utah10
