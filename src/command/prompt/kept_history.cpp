#include "command/prompt/kept_history.hpp"

#include <cstdlib>
#include <fstream>
#include <system_error>

namespace utah10 {

namespace {

namespace fs = std::filesystem;

fs::path folderOf(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? fs::path{value} : fs::path{};
}

// The commands may name what is nobody else's business.
void forOwnerAlone(const fs::path& path, fs::perms perms) {
  std::error_code ignored;
  fs::permissions(path, perms, ignored);
}

void makeFolder(const fs::path& folder) {
  std::error_code ignored;
  if (!folder.empty() && fs::create_directories(folder, ignored)) forOwnerAlone(folder, fs::perms::owner_all);
}

}  // namespace

fs::path KeptHistory::fileOfUser() {
  if (const char* given = std::getenv("UTAH10_HISTORY"); given != nullptr) return given;
  fs::path state = folderOf("XDG_STATE_HOME");
  const fs::path home = folderOf("HOME");
  if (state.empty() && !home.empty()) state = home / ".local" / "state";
  return state.empty() ? fs::path{} : state / "utah10" / "history";
}

std::vector<std::string> KeptHistory::lines() {
  std::vector<std::string> all;
  std::error_code ignored;
  if (file_.empty() || !fs::is_regular_file(file_, ignored)) return all;
  std::ifstream in{file_};
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) all.push_back(std::move(line));
  const std::size_t size = all.size();
  if (size > kMostLines) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(kMostLines));
  if (size > 2 * kMostLines) shorten(all);
  return all;
}

void KeptHistory::append(std::string_view line) {
  if (file_.empty() || line.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
  makeFolder(file_.parent_path());
  std::error_code ignored;
  const bool known = fs::exists(file_, ignored);
  std::ofstream{file_, std::ios::app} << line.substr(0, line.find_last_not_of("\r\n") + 1) << '\n';
  if (!known) forOwnerAlone(file_, fs::perms::owner_read | fs::perms::owner_write);
}

// By a file under another name, so that the history is never half there.
void KeptHistory::shorten(const std::vector<std::string>& lines) {
  const fs::path partial = file_.string() + ".new";
  std::ofstream out{partial};
  for (const std::string& line : lines) out << line << '\n';
  out.close();
  std::error_code error;
  if (out) forOwnerAlone(partial, fs::perms::owner_read | fs::perms::owner_write), fs::rename(partial, file_, error);
  if (!out || error) fs::remove(partial, error);
}

}  // namespace utah10
