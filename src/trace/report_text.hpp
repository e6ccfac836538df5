// CSV and JSON fields for the reports of the trace layer.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace utah10 {

// Quoted if necessary.
inline std::string csvCell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string{text};
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string{"\"\""} : std::string(1, c);
  return quoted + "\"";
}

// A JSON string, with its quotes.
inline std::string jsonText(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 040)
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      quoted += c;
  }
  return quoted + "\"";
}

}  // namespace utah10
