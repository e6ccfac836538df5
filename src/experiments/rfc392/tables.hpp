// All 77 transfers of RFC 392 on each of our monitors and with each hypothesis on receiving, with nobody else at work
// and among the paper's load.
#pragma once

#include <string>
#include <vector>

#include "experiments/rfc392/paper.hpp"
#include "experiments/rfc392/table_findings.hpp"
#include "experiments/rfc392/transfers.hpp"

namespace utah10 {

struct TableCase {
  std::string name;         // short, unique among those that are alone or not: "1.31", "RJS1P"
  std::string description;  // "monitor of 1973", "SIBE before each BIN"
  Rfc392Settings settings;
  bool alone = false;                              // nobody else is at work
  std::string_view evidence = {}, objection = {};  // of a hypothesis
};

// A machine with one of our monitors, and its name in the tables.
struct TableMachine {
  std::string name;
  LabOptions machine;
};

// First those alone, then those among other users; of each the machines as they are, the first of which is that of
// 1972, then the hypotheses on the first. Errors: a hypothesis cannot be tried on the first machine.
Expected<std::vector<TableCase>> tableCases(const Rfc392Settings& given, const std::vector<TableMachine>& machines);

// The rows with no load of others.
std::vector<TransferCondition> alone(std::vector<TransferCondition> rows);

// A case and its results, of all runs.
struct TableResult {
  TableCase of;
  std::vector<TransferResult> results;
};

TablesFindings tablesConditions(const std::vector<TableCase>& cases);
TablesFindings analyseTables(const std::vector<TableResult>& all, const std::vector<TransferCondition>& rows,
                             const Rfc392Paper& paper);

}  // namespace utah10
