#include "command/panel/device_lamps.hpp"

#include <algorithm>

namespace utah10 {

namespace {

// Devices with a lamp, by their names on the bus, and the bit of their status that says that they are at work.
struct LampOfDevice {
  std::string_view device, bit, legend;
};
constexpr LampOfDevice kDeviceLamps[] = {
    {"drm", "busy", "DRUM"},    {"ddc", "busy", "DRUM"},       {"rp10", "busy", "DISK"},  {"dtc", "active", "DECTAPE"},
    {"mtc", "", "MAGTAPE"},     {"rmm", "", "REMOTE"},         {"ptr", "busy", "READER"}, {"ptp", "busy", "PUNCH"},
    {"lpt", "busy", "PRINTER"}, {"tty", "output busy", "TTY"}, {"dls", "", "LINES"},      {"clk", "clock", "CLOCK"},
};

// What belongs to such a device under another name: the second code of a control, and its drives.
struct PartOfDevice {
  std::string_view part, device;
};
constexpr PartOfDevice kParts[] = {{"dts", "dtc"}, {"dta", "dtc"}, {"mts", "mtc"}, {"mta", "mtc"}, {"dsk", "rp10"}};

std::uint64_t bitNamed(std::span<const BitName> bits, std::string_view name) {
  const auto found = std::ranges::find(bits, name, &BitName::name);
  return found == bits.end() || name.empty() ? 0 : found->mask;
}

// "dsk0.arm" is of dsk, "rp10.step" of rp10.
std::string_view ownerOf(std::string_view event) { return event.substr(0, event.find('.')); }
std::string_view withoutNumber(std::string_view name) { return name.substr(0, name.find_first_of("0123456789")); }

}  // namespace

DeviceLamps::DeviceLamps(Machine& machine)
    : machine_(machine), pager_(dynamic_cast<const Pager*>(machine.bus().at(Pager::kDevice))) {
  for (const LampOfDevice& lamp : kDeviceLamps)
    for (const IoBus::Connection& c : machine_.bus().connections())
      if (c.device->name() == lamp.device) add(c, lamp.bit, lamp.legend);
  for (std::uint32_t n = 0; n < byCode_.size(); ++n) {
    const IoDevice* device = machine_.bus().at(DeviceCode::field(n));
    byCode_[n] = device == nullptr ? kNone : lampOf(device->name());
  }
  for (std::uint32_t n = 0; n < machine_.clock().slots(); ++n) {
    byEvent_.push_back(lampOf(ownerOf(machine_.clock().name(EventId{n}))));
    if (byEvent_.back() != kNone) activities_[byEvent_.back()].events.emplace_back(n);
  }
  look();
  times_.begin(bits_, machine_.now());
  machine_.bus().listen(this);
  machine_.clock().listen(this);
}

DeviceLamps::~DeviceLamps() {
  machine_.bus().listen(nullptr);
  machine_.clock().listen(nullptr);
}

void DeviceLamps::add(const IoBus::Connection& c, std::string_view bit, std::string_view legend) {
  activities_.push_back({c.device, bitNamed(c.device->coniBits(), bit), {}});
  legends_.emplace_back(legend);
}

std::size_t DeviceLamps::lampOf(std::string_view name) const {
  const auto find = [this](std::string_view device) {
    const auto named = [device](const Activity& a) { return a.device->name() == device; };
    const auto found = std::ranges::find_if(activities_, named);
    return found == activities_.end() ? kNone : static_cast<std::size_t>(found - activities_.begin());
  };
  const auto part = std::ranges::find(kParts, withoutNumber(name), &PartOfDevice::part);
  return find(part == std::end(kParts) ? name : part->device);
}

bool DeviceLamps::working(const Activity& a) const {
  if (a.busy != 0) return (a.device->coni().bits() & a.busy) != 0;
  return std::ranges::any_of(a.events, [this](EventId e) { return machine_.clock().pending(e); });
}

std::uint64_t DeviceLamps::pagerBits() const {
  return std::uint64_t{machine_.cpu().process()} << 1 | (pager_->on() ? 1u : 0u);
}

void DeviceLamps::become(std::uint64_t bits) {
  if (bits != bits_) times_.become(bits, machine_.now());
  bits_ = bits;
}

void DeviceLamps::lookAt(std::size_t lamp) {
  const std::uint64_t bit = std::uint64_t{1} << lamp;
  become(working(activities_[lamp]) ? bits_ | bit : bits_ & ~bit);
}

void DeviceLamps::lookAtPager() {
  const std::uint64_t devices = (std::uint64_t{1} << activities_.size()) - 1;
  become((bits_ & devices) | pagerBits() << activities_.size());
}

void DeviceLamps::look() {
  for (std::size_t n = 0; n < activities_.size(); ++n) lookAt(n);
  if (pager_ != nullptr) lookAtPager();
}

void DeviceLamps::transferred(DeviceCode d) {
  if (byCode_[d.index()] != kNone) lookAt(byCode_[d.index()]);
  if (d == Pager::kDevice && pager_ != nullptr) lookAtPager();
}

void DeviceLamps::ran(EventId slot) {
  const std::size_t n = slot.number();
  if (n < byEvent_.size() && byEvent_[n] != kNone) lookAt(byEvent_[n]);
}

void DeviceLamps::endFrame(const LampList& lamps, LampLevels& levels) {
  look();
  times_.endFrame(machine_.now());
  for (std::size_t n = 0; n < activities_.size(); ++n) levels[lamps.at(LampGroup::Devices, n)] = times_.share(n);
  if (pager_ == nullptr) return;
  const std::size_t first = activities_.size();
  levels[lamps.at(LampGroup::Pager, static_cast<std::size_t>(PagerLamp::On))] = times_.share(first);
  const std::size_t bits = lamps.group(LampGroup::PageTable).count;
  for (std::size_t n = 0; n < bits; ++n) levels[lamps.at(LampGroup::PageTable, n)] = times_.share(first + bits - n);
}

}  // namespace utah10
