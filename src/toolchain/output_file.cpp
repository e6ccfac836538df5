#include "toolchain/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "word/new_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

tl::unexpected<Error> failedWith(const fs::path& file, std::string what, int number, std::string hint = {}) {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(file.string(), std::move(what), std::move(hint));
}

Expected<void> writeInPlace(const fs::path& path, std::span<const std::byte> bytes) {
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return failedWith(path, "cannot be written", errno);
  const bool written = bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int why = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) return failedWith(path, "cannot be written", written ? errno : why);
  return {};
}

Expected<void> checkName(const fs::path& path, fs::file_status status) {
  if (path.empty()) return fail("", "no output file is named");
  if (fs::is_directory(status)) return fail(path.string(), "is a directory", "name a file");
  return {};
}

}  // namespace

Expected<void> checkWritable(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (auto ok = checkName(path, status); !ok) return ok;
  if (fs::is_fifo(status)) return {};  // opening it would wait for its reader
  bool opened = false;
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    errno = 0;
    std::FILE* file = std::fopen(path.c_str(), "ab");
    opened = file != nullptr && std::fclose(file) == 0;
  } else {
    opened = NewFile{followed(path)}.open();
  }
  if (!opened) return failedWith(path, "cannot be written", errno, "name a file in a folder that you may write to");
  return {};
}

namespace {
Expected<void> writePieces(const fs::path& path, std::uint64_t size, std::span<const FilePiece> pieces) {
  const fs::path target = followed(path);
  const std::string hint = "any old file is unchanged; free some space or name another file";
  NewFile beside{target};
  if (!beside.open()) return failedWith(path, "cannot be written", errno, hint);
  if (!beside.write(size, pieces)) return failedWith(path, "cannot be written", errno, hint);
  if (const std::error_code failed = beside.renameTo(target))
    return failedWith(path, "cannot be replaced", failed.value(), hint);
  return {};
}

// An existing file that is not a regular one: a pipe, /dev/null.
bool special(fs::file_status status) { return fs::exists(status) && !fs::is_regular_file(status); }
}  // namespace

Expected<void> writeFileWhole(const fs::path& path, std::span<const std::byte> bytes) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (auto ok = checkName(path, status); !ok) return ok;
  if (special(status)) return writeInPlace(path, bytes);
  const FilePiece whole{0, bytes};
  return writePieces(path, bytes.size(), {&whole, 1});
}

Expected<void> writeFileSparse(const fs::path& path, std::uint64_t size, std::span<const FilePiece> pieces) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (auto ok = checkName(path, status); !ok) return ok;
  if (!special(status)) return writePieces(path, size, pieces);
  std::vector<std::byte> whole(static_cast<std::size_t>(size));
  for (const FilePiece& p : pieces) std::ranges::copy(p.bytes, whole.begin() + static_cast<std::ptrdiff_t>(p.offset));
  return writeInPlace(path, whole);
}

Expected<void> writeFileWhole(const fs::path& path, std::string_view text) {
  return writeFileWhole(path, std::as_bytes(std::span{text}));
}

}  // namespace utah10
