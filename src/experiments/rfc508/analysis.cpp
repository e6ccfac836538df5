#include "experiments/rfc508/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/published/agreement.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

// Inferred: the paper's tests were started and stopped by hand, with the sweep hand of a watch.
constexpr double kWatchSeconds = 0.7;
constexpr double kWatchBuffers = 2;

StreamCell cellOf(const StreamResult& r) {
  return {r.buffers, r.gaps, msOf(r.longest), msOf(r.mean()), msOf(r.shortest)};
}
StreamCell cellOf(const Rfc508PaperTest& t) { return {t.buffers, t.gaps, t.longest, t.mean, t.shortest}; }

double expectedOf(const RealTimeTest& t) {
  return static_cast<double>(t.bitsPerSecond) * secondsOf(t.length) / static_cast<double>(t.bufferBits);
}

template <class T>
std::size_t placeOf(std::vector<T>& all, T value) {
  const auto place = static_cast<std::size_t>(std::ranges::find(all, value) - all.begin());
  if (place == all.size()) all.push_back(value);
  return place;
}

void put(StreamGrid& grid, std::int64_t rate, std::size_t bits, const StreamCell& cell) {
  const std::size_t column = placeOf(grid.buffers, bits);
  const std::size_t row = placeOf(grid.rates, rate);
  grid.cells.resize(grid.rates.size());
  for (auto& cells : grid.cells) cells.resize(grid.buffers.size());
  grid.cells[row][column] = cell;
}

GridTotals totalsOf(const StreamGrid& grid) {
  GridTotals t;
  for (std::size_t row = 0; row < grid.rates.size(); ++row)
    for (const auto& cell : grid.cells[row]) {
      if (!cell) continue;
      ++t.tests;
      if (cell->gaps == 0) continue;
      ++t.withGaps;
      t.gaps += cell->gaps;
      t.longest = std::max(t.longest, cell->longest);
      t.firstRate = std::min(t.firstRate.value_or(grid.rates[row]), grid.rates[row]);
    }
  t.percentWithout = per(100.0 * static_cast<double>(t.tests - t.withGaps), static_cast<double>(t.tests));
  return t;
}

// Cells that have gaps in ours and none in the paper.
std::uint64_t contradicted(const StreamGrid& ours, const StreamGrid& paper) {
  std::uint64_t cells = 0;
  for (std::size_t row = 0; row < ours.rates.size(); ++row)
    for (std::size_t column = 0; column < ours.buffers.size(); ++column) {
      const auto& a = ours.cells[row][column];
      const auto& b = paper.cells[row][column];
      if (a && b && a->gaps != 0 && b->gaps == 0) ++cells;
    }
  return cells;
}

double tolerance(std::int64_t rate, std::size_t bits) {
  return std::max(kWatchBuffers, kWatchSeconds * static_cast<double>(rate) / static_cast<double>(bits));
}

void compareCells(Rfc508Findings& f, const std::vector<StreamResult>& results, const Rfc508Paper& paper) {
  std::vector<double> differences;
  for (const StreamResult& r : results) {
    const RealTimeTest& test = r.condition.test;
    if (r.condition.part != StreamPart::Grid || !r.done) continue;
    const Rfc508PaperTest* printed = paper.find(test.bitsPerSecond, test.bufferBits);
    if (printed == nullptr) continue;
    const double difference = static_cast<double>(r.buffers) - static_cast<double>(printed->buffers);
    const bool whole = r.gaps == 0 && printed->gaps == 0;
    const bool within = std::abs(difference) <= tolerance(test.bitsPerSecond, test.bufferBits);
    // A shorter test of ours has fewer buffers: then counts are not compared.
    const bool sameLength = test.length == seconds(30);
    if (whole && sameLength) {
      differences.push_back(difference);
      if (within) ++f.counts.within;
    }
    if (whole && (within || !sameLength)) continue;
    f.differences.push_back({test.bitsPerSecond, test.bufferBits, cellOf(r), cellOf(*printed), difference,
                             expectedOf(test), printed->remark});
  }
  f.counts.cells = differences.size();
  if (differences.empty()) return;
  const auto n = static_cast<double>(differences.size());
  for (const double d : differences) f.counts.mean += d / n;
  for (const double d : differences) f.counts.deviation += (d - f.counts.mean) * (d - f.counts.mean) / n;
  f.counts.deviation = std::sqrt(f.counts.deviation);
}

void countStalls(std::vector<StallRow>& rows, const StreamResult& r) {
  const double interval = secondsOf(r.condition.path.stallInterval), length = msOf(r.condition.path.stallLength);
  auto row =
      std::ranges::find_if(rows, [&](const StallRow& s) { return s.interval == interval && s.length == length; });
  if (row == rows.end()) row = rows.insert(rows.end(), {interval, length});
  ++row->tests;
  if (r.stalls != 0) ++row->stalled;
  if (r.gaps != 0) ++row->withGaps;
  row->gaps += r.gaps;
  row->longest = std::max(row->longest, msOf(r.longest));
}

void findBusy(Rfc508Findings& f, const StreamResult& r) {
  if (r.gaps == 0) return;
  const double period =
      1000 * static_cast<double>(r.condition.test.bufferBits) / static_cast<double>(r.condition.test.bitsPerSecond);
  f.busyCells.push_back(
      {r.condition.test.bitsPerSecond, r.condition.test.bufferBits, cellOf(r), r.stalls, msOf(r.longestStall), period});
}

PathRow& pathOf(std::vector<PathRow>& rows, const StreamCondition& c) {
  const bool packs = c.path.ncp == StreamNcp::Packs;
  const auto at =
      std::ranges::find_if(rows, [&](const PathRow& r) { return r.bits == c.test.bufferBits && r.packs == packs; });
  if (at != rows.end()) return *at;
  PathRow& row = rows.emplace_back();
  row.bits = c.test.bufferBits;
  row.packs = packs;
  return row;
}

// The rates of a column rise.
void findPath(Rfc508Findings& f, const StreamResult& r) {
  PathRow& row = pathOf(f.paths, r.condition);
  if (r.condition.part == StreamPart::Full) {
    row.throughput = per(static_cast<double>(r.bits) / 1000, secondsOf(r.condition.test.length));
    return;
  }
  const double delay = msOf(r.times.delay), rfnm = msOf(r.times.rfnm);
  if (row.delay == 0) {
    row.delay = delay;
    row.longestDelay = msOf(r.times.longestDelay);
    row.rfnm = rfnm;
  }
  row.fastDelay = delay;
  row.fastRfnm = rfnm;
  if (r.gaps != 0 && !row.firstGaps) row.firstGaps = r.condition.test.bitsPerSecond;
}

void summarizePaths(Rfc508Findings& f, const Rfc508Paper& paper) {
  for (const PathRow& row : f.paths) {
    if (row.packs) f.throughput = std::max(f.throughput, row.throughput);
    if (!row.packs && (f.smallest == 0 || row.bits < f.smallest)) {
      f.smallest = row.bits;
      f.leastKept = row.throughput;
    }
  }
  f.paperSubnet = paper.subnetRate;
  f.paperLine = paper.lineRate;
  f.agreesSubnet = agree(f.throughput, f.paperSubnet);
  f.agreesLine = agree(f.throughput, f.paperLine);
}

ProgramRow programOf(const StreamResult& r, const std::vector<StreamResult>& results) {
  ProgramRow row;
  for (const StreamResult& other : results)
    if (other.condition.part == StreamPart::Far &&
        other.condition.test.bitsPerSecond == r.condition.test.bitsPerSecond &&
        other.condition.test.bufferBits == r.condition.test.bufferBits)
      row.device = cellOf(other);
  row.byteBits = r.condition.byteBits;
  row.rate = r.condition.test.bitsPerSecond;
  row.bits = r.condition.test.bufferBits;
  row.ours = cellOf(r);
  row.expected = expectedOf(r.condition.test);
  row.throughput = per(static_cast<double>(r.bits) / 1000, secondsOf(r.condition.test.length));
  row.late = msOf(r.late);
  row.runPercent = per(100 * secondsOf(r.run), secondsOf(r.condition.test.length));
  row.trouble = r.trouble;
  return row;
}

LongTest longOf(const StreamResult& r, const Rfc508PaperTest& paper) {
  return {r.condition.test.bitsPerSecond,
          r.condition.test.bufferBits,
          secondsOf(r.condition.test.length),
          cellOf(r),
          cellOf(paper),
          expectedOf(r.condition.test),
          paper.remark};
}

}  // namespace

Rfc508Findings rfc508Conditions(const Rfc508Settings& settings) {
  Rfc508Findings f;
  if (!settings.program.empty()) f.machine = settings.machine.text();
  f.programHops = kProgramHops;
  f.path = settings.path.text();
  f.brief = settings.quick;
  f.seconds = settings.quick ? 10 : 30;
  f.stallInterval = secondsOf(settings.stallInterval);
  f.stallLength = msOf(settings.stallLength);
  return f;
}

EdgeFindings edgeConditionsOf(const Rfc508Settings& settings) {
  EdgeFindings f;
  f.path = settings.path.text();
  f.step = kEdgeStep;
  f.most = kEdgeMost;
  return f;
}

Rfc508Findings analyse(const Rfc508Settings& settings, const std::vector<StreamResult>& results,
                       const Rfc508Paper& paper) {
  Rfc508Findings f = rfc508Conditions(settings);
  auto nextLong = paper.tests.begin();
  for (const StreamResult& r : results) {
    const RealTimeTest& test = r.condition.test;
    if (!r.trouble.empty()) f.troubles.push_back(r.condition.name() + ": " + r.trouble);
    switch (r.condition.part) {
      case StreamPart::Grid:
        put(f.grid, test.bitsPerSecond, test.bufferBits, cellOf(r));
        if (const auto* printed = paper.find(test.bitsPerSecond, test.bufferBits); printed != nullptr)
          put(f.paper, test.bitsPerSecond, test.bufferBits, cellOf(*printed));
        findPath(f, r);
        break;
      case StreamPart::Kept:
        put(f.kept, test.bitsPerSecond, test.bufferBits, cellOf(r));
        findPath(f, r);
        break;
      case StreamPart::Busy:
        put(f.busy, test.bitsPerSecond, test.bufferBits, cellOf(r));
        findBusy(f, r);
        countStalls(f.stalls, r);
        break;
      case StreamPart::Stalls:
        countStalls(f.stalls, r);
        break;
      case StreamPart::Long:
        nextLong = std::find_if(nextLong, paper.tests.end(), [](const Rfc508PaperTest& t) { return t.isLong; });
        if (nextLong != paper.tests.end()) f.longTests.push_back(longOf(r, *nextLong++));
        break;
      case StreamPart::Full:
        findPath(f, r);
        break;
      case StreamPart::Program:
        f.programs.push_back(programOf(r, results));
        break;
      case StreamPart::Far:
        break;
    }
  }
  f.total = totalsOf(f.grid);
  f.totalKept = totalsOf(f.kept);
  f.totalBusy = totalsOf(f.busy);
  f.totalPaper = totalsOf(f.paper);
  f.keptContradicted = contradicted(f.kept, f.paper);
  compareCells(f, results, paper);
  summarizePaths(f, paper);
  return f;
}

EdgeFindings analyse(const Rfc508Settings& settings, const std::vector<EdgeResult>& results, const Rfc508Paper& paper) {
  EdgeFindings f = edgeConditionsOf(settings);
  for (const EdgeResult& r : results) {
    const EdgeCondition& c = r.condition;
    placeOf(f.buffers, c.bufferBits);
    if (f.rows.empty() || f.rows.back().factor != c.factor || f.rows.back().value != c.value)
      f.rows.push_back({c.factor, c.value, {}});
    f.rows.back().cells.push_back({c.bufferBits, r.begin, r.rates, r.withGaps,
                                   r.begin && r.clear && *r.clear > *r.begin, r.gaps, msOf(r.mean), msOf(r.longest)});
  }
  f.paperSubnet = paper.subnetRate;
  f.paperLine = paper.lineRate;
  return f;
}

}  // namespace utah10
