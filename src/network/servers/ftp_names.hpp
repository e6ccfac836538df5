// Names of files that a server of files makes.
#pragma once

#include <string>

namespace utah10 {

// Where a user's mail is kept (inferred: one file of the store).
inline std::string mailboxName(const std::string& user) { return user + ".mail"; }
// What came of a broken store up to its last restart marker.
inline std::string partName(const std::string& file) { return file + ".part"; }

}  // namespace utah10
