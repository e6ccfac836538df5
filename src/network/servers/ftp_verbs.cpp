#include "network/servers/ftp_verbs.hpp"

#include <algorithm>
#include <array>

namespace utah10 {

namespace {
// The type is spelled out: with a deduced type, g++ 12 emits writable data.
constexpr std::array<FtpVerbEntry, 29> kTable = {
    {{"USER", FtpVerb::User, true, false, false},  {"PASS", FtpVerb::Pass, false, false, false},
     {"ACCT", FtpVerb::Acct, true, false, false},  {"BYE", FtpVerb::Bye, false, false, true},
     {"BYTE", FtpVerb::Byte, true, false, false},  {"SOCK", FtpVerb::Sock, true, false, false},
     {"TYPE", FtpVerb::Type, true, false, false},  {"STRU", FtpVerb::Stru, true, false, false},
     {"MODE", FtpVerb::Mode, true, false, false},  {"RETR", FtpVerb::Retr, true, true, false},
     {"STOR", FtpVerb::Stor, true, true, false},   {"APPE", FtpVerb::Appe, true, true, false},
     {"RNFR", FtpVerb::Rnfr, true, true, false},   {"RNTO", FtpVerb::Rnto, true, true, false},
     {"DELE", FtpVerb::Dele, true, true, false},   {"LIST", FtpVerb::List, false, true, false},
     {"ALLO", FtpVerb::Allo, true, true, false},   {"REST", FtpVerb::Rest, true, true, false},
     {"STAT", FtpVerb::Stat, false, false, true},  {"ABOR", FtpVerb::Abor, false, false, true},
     {"MAIL", FtpVerb::Mail, true, false, false},  {"MLFL", FtpVerb::Mlfl, true, false, false},
     {"HELP", FtpVerb::Help, false, false, true},  {"NOOP", FtpVerb::Noop, false, false, true},
     {"FORM", FtpVerb::Later, false, false, true}, {"LSTN", FtpVerb::Later, false, false, true},
     {"NLST", FtpVerb::Later, false, false, true}, {"PASV", FtpVerb::Later, false, false, true},
     {"REIN", FtpVerb::Later, false, false, true}}};
}  // namespace

const FtpVerbEntry* findFtpVerb(std::string_view name) {
  const auto* at = std::find_if(kTable.begin(), kTable.end(), [&](const FtpVerbEntry& e) { return e.name == name; });
  return at == kTable.end() ? nullptr : at;
}

}  // namespace utah10
