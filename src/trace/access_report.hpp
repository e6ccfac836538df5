// Text reports of an access map: who referenced a word, what was read before it was written, what was executed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace/access_map.hpp"
#include "trace/report_form.hpp"
#include "trace/symbols.hpp"

namespace utah10 {

// Three lines (read, written, executed), and one more if the word differs from the value last seen. `now` is its
// present value, if known.
std::string whoText(const WordAccess* access, const Symbols& symbols, std::optional<Word36> now);

// Reads of words not written since the map began: only of words that were zero, or of `all`.
std::string unwrittenReport(const AccessMap& map, const Symbols& symbols, bool all, ReportForm form);

// From one label to the next: the number of words, and how many were executed.
struct SymbolCoverage {
  bool user = false;
  std::string name;
  VirtualAddress first;
  std::uint32_t words = 0;
  std::uint32_t executed = 0;
  std::uint64_t times = 0;  // sum over all words
};
// The labels of a program whose last word is `last`, which ends the last label's range, in address order.
std::vector<SymbolCoverage> symbolCoverage(const AccessMap& map, const SymbolMap& symbols, bool user,
                                           VirtualAddress last);

// Pages with the number of words referenced in each, then the labels of both spaces with any executed words.
std::string coverageReport(const AccessMap& map, const Symbols& symbols, ReportForm form);

// A source listing in which each line is prefixed with the number of times its first word was executed: "       3. ",
// "######## " for words never executed, blanks for lines without words.
std::string coverageListing(const AccessMap& map, const SymbolMap& symbols, bool user, std::string_view file,
                            std::string_view source);

}  // namespace utah10
