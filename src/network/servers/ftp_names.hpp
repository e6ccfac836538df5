// Names of the files that a file server creates.
#pragma once

#include <string>

namespace utah10 {

// The file that holds a user's mail (inferred: one file of the store).
inline std::string mailboxName(const std::string& user) { return user + ".mail"; }
// The part of an interrupted store up to its last restart marker.
inline std::string partName(const std::string& file) { return file + ".part"; }

}  // namespace utah10
