#include "command/host/ccn_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>

#include "word/new_file.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostNames = 1000;
constexpr std::uintmax_t kLongestDeck = 16u << 20;

// Job names consist of A-Z 0-9 $ # @, so they cannot lead out of the folder.
std::string nameOf(const CcnFile& file, unsigned n) {
  const std::string again = n == 1 ? "" : fmt::format(".{}", n);
  const std::string_view ending = file.kind == CcnFileKind::Punch ? "ebcdic" : "txt";
  return fmt::format("{:06}-{}-{}{}.{}", file.serial, utah10::nameOf(file.kind), file.job, again, ending);
}

bool holds(const fs::path& path, const Octets& contents) {
  std::ifstream in(path, std::ios::binary);
  const std::string there{std::istreambuf_iterator<char>(in), {}};
  return in && std::equal(there.begin(), there.end(), contents.begin(), contents.end(),
                          [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

}  // namespace

Expected<void> CcnFolder::prepare(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error))
    return fail(folder.string(), "is not a folder and cannot be created", "name another folder for CCN's files");
  return {};
}

void CcnFolder::failure(const fs::path& file, const std::string& what) {
  ++failed_;
  lastFailure_ = fmt::format("{}: {}", file.string(), what);
}

void CcnFolder::keep(const CcnFile& file) {
  for (unsigned n = 1; n <= kMostNames; ++n) {
    const fs::path path = folder_ / nameOf(file, n);
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) {
      if (!holds(path, file.contents)) continue;
      ++alreadyThere_;
      return;
    }
    NewFile fresh(path);
    if (!fresh.open() || !fresh.write(std::as_bytes(std::span{file.contents})))
      return failure(path, std::error_code(errno, std::generic_category()).message());
    if (const std::error_code why = fresh.renameTo(path)) return failure(path, why.message());
    ++written_;
    return;
  }
  failure(folder_ / nameOf(file, 1), "all names for this file are in use");
}

Expected<std::string> readDeckFile(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return fail(file.string(), "is not a file", "a deck is a text file");
  if (fs::file_size(file, error) > kLongestDeck) return fail(file.string(), "is too long for a deck");
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return fail(file.string(), "cannot be read");
  return text;
}

}  // namespace utah10
