// Variants of our monitor of 1972: details of the monitor that Utah ran which are not known (roms/monitor/variants), and
// what RFC 392 proposed (roms/monitor/README.md, "Messages and pages").
#pragma once

#include <span>
#include <string_view>

namespace utah10 {

struct MonitorVariant {
  std::string_view name;    // UNBUF1: the file NAME.SAV in the folder of programs
  std::string_view system;  // whose monitor it varies: utah72
  std::string_view text;    // "input unbuffered, ..."
};

std::span<const MonitorVariant> monitorVariants();
// Null if there is none of this name.
const MonitorVariant* findMonitorVariant(std::string_view name);

}  // namespace utah10
