// What was found in RFC 392's transfers: every number of the report, computed. Rendering only prints them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_findings.hpp"
#include "experiments/rfc392/costs.hpp"

namespace utah10 {

// The paper's columns of a transfer, as printed; of a transfer that is not in the paper, the costs of its size.
struct PrintedTransfer {
  std::string clock, cpu, bitsPerSecond, cost;
  std::optional<double> load;
  std::optional<NumberRange> costOfSize;
};

struct TransferFindings {
  std::string name;
  bool send = true;
  Duration elapsed{};
  double cpuSeconds = 0;
  std::uint64_t bytes = 0;
  double bitsPerSecond = 0, usPerBit = 0;
  std::optional<double> loadBefore{}, load{};
  PrintedTransfer paper;
  bool intact = false;
  std::string trouble, faults;
  unsigned attempts = 0;
  // CPU time of the whole command, of the interval of the program's account, and outside the interval.
  std::optional<std::uint64_t> commandMs{};
  std::uint64_t intervalMs = 0;
  double outsideMs = 0;
  std::uint64_t characters = 0, records = 0;
  ChargeCounts counts{};
};

// CPU time of a command outside the interval in one monitor call, mean of the transfers.
struct CallCost {
  double ms = 0, calls = 0;
};
struct OutsideCall {
  std::string name;
  bool counted = true;  // a call; else the programs' own instructions
  CallCost send, receive;
};

// Sends below 1000 bytes: CPU time in addition to the cost of their bytes at the rate of large sends, ms.
struct ShortSends {
  struct Send {
    std::string name;
    std::uint64_t bytes = 0;
    std::optional<double> paper;  // of its row; nothing: it is not a row of the paper
    double ours = 0;              // in the interval of the program's account
    double outside = 0;           // of the command outside the interval
    double files = 0;             // of that, opening and closing files and connection (GTJFN, OPENF, CLOSF)
  };
  std::vector<Send> sends;
  NumberRange paper;                 // of all the paper's
  std::optional<double> paperOther;  // the same of the paper's sends of 1000 bytes or more, by the fit
  struct NamedCost {
    std::string call;
    double ms = 0;
  };
  std::vector<NamedCost> mostExpensive;
};

// The price of a megabit.
struct Dollars {
  double perCpuHour = 0;
  double send = 0, receive = 0;
  double paperLeast = 0, paperMost = 0;
};

// Charged CPU time by part, of all sends or receives, us per network byte.
struct PartCosts {
  std::array<double, kChargeParts> usPerByte{};
  double all = 0;
  std::array<std::optional<double>, kChargeParts> percent;
  std::optional<double> allPercent;
  double calls = 0, slowCalls = 0;  // BIN and BOUT per byte
};

enum class CriterionKind : std::uint8_t { UnloadedSend, ReceiveOverSend, FixedPart };
struct Criterion {
  CriterionKind kind{};
  std::string transfer;     // of FixedPart
  std::uint64_t bytes = 0;  // of UnloadedSend and FixedPart
  std::string least, most;  // wanted
  double measured = 0;
  std::optional<double> percentBelow, percentAbove;  // neither: met
};

// Large transfers of one direction whose mean differs from the paper's.
struct CostDisagreement {
  bool send = true;
  double ours = 0, paper = 0;  // us/bit
  double usPerByte = 0;        // the difference
  bool less = false;           // ours
  // What would account for it: so many slow calls per byte, or the largest part taking so long.
  struct SlowCalls {
    double us = 0;  // of one
    double perByte = 0;
  };
  std::optional<SlowCalls> slowCalls;
  std::size_t largestPart = 0;
  double largestPartWouldBe = 0;  // us per byte
};

// Several runs, each with another seed: a transfer, or the mean of the large ones of a run.
struct RepeatedCost {
  std::string name;
  Spread usPerBit;
  std::optional<NumberRange> paper;  // its row; its rows of the same size; its mean
};

struct Rfc392Findings {
  std::string machine, program;
  bool faults = false;
  bool divided = true;                      // charged time is divided into parts
  bool wholeCommand = true;                 // that of the whole command is known
  std::vector<TransferFindings> transfers;  // of the first run
  std::vector<RepeatedCost> repeats;        // empty: there is one run only
  CostSummary ours, paper;
  std::vector<OutsideCall> outside;  // most expensive first; the last one sums the others
  std::optional<ShortSends> shortSends;
  Dollars dollars;
  PartCosts sendParts, receiveParts;
  std::vector<Criterion> criteria;
  std::size_t whole = 0;  // transfers that arrived intact
  std::vector<CostDisagreement> disagreements;
  std::vector<ChargeTimes> split;

  const PartCosts& parts(bool send) const { return send ? sendParts : receiveParts; }
};

// Means of large transfers, us/bit; nothing if there are none.
struct RangeMeans {
  std::optional<double> sends, receives, receiveOverSend;
  std::optional<double> sendsConfidence{}, receivesConfidence{};  // half of the 95 % interval of the mean
  const std::optional<double>& of(bool send) const { return send ? sends : receives; }
  const std::optional<double>& confidenceOf(bool send) const { return send ? sendsConfidence : receivesConfidence; }
};

struct RangeSize {
  std::uint64_t bytes = 0;
  bool send = true;
  std::optional<NumberRange> paper;  // us/bit of the paper's rows of this size
};

// The baseline or a variant.
struct RangeVariant {
  std::string name;
  unsigned coreK = 0;
  bool coreOnly = false;  // differs from the baseline at most in core
  RangeMeans means;
  std::vector<std::optional<double>> usPerBit;  // of each size; nothing if the transfer failed
  std::uint64_t pageFaults = 0;
  bool whole = false;
};

// The variants whose costs are nearest to the paper's.
struct NearestVariants {
  bool send = true;
  double paper = 0;
  struct Variant {
    std::string name;
    double usPerBit = 0;
  };
  std::optional<Variant> below, above;
};

struct RangeFindings {
  std::string machine, program;  // of the baseline
  std::vector<RangeSize> sizes;
  std::vector<RangeVariant> variants;
  RangeMeans paper;
  std::vector<NearestVariants> nearest;
};

// The program or the monitor of the baseline with a detail that the surviving sources do not have.
struct ReceivingHypothesis {
  std::string_view name;     // "SIBE before each BIN"
  std::string_view program;  // of rjs_programs.hpp
  std::string_view monitor;  // of monitor_variants.hpp; empty: that of 1972
  std::string_view evidence, objection;
};

struct ReceivingRow {
  ReceivingHypothesis of;
  RangeMeans means;
  bool whole = false;
};

struct ReceivingFindings {
  std::string machine;
  std::vector<ReceivingRow> rows{};
  RangeMeans paper{};
  std::string below{}, above{};  // the hypotheses whose ratios are nearest to the paper's; empty: none
};

}  // namespace utah10
