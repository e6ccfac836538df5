// Does a program print what a document shows?
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10::test {

// A word of a line, or a number: digits with at most one point between them.
struct LineToken {
  bool number = false;
  std::string text;
};

inline std::vector<LineToken> tokensOf(std::string_view line) {
  const auto digit = [&](std::size_t at) {
    return at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]));
  };
  std::vector<LineToken> found;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    const bool number = digit(at);
    while (number && digit(at)) ++at;
    if (number && at < line.size() && line[at] == '.' && digit(at + 1))
      for (++at; digit(at);) ++at;
    while (!number && at < line.size() && line[at] != ' ' && !digit(at)) ++at;
    found.push_back({number, std::string{line.substr(begin, at - begin)}});
  }
  return found;
}

// Half a unit of the last digit printed: what rounding may hide.
inline double roundingOf(const std::string& number) {
  const std::size_t point = number.find('.');
  const auto digits = point == std::string::npos ? 0.0 : static_cast<double>(number.size() - point - 1);
  return 0.5 * std::pow(10, -digits);
}

// Two numbers as printed: they may differ by `part` of the wanted one, or by what its rounding hides.
inline bool numbersAgree(const std::string& want, const std::string& got, double part) {
  const double w = std::strtod(want.c_str(), nullptr), g = std::strtod(got.c_str(), nullptr);
  return std::abs(w - g) <= std::max(roundingOf(want), part * std::abs(w)) * (1 + 1e-9);
}

// With part 0, character for character. Otherwise words are the same and numbers agree; the width of columns is free.
inline bool linesAgree(const std::string& want, const std::string& got, double part) {
  if (part == 0) return want == got;
  const auto w = tokensOf(want), g = tokensOf(got);
  return std::equal(w.begin(), w.end(), g.begin(), g.end(), [&](const LineToken& a, const LineToken& b) {
    return a.number && b.number ? numbersAgree(a.text, b.text, part) : a.text == b.text;
  });
}

using LinesAgree = std::function<bool(const std::string& want, const std::string& got)>;

// A line "..." of `want` stands for any number of lines.
inline bool printedAgrees(const std::vector<std::string>& want, const std::vector<std::string>& got,
                          const LinesAgree& agree) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t w = 0, g = 0, gap = kNone, resume = 0;  // the last "..." and the first line that it leaves
  while (g < got.size()) {
    if (w < want.size() && want[w] == "...") {
      gap = w++;
      resume = g;
    } else if (w < want.size() && agree(want[w], got[g])) {
      ++w;
      ++g;
    } else if (gap != kNone) {
      w = gap + 1;
      g = ++resume;
    } else {
      return false;
    }
  }
  while (w < want.size() && want[w] == "...") ++w;
  return w == want.size();
}

inline bool printedAgrees(const std::vector<std::string>& want, const std::vector<std::string>& got, double part = 0) {
  return printedAgrees(want, got,
                       [part](const std::string& w, const std::string& g) { return linesAgree(w, g, part); });
}

}  // namespace utah10::test
