// Configuration of a file server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct FtpAccount {
  std::string name;      // in either case, as in TENEX
  std::string password;  // likewise; empty: any password
  bool mayUse = true;    // false: 432
  bool mayWrite = true;  // false: 451 to everything that changes files
};

struct FtpConfig {
  std::string host = "HOST";  // the name in the greeting
  std::string version = "1.0";
  std::int64_t startedAt = 85838400;  // the host's clock at instant 0, in seconds since 1970: 20-SEP-72 12:00
  std::vector<FtpAccount> accounts;   // empty: any user with any password
  bool wantsAccount = true;           // TENEX requires all of USER, PASS and ACCT
  unsigned tries = 3;                 // log-in attempts; then 430 and disconnection
  std::size_t mostSessions = 8;       // further users get 401
  std::vector<unsigned> byteSizes;    // accepted by BYTE, others get 506 (TENEX 1.28: 8, 32, 36); empty: all
  std::uint64_t longestFile = std::uint64_t{1} << 28;  // bits; a longer file gets 453
  unsigned markEvery = 0;                              // MODE B, RETR: a restart marker every so many bytes; 0: none
  // Timeouts of the server, all of them inferred.
  Duration loginPatience = seconds(300);  // until logged in: then 430
  Duration linePatience = seconds(60);    // for the end of a command line: then 301
  Duration openPatience = seconds(60);    // for the data connection: then 454
  Duration dataPatience = seconds(300);   // for progress on it: then 452
};

// 20-SEP-72 12:00:00
std::string ftpDate(std::int64_t secondsSince1970);

}  // namespace utah10
