#include "utah10/trace/trace_head.hpp"

#include <algorithm>

#include "trace/file/head_bytes.hpp"
#include "utah10/trace/snapshot_file.hpp"

namespace utah10 {

namespace {

std::vector<TraceBit> copyOf(std::span<const BitName> bits) {
  std::vector<TraceBit> copy;
  for (const BitName& b : bits) copy.push_back({b.mask, std::string{b.name}});
  return copy;
}

std::vector<std::string> eventNames(const Scheduler& clock) {
  std::vector<std::string> names;
  for (std::uint32_t n = 0; n < clock.slots(); ++n) names.emplace_back(clock.name(EventId{n}));
  return names;
}

}  // namespace

const TraceDevice* TraceHead::device(DeviceCode code) const {
  const auto found = std::ranges::find(devices, code, &TraceDevice::code);
  return found == devices.end() ? nullptr : &*found;
}

TraceHead describeForTrace(Machine& machine, std::string_view filter) {
  TraceHead head;
  head.machine = describeForSnapshot(machine);
  for (std::uint32_t n = 0; n < 128; ++n) {
    const DeviceCode code = DeviceCode::field(n);
    const IoDevice* device = machine.bus().at(code);
    if (device == nullptr) continue;
    head.devices.push_back({code, std::string{device->name()}, copyOf(device->coniBits()), copyOf(device->conoBits())});
  }
  head.events = eventNames(machine.clock());
  head.filter = filter;
  head.began = machine.now();
  return head;
}

std::vector<BitName> bitNamesOf(std::span<const TraceBit> bits) {
  std::vector<BitName> names;
  for (const TraceBit& b : bits) names.push_back({b.mask, b.name});
  return names;
}

namespace tracefile {

namespace {

void bitsState(Archive& a, std::vector<TraceBit>& bits) {
  a.list(bits, [&](TraceBit& b) {
    a.u64(b.mask);
    a.text(b.name);
  });
}

void deviceState(Archive& a, TraceDevice& d) {
  std::uint32_t code = d.code.index();
  a.u32(code);
  d.code = DeviceCode::field(code);
  a.text(d.name);
  bitsState(a, d.coni);
  bitsState(a, d.cono);
}

void headState(Archive& a, TraceHead& head) {
  a.text(head.machine, head.filter);
  a.instant(head.began);
  a.list(head.devices, [&](TraceDevice& d) { deviceState(a, d); });
  a.list(head.events, [&](std::string& name) { a.text(name); });
}

}  // namespace

std::vector<std::byte> bytesOf(const TraceHead& head) {
  TraceHead copy = head;
  Archive out = Archive::writer();
  headState(out, copy);
  return out.take();
}

std::optional<TraceHead> headOf(std::span<const std::byte> bytes) {
  TraceHead head;
  Archive in = Archive::reader(bytes);
  headState(in, head);
  if (!in.good() || !in.atEnd()) return {};
  return head;
}

}  // namespace tracefile

}  // namespace utah10
