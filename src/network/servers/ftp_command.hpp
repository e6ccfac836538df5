// Commands of the old file transfer protocol, as received over the Telnet connection.
//
// Shape: up to four letters in either case, blanks, an argument, CR LF (RFC 354, IV.A; docs/sources/ncp.md 10.2). Codes
// above 127 are controls of the old Telnet protocol (RFC 318), none of which means anything to an FTP server: they are
// dropped. NULs and lone CRs are dropped, too, and a lone LF ends a line (inferred: hosts differed).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/machine/archive.hpp"

namespace utah10 {

class FtpLineReader {
 public:
  static constexpr std::size_t kLongest = 1024;  // characters without the line end; any further ones are dropped

  struct Line {
    std::string text;
    bool cut = false;  // it was longer
  };

  // Returns the line, if this octet ends one.
  std::optional<Line> take(std::uint8_t octet);
  bool midLine() const { return !line_.text.empty(); }
  std::uint64_t controls() const { return controls_; }  // dropped

  void state(Archive& a);

 private:
  Line line_;
  std::uint64_t controls_ = 0;
};

struct FtpCommand {
  std::string name;  // upper case; empty for a blank line
  std::string argument;
};

// nullopt if it does not begin with one to four letters followed by a blank or the end.
std::optional<FtpCommand> parseFtpCommand(std::string_view line);

// Decimal digits only; nullopt for anything else or more than `most`.
std::optional<std::uint64_t> ftpNumber(std::string_view text, std::uint64_t most);

// The argument of the user's SOCK command: `s`, or `h-s` at another host, both decimal.
struct FtpSocket {
  std::optional<std::uint8_t> host;
  std::uint32_t socket = 0;
};
std::optional<FtpSocket> parseFtpSocket(std::string_view text);

}  // namespace utah10
