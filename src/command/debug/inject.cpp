// The command inject: hardware faults at places chosen by the user.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
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

Expected<std::uint64_t> octalNumber(Session& session, Arguments& arguments, std::string_view what) {
  const auto word = arguments.next();
  if (!word || word->text.empty()) return fail("", fmt::format("{} is missing", what), "help inject");
  const auto value = evaluate(session, word->text);
  if (!value) return tl::unexpected(value.error());
  return value->bits();
}

Expected<Fault> faultAt(Session& session, Arguments& arguments, bool named) {
  Fault fault;
  const auto at = octalNumber(session, arguments, "the place");
  if (!at) return tl::unexpected(at.error());
  fault.at = static_cast<std::uint32_t>(*at);
  if (named) {
    const auto kind = arguments.next();
    if (!kind || kind->text.empty()) return fail("", "the fault is missing", "sector-parity, word-parity or header");
    fault.kind = lowerCase(kind->text);
  } else {
    const auto bits = octalNumber(session, arguments, "the set of error bits");
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
std::optional<unsigned> unitOf(Session& session, std::string_view slot, std::string_view drive) {
  if (!slot.starts_with(drive) || session.devices().slot(slot) == nullptr) return std::nullopt;
  return static_cast<unsigned>(slot.back() - '0');
}

Expected<void> injectParity(Session& session, Arguments& arguments) {
  const auto address = octalNumber(session, arguments, "the address");
  if (!address) return tl::unexpected(address.error());
  if (auto end = arguments.finish(); !end) return end;
  const PhysicalAddress a{static_cast<std::uint32_t>(*address & VirtualAddress::kMask)};
  if (*address > VirtualAddress::kMask || !session.machine().core().injectParityError(a))
    return fail("", fmt::format("there is no memory at {:o}", *address));
  session.say("{:06o} has bad parity until it is written again", a.bits());
  return {};
}

Expected<void> injectDisk(Session& session, unsigned unit, const Fault& fault) {
  using F = Rp10::Fault;
  constexpr std::pair<std::string_view, F> kKinds[] = {
      {"sector-parity", F::SectorParity}, {"word-parity", F::WordParity}, {"header", F::Header}};
  for (const auto& [name, kind] : kKinds) {
    if (fault.kind != name) continue;
    session.devices().disks()->injectError(unit, fault.at, kind, fault.times);
    return {};
  }
  return fail("", fmt::format("there is no disk fault \"{}\"", fault.kind), "sector-parity, word-parity or header");
}

}  // namespace

Expected<void> injectCommand(Session& session, Arguments& arguments) {
  if (arguments.take("parity")) return injectParity(session, arguments);
  const auto word = arguments.next();
  if (!word || word->text.empty())
    return fail("", "the thing that shall fail is missing", "parity or a drive: dsk0, drm0, ddc0");
  const std::string slot = lowerCase(word->text);
  const auto disk = unitOf(session, slot, "dsk");
  const auto ddc = unitOf(session, slot, "ddc");
  if (!disk && !ddc && !unitOf(session, slot, "drm"))
    return fail("", fmt::format("no faults can be injected at \"{}\"", slot), "parity, a disk or a drum");
  const auto fault = faultAt(session, arguments, disk.has_value());
  if (!fault) return tl::unexpected(fault.error());
  if (disk) {
    if (auto done = injectDisk(session, *disk, *fault); !done) return done;
  } else if (ddc) {
    session.devices().ddc()->injectError(*ddc, fault->at, fault->bits, fault->times);
  } else {
    session.devices().bryant()->injectError(fault->at, static_cast<std::uint32_t>(fault->bits), fault->times);
  }
  session.say("{}: {:o} fails {}", slot, fault->at, counted(fault->times, "time"));
  return {};
}

}  // namespace utah10
