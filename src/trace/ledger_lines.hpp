// Line formats shared by reports and series. Private to the trace layer.
#pragma once

#include <string>

#include "trace/ledger_report.hpp"

namespace utah10 {

LedgerLine ledgerLine(const LedgerSplit& split, const LedgerPlace& place, std::string name, const LedgerCell& cell);
std::string ledgerCsvLine(LedgerDimension d, const LedgerLine& line);            // with its newline
std::string ledgerJsonFields(const LedgerSplit& split, const LedgerLine& line);  // the fields of an object

}  // namespace utah10
