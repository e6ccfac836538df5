// Every device of one machine, made as a configuration says and connected to the machine's bus.
//
// The console's three are always there; the rest only if configured, as the PARAMS file of a TENEX monitor chooses
// what is assembled into it. Lives as long as the machine or shorter; the machine must not run after it is gone.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "utah10/devices/console_set.hpp"
#include "utah10/devices/device_config.hpp"
#include "utah10/devices/media_slot.hpp"

namespace utah10 {

class BryantDrum;
class Dc10;
class Ddc10;
class HostLink;
class ImpInterface;
class LinePrinter;
class Rp10;
class Td10;
class TerminalPort;
class Tm10;

class DeviceSet {
 public:
  // Says what is wrong with a configuration, if anything.
  static Expected<void> check(const DeviceConfig& config);
  // The configuration must have passed check().
  explicit DeviceSet(Machine& machine, const DeviceConfig& config = {});
  ~DeviceSet();
  DeviceSet(const DeviceSet&) = delete;
  DeviceSet& operator=(const DeviceSet&) = delete;

  ConsoleSet console;

  Dc10* scanner() { return scanner_.get(); }
  LinePrinter* printer() { return printer_.get(); }
  Rp10* disks() { return disks_.get(); }
  BryantDrum* bryant() { return bryant_.get(); }
  Ddc10* ddc() { return ddc_.get(); }
  Tm10* magtapes() { return magtapes_.get(); }
  Td10* dectapes() { return dectapes_.get(); }
  ImpInterface* imp() { return imp_.get(); }
  // The interface's cable. Unless it is looped nobody is at its IMP's end, and that ready line down, until somebody
  // takes it: sets its handlers, and saves what it keeps itself. Wires and ready lines are saved with the interface.
  HostLink* impCable() { return impCable_.get(); }

  // Every place for a medium, in the order in which the devices were connected.
  std::span<MediaSlot* const> slots() const { return slots_; }
  MediaSlot* slot(std::string_view name) const;
  // Brings every host file up to date; goes on after an error and returns the first.
  Expected<void> flush();
  // Every line of the scanner.
  std::vector<TerminalPort*> ports();

 private:
  void makeClocks(Machine& machine, const DeviceConfig& config);
  void makeDisks(Machine& machine, const DeviceConfig& config);
  void makeDrums(Machine& machine, const DeviceConfig& config);
  void makeTapes(Machine& machine, const DeviceConfig& config);
  void makeImp(Machine& machine, const DeviceConfig& config);

  std::vector<MediaSlot*> slots_;
  std::vector<std::unique_ptr<IoDevice>> clocks_;
  std::unique_ptr<Dc10> scanner_;
  std::unique_ptr<LinePrinter> printer_;
  std::unique_ptr<Rp10> disks_;
  std::unique_ptr<BryantDrum> bryant_;
  std::unique_ptr<Ddc10> ddc_;
  std::unique_ptr<Tm10> magtapes_;
  std::unique_ptr<Td10> dectapes_;
  std::unique_ptr<HostLink> impCable_;
  std::unique_ptr<ImpInterface> imp_;
};

}  // namespace utah10
