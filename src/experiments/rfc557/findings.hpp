// What was found in RFC 557's transfers: every number of the report, computed. Rendering only prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_findings.hpp"

namespace utah10 {

// CPU seconds per megabit.
struct MegabitCost {
  double all = 0;
  double user = 0, monitor = 0;  // the program's own instructions; the rest
};

// A shape of RJS.
struct ChainStep {
  std::string name, monitor;
  unsigned shape = 1;
  MegabitCost cost;
  std::optional<double> step;  // cost of the previous one / cost of this one
  double paper = 0;
  std::optional<double> paperStep;
  std::optional<MegabitCost> paperCost;  // of the last shape
  std::optional<double> overPaper;
};

// The three shapes together; each of the disagreements is there if the numbers disagree.
struct ChainComparison {
  std::vector<double> ours, paper;  // s/Mb of shapes 1 to 3
  double ourSteps[2] = {}, paperSteps[2] = {};
  MegabitCost last, paperLast;
  // Buffering the connection, s/Mb saved.
  struct BufferedSaving {
    double ours = 0, paper = 0;
    std::uint64_t slowBouts = 0;  // without it
  };
  std::optional<BufferedSaving> buffered;
  // Reading the file by pages.
  struct PagesSaving {
    double ours = 0, paper = 0;      // s/Mb
    double oursUs = 0, paperUs = 0;  // per byte
    std::uint64_t bins = 0;          // no longer needed
  };
  std::optional<PagesSaving> pages;
  bool userAgrees = true;
  // The monitor's part, s/Mb.
  struct MonitorParts {
    double calls = 0, interrupts = 0, pageTraps = 0, scheduler = 0;
    std::uint64_t slowBouts = 0, bouts = 0;
    double boutUs = 0, paperUs = 0;  // per BOUT; per byte, everything
  };
  std::optional<MonitorParts> monitor;
};

// A transfer by FTP.
struct FtpFindings {
  std::string name, monitor;
  bool store = true, text = true;
  MegabitCost cost;
  std::optional<double> factor;  // cost of 8 bits in the same direction / cost of this one
  double rfc557 = 0;
  std::optional<double> rfc594;  // of the program with SIN and SOUT only
  std::optional<double> paperFactor;
  bool agrees = true;  // with one of the two
  // A BIN or BOUT for each byte: microseconds of a byte.
  struct ByteCosts {
    double all = 0, paper = 0;
    double program = 0, calls = 0, interrupts = 0, pageTraps = 0, scheduler = 0;
  };
  std::optional<ByteCosts> byte;
};

struct ChainCounts {
  std::string name;
  std::uint64_t bits = 0;
  double realRate = 0;  // kb/s
  ChargeCounts counts;
  bool whole = false;
  std::string trouble;
};

struct Rfc557Findings {
  std::string machine, rjsMachine;
  std::uint64_t bits = 0;  // per transfer
  std::vector<ChainStep> chain;
  std::optional<ChainComparison> comparison;  // nothing unless all three shapes are done
  bool ftpMeasured = true;
  std::vector<FtpFindings> ftp;
  std::vector<ChargeTimes> split;
  std::vector<ChainCounts> counts;
};

}  // namespace utah10
