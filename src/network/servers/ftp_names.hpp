// Names as a server of files compares and makes them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace utah10 {

// In either case, as at TENEX.
inline bool sameFtpName(std::string_view a, std::string_view b) {
  const auto fold = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return fold(x) == fold(y); });
}

// Where a user's mail is kept (inferred: one file of the store).
inline std::string mailboxName(const std::string& user) { return user + ".mail"; }
// What came of a broken store up to its last restart marker.
inline std::string partName(const std::string& file) { return file + ".part"; }

}  // namespace utah10
