#include "word/new_file.hpp"

#include <unistd.h>

#include <algorithm>
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
  const FilePiece whole{0, bytes};
  return write(bytes.size(), {&whole, 1});
}

bool NewFile::write(std::uint64_t size, std::span<const FilePiece> pieces) {
  errno = 0;
  const bool written = std::ranges::all_of(pieces, [this](const FilePiece& p) { return put(p); }) && extendTo(size);
  const int why = errno;
  const bool closed = std::fclose(file_.release()) == 0;
  if (!written) errno = why;
  return written && closed;
}

bool NewFile::put(const FilePiece& piece) {
  std::FILE* const f = file_.get();
  if (piece.bytes.empty()) return true;
  return std::fseek(f, static_cast<long>(piece.offset), SEEK_SET) == 0 &&
         std::fwrite(piece.bytes.data(), 1, piece.bytes.size(), f) == piece.bytes.size();
}

// A hole at the end is made by setting the length.
bool NewFile::extendTo(std::uint64_t size) {
  return std::fflush(file_.get()) == 0 && ::ftruncate(fileno(file_.get()), static_cast<off_t>(size)) == 0;
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
