// How the text of a page has changed, as programs that read it aloud are told: what was removed where, and what was
// inserted there. Paper that moves up loses lines at its top and gains text at its end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

struct TextChange {
  std::size_t at = 0;
  std::string removed, inserted;
  bool operator==(const TextChange&) const = default;
};

std::vector<TextChange> textChanges(std::string_view before, std::string_view after);

}  // namespace utah10
