// The pager's trap status in words: group and causes (bits 0-8), and what the reference was (bits 9-17).
//
// Source: PAGEM's dispatch tables TABA, TAB1, TAB2 and their comments (docs/sources/pager.md 9).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

// One cause: a group and a bit of it. `word` is what a user types for it: no blanks, unique ("not-in-core").
struct PageFaultReason {
  unsigned group = 0;  // 0 CST, 1 not in core by pointer, 2 first page table, 3 a later one
  unsigned bit = 0;    // 2 to 8
  std::string_view word;
  std::string_view text;
};
// All that the hardware can report, in the order in which a TENEX monitor looks at them.
std::span<const PageFaultReason> pageFaultReasons();
// The reasons in bits 0-8 of a status word: index `reasons` is its left half shifted right by 9
// (PagerCounters::faults).
std::vector<const PageFaultReason*> reasonsOf(std::uint32_t reasons);
// "copy-on-write", or several joined by commas; a combination that no hardware reports as octal digits.
std::string faultText(std::uint32_t reasons);
// The left half of a status word, whole: "copy-on-write: write of monitor space, in a PI cycle".
std::string trapStatusText(std::uint32_t leftHalf);

}  // namespace utah10
