#include "utah10/devices/device_set.hpp"

#include "utah10/devices/bbn_clock.hpp"
#include "utah10/devices/microsecond_timer.hpp"

namespace utah10 {

namespace {
constexpr DeviceCode kBbnClock = DeviceCode::written(0020);
constexpr DeviceCode kDk10 = DeviceCode::written(0070);
constexpr DeviceCode kLp10 = DeviceCode::written(0124);
constexpr DeviceCode kDc10 = DeviceCode::written(0240);
constexpr DeviceCode kRp10 = DeviceCode::written(0250);
constexpr DeviceCode kCalendar = DeviceCode::written(0600);
constexpr DeviceCode kMicroseconds = DeviceCode::written(0610);
}  // namespace

Expected<void> DeviceSet::check(const DeviceConfig& config) {
  if (config.scanner)
    if (auto ok = Dc10::check(*config.scanner); !ok) return ok;
  return config.printer ? LinePrinter::check(*config.printer) : Expected<void>{};
}

DeviceSet::DeviceSet(Machine& machine, const DeviceConfig& config) : console(machine, config.console) {
  slots_ = {&console.ptr, &console.ptp};
  makeClocks(machine, config);
  if (config.scanner) {
    scanner_ = std::make_unique<Dc10>(machine.clock(), machine.pi(), *config.scanner);
    machine.bus().connect(kDc10, *scanner_);
  }
  makeDrives(machine, config);
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

void DeviceSet::makeDrives(Machine& machine, const DeviceConfig& config) {
  if (config.printer) {
    printer_ = std::make_unique<LinePrinter>(machine.clock(), machine.pi(), *config.printer);
    machine.bus().connect(kLp10, *printer_);
    slots_.push_back(printer_.get());
  }
  if (config.disks) {
    disks_ = std::make_unique<Rp10>(machine.clock(), machine.pi(), machine.core(), *config.disks);
    machine.bus().connect(kRp10, *disks_);
    for (std::size_t n = 0; n < disks_->drives(); ++n) slots_.push_back(&disks_->unit(n));
  }
  if (config.dectapes) {
    dectapes_ = std::make_unique<Td10>(machine.clock(), machine.pi(), *config.dectapes);
    dectapes_->connect(machine.bus());
    for (unsigned n = 0; n < dectapes_->transports(); ++n) slots_.push_back(&dectapes_->unit(n));
  }
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
