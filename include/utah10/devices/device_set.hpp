// Every device of one machine, created from a configuration and connected to the machine's bus.
//
// The console's three devices always exist, the others only if configured, as the PARAMS file of a TENEX monitor
// selects what is assembled. Must not outlive the machine; the machine must not run after the devices are gone.
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
class RemoteMemory;
class Rp10;
class Td10;
class TerminalPort;
class Tm10;

class DeviceSet {
 public:
  // Reports the first error in a configuration.
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
  RemoteMemory* remote() { return remote_.get(); }
  Tm10* magtapes() { return magtapes_.get(); }
  Td10* dectapes() { return dectapes_.get(); }
  ImpInterface* imp() { return imp_.get(); }
  // The interface's cable. Unless it is looped, its IMP end is free and that end's ready line is down until a
  // component takes the end: it then sets the handlers and saves its own state. Wires and ready lines are saved with
  // the interface.
  HostLink* impCable() { return impCable_.get(); }

  // Every place for a medium, in the order in which the devices were connected.
  std::span<MediaSlot* const> slots() const { return slots_; }
  MediaSlot* slot(std::string_view name) const;
  // Brings every host file up to date; continues after an error and returns the first.
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
  std::unique_ptr<RemoteMemory> remote_;
  std::unique_ptr<Tm10> magtapes_;
  std::unique_ptr<Td10> dectapes_;
  std::unique_ptr<HostLink> impCable_;
  std::unique_ptr<ImpInterface> imp_;
};

}  // namespace utah10
