#include "command/panel/text_change.hpp"

#include <algorithm>

namespace utah10 {

namespace {

// What has left at the top so that the rest is how the new text begins; 0: not so.
std::size_t movedUp(std::string_view before, std::string_view after) {
  if (after.starts_with(before)) return 0;
  for (std::size_t end = before.find('\n'); end != std::string_view::npos; end = before.find('\n', end + 1))
    if (end + 1 < before.size() && after.starts_with(before.substr(end + 1))) return end + 1;
  return 0;
}

}  // namespace

std::vector<TextChange> textChanges(std::string_view before, std::string_view after) {
  std::vector<TextChange> changes;
  if (const std::size_t top = movedUp(before, after); top != 0) {
    changes.push_back({0, std::string{before.substr(0, top)}, {}});
    before.remove_prefix(top);
  }
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  if (same == before.size() && same == after.size()) return changes;
  changes.push_back({same, std::string{before.substr(same)}, std::string{after.substr(same)}});
  return changes;
}

}  // namespace utah10
