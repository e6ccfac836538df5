#include "experiments/rfc508/streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include "experiments/published/published.hpp"
#include "experiments/report/report_numbers.hpp"
#include "experiments/rfc508/program_streams.hpp"

namespace utah10 {

namespace {

constexpr std::int64_t kFull = 100'000;  // b/s: the speed of the host's cable
constexpr Duration kLongestStalls = seconds(1000);
constexpr std::size_t kQuickRates = 4;    // every fourth rate
constexpr std::int64_t kQuickLength = 3;  // a third of the time

const char* nameOf(StreamPart part) {
  switch (part) {
    case StreamPart::Grid:
      return "grid";
    case StreamPart::Kept:
      return "kept";
    case StreamPart::Busy:
      return "busy";
    case StreamPart::Stalls:
      return "stalls";
    case StreamPart::Long:
      return "long";
    case StreamPart::Full:
      return "full";
    case StreamPart::Far:
      return "far";
    case StreamPart::Program:
      break;
  }
  return "program";
}

struct Stalls {
  Duration interval, length;
};
// From rare to frequent, from short to long.
constexpr std::array<Stalls, 6> kStalls = {{{seconds(60), milliseconds(50)},
                                            {seconds(60), milliseconds(200)},
                                            {seconds(300), milliseconds(200)},
                                            {seconds(300), seconds(1)},
                                            {seconds(600), seconds(1)},
                                            {seconds(600), seconds(4)}}};

struct PaperTests {
  std::vector<RealTimeTest> grid, longTests;
};

// The tests of the paper, in the order of its table.
PaperTests testsOf(bool quick) {
  const CsvTable t = conditionsTable("rfc508_conditions");
  PaperTests tests;
  std::vector<std::int64_t> rates;
  for (std::size_t n = 0; n < t.rows(); ++n) {
    const auto rate = t.whole(n, "rate"), bits = t.whole(n, "buffer_bits"), length = t.whole(n, "seconds");
    if (!rate || !bits || !length) throw std::logic_error("rfc508_conditions: a row has missing numbers");
    RealTimeTest test{static_cast<std::int64_t>(*rate), *bits, seconds(static_cast<std::int64_t>(*length))};
    if (quick) test.length /= kQuickLength;
    if (t.text(n, "kind") == "long") {
      tests.longTests.push_back(test);
      continue;
    }
    if (std::ranges::find(rates, test.bitsPerSecond) == rates.end()) rates.push_back(test.bitsPerSecond);
    const auto number = std::ranges::find(rates, test.bitsPerSecond) - rates.begin();
    if (!quick || static_cast<std::size_t>(number) % kQuickRates == kQuickRates - 1) tests.grid.push_back(test);
  }
  return tests;
}

// The columns of the table: tests with the same buffer, in the order of their rates.
std::vector<std::vector<RealTimeTest>> columnsOf(const std::vector<RealTimeTest>& grid) {
  std::vector<std::vector<RealTimeTest>> columns;
  for (const RealTimeTest& test : grid) {
    const auto column =
        std::ranges::find_if(columns, [&](const auto& c) { return c.front().bufferBits == test.bufferBits; });
    (column == columns.end() ? columns.emplace_back() : *column).push_back(test);
  }
  return columns;
}

StreamResult resultOf(const StreamCondition& c, const StreamRun& run) {
  StreamResult r;
  r.condition = c;
  r.done = run.arrived;
  if (!r.done) r.trouble = "some data did not arrive";
  r.buffers = run.device.buffers;
  r.gaps = run.device.gaps.size();
  for (const RealTimeGap& g : run.device.gaps) {
    r.longest = std::max(r.longest, g.length);
    r.shortest = r.sum == Duration{} ? g.length : std::min(r.shortest, g.length);
    r.sum += g.length;
  }
  r.stalls = run.device.stalls;
  r.longestStall = run.device.longestStall;
  r.bits = run.bits;
  r.times = run.times;
  return r;
}

}  // namespace

std::string StreamCondition::name() const {
  const std::string text = fmt::format("{:<7} {:>6} x {}", nameOf(part), test.bitsPerSecond, test.bufferBits);
  return part == StreamPart::Program ? fmt::format("{} in bytes of {}", text, byteBits) : text;
}

Expected<void> Rfc508Settings::check() const {
  if (auto ok = path.check(); !ok) return ok;
  if (stallInterval <= Duration::zero() || stallInterval > kLongestStalls)
    return fail("--stall-interval", "out of range", "above 0, up to 1000s");
  if (stallLength <= Duration::zero() || stallLength > kLongestStalls)
    return fail("--stall-length", "out of range", "above 0, up to 1000s");
  return {};
}

std::string progressText(const StreamResult& r) {
  if (!r.trouble.empty()) return fmt::format("{}: {}", r.condition.name(), r.trouble);
  return fmt::format(
      "{}: {} buffers, {} gaps{}", r.condition.name(), r.buffers, r.gaps,
      r.gaps == 0 ? "" : fmt::format(", {} to {} ms", fixed(msOf(r.shortest), 0), fixed(msOf(r.longest), 0)));
}

std::vector<std::vector<StreamCondition>> rfc508Pieces(const Rfc508Settings& settings) {
  const PaperTests tests = testsOf(settings.quick);
  std::vector<std::vector<StreamCondition>> pieces;
  // Those that take longest come first.
  if (!settings.program.empty()) {
    pieces = programStreams(settings.quick);
    std::vector<StreamCondition> far = pieces.front();
    for (StreamCondition& c : far) {
      c.part = StreamPart::Far;
      c.path = settings.path;
      c.path.hops = kProgramHops;
    }
    pieces.push_back(std::move(far));
  }
  auto& longTests = pieces.emplace_back();
  for (const RealTimeTest& test : tests.longTests) longTests.push_back({StreamPart::Long, test, settings.path});
  for (const StreamPart part : {StreamPart::Grid, StreamPart::Kept, StreamPart::Busy})
    for (const auto& column : columnsOf(tests.grid)) {
      StreamPath path = settings.path;
      path.seed += pieces.size();  // so that no two columns have their random events at the same times
      if (part == StreamPart::Kept) path.ncp = StreamNcp::Keeps;
      if (part == StreamPart::Busy) {
        path.stallInterval = settings.stallInterval;
        path.stallLength = settings.stallLength;
      }
      auto& piece = pieces.emplace_back();
      for (const RealTimeTest& test : column) piece.push_back({part, test, path});
      if (part == StreamPart::Busy) continue;
      piece.push_back({StreamPart::Full, {kFull, column.front().bufferBits, column.front().length}, path});
    }
  for (const Stalls& s : kStalls)
    for (const auto& column : columnsOf(tests.grid)) {
      StreamPath path = settings.path;
      path.seed += pieces.size();
      path.stallInterval = s.interval;
      path.stallLength = s.length;
      auto& piece = pieces.emplace_back();
      for (const RealTimeTest& test : column) piece.push_back({StreamPart::Stalls, test, path});
    }
  return pieces;
}

Expected<std::vector<StreamResult>> runStreams(const Rfc508Settings& settings, const LabSite& site,
                                               const std::vector<StreamCondition>& streams,
                                               const StreamProgress& progress) {
  if (!streams.empty() && streams.front().part == StreamPart::Program)
    return runPrograms(settings, site, streams, progress);
  std::vector<StreamResult> results;
  std::unique_ptr<StreamWorld> world;
  const StreamPath* path = nullptr;
  for (const StreamCondition& c : streams) {
    if (path == nullptr || !(*path == c.path)) {
      path = &c.path;
      world = std::make_unique<StreamWorld>(c.path);
      if (auto up = world->connect(); !up) return tl::unexpected(up.error());
    }
    const auto run = world->run(c.test);
    if (!run) return tl::unexpected(run.error());
    results.push_back(resultOf(c, *run));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10
