// What was found in the streams of RFC 508: every number of the report, computed. Rendering only prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace utah10 {

// A test: ours, or the paper's.
struct StreamCell {
  std::uint64_t buffers = 0, gaps = 0;
  double longest = 0, mean = 0, shortest = 0;  // ms
};

// A table in the layout of the paper: rates by buffers. A cell without a test is empty.
struct StreamGrid {
  std::vector<std::int64_t> rates;
  std::vector<std::size_t> buffers;                           // bits
  std::vector<std::vector<std::optional<StreamCell>>> cells;  // by rate, then by buffer
};

struct GridTotals {
  std::uint64_t tests = 0, withGaps = 0, gaps = 0;
  double percentWithout = 0;                // of the tests
  double longest = 0;                       // ms
  std::optional<std::int64_t> firstRate{};  // the least with a gap
};

// A cell in which ours and the paper's differ in gaps, or in the buffers sent by more than chance and a watch explain.
struct CellDifference {
  std::int64_t rate = 0;
  std::size_t bits = 0;
  StreamCell ours, paper;
  double buffers = 0;   // ours less the paper's
  double expected = 0;  // rate x time / buffer
  std::string remark;
};

// Buffers sent in the cells without gaps in either table, ours less the paper's.
struct CountComparison {
  std::uint64_t cells = 0, within = 0;  // within: two buffers, or what passes in 0.7 s
  double mean = 0, deviation = 0;
};

// A test of a sending host that stalls.
struct BusyCell {
  std::int64_t rate = 0;
  std::size_t bits = 0;
  StreamCell ours;
  std::uint64_t stalls = 0;
  double longestStall = 0;  // ms
  double period = 0;        // ms that a buffer lasts
};

// All tests with one distribution of stalls.
struct StallRow {
  double interval = 0, length = 0;  // s, ms: means
  std::uint64_t tests = 0, stalled = 0, withGaps = 0, gaps = 0;
  double longest = 0;  // ms
};

struct LongTest {
  std::int64_t rate = 0;
  std::size_t bits = 0;
  double seconds = 0;
  StreamCell ours, paper;
  double expected = 0;
  std::string remark;
};

// What the path carries with one size of buffer, by what the NCP does.
struct PathRow {
  std::size_t bits = 0;
  bool packs = true;
  double throughput = 0;                  // kb/s
  double delay = 0, longestDelay = 0;     // ms, at the slowest rate of the grid
  double rfnm = 0;                        // ms, the same
  double fastDelay = 0, fastRfnm = 0;     // ms, at the highest rate of the grid
  std::optional<std::int64_t> firstGaps;  // the least rate of the grid with gaps
};

struct ProgramRow {
  unsigned byteBits = 0;
  std::int64_t rate = 0;
  std::size_t bits = 0;
  StreamCell ours;
  double expected = 0;    // buffers
  double throughput = 0;  // kb/s
  StreamCell device;      // the device over as many lines
  double late = 0;        // ms
  double runPercent = 0;  // run time of both processes, of the test
  std::string trouble;
};

struct Rfc508Findings {
  std::string machine;  // of the program; empty: without a program
  std::string path;
  bool brief = false;                         // the quick form
  double seconds = 0;                         // of a test
  double stallInterval = 0, stallLength = 0;  // s, ms
  StreamGrid grid, kept, busy, paper;
  GridTotals total, totalKept, totalBusy, totalPaper;
  std::uint64_t keptContradicted = 0;  // cells with gaps in `kept` and none in the paper
  CountComparison counts;
  std::vector<CellDifference> differences;
  std::vector<BusyCell> busyCells;  // with gaps
  std::vector<StallRow> stalls;
  std::vector<LongTest> longTests;
  std::vector<PathRow> paths;
  double throughput = 0;     // kb/s, the most that the packing NCP gets through
  double leastKept = 0;      // kb/s, of the smallest buffer that the NCP keeps
  std::size_t smallest = 0;  // that buffer, bits
  double paperSubnet = 0, paperLine = 0;
  bool agreesSubnet = false, agreesLine = false;
  unsigned programHops = 0;
  std::vector<ProgramRow> programs;
  std::vector<std::string> troubles;  // streams that failed
};

// Where gaps begin.
struct EdgeCell {
  std::size_t bits = 0;
  std::optional<std::int64_t> begin;
  unsigned rates = 0, withGaps = 0;
  bool byChance = false;  // a higher rate had none
  std::uint64_t gaps = 0;
  double mean = 0, longest = 0;  // ms
};
struct EdgeRow {
  std::string factor, value;
  std::vector<EdgeCell> cells;
};
struct EdgeFindings {
  std::string path;
  std::vector<std::size_t> buffers;
  std::int64_t step = 0, most = 0;
  std::vector<EdgeRow> rows;
  double paperSubnet = 0, paperLine = 0;
};

}  // namespace utah10
