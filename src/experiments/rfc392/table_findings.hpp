// What was found in the tables of all transfers (tables.hpp): every number of the report, computed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/rfc392/findings.hpp"

namespace utah10 {

// Why a transfer costs more or less than the paper's by more than 10 %.
enum class TableMiss : std::uint8_t {
  None,      // it does not
  Short,     // less than 1000 bytes: what does not depend on their number
  Scatter,   // the paper's own cost is off the mean of its large transfers, which ours is near to
  Sent,      // a sent byte costs something else
  Received,  // a received one
  Last = Received
};
constexpr std::size_t kTableMisses = static_cast<std::size_t>(TableMiss::Last) + 1;

// A transfer of one case; means of all runs.
struct TableCost {
  std::optional<double> usPerBit;  // nothing: not measured
  std::optional<double> overPaper;
  std::optional<double> load;  // measured, at the end
  TableMiss miss = TableMiss::None;
  bool whole = false;
};

// All transfers of one direction of one case.
struct TableDirection {
  Spread large;                    // us/bit of those of kBig bytes or more
  double usPerByteOff = 0;         // of their mean, from the paper's
  std::size_t within = 0, of = 0;  // within 10 % of the paper
  PartCosts parts;
};

struct TableCaseFindings {
  std::string name, description;
  bool alone = false;
  TableDirection sends, receives;
  std::optional<double> receiveOverSend;
  std::array<std::size_t, kTableMisses> misses{};
  std::size_t whole = 0, transfers = 0;
  bool divided = true;  // charged time is divided into parts
  std::string evidence, objection;
  std::vector<TableCost> costs;  // of each row

  const TableDirection& of(bool send) const { return send ? sends : receives; }
};

struct TableRow {
  std::string name;
  bool send = true;
  std::uint64_t bytes = 0;
  double load = 0, usPerBit = 0;  // the paper's
};

struct TablesFindings {
  std::string machine;  // the first
  std::size_t runs = 1;
  std::vector<TableRow> rows;
  std::vector<TableCaseFindings> cases;
  Spread paperSends, paperReceives;  // large ones
  double paperReceiveOverSend = 0;
  // The cases whose ratios are nearest to the paper's, alone and among others; empty: none.
  struct Bracket {
    bool alone = false;
    std::string below, above;
  };
  std::vector<Bracket> brackets;
};

}  // namespace utah10
