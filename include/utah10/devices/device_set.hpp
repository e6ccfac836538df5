// Every device of one machine, made as a configuration says and connected to the machine's bus.
//
// The console's three are always there; the rest only if configured, as the PARAMS file of a TENEX monitor chooses
// what is assembled into it. Lives as long as the machine or shorter; the machine must not run after it is gone.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "utah10/devices/bryant_drum.hpp"
#include "utah10/devices/calendar_clock.hpp"
#include "utah10/devices/console_set.hpp"
#include "utah10/devices/dc10.hpp"
#include "utah10/devices/ddc10.hpp"
#include "utah10/devices/dk10.hpp"
#include "utah10/devices/imp_interface.hpp"
#include "utah10/devices/line_printer.hpp"
#include "utah10/devices/media_slot.hpp"
#include "utah10/devices/rp10.hpp"
#include "utah10/devices/td10.hpp"
#include "utah10/devices/tm10.hpp"

namespace utah10 {

// The IMP interface and its cable. imp_interface.md A.7: nominal 100 000 bits a second, each direction by itself; the
// speed of BBN's own interface is not known.
struct ImpInterfaceConfig {
  Duration perBitToImp = microseconds(10);
  Duration perBitToHost = microseconds(10);
  std::uint16_t host = 4;  // host*64+IMP: what captures call the cable (UTAH is host 0 of IMP 4)
  bool looped = false;     // a plug in the IMP's end, see loop_plug.hpp
};

// Each channel has a memory port of its own; the faster the device, the lower its number (inferred).
struct DeviceConfig {
  static constexpr unsigned kBryantPort = 0, kDdcPort = 1, kDiskPort = 2;

  ConsoleSpeeds console;
  bool millisecondClock = false;              // BBN's, device 020
  bool microsecondTimer = false;              // BBN's, device 610
  std::optional<DayAndSecond> calendar;       // BBN's, device 600, with what it shows at power-on
  std::optional<Dk10::Source> realTimeClock;  // DK10, device 070
  std::optional<Dc10Config> scanner;          // DC10, device 240
  std::optional<LinePrinterConfig> printer;   // LP10, device 124
  std::optional<Rp10Config> disks;            // RP10, device 250
  std::optional<BryantConfig> bryant;         // Bryant drum, device 170
  std::optional<Ddc10Config> ddc;             // DDC-10 and its drums, device 440
  std::optional<Tm10Settings> magtapes;       // TM10, devices 340 and 344
  std::optional<Td10Settings> dectapes;       // TD10, devices 320 and 324
  std::optional<ImpInterfaceConfig> imp;      // BBN's IMP interface, device 550
};

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
