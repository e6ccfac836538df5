#include "command/host/temporary_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <system_error>

namespace utah10 {

Expected<TemporaryFolder> TemporaryFolder::make(const std::string& who) {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "utah10-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr)
    return fail(who, "cannot create a temporary folder: " + std::generic_category().message(errno), "set TMPDIR");
  TemporaryFolder made;
  made.path_ = pattern;
  return made;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace utah10
