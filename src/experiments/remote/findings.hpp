// What was found about paging to remote memory: every number of the report, computed. Rendering only prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_findings.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

// Percent of the elapsed time.
struct TimeShares {
  double user = 0, system = 0, waiting = 0;
};

// One run; times in seconds.
struct PagingTimes {
  std::string name;  // "remote x2"
  double elapsed = 0, user = 0, system = 0, waiting = 0;
  TimeShares shares;
  std::uint64_t pageIns = 0, pageOuts = 0;
  // ms; nothing if no page was read. (A program does not wait for page-outs: without page-ins it waits for other things.)
  std::optional<double> waitPerPage{};
  double error = 0;  // of the data transformed back
};

// What an average command of the adapter consists of, ms.
struct CommandTimes {
  std::string link, name;
  std::uint64_t commands = 0;
  double wire = 0, protocol = 0, latency = 0, core = 0, queue = 0, all = 0;
  std::uint64_t repeated = 0;
};

// The rule for one speed: predicted from the run at speed 1.
struct RuleError {
  unsigned speed = 0;
  double measured = 0, rule = 0, error = 0;  // s, s, percent of the measured time
  double lateRule = 0, lateError = 0;        // the rule of 1996, which keeps the protocol's time
  double waiting = 0, ruleWaiting = 0;       // s
};

// A variant at all speeds.
struct RuleFindings {
  std::string link, order;
  double protocolUs = 0;
  double elapsed = 0, waiting = 0, waitingShare = 0;  // at speed 1
  std::vector<RuleError> speeds;
};

// Our numbers by link, next to the publication.
struct PaperRow {
  std::string item;
  std::vector<double> ours;  // one for each link
  double paper = 0;
  std::string agrees;  // links that agree within 15 %
};

// How the problem was scaled.
struct RemoteScale {
  std::uint64_t points = 0, dataPages = 0, pageBits = 0;
  std::uint64_t frames = 0;  // that the monitor swaps with
  double dataKiloWords = 0, dataOverFrames = 0;
  double paperPages = 0, paperPageBits = 0, paperDataOverOnset = 0;
  double wireMs = 0, paperWireMs = 0;  // raw bits of a page on the link
};

struct RemoteFindings {
  std::string machine;
  std::string link;  // of the declared variant
  std::string order;
  bool quick = false;
  RemoteScale scale;
  std::vector<PagingTimes> cases;  // of the declared variant, and what is not remote memory
  std::vector<ChargeTimes> split;  // of the cases
  std::vector<CommandTimes> commands;
  std::vector<RuleFindings> rules;
  std::vector<std::string> links;  // of the columns of `paper`
  std::vector<PaperRow> paper;
  double inCoreWaiting = 0;           // s that the program waits with everything in core
  std::optional<NumberRange> errors;  // of the rule, percent, over all variants and speeds
  double pagesDiffer = 0;             // percent by which the pages of a run at X differ at most from those at 1
  std::optional<double> fallen;       // percent of the waiting that is gone at the highest speed
  std::vector<std::string> troubles;
};

}  // namespace utah10
