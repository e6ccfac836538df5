#include "command/panel/controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "command/debug/debugger.hpp"
#include "command/debug/run_request.hpp"
#include "command/panel/panel_model.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

struct MachineSwitch {
  ControlGroup group;
  std::string_view legend;
  std::string_view does;
  bool Switches::*on;  // null: a switch of the panel itself
};
constexpr MachineSwitch kSwitches[] = {
    {ControlGroup::Operating, "SING INST", "stop after every instruction", &Switches::singleInstruction},
    {ControlGroup::Operating, "SING CYCLE", "stop in every memory cycle", &Switches::singleCycle},
    {ControlGroup::Operating, "PAR STOP", "stop on a parity error", &Switches::parityStop},
    {ControlGroup::Operating, "NXM STOP", "stop on a reference to nonexistent memory", &Switches::nonexistentStop},
    {ControlGroup::Operating, "REPEAT", "repeat the key pressed last, as often as the speed knobs say", nullptr},
    {ControlGroup::AddressCondition, "INST FETCH", "the address condition includes instruction fetches",
     &Switches::addressInstruction},
    {ControlGroup::AddressCondition, "DATA FETCH", "the address condition includes data fetches",
     &Switches::addressFetch},
    {ControlGroup::AddressCondition, "WRITE", "the address condition includes writes", &Switches::addressWrite},
    {ControlGroup::AddressCondition, "ADR STOP", "stop on the address condition", &Switches::addressStop},
    {ControlGroup::AddressCondition, "ADR BREAK", "interrupt on the address condition", &Switches::addressBreak},
    {ControlGroup::Maintenance, "FM ENB", "the accumulators are in fast memory", &Switches::fastMemory},
    {ControlGroup::Maintenance, "TRAP OFFSET", "second processor: traps at 140", &Switches::trapOffset},
    {ControlGroup::Maintenance, "MI PROG DIS", "the program cannot display words in MI", nullptr},
    {ControlGroup::Maintenance, "REPEAT BYPASS", "repeat without the delay", nullptr},
};

struct KeyText {
  std::string_view legend, does;
};
constexpr std::array<KeyText, kPanelKeys> kKeys = {{
    {"READ IN", "reset, then load a program from the device of the READ IN switches and start it"},
    {"START", "run from the address switches"},
    {"CONT", "run on from PC, or end the memory cycle in which the machine stopped"},
    {"STOP", "stop at the end of the instruction"},
    {"RESET", "stop; clear processor, interrupts and devices; memory stays"},
    {"XCT", "execute the word in the data switches"},
    {"EXAMINE THIS", "show the word at the address switches in MI"},
    {"EXAMINE NEXT", "show the word after the one shown"},
    {"DEPOSIT THIS", "store the data switches at the address switches"},
    {"DEPOSIT NEXT", "store the data switches after the word shown"},
}};

constexpr unsigned kDeviceBits = 7;

// The shortest delay of each range of the coarse knob and the longest, at the ends of the fine one.
// inferred: the ranges, from memory of the SRM; no source at hand gives them.
struct SpeedRange {
  double shortest, longest;  // seconds
};
constexpr std::array<SpeedRange, 6> kSpeeds = {{
    {270e-3, 5.4},
    {38e-3, 780e-3},
    {3.9e-3, 78e-3},
    {390e-6, 7.8e-3},
    {27e-6, 540e-6},
    {2.2e-6, 44e-6},
}};
constexpr unsigned kFinePositions = 11;

// Bit `n` of `count` that end at the right.
std::uint64_t maskOf(std::size_t n, std::size_t count) { return std::uint64_t{1} << (count - 1 - n); }

std::uint64_t withBit(std::uint64_t word, std::uint64_t mask, bool on) { return on ? word | mask : word & ~mask; }

}  // namespace

PanelControls::PanelControls(Debugger& debugger, PanelModel& model) : debugger_(debugger), model_(model) {
  for (unsigned n = 0; n < 36; ++n)
    add(ControlGroup::Data, ControlKind::Switch, fmt::format("data {}", n), fmt::format("{}", n),
        "bit of the data switches, which programs read, too");
  for (unsigned n = 18; n < 36; ++n)
    add(ControlGroup::Address, ControlKind::Switch, fmt::format("address {}", n), fmt::format("{}", n),
        "bit of the address switches");
  for (unsigned n = 3; n < 3 + kDeviceBits; ++n)
    add(ControlGroup::ReadInDevice, ControlKind::Switch, fmt::format("read in device {}", n), fmt::format("{}", n),
        "bit of the code of the device for READ IN");
  for (const KeyText& k : kKeys)
    add(ControlGroup::Keys, ControlKind::Key, lowerCase(k.legend), std::string{k.legend}, k.does);
  for (const MachineSwitch& s : kSwitches)
    add(s.group, ControlKind::Switch, lowerCase(s.legend), std::string{s.legend}, s.does);
  add(ControlGroup::Speed, ControlKind::Knob, "speed coarse", "COARSE", "range of the delay of REPEAT",
      static_cast<unsigned>(kSpeeds.size()));
  add(ControlGroup::Speed, ControlKind::Knob, "speed fine", "FINE", "delay of REPEAT within its range", kFinePositions);
}

void PanelControls::add(ControlGroup g, ControlKind kind, std::string name, std::string legend, std::string_view does,
                        unsigned positions) {
  const std::size_t place = controls_.empty() || controls_.back().group != g ? 0 : controls_.back().place + 1;
  controls_.push_back({std::move(name), std::move(legend), does, g, kind, place, positions});
}

std::optional<ControlId> PanelControls::named(std::string_view name) const {
  const std::string wanted = lowerCase(name);
  const auto whole = std::ranges::find(controls_, wanted, &PanelControl::name);
  if (whole != controls_.end()) return static_cast<ControlId>(whole - controls_.begin());
  std::optional<ControlId> found;
  for (ControlId id = 0; id < controls_.size(); ++id) {
    if (!controls_[id].name.starts_with(wanted)) continue;
    if (found) return std::nullopt;
    found = id;
  }
  return found;
}

ControlId PanelControls::first(ControlGroup g) const {
  return static_cast<ControlId>(std::ranges::find(controls_, g, &PanelControl::group) - controls_.begin());
}

bool PanelControls::switchOn(ControlId id) const {
  const PanelControl& c = controls_[id];
  const Switches& s = debugger_.cpu().switches();
  if (c.group == ControlGroup::Data) return (s.data.bits() & maskOf(c.place, 36)) != 0;
  if (c.group == ControlGroup::Address) return (s.address.bits() & maskOf(c.place, 18)) != 0;
  if (c.group == ControlGroup::ReadInDevice) return (s.readInDevice.index() & maskOf(c.place, kDeviceBits)) != 0;
  if (c.legend == "REPEAT") return repeat_;
  if (c.legend == "REPEAT BYPASS") return repeatBypass_;
  if (c.legend == "MI PROG DIS") return model_.programDataDisabled;
  const auto known = std::ranges::find(kSwitches, std::string_view{c.legend}, &MachineSwitch::legend);
  return known != std::end(kSwitches) && s.*known->on;
}

void PanelControls::setSwitch(ControlId id, bool on) {
  const PanelControl& c = controls_[id];
  Switches& s = debugger_.cpu().switches();
  if (c.legend == "REPEAT") {
    repeat_ = on;
  } else if (c.legend == "REPEAT BYPASS") {
    repeatBypass_ = on;
  } else if (c.legend == "MI PROG DIS") {
    model_.programDataDisabled = on;
    if (on) model_.showMemoryData();
  } else {
    debugger_.recorder().touched();
    if (c.group == ControlGroup::Data)
      s.data = Word36{withBit(s.data.bits(), maskOf(c.place, 36), on)};
    else if (c.group == ControlGroup::Address)
      s.address = VirtualAddress{static_cast<std::uint32_t>(withBit(s.address.bits(), maskOf(c.place, 18), on))};
    else if (c.group == ControlGroup::ReadInDevice)
      s.readInDevice = DeviceCode::field(
          static_cast<std::uint32_t>(withBit(s.readInDevice.index(), maskOf(c.place, kDeviceBits), on)));
    else
      s.*std::ranges::find(kSwitches, std::string_view{c.legend}, &MachineSwitch::legend)->on = on;
  }
}

bool PanelControls::changesMachine(const PanelControl& c) {
  const auto known = std::ranges::find(kSwitches, std::string_view{c.legend}, &MachineSwitch::legend);
  return c.kind == ControlKind::Switch && (known == std::end(kSwitches) || known->on != nullptr);
}

unsigned PanelControls::position(ControlId id) const {
  const PanelControl& c = controls_[id];
  if (c.kind == ControlKind::Key) return 0;
  if (c.kind == ControlKind::Knob) return c.place == 0 ? coarse_ : fine_;
  return switchOn(id) ? 1 : 0;
}

std::string PanelControls::positionText(ControlId id) const {
  const PanelControl& c = controls_[id];
  if (c.kind == ControlKind::Key) return "key";
  if (c.kind == ControlKind::Knob) return fmt::format("{} of {}", position(id) + 1, c.positions);
  return position(id) != 0 ? "on" : "off";
}

void PanelControls::set(ControlId id, unsigned position) {
  const PanelControl& c = controls_[id];
  const unsigned to = std::min(position, c.positions - 1);
  if (c.kind == ControlKind::Knob)
    (c.place == 0 ? coarse_ : fine_) = to;
  else if (c.kind == ControlKind::Switch && to != this->position(id))
    setSwitch(id, to != 0);
}

PanelControls::WhileRunning PanelControls::whileRunning(PanelKey key) {
  switch (key) {
    case PanelKey::Stop:
    case PanelKey::Reset:
      return WhileRunning::Stops;
    case PanelKey::Execute:
    case PanelKey::Examine:
    case PanelKey::Deposit:
      return WhileRunning::Interrupts;
    default:
      return WhileRunning::Nothing;
  }
}

std::optional<RunOutcome> PanelControls::press(PanelKey key) {
  Ka10& cpu = debugger_.cpu();
  if (key != PanelKey::Stop) debugger_.recorder().touched();
  RunRequest request;
  switch (key) {
    case PanelKey::ReadIn:
      request.key = RunRequest::ConsoleKey::ReadIn;
      return debugger_.run(request);
    case PanelKey::Start:
      cpu.setStart(cpu.switches().address);
      return debugger_.run(request);
    case PanelKey::Continue:
      return debugger_.run(request);
    case PanelKey::Execute:
      cpu.execute(cpu.switches().data);
      break;
    case PanelKey::Reset:
      cpu.reset();
      model_.showMemoryData();
      break;
    case PanelKey::Examine:
    case PanelKey::ExamineNext:
      examine(key == PanelKey::ExamineNext);
      break;
    case PanelKey::Deposit:
    case PanelKey::DepositNext:
      deposit(key == PanelKey::DepositNext);
      break;
    case PanelKey::Stop:
      break;
  }
  return std::nullopt;
}

// Through the map that is in force: with the pager on, in the space of the program.
void PanelControls::examine(bool next) {
  Ka10& cpu = debugger_.cpu();
  const VirtualAddress at{next ? model_.memoryAddress().bits() + 1 : cpu.switches().address.bits()};
  model_.showMemory(at, cpu.peek(cpu.userMode() ? Space::User : Space::Exec, at).value_or(Word36{}));
}

void PanelControls::deposit(bool next) {
  Ka10& cpu = debugger_.cpu();
  const VirtualAddress at{next ? model_.memoryAddress().bits() + 1 : cpu.switches().address.bits()};
  cpu.poke(cpu.userMode() ? Space::User : Space::Exec, at, cpu.switches().data);
  model_.showMemory(at, cpu.switches().data);
}

// The fine knob turns through its range in equal ratios.
std::optional<std::chrono::nanoseconds> PanelControls::repeatInterval() const {
  if (!repeat_) return std::nullopt;
  if (repeatBypass_) return std::chrono::nanoseconds{0};
  const SpeedRange& range = kSpeeds[coarse_];
  const double turned = static_cast<double>(fine_) / (kFinePositions - 1);
  const double delay = range.longest * std::pow(range.shortest / range.longest, turned);
  return std::chrono::nanoseconds{std::llround(delay * 1e9)};
}

}  // namespace utah10
