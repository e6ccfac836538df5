#include "trace/pager_names.hpp"

#include <fmt/format.h>

#include "word/pager_words.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t causeBit(unsigned bit) { return 0400u >> bit; }

constexpr PageFaultReason kReasons[] = {
    {0, 2, "age-0", "the core page's age is 000-017"},
    {0, 3, "age-2", "the core page's age is 020-037"},
    {0, 4, "age-4", "the core page's age is 040-057"},
    {0, 5, "age-6", "the core page's age is 060-077"},
    {1, 3, "shared-not-in-core", "a shared page is not in core"},
    {1, 4, "table-not-in-core", "the page table of an indirect pointer is not in core"},
    {1, 5, "private-behind-two-not-in-core", "a private page behind two indirect pointers is not in core"},
    {1, 6, "shared-behind-not-in-core", "a shared page behind an indirect pointer is not in core"},
    {1, 7, "later-table-not-in-core", "the page table of a second indirect pointer is not in core"},
    {1, 8, "too-many-indirect", "more than two indirect pointers"},
    {2, 2, "not-in-core", "a private page is not in core"},
    {2, 3, "copy-on-write", "a page to be copied before it is written"},
    {2, 4, "trap-to-user", "trap to user"},
    {2, 5, "no-page", "no page exists"},
    {2, 6, "read-protected", "the page may not be read or executed"},
    {2, 7, "write-protected", "the page may not be written"},
    {2, 8, "beyond-limit", "beyond the address limit, or an illegal pointer"},
    {3, 2, "not-in-core-behind", "a private page behind an indirect pointer is not in core"},
    {3, 3, "copy-on-write-behind", "copy on write, found behind an indirect pointer"},
    {3, 4, "trap-to-user-behind", "trap to user, found behind an indirect pointer"},
    {3, 5, "no-page-behind", "no page exists behind an indirect pointer"},
    {3, 6, "read-protected-behind", "may not be read or executed, found behind an indirect pointer"},
    {3, 7, "write-protected-behind", "may not be written, found behind an indirect pointer"},
    {3, 8, "illegal-pointer-behind", "an illegal pointer behind an indirect one"},
};

void add(std::string& list, std::string_view item, std::string_view joint = ", ") {
  if (!list.empty()) list += joint;
  list += item;
}

}  // namespace

std::span<const PageFaultReason> pageFaultReasons() { return kReasons; }

std::vector<const PageFaultReason*> reasonsOf(std::uint32_t reasons) {
  std::vector<const PageFaultReason*> found;
  for (const PageFaultReason& r : pageFaultReasons())
    if (reasons >> 7 == r.group && (reasons & causeBit(r.bit)) != 0) found.push_back(&r);
  return found;
}

std::string faultText(std::uint32_t reasons) {
  std::string text;
  std::uint32_t known = reasons >> 7 << 7;
  for (const PageFaultReason* r : reasonsOf(reasons)) {
    add(text, r->word);
    known |= causeBit(r->bit);
  }
  if (known != reasons || text.empty()) add(text, fmt::format("status {:03o}", reasons));
  return text;
}

std::string trapStatusText(std::uint32_t leftHalf) {
  const TrapStatus status{leftHalf};
  std::string kind;
  if (status.has(TrapStatus::kRead)) add(kind, "read", "-");
  if (status.has(TrapStatus::kWrite)) add(kind, "write", "-");
  if (status.has(TrapStatus::kFetch)) add(kind, "fetch", "-");
  std::string text = fmt::format("{}: {} of {} space", faultText(status.reasons()), kind.empty() ? "reference" : kind,
                                 status.has(TrapStatus::kMonitor) ? "monitor" : "user");
  if (status.has(TrapStatus::kParity)) text += ", bad parity";
  if (status.has(TrapStatus::kNonexistent)) text += ", no memory there";
  if (status.has(TrapStatus::kPiCycle)) text += ", in a PI cycle";
  if (status.has(TrapStatus::kIndirect)) text += ", for an indirect word";
  return text;
}

}  // namespace utah10
