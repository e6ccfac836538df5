// The remote operator's console at CCN: lines in from a Telnet connection, messages out.
//
// Source: RFC 189, 599; line folding as in RFC 307 (docs/sources/netrjs.md 5). The console is always ASCII, whatever
// the character set of the terminal's data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/octets.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

// Assembles lines from single octets.
class CcnLineEditor {
 public:
  static constexpr std::size_t kLongest = 133;
  enum class Result : std::uint8_t { Nothing, Line, Abort };

  // `etx`: control-C aborts the session (from September 1973).
  explicit CcnLineEditor(bool etx) : etx_(etx) {}

  // On Line, text() holds the line until the next octet. CR LF ends it; inferred: so does either alone.
  Result take(std::uint8_t octet);
  const std::string& text() const { return line_; }

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  bool etx_;
  std::string line_;
  bool complete_ = false;  // the next octet begins a new line
  bool return_ = false;    // the last octet was CR
};

// Splits a command into words separated by blanks or commas, in upper case. inferred: lower case is folded to upper
// case, and NAME=VALUE is one word.
std::vector<std::string> ccnWords(std::string_view line);

// A message as lines on the wire, each followed by CR LF; text beyond `width` continues on lines that begin with
// "**". inferred: the width, 72 (RFC 307 shows lines folded at about that).
Octets consoleLines(std::string_view message, std::size_t width);

}  // namespace utah10
