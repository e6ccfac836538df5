#include "word/new_file.hpp"

#include <cerrno>
#include <string>

namespace utah10 {

namespace fs = std::filesystem;

namespace {
constexpr int kMostBeside = 100;  // names tried
}  // namespace

NewFile::NewFile(const fs::path& file) {
  for (int n = 1; n <= kMostBeside && !file_; ++n) {
    fs::path trial = file;
    trial += ".new" + std::to_string(n);
    errno = 0;
    file_.reset(std::fopen(trial.c_str(), "wbxe"));
    if (file_) path_ = trial;
    if (!file_ && errno != EEXIST) return;
  }
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove(path_, ignored);
}

bool NewFile::write(std::span<const std::byte> bytes) {
  errno = 0;
  const bool written = bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
  const int why = errno;
  const bool closed = std::fclose(file_.release()) == 0;
  if (!written) errno = why;
  return written && closed;
}

std::error_code NewFile::renameTo(const fs::path& file) {
  std::error_code error;
  const auto old = fs::status(file, error);
  if (fs::exists(old)) fs::permissions(path_, old.permissions(), error);
  fs::rename(path_, file, error);
  if (!error) path_.clear();
  return error;
}

fs::path followed(const fs::path& file) {
  std::error_code error;
  fs::path end = fs::weakly_canonical(file, error);
  return error ? file : end;
}

}  // namespace utah10
