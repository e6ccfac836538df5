// The lines typed at the prompt, kept in a host file from one session to the next: one line of text each, the oldest
// first. Each line is appended when it has been typed, so that sessions side by side and killed ones lose none.
//
// A history that cannot be read or written is not kept; that is no error.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

class KeptHistory {
 public:
  static constexpr std::size_t kMostLines = 1000;

  // An empty name: nothing is kept.
  explicit KeptHistory(std::filesystem::path file) : file_(std::move(file)) {}

  // The file that the environment names: UTAH10_HISTORY, which may be empty; else utah10/history in XDG_STATE_HOME or
  // ~/.local/state. Empty if there is no home.
  static std::filesystem::path fileOfUser();

  // The last kMostLines lines. A file that has grown to twice as many is shortened.
  std::vector<std::string> lines();
  void append(std::string_view line);

 private:
  void shorten(const std::vector<std::string>& lines);

  std::filesystem::path file_;
};

}  // namespace utah10
