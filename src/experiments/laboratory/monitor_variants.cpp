#include "experiments/laboratory/monitor_variants.hpp"

#include <algorithm>
#include <array>

namespace utah10 {

namespace {

constexpr std::array<MonitorVariant, 5> kVariants = {{
    {"UNBUF1", "utah72", "input unbuffered: each BIN from the network takes a byte, and may allocate"},
    {"UNBUF2", "utah72", "input unbuffered: each BIN from the network takes a byte; the last of a message allocates"},
    {"UNBUF3", "utah72",
     "input unbuffered outside modes 5 and 7, as output is: each BIN takes a byte, and may allocate"},
    {"NETMEM", "utah72", "messages and pages straight to the network, as RFC 392 proposed"},
    {"PRELD", "utah72", "a process that waited gets all pages back at once that it lost meanwhile, as 1.33 can do"},
}};

}  // namespace

std::span<const MonitorVariant> monitorVariants() { return kVariants; }

const MonitorVariant* findMonitorVariant(std::string_view name) {
  const auto at = std::ranges::find(kVariants, name, &MonitorVariant::name);
  return at == kVariants.end() ? nullptr : &*at;
}

}  // namespace utah10
