#include "utah10/devices/device_set.hpp"

#include "devices/bbn_clock.hpp"
#include "devices/bryant_drum.hpp"
#include "devices/calendar_clock.hpp"
#include "devices/dc10.hpp"
#include "devices/ddc10.hpp"
#include "devices/dk10.hpp"
#include "devices/imp_interface.hpp"
#include "devices/line_printer.hpp"
#include "devices/microsecond_timer.hpp"
#include "devices/remote_memory.hpp"
#include "devices/rp10.hpp"
#include "devices/td10.hpp"
#include "devices/tm10.hpp"

namespace utah10 {

namespace {
constexpr DeviceCode kBbnClock = DeviceCode::written(0020);
constexpr DeviceCode kDk10 = DeviceCode::written(0070);
constexpr DeviceCode kLp10 = DeviceCode::written(0124);
constexpr DeviceCode kDdc10 = DeviceCode::written(0440);
constexpr DeviceCode kDc10 = DeviceCode::written(0240);
constexpr DeviceCode kRp10 = DeviceCode::written(0250);
constexpr DeviceCode kRemote = DeviceCode::written(0470);
constexpr DeviceCode kImp = DeviceCode::written(0550);
constexpr DeviceCode kCalendar = DeviceCode::written(0600);
constexpr DeviceCode kMicroseconds = DeviceCode::written(0610);
}  // namespace

Expected<void> DeviceSet::check(const DeviceConfig& config) {
  if (config.scanner)
    if (auto ok = Dc10::check(*config.scanner); !ok) return ok;
  if (config.disks)
    if (auto ok = checkRpDrives(config.disks->drives); !ok) return ok;
  if (config.imp && (config.imp->perBitToImp <= Duration{} || config.imp->perBitToHost <= Duration{}))
    return fail("imp", "not a cable speed", "a bit takes some time");
  if (config.remote)
    if (auto ok = RemoteMemory::check(*config.remote); !ok) return ok;
  return config.printer ? LinePrinter::check(*config.printer) : Expected<void>{};
}

DeviceSet::DeviceSet(Machine& machine, const DeviceConfig& config) : console(machine, config.console) {
  slots_ = {&console.ptr, &console.ptp};
  makeClocks(machine, config);
  if (config.scanner) {
    scanner_ = std::make_unique<Dc10>(machine.clock(), machine.pi(), *config.scanner);
    machine.bus().connect(kDc10, *scanner_);
  }
  if (config.printer) {
    printer_ = std::make_unique<LinePrinter>(machine.clock(), machine.pi(), *config.printer);
    machine.bus().connect(kLp10, *printer_);
    slots_.push_back(printer_.get());
  }
  makeDisks(machine, config);
  makeDrums(machine, config);
  makeTapes(machine, config);
  makeImp(machine, config);
}
DeviceSet::~DeviceSet() = default;

void DeviceSet::makeClocks(Machine& machine, const DeviceConfig& config) {
  const auto add = [&](DeviceCode code, std::unique_ptr<IoDevice> device) {
    machine.bus().connect(code, *device);
    clocks_.push_back(std::move(device));
  };
  if (config.millisecondClock) add(kBbnClock, std::make_unique<BbnClock>(machine.clock(), machine.pi()));
  if (config.realTimeClock) add(kDk10, std::make_unique<Dk10>(machine.clock(), machine.pi(), *config.realTimeClock));
  if (config.calendar) add(kCalendar, std::make_unique<CalendarClock>(machine.clock(), *config.calendar));
  if (config.microsecondTimer) add(kMicroseconds, std::make_unique<MicrosecondTimer>(machine.clock()));
}

void DeviceSet::makeDisks(Machine& machine, const DeviceConfig& config) {
  if (!config.disks) return;
  disks_ = std::make_unique<Rp10>(machine.clock(), machine.pi(), machine.core(), *config.disks);
  machine.bus().connect(kRp10, *disks_);
  for (std::size_t n = 0; n < disks_->drives(); ++n) slots_.push_back(&disks_->unit(n));
}

void DeviceSet::makeDrums(Machine& machine, const DeviceConfig& config) {
  if (config.bryant) {
    bryant_ = std::make_unique<BryantDrum>(machine.clock(), machine.pi(), machine.core(), *config.bryant);
    machine.bus().connect(config.bryant->device, *bryant_);
    slots_.push_back(&bryant_->unit());
  }
  if (config.remote) {
    remote_ = std::make_unique<RemoteMemory>(machine.clock(), machine.pi(), machine.core(), *config.remote);
    machine.bus().connect(kRemote, *remote_);
  }
  if (!config.ddc) return;
  ddc_ = std::make_unique<Ddc10>(machine.clock(), machine.pi(), machine.core(), *config.ddc);
  machine.bus().connect(kDdc10, *ddc_);
  for (unsigned n = 0; n < config.ddc->drums; ++n) slots_.push_back(&ddc_->unit(n));
}

void DeviceSet::makeTapes(Machine& machine, const DeviceConfig& config) {
  if (config.dectapes) {
    dectapes_ = std::make_unique<Td10>(machine.clock(), machine.pi(), *config.dectapes);
    dectapes_->connect(machine.bus());
    for (unsigned n = 0; n < dectapes_->transports(); ++n) slots_.push_back(&dectapes_->unit(n));
  }
  if (!config.magtapes) return;
  magtapes_ = std::make_unique<Tm10>(machine.clock(), machine.pi(), *config.magtapes);
  magtapes_->connect(machine.bus());
  for (unsigned n = 0; n < magtapes_->transports(); ++n) slots_.push_back(&magtapes_->unit(n));
}

void DeviceSet::makeImp(Machine& machine, const DeviceConfig& config) {
  if (!config.imp) return;
  const HostLinkConfig cable{config.imp->perBitToImp, config.imp->perBitToHost, config.imp->host};
  impCable_ = std::make_unique<HostLink>(machine.clock(), "imp", cable, &machine.observers());
  imp_ = std::make_unique<ImpInterface>(machine.pi(), *impCable_);
  if (config.imp->looped) impCable_->plugLoop();
  machine.bus().connect(kImp, *imp_);
}

MediaSlot* DeviceSet::slot(std::string_view name) const {
  for (MediaSlot* s : slots_)
    if (s->slot() == name) return s;
  return nullptr;
}

Expected<void> DeviceSet::flush() {
  Expected<void> result;
  for (MediaSlot* s : slots_)
    if (auto done = s->flush(); !done && result) result = done;
  return result;
}

std::vector<TerminalPort*> DeviceSet::ports() {
  std::vector<TerminalPort*> all;
  for (int n = 0; scanner_ && n < scanner_->lines(); ++n) all.push_back(&scanner_->port(n));
  return all;
}

}  // namespace utah10
