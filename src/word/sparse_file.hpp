// Host files with holes: parts of a file that were never written, which take no room on the host and read as zeros.
// An empty pack of 41 megabytes is nearly all hole.
//
// Errors: an error code from copySparse(); the caller words the message.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

namespace utah10 {

// Holes are found and made in multiples of this.
inline constexpr std::size_t kHoleBytes = 4096;

struct FileExtent {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};
struct FilePiece {
  std::uint64_t offset = 0;
  std::span<const std::byte> bytes;
};

// The extents of an open file of `size` bytes that may hold something other than zeros, in order. They begin at
// multiples of kHoleBytes. Moves the file's position.
std::vector<FileExtent> dataExtents(int file, std::uint64_t size);

inline bool allZero(std::span<const std::byte> bytes) {
  return bytes.empty() ||
         (bytes[0] == std::byte{} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

// Calls f(piece) for the parts of `whole` that hold something other than zeros, in multiples of kHoleBytes.
template <class F>
void eachPiece(FilePiece whole, F f) {
  const auto zeroAt = [&](std::size_t at) {
    return allZero(whole.bytes.subspan(at, std::min(kHoleBytes, whole.bytes.size() - at)));
  };
  for (std::size_t at = 0; at < whole.bytes.size();) {
    std::size_t end = at;
    while (end < whole.bytes.size() && !zeroAt(end)) end += kHoleBytes;
    end = std::min(end, whole.bytes.size());
    if (end != at) f(FilePiece{whole.offset + at, whole.bytes.subspan(at, end - at)});
    at = end + kHoleBytes;
  }
}

// Copies a file and its permissions to a new name and leaves holes for zeros. Never replaces a file.
std::error_code copySparse(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace utah10
