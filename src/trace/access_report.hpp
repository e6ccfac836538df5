// An access map in words: who touched a place, what was read before it was written, what was executed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace/access_map.hpp"
#include "trace/symbols.hpp"

namespace utah10 {

// Three lines: read, written, executed, and one more if the word is not as it was last seen. `now`: as it is, if known.
std::string whoText(const WordAccess* access, const Symbols& symbols, std::optional<Word36> now);

enum class ReportForm : std::uint8_t { Text, Csv, Json };

// Reads of words nobody has written since the map began: of words that were zero, or of `all`.
std::string unwrittenReport(const AccessMap& map, const Symbols& symbols, bool all, ReportForm form);

// From a label to the next: its words and how many were executed.
struct SymbolCoverage {
  bool user = false;
  std::string name;
  VirtualAddress first;
  std::uint32_t words = 0;
  std::uint32_t executed = 0;
  std::uint64_t times = 0;  // all words together
};
// Labels of a program whose last word is `last` (the last label reaches that far), in the order of addresses.
std::vector<SymbolCoverage> symbolCoverage(const AccessMap& map, const SymbolMap& symbols, bool user,
                                           VirtualAddress last);

// Pages with the words touched of each, then labels of both spaces that have any executed.
std::string coverageReport(const AccessMap& map, const Symbols& symbols, ReportForm form);

// A source, each line with how often its first word was executed: "       3. ", "######## " for words never executed,
// blanks for lines without words.
std::string coverageListing(const AccessMap& map, const SymbolMap& symbols, bool user, std::string_view file,
                            std::string_view source);

}  // namespace utah10
