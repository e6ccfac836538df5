#include "experiments/charge_split.hpp"

namespace utah10 {

namespace {
struct Named {
  std::string_view name, source;
};
constexpr std::array<Named, kChargeParts> kNames = {{
    {"user", "instructions in user mode"},
    {"monitor", "monitor instructions outside interrupts, page traps and the scheduler (INSKED 0, TRAPC negative)"},
    {"page trap", "monitor instructions with TRAPC not negative"},
    {"interrupts", "instructions with an interrupt level held"},
    {"network", "scheduler (INSKED) from NETTIK to TTCH8"},
    {"scheduler", "the rest with INSKED set"},
}};
}  // namespace

std::string_view nameOf(ChargePart part) { return kNames[static_cast<std::size_t>(part)].name; }
std::string_view sourceOf(ChargePart part) { return kNames[static_cast<std::size_t>(part)].source; }

}  // namespace utah10
