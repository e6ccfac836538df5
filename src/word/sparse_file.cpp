#include "word/sparse_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace utah10 {

namespace {

constexpr std::uint64_t kChunk = 1 << 18;

// A file descriptor that is closed at the end.
struct Descriptor {
  explicit Descriptor(int n) : number(n) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  int number;
};

bool readAll(int file, std::uint64_t offset, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n == 0) errno = EIO;  // the file has become shorter
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n < 0) continue;
    offset += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

bool writeAll(int file, FilePiece piece) {
  while (!piece.bytes.empty()) {
    const ssize_t n = ::pwrite(file, piece.bytes.data(), piece.bytes.size(), static_cast<off_t>(piece.offset));
    if (n < 0 && errno != EINTR) return false;
    if (n < 0) continue;
    piece = {piece.offset + static_cast<std::uint64_t>(n), piece.bytes.subspan(static_cast<std::size_t>(n))};
  }
  return true;
}

bool copyExtent(int in, int out, FileExtent extent, std::span<std::byte> buffer) {
  for (std::uint64_t done = 0; done < extent.length; done += buffer.size()) {
    const auto part =
        buffer.first(static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), extent.length - done)));
    if (!readAll(in, extent.offset + done, part)) return false;
    bool written = true;
    eachPiece({extent.offset + done, part}, [&](FilePiece p) { written = written && writeAll(out, p); });
    if (!written) return false;
  }
  return true;
}

bool copyAll(int in, int out, const struct stat& about) {
  const auto size = static_cast<std::uint64_t>(about.st_size);
  std::vector<std::byte> buffer(kChunk);
  for (const FileExtent& e : dataExtents(in, size))
    if (!copyExtent(in, out, e, buffer)) return false;
  return ::ftruncate(out, about.st_size) == 0 && ::fchmod(out, about.st_mode & 07777) == 0;
}

std::error_code lastError() { return {errno, std::generic_category()}; }

}  // namespace

std::vector<FileExtent> dataExtents(int file, std::uint64_t size) {
  std::vector<FileExtent> found;
  for (std::uint64_t at = 0; at < size;) {
    const off_t data = ::lseek(file, static_cast<off_t>(at), SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;  // a hole to the end
    const off_t hole = data < 0 ? -1 : ::lseek(file, data, SEEK_HOLE);
    if (hole < 0) {  // the host cannot tell
      found.push_back({at, size - at});
      break;
    }
    const std::uint64_t begin = std::max(at, static_cast<std::uint64_t>(data) / kHoleBytes * kHoleBytes);
    const std::uint64_t end = (static_cast<std::uint64_t>(hole) + kHoleBytes - 1) / kHoleBytes * kHoleBytes;
    if (begin >= size) break;
    at = std::min(end, size);
    found.push_back({begin, at - begin});
  }
  return found;
}

std::error_code copySparse(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Descriptor in{::open(from.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat about {};
  if (in.number < 0 || ::fstat(in.number, &about) != 0) return lastError();
  const Descriptor out{::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (out.number < 0) return lastError();
  if (copyAll(in.number, out.number, about)) return {};
  const std::error_code failed = lastError();
  ::unlink(to.c_str());
  return failed;
}

}  // namespace utah10
