// What may be said of a server of files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct FtpAccount {
  std::string name;      // in either case, as at TENEX
  std::string password;  // the same; empty: any
  bool mayUse = true;    // false: 432
  bool mayWrite = true;  // false: 451 to everything that changes files
};

struct FtpConfig {
  std::string host = "HOST";  // as the greeting names it
  std::string version = "1.0";
  std::int64_t startedAt = 85838400;  // the host's clock at instant 0, in seconds since 1970: 20-SEP-72 12:00
  std::vector<FtpAccount> accounts;   // none: anybody, with any password
  bool wantsAccount = true;           // TENEX asks for all of USER, PASS and ACCT
  unsigned tries = 3;                 // of logging in: then 430 and goodbye
  std::size_t mostSessions = 8;       // more get 401
  std::vector<unsigned> byteSizes;    // that BYTE accepts, others get 506 (TENEX 1.28: 8, 32, 36); none: all
  std::uint64_t longestFile = std::uint64_t{1} << 28;  // bits; more gets 453
  unsigned markEvery = 0;                              // MODE B, RETR: a restart marker after so many bytes; 0: none
  // How long the server waits, all of them inferred.
  Duration loginPatience = seconds(300);  // until logged in: then 430
  Duration linePatience = seconds(60);    // for the end of a command line: then 301
  Duration openPatience = seconds(60);    // for the data connection: then 454
  Duration dataPatience = seconds(300);   // for anything to move on it: then 452
};

// 20-SEP-72 12:00:00
std::string ftpDate(std::int64_t secondsSince1970);

}  // namespace utah10
