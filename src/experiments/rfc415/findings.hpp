// What was found in RFC 415's samples: every number of the report, computed. Rendering only prints them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_findings.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

// Why a row is off the paper's by more than 10 %.
enum class SampleMiss : std::uint8_t {
  None,    // it is not
  String,  // dearer: what a string costs besides its bytes
  Calls,   // dearer for another reason: the calls, interrupts and passes that a byte needs here
  Waits,   // cheaper, where the paper's cost rises with the length
  Program  // cheaper at any length: what the paper's program or calls did for each byte
};

struct SampleFindings {
  std::string calls;  // "BIN" or "SIN"
  unsigned byteBits = 0, length = 0, processes = 2;
  double realRate = 0, cpuRate = 0, cpuPercent = 0;
  std::optional<double> usPerByteOut, usPerByteIn;  // nothing with one process
  double usPerByte = 0;
  std::string paperRealRate, paperCpuRate, paperCpuPercent;  // as printed
  double paperUsPerByte = 0, overPaper = 0;
  bool done = false;
  std::string trouble;
  SampleMiss miss{};
};

// One half of a group: the sending or the receiving process, us per byte.
struct HalfCosts {
  double charged = 0;
  std::array<double, kChargeParts> parts{};
};

enum class StringAgreement : std::uint8_t { Agrees, Less, More };  // ours

// Strings longer than the buffers of sender and receiver (1972), and than a message: their cost per byte over that of
// shorter ones.
struct LongStrings {
  double ours = 0, paper = 0;
  bool agrees = false;
};

// The samples of the same calls, byte size and number of processes, us per byte.
struct StringGroup {
  std::string calls;
  unsigned byteBits = 0, processes = 2;
  NumberRange range, paperRange;
  double mean = 0, paperMean = 0, overPaper = 0;
  double rate = 0, paperRate = 0;  // kb/s
  HalfCosts out, in;               // one process: both are in `out`
  StringAgreement agreement{};
  double difference = 0;         // from the paper
  double user = 0, inCalls = 0;  // mean of both halves
  double usPerString = 0;        // what a string costs besides its bytes, of both halves; by least squares
  double moreInstructions = 0;   // of the loop, that would account for the difference
  std::optional<LongStrings> longStrings;
};

// The cost of a byte of 36 bits over that of one of 8, with two processes.
struct WidthCost {
  std::string calls;
  double ours = 0, paper = 0;
};

// Rows that one process cannot make: what has been sent and not yet read may not be as long as a string.
struct NotMade {
  std::size_t rows = 0, of = 0;
};

struct Rfc415Findings {
  std::string machine;
  bool ofJanuary1973 = false;        // the monitor is ours of 1.31
  std::size_t agree = 0, apart = 0;  // groups with two processes that agree with the paper, and all of these
  std::uint64_t bits = 0;            // per sample
  bool divided = true;               // charged time is divided into parts
  std::vector<SampleFindings> samples;
  std::size_t near = 0, made = 0;  // rows with two processes within 10 % of the paper; all of them
  std::vector<StringGroup> groups;
  std::vector<WidthCost> widths;
  NotMade alone;
  std::vector<ChargeTimes> split;
};

}  // namespace utah10
