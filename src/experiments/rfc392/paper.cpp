#include "experiments/rfc392/paper.hpp"

#include "experiments/rfc392/rows.hpp"

namespace utah10 {

namespace {

WantedRange wantedRange(const CsvTable& criteria, std::string_view item) {
  const std::size_t row = criteria.find("item", item).value();
  return {criteria.number(row, "least").value(), criteria.number(row, "most").value(),
          std::string{criteria.text(row, "least")}, std::string{criteria.text(row, "most")}};
}

}  // namespace

Rfc392Paper rfc392Paper(const Seal& seal) {
  Rfc392Paper paper;
  const CsvTable results = publishedTable("rfc392_results", seal);
  for (const TransferCondition& c : rfc392Rows()) {
    const std::size_t n = paper.rows.size();
    const auto text = [&](std::string_view column) { return std::string{results.text(n, column)}; };
    const auto number = [&](std::string_view column) { return results.number(n, column).value_or(0); };
    paper.rows.push_back({c, text("clk_printed"), text("cpu_s"), text("bits_per_s"), text("us_per_bit"),
                          number("us_per_bit"), number("d_cpu_ms")});
  }
  const CsvTable said = publishedTable("rfc392_text", seal);
  const auto item = [&](std::string_view name) {
    const auto row = said.find("item", name);
    return row ? said.number(*row, "value").value_or(0) : 0;
  };
  paper.dollarsPerCpuHour = item("tenex_price_per_cpu_hour");
  paper.dollarsPerMegabitLeast = item("cost_per_megabit_lo");
  paper.dollarsPerMegabitMost = item("cost_per_megabit_hi");
  const CsvTable criteria = publishedTable("rfc392_criteria", seal);
  paper.unloadedSend = wantedRange(criteria, "unloaded_send");
  paper.receiveOverSend = wantedRange(criteria, "receive_over_send");
  paper.fixedPart = wantedRange(criteria, "fixed_part");
  return paper;
}

}  // namespace utah10
