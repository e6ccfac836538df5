// The commands of a server of files, as a table: what they need, and when they may come.
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
  bool whileBusy;  // while a file is on its way
};

// By the name in upper case; null for one that is unknown.
const FtpVerbEntry* findFtpVerb(std::string_view name);

}  // namespace utah10
