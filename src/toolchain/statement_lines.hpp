// Host text with one statement per line and comments after semicolons. Private to the toolchain layer.
#pragma once

#include <string_view>

namespace utah10 {

constexpr std::string_view kBlanks = " \t\f";

// Removes one line from the front of `text`. It ends with LF, CR LF, or CR alone, as in TENEX text files.
inline std::string_view takeLine(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  text.remove_prefix(line.size());
  text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  return line;
}

inline std::string_view withoutBlanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Removes the next blank-separated field from the front of `text`.
inline std::string_view takeField(std::string_view& text) {
  text = withoutBlanks(text);
  const std::string_view field = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(field.size());
  return field;
}

// The next line, without its comment and surrounding blanks; may be empty.
inline std::string_view takeStatement(std::string_view& text) {
  const std::string_view line = takeLine(text);
  return withoutBlanks(line.substr(0, line.find(';')));
}

}  // namespace utah10
