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
#include "utah10/machine/state_stream.hpp"

namespace utah10 {

// Makes lines of what comes, octet by octet.
class CcnLineEditor {
 public:
  static constexpr std::size_t kLongest = 133;
  enum class Result : std::uint8_t { Nothing, Line, Abort };

  // `etx`: control-C aborts the session (from September 1973).
  explicit CcnLineEditor(bool etx) : etx_(etx) {}

  // Line: text() is the line until the next octet. CR LF ends it; inferred: either alone as well.
  Result take(std::uint8_t octet);
  const std::string& text() const { return line_; }

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  bool etx_;
  std::string line_;
  bool complete_ = false;  // the next octet begins a new one
  bool return_ = false;    // the last octet was CR
};

// Commands are words, apart by blanks or commas, in upper case. inferred: lower case counts as upper case, and
// NAME=VALUE is one word.
std::vector<std::string> ccnWords(std::string_view line);

// A message as lines on the wire, CR LF after each; what is longer than `width` goes on in lines that begin with "**".
// inferred: the width, 72 (RFC 307 shows folded lines of about that).
Octets consoleLines(std::string_view message, std::size_t width);

}  // namespace utah10
