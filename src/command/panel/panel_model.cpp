#include "command/panel/panel_model.hpp"

#include <algorithm>
#include <utility>

#include "command/panel/history_shares.hpp"
#include "devices/host_link.hpp"
#include "devices/imp_interface.hpp"
#include "utah10/devices/device_set.hpp"

namespace utah10 {

namespace {

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

PanelModel::PanelModel(Machine& machine, DeviceSet& devices)
    : machine_(machine),
      devices_(devices),
      piLamps_(machine),
      deviceLamps_(machine),
      conditionLamps_(machine, devices.impCable()),
      registers_(std::make_unique<RegisterTimes>(machine.cpu().history())),
      lamps_(lampList(
          {machine.bus().at(Pager::kDevice) != nullptr, devices.impCable() != nullptr, deviceLamps_.legends()})) {
  if (HostLink* cable = devices_.impCable())
    messages_ = std::make_unique<Messages>(machine_.observers(), cable->config().wire);
  levels_.resize(lamps_.size());
  frameBegan_ = sampled_ = machine_.now();
  before_ = read();
  programDataSent_ = machine_.cpu().counters().io[1][static_cast<std::size_t>(IoFunction::Datao)];
  indicator_ = machine_.cpu().memoryIndicator();
  showRegisters();
}

PanelModel::~PanelModel() = default;

void PanelModel::sample() {
  const Instant now = machine_.now();
  if (now == sampled_) return;
  conditionLamps_.look();
  if (now < sampled_) {  // the machine has gone back
    frameBegan_ = now;
    before_ = read();
    endFrameOfBits();
    registers_->endFrame();
  } else {
    sumSlice(now);
  }
  sampled_ = now;
  shownAddress_.reset();
}

void PanelModel::sumSlice(Instant now) {
  const auto seen = registers_->add(
      {sampled_, now, machine_.cpu().switches().address, indicator_, machine_.core().boxes().front().read});
  if (seen && !programData_) indicator_ = *seen;
}

void PanelModel::endFrameOfBits() {
  piLamps_.endFrame(lamps_, levels_);
  deviceLamps_.endFrame(lamps_, levels_);
  conditionLamps_.endFrame(lamps_, levels_);
}

PanelModel::Readings PanelModel::read() {
  const Counters& c = machine_.cpu().counters();
  Readings r{{}, c.pager.faultTime};
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
  endFrameOfBits();
  takeShares();
  takeCounters(elapsed);
  setStatus(StatusLamp::Run, 1);
  setStatus(StatusLamp::ProgStop, 0);
  setStatus(StatusLamp::MemStop, 0);
  frameBegan_ = machine_.now();
}

void PanelModel::takeShares() {
  const HistoryShares shares = registers_->endFrame();
  for (std::size_t n = 0; n < HistoryShares::kBits; ++n) {
    set(LampGroup::ProgramCounter, n, shares.pc[n]);
    set(LampGroup::Instruction, n, shares.instruction[n]);
    set(LampGroup::MemoryAddress, n, shares.address[n]);
  }
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
  std::ranges::fill(levels_, 0);
  endFrameOfBits();
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
