// Suggests a name for a misspelt one. The distance counts letters added, dropped, changed, and neighbours swapped.
#include "command/console/suggestion.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace utah10 {

namespace {

constexpr std::size_t kLongest = 32;

std::size_t distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, kLongest + 1>;
  if (a.size() > kLongest || b.size() > kLongest) return kLongest;
  Row before{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view typed, std::span<const std::string_view> candidates) {
  const std::string word = lowerCase(typed);
  std::string_view best;
  // One error in a word of up to 3 letters, two in one of up to 8, three in a longer one.
  std::size_t least = (word.size() < 4 ? 1 : word.size() < 9 ? 2 : 3) + 1;
  for (const std::string_view c : candidates) {
    const std::size_t d = distance(word, c);
    if (d >= least) continue;
    least = d;
    best = c;
  }
  return best;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return words;
    text.remove_prefix(first);
    const std::size_t n = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, n));
    text.remove_prefix(n);
  }
}

}  // namespace utah10
