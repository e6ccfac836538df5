// Describes the pager's trap status: group and causes (bits 0-8), and the kind of reference (bits 9-17).
//
// Source: PAGEM's dispatch tables TABA, TAB1, TAB2 and their comments (docs/sources/pager.md 9).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

// One cause: a group and a bit in it. `word` is its name in filters: unique and without blanks ("not-in-core").
struct PageFaultReason {
  unsigned group = 0;  // 0 CST, 1 not in core by pointer, 2 first page table, 3 a later one
  unsigned bit = 0;    // 2 to 8
  std::string_view word;
  std::string_view text;
};
// All causes the hardware can report, in the order in which a TENEX monitor tests them.
std::span<const PageFaultReason> pageFaultReasons();
// The reasons in bits 0-8 of a status word: index `reasons` is its left half shifted right by 9
// (PagerCounters::faults).
std::vector<const PageFaultReason*> reasonsOf(std::uint32_t reasons);
// "copy-on-write", or several joined by commas; octal digits for a combination that the hardware does not report.
std::string faultText(std::uint32_t reasons);
// The complete left half of a status word: "copy-on-write: write of monitor space, in a PI cycle".
std::string trapStatusText(std::uint32_t leftHalf);

}  // namespace utah10
