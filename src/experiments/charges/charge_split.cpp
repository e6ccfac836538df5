#include "experiments/charges/charge_split.hpp"

namespace utah10 {

namespace {
struct PartName {
  std::string_view name, source;
};
constexpr std::array<PartName, kChargeParts> kPartNames = {{
    {"user", "instructions in user mode"},
    {"monitor", "monitor instructions outside interrupts, page traps and the scheduler (INSKED 0, TRAPC negative)"},
    {"page trap", "monitor instructions with TRAPC not negative"},
    {"interrupts", "instructions with an interrupt level held"},
    {"network", "scheduler (INSKED) from NETTIK to TTCH8"},
    {"scheduler", "the rest with INSKED set"},
}};
}  // namespace

std::string_view nameOf(ChargePart part) { return kPartNames[static_cast<std::size_t>(part)].name; }
std::string_view sourceOf(ChargePart part) { return kPartNames[static_cast<std::size_t>(part)].source; }

}  // namespace utah10
