#include "experiments/rfc392/rows.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "experiments/published/published.hpp"

namespace utah10 {

namespace {

// Estimated host time for a transfer: its own work and that of the background users during it. The preparation costs as
// much as a few kilobytes.
double workOf(const TransferCondition& c) {
  constexpr double kReady = 20'000;
  return kReady + static_cast<double>(c.bytes) * (1 + c.load);
}

}  // namespace

std::vector<TransferCondition> rfc392Rows() {
  const CsvTable t = conditionsTable("rfc392_conditions");
  std::vector<TransferCondition> rows;
  for (std::size_t n = 0; n < t.rows(); ++n) {
    const auto table = t.whole(n, "table"), row = t.whole(n, "row"), bytes = t.whole(n, "bytes");
    const auto load = t.number(n, "load_5min");
    if (!table || !row || !bytes || !load) throw std::logic_error("rfc392_conditions: a row has missing numbers");
    rows.push_back(
        {static_cast<unsigned>(*table), static_cast<unsigned>(*row), t.text(n, "dir") == "s", *bytes, *load});
  }
  return rows;
}

// The sends of the criteria, one of the smallest sends, and receives from small to large.
std::vector<TransferCondition> rfc392QuickRows() {
  const std::pair<bool, std::uint64_t> wanted[] = {{true, 219},    {true, 7142},   {true, 18511},
                                                   {true, 56280},  {true, 89731},  {false, 4085},
                                                   {false, 10025}, {false, 16125}, {false, 35505}};
  std::vector<TransferCondition> rows;
  for (const auto& [send, bytes] : wanted) rows.push_back({0, static_cast<unsigned>(rows.size() + 1), send, bytes, 0});
  return rows;
}

std::vector<std::vector<TransferCondition>> inPieces(const std::vector<TransferCondition>& rows, std::size_t pieces) {
  const double all = std::accumulate(rows.begin(), rows.end(), 0.0,
                                     [](double sum, const TransferCondition& c) { return sum + workOf(c); });
  std::vector<std::vector<TransferCondition>> shared(1);
  double done = 0;
  for (const TransferCondition& c : rows) {
    const double end = all * static_cast<double>(shared.size()) / static_cast<double>(pieces);
    if (shared.size() < pieces && !shared.back().empty() && done + workOf(c) / 2 > end) shared.emplace_back();
    shared.back().push_back(c);
    done += workOf(c);
  }
  return shared;
}

}  // namespace utah10
