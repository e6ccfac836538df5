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

// The clock writes its slot names when it saves its state.
std::vector<std::string> eventNames(const Scheduler& clock) {
  StateWriter state;
  clock.save(state);
  StateReader in{state.data()};
  in.beginSection("clock");
  in.instant();
  in.flag();
  in.u64();
  std::vector<std::string> names;
  for (std::uint32_t left = in.u32(); left != 0 && in.good(); --left) {
    names.push_back(in.text());
    in.instant();
    in.u64();
  }
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

void writeBits(StateWriter& out, const std::vector<TraceBit>& bits) {
  out.u32(static_cast<std::uint32_t>(bits.size()));
  for (const TraceBit& b : bits) {
    out.u64(b.mask);
    out.text(b.name);
  }
}

std::vector<TraceBit> readBits(StateReader& in) {
  std::vector<TraceBit> bits;
  for (std::uint32_t left = in.u32(); left != 0 && in.good(); --left) {
    const std::uint64_t mask = in.u64();
    bits.push_back({mask, in.text()});
  }
  return bits;
}

}  // namespace

std::vector<std::byte> bytesOf(const TraceHead& head) {
  StateWriter out;
  out.text(head.machine);
  out.text(head.filter);
  out.instant(head.began);
  out.u32(static_cast<std::uint32_t>(head.devices.size()));
  for (const TraceDevice& d : head.devices) {
    out.u32(d.code.index());
    out.text(d.name);
    writeBits(out, d.coni);
    writeBits(out, d.cono);
  }
  out.u32(static_cast<std::uint32_t>(head.events.size()));
  for (const std::string& name : head.events) out.text(name);
  return out.take();
}

std::optional<TraceHead> headOf(std::span<const std::byte> bytes) {
  StateReader in{bytes};
  TraceHead head;
  head.machine = in.text();
  head.filter = in.text();
  head.began = in.instant();
  for (std::uint32_t left = in.u32(); left != 0 && in.good(); --left) {
    TraceDevice d;
    d.code = DeviceCode::field(in.u32());
    d.name = in.text();
    d.coni = readBits(in);
    d.cono = readBits(in);
    head.devices.push_back(std::move(d));
  }
  for (std::uint32_t left = in.u32(); left != 0 && in.good(); --left) head.events.push_back(in.text());
  if (!in.good() || !in.atEnd()) return {};
  return head;
}

}  // namespace tracefile

}  // namespace utah10
