#include "experiments/ctss/paper.hpp"

#include <stdexcept>
#include <string>

namespace utah10 {

MemoNumbers ctssPaper(const Seal& seal) {
  const CsvTable t = publishedTable("ctss", seal);
  const auto of = [&](const char* item) {
    const auto row = t.find("item", item);
    const auto value = row ? t.number(*row, "value") : std::nullopt;
    if (!value) throw std::logic_error(std::string{"no item "} + item);
    return *value;
  };
  return {.cpuMs = of("cpu_per_interaction"),
          .swapMs = of("swap_per_interaction"),
          .totalMs = of("total_per_interaction"),
          .firstRecentMs = of("first_interaction_swap_recent"),
          .firstColdMs = of("first_interaction_swap_cold"),
          .imageWords = of("loaded_core_image"),
          .predictedLeastMs = of("mult645_cpu_lo"),
          .predictedMostMs = of("mult645_cpu_hi"),
          .predictedWaitMs = of("mult645_core_wait"),
          .predictedWords = of("mult645_core_tieup"),
          .multicsCpuMs = of("multics_1_8_cpu"),
          .multicsFaults = of("multics_1_8_page_faults"),
          .multicsFaultMs = of("multics_page_fault_cpu"),
          .multicsTotalMs = of("multics_1_8_total"),
          .variationPercent = of("run_to_run_variation")};
}

}  // namespace utah10
