#include "word/packaged_folders.hpp"

#include <cstdlib>
#include <system_error>

namespace utah10 {

std::vector<std::filesystem::path> packagedFolders() {
  namespace fs = std::filesystem;
  if (const char* given = std::getenv("UTAH10_ROMS"); given != nullptr && *given != '\0') return {given};
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  return {self.parent_path() / "roms", self.parent_path().parent_path() / "share" / "utah10"};
}

}  // namespace utah10
