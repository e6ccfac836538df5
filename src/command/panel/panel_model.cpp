#include "command/panel/panel_model.hpp"

#include <algorithm>
#include <utility>

#include "command/panel/history_shares.hpp"
#include "devices/host_link.hpp"
#include "devices/imp_interface.hpp"
#include "utah10/devices/device_set.hpp"

namespace utah10 {

namespace {

// Devices with a lamp, by their names on the bus, and the bit of their status that says that they are at work. Those
// without one are at work when a transfer addresses them.
struct LampOfDevice {
  std::string_view device, bit, legend;
};
constexpr LampOfDevice kDeviceLamps[] = {
    {"drm", "busy", "DRUM"},    {"ddc", "busy", "DRUM"},       {"rp10", "busy", "DISK"},  {"dtc", "active", "DECTAPE"},
    {"mtc", "", "MAGTAPE"},     {"rmm", "", "REMOTE"},         {"ptr", "busy", "READER"}, {"ptp", "busy", "PUNCH"},
    {"lpt", "busy", "PRINTER"}, {"tty", "output busy", "TTY"}, {"dls", "", "LINES"},      {"clk", "", "CLOCK"},
};

constexpr std::uint64_t kConditionBits[] = {0200000, 0040000, 0020000, 0010000, 0001000};  // CONI APR

std::uint64_t bitNamed(std::span<const BitName> bits, std::string_view name) {
  const auto found = std::ranges::find(bits, name, &BitName::name);
  return found == bits.end() || name.empty() ? 0 : found->mask;
}

const Pager* pagerOf(Machine& machine) { return dynamic_cast<const Pager*>(machine.bus().at(Pager::kDevice)); }

// How much a counter has grown; all of it if the user has cleared it.
template <class T>
T since(T before, T now) {
  return now < before ? now : now - before;
}

double share(Duration part, Duration whole) {
  return std::clamp(static_cast<double>(part.count()) / static_cast<double>(whole.count()), 0.0, 1.0);
}

}  // namespace

// The time during which messages were on the cable to the IMP, by direction.
class PanelModel::Messages final : public Probe {
 public:
  Messages(Observers& observers, std::uint16_t wire) : observers_(observers), wire_(wire) {
    observers_.connectForMessages(*this);
  }
  ~Messages() override { observers_.disconnect(*this); }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  void message(const MessageRecord& m) override {
    if (m.wire == wire_) passed_[m.fromHost ? 0 : 1] += m.length;
  }
  std::array<Duration, 2> take() { return std::exchange(passed_, {}); }

 private:
  Observers& observers_;
  std::uint16_t wire_;
  std::array<Duration, 2> passed_{};
};

PanelModel::PanelModel(Machine& machine, DeviceSet& devices) : machine_(machine), devices_(devices) {
  findDevices();
  if (HostLink* cable = devices_.impCable())
    messages_ = std::make_unique<Messages>(machine_.observers(), cable->config().wire);
  levels_.resize(lamps_.size());
  on_.resize(lamps_.size());
  onFor_.resize(lamps_.size());
  frameBegan_ = sampled_ = machine_.now();
  before_ = read();
  programDataSent_ = machine_.cpu().counters().io[1][static_cast<std::size_t>(IoFunction::Datao)];
  indicator_ = machine_.cpu().memoryIndicator();
  showRegisters();
}

PanelModel::~PanelModel() = default;

void PanelModel::findDevices() {
  LampEquipment equipment{pagerOf(machine_) != nullptr, devices_.impCable() != nullptr, {}};
  for (const LampOfDevice& lamp : kDeviceLamps)
    for (const IoBus::Connection& c : machine_.bus().connections()) {
      if (c.device->name() != lamp.device) continue;
      activities_.push_back({c.device, c.code.index(), bitNamed(c.device->coniBits(), lamp.bit)});
      equipment.devices.emplace_back(lamp.legend);
    }
  lamps_ = lampList(equipment);
}

// The bits that are looked at, as they are now.
void PanelModel::look(std::vector<bool>& on) {
  const PiSystem& pi = machine_.pi();
  const auto level = [&](LampGroup g, std::uint8_t mask) {
    for (unsigned n = 1; n <= 7; ++n) on[lamps_.at(g, n - 1)] = (mask & PiSystem::maskOf(n)) != 0;
  };
  level(LampGroup::PiActive, pi.enabled());
  level(LampGroup::IobRequest, pi.bus());
  level(LampGroup::PiRequest, pi.requests());
  on[lamps_.at(LampGroup::Status, static_cast<std::size_t>(StatusLamp::PiOn))] = pi.active();
  const std::uint64_t apr = machine_.cpu().apr().coni().bits();
  for (std::size_t n = 0; n < std::size(kConditionBits); ++n)
    on[lamps_.at(LampGroup::Conditions, n)] = (apr & kConditionBits[n]) != 0;
  const Counters& counters = machine_.cpu().counters();
  for (std::size_t n = 0; n < activities_.size(); ++n) {
    Activity& a = activities_[n];
    const auto& io = counters.io[a.code];
    const std::uint64_t transfers = io[0] + io[1] + io[2] + io[3];
    on[lamps_.at(LampGroup::Devices, n)] =
        a.busy != 0 ? (a.device->coni().bits() & a.busy) != 0 : transfers != a.transfers;
    a.transfers = transfers;
  }
  if (const Pager* pager = pagerOf(machine_)) {
    on[lamps_.at(LampGroup::Pager, static_cast<std::size_t>(PagerLamp::On))] = pager->on();
    const std::size_t bits = lamps_.group(LampGroup::PageTable).count;
    for (std::size_t n = 0; n < bits; ++n)
      on[lamps_.at(LampGroup::PageTable, n)] = (machine_.cpu().process() >> (bits - 1 - n) & 1) != 0;
  }
  if (const HostLink* cable = devices_.impCable()) {
    on[lamps_.at(LampGroup::Imp, static_cast<std::size_t>(ImpLamp::HostReady))] = cable->hostReady.up();
    on[lamps_.at(LampGroup::Imp, static_cast<std::size_t>(ImpLamp::ImpReady))] = cable->impReady.up();
  }
}

void PanelModel::sample() {
  const Instant now = machine_.now();
  if (now < sampled_) {  // the machine has gone back
    frameBegan_ = sampled_ = now;
    before_ = read();
    std::ranges::fill(onFor_, 0);
  }
  if (now == sampled_) return;
  look(on_);
  const std::int64_t time = (now - sampled_).count();
  for (std::size_t n = 0; n < on_.size(); ++n)
    if (on_[n]) onFor_[n] += time;
  sampled_ = now;
  shownAddress_.reset();
}

PanelModel::Readings PanelModel::read() {
  const Counters& c = machine_.cpu().counters();
  Readings r{c.time, {}, c.pager.faultTime};
  for (const auto& space : c.pager.reloads)
    for (const auto& chain : space) r.reload += chain.time;
  return r;
}

const LampLevels& PanelModel::frame() {
  sample();
  noticeProgramData();
  const Duration elapsed = machine_.now() - frameBegan_;
  if (elapsed > Duration{})
    integrate(elapsed);
  else
    showRegisters();
  setStatus(StatusLamp::Power, 1);
  setStatus(StatusLamp::ProgramData, programData_ ? 1 : 0);
  setStatus(StatusLamp::MemoryData, programData_ ? 0 : 1);
  return levels_;
}

void PanelModel::noticeProgramData() {
  const std::uint64_t sent = machine_.cpu().counters().io[1][static_cast<std::size_t>(IoFunction::Datao)];
  if (std::exchange(programDataSent_, sent) == sent || programDataDisabled) return;
  programData_ = true;
  indicator_ = machine_.pi().programData();
}

void PanelModel::integrate(Duration elapsed) {
  for (std::size_t n = 0; n < onFor_.size(); ++n) levels_[n] = static_cast<float>(share(Duration{onFor_[n]}, elapsed));
  takeShares(historyShares(machine_.cpu().history(), {frameBegan_, machine_.now(), machine_.cpu().switches().address,
                                                      indicator_, machine_.core().boxes().front().read}));
  takeCounters(elapsed);
  setStatus(StatusLamp::Run, 1);
  setStatus(StatusLamp::ProgStop, 0);
  setStatus(StatusLamp::MemStop, 0);
  frameBegan_ = machine_.now();
  std::ranges::fill(onFor_, 0);
}

void PanelModel::takeShares(const HistoryShares& shares) {
  for (std::size_t n = 0; n < HistoryShares::kBits; ++n) {
    set(LampGroup::ProgramCounter, n, shares.pc[n]);
    set(LampGroup::Instruction, n, shares.instruction[n]);
    set(LampGroup::MemoryAddress, n, shares.address[n]);
  }
  if (shares.watchedSeen && !programData_) indicator_ = shares.indicator;
  for (std::size_t n = 0; n < 2 * HistoryShares::kBits; ++n) {
    const double watched = n < HistoryShares::kBits ? shares.indicatorLeft[n] : shares.indicatorRight[n - 18];
    set(LampGroup::MemoryIndicator, n, programData_ ? (indicator_.bit(static_cast<int>(n)) ? 1 : 0) : watched);
  }
  constexpr std::size_t kFlagBits[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 12};  // of the PC word
  for (std::size_t n = 0; n < std::size(kFlagBits); ++n) set(LampGroup::Flags, n, shares.flags[kFlagBits[n]]);
  setStatus(StatusLamp::UserMode, shares.flags[5]);
}

void PanelModel::takeCounters(Duration elapsed) {
  const Readings now = read();
  for (std::size_t level = 1; level <= 7; ++level)
    set(LampGroup::PiInProgress, level - 1, share(since(before_.time[level], now.time[level]), elapsed));
  if (lamps_.has(LampGroup::Pager)) {
    set(LampGroup::Pager, static_cast<std::size_t>(PagerLamp::Reload),
        share(since(before_.reload, now.reload), elapsed));
    set(LampGroup::Pager, static_cast<std::size_t>(PagerLamp::Trap), share(since(before_.trap, now.trap), elapsed));
  }
  if (messages_) {
    const auto passed = messages_->take();
    set(LampGroup::Imp, static_cast<std::size_t>(ImpLamp::ToImp), share(passed[0], elapsed));
    set(LampGroup::Imp, static_cast<std::size_t>(ImpLamp::FromImp), share(passed[1], elapsed));
  }
  before_ = now;
}

// The machine stands still: every lamp is on or off.
void PanelModel::showRegisters() {
  const Ka10& cpu = machine_.cpu();
  look(on_);
  for (std::size_t n = 0; n < on_.size(); ++n) levels_[n] = on_[n] ? 1 : 0;
  const auto half = [this](LampGroup g, std::uint32_t bits, std::size_t from = 0) {
    for (std::size_t n = 0; n < 18; ++n) set(g, from + n, bits >> (17 - n) & 1);
  };
  half(LampGroup::ProgramCounter, cpu.pc().bits());
  half(LampGroup::Instruction, cpu.instructionRegister().word().left().bits());
  half(LampGroup::MemoryAddress, memoryAddress().bits());
  half(LampGroup::MemoryIndicator, indicator_.left().bits());
  half(LampGroup::MemoryIndicator, indicator_.right().bits(), 18);
  constexpr std::uint32_t kFlagsShown[] = {kPcOverflow,       kPcCarry0,  kPcCarry1, kPcFloatOverflow,
                                           kPcByteIncrement,  kPcUser,    kPcUserIo, kPcCallFromMonitor,
                                           kPcFloatUnderflow, kPcNoDivide};
  for (std::size_t n = 0; n < std::size(kFlagsShown); ++n)
    set(LampGroup::Flags, n, (cpu.flags() & kFlagsShown[n]) != 0 ? 1 : 0);
  for (unsigned n = 1; n <= 7; ++n)
    set(LampGroup::PiInProgress, n - 1, (machine_.pi().held() & PiSystem::maskOf(n)) != 0 ? 1 : 0);
  setStatus(StatusLamp::UserMode, cpu.userMode() ? 1 : 0);
  setStatus(StatusLamp::ProgStop, cpu.lastStop() == StopReason::Halt ? 1 : 0);
  setStatus(StatusLamp::MemStop, cpu.stoppedInCycle() ? 1 : 0);
}

void PanelModel::showMemory(VirtualAddress address, Word36 word) {
  shownAddress_ = address;
  indicator_ = word;
  programData_ = false;
}

VirtualAddress PanelModel::memoryAddress() const { return shownAddress_.value_or(machine_.cpu().memoryAddress()); }

}  // namespace utah10
