// What the lamps show. Observes the machine between the slices of a run and never changes it.
//
// A frame is the virtual time since the last frame. In it a lamp is as bright as the share of that time during which
// its bit was on; if no time has passed, it shows the bit as it is. Sources of the shares:
//   PC, IR, MA, MI, flags, USER MODE   the processor's history: each instruction, up to 20,000 in a frame; of each
//                                      further slice of a run the latest instructions, in the name of all
//   interrupt lamps, PI ON             every change of the interrupt system: exact
//   conditions, ready lines of the IMP every change: exact
//   devices, pager ON, page table      every transfer and event of the device: exact
//   pager RELOAD, TRAP                 the processor's counters of time: exact
//   TO IMP, FROM IMP                   the messages on the cable: exact
// MI holds, as on the machine, the word at the address switches whenever it is referenced, what EXAMINE or DEPOSIT
// has moved, or what the program has sent by DATAO PI (PROGRAM DATA).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "command/panel/condition_lamps.hpp"
#include "command/panel/device_lamps.hpp"
#include "command/panel/lamps.hpp"
#include "command/panel/pi_lamps.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class DeviceSet;
class RegisterTimes;
struct HistoryShares;

class PanelModel {
 public:
  // Both must outlive the model.
  PanelModel(Machine& machine, DeviceSet& devices);
  ~PanelModel();
  PanelModel(const PanelModel&) = delete;
  PanelModel& operator=(const PanelModel&) = delete;

  const LampList& lamps() const { return lamps_; }

  // Call between the slices of a run.
  void sample();
  // Ends the frame, and begins the next one.
  const LampLevels& frame();
  const LampLevels& levels() const { return levels_; }

  // EXAMINE and DEPOSIT: MA and MI show them until the machine runs on.
  void showMemory(VirtualAddress address, Word36 word);
  // RESET: MI is memory data again.
  void showMemoryData() { programData_ = false; }
  VirtualAddress memoryAddress() const;
  Word36 memoryIndicator() const { return indicator_; }

  bool programDataDisabled = false;  // MI PROG DIS

 private:
  class Messages;
  // Readings of counters of the machine at the beginning of the frame.
  struct Readings {
    Duration reload{}, trap{};
  };

  void set(LampGroup g, std::size_t n, double level) { levels_[lamps_.at(g, n)] = static_cast<float>(level); }
  void setStatus(StatusLamp lamp, double level) { set(LampGroup::Status, static_cast<std::size_t>(lamp), level); }
  Readings read();
  void endFrameOfBits();
  void sumSlice(Instant now);
  void integrate(Duration elapsed);
  void takeShares();
  void takeCounters(Duration elapsed);
  void showRegisters();
  void noticeProgramData();

  Machine& machine_;
  DeviceSet& devices_;
  PiLamps piLamps_;
  DeviceLamps deviceLamps_;
  ConditionLamps conditionLamps_;
  std::unique_ptr<RegisterTimes> registers_;
  LampList lamps_;
  LampLevels levels_;
  std::unique_ptr<Messages> messages_;
  Instant frameBegan_, sampled_;
  Readings before_;
  Word36 indicator_;
  bool programData_ = false;
  std::uint64_t programDataSent_ = 0;
  std::optional<VirtualAddress> shownAddress_;
};

}  // namespace utah10
