// The commands of a file server, as a table: their requirements, and whether a transfer may be in progress.
#pragma once

#include <cstdint>
#include <string_view>

namespace utah10 {

enum class FtpVerb : std::uint8_t {
  User,
  Pass,
  Acct,
  Bye,
  Byte,
  Sock,
  Type,
  Stru,
  Mode,
  Retr,
  Stor,
  Appe,
  Rnfr,
  Rnto,
  Dele,
  List,
  Allo,
  Rest,
  Stat,
  Abor,
  Mail,
  Mlfl,
  Help,
  Noop,
  Later
};

struct FtpVerbEntry {
  std::string_view name;
  FtpVerb verb;
  bool needsArgument;
  bool needsLogin;
  bool whileBusy;  // allowed while a file is in transfer
};

// Looks up a name in upper case; null if it is unknown.
const FtpVerbEntry* findFtpVerb(std::string_view name);

}  // namespace utah10
