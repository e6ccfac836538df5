// Reads and writes snapshot files.
#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "utah10/trace/snapshot_file.hpp"
#include "word/new_file.hpp"

namespace utah10 {

namespace fs = std::filesystem;

namespace {

std::string reason() { return std::generic_category().message(errno == 0 ? EIO : errno); }

}  // namespace

Expected<std::size_t> writeSnapshot(const fs::path& path, const Snapshot& snapshot) {
  const std::vector<std::byte> bytes = encodeSnapshot(snapshot);
  if (fs::is_directory(path)) return fail(path.string(), "is a directory", "name a file in it");
  NewFile beside{path};
  if (!beside.open() || !beside.write(bytes)) return fail(path.string(), "cannot be written: " + reason());
  if (const std::error_code why = beside.renameTo(path))
    return fail(path.string(), "cannot be written: " + why.message());
  return bytes.size();
}

Expected<Snapshot> readSnapshot(const fs::path& path) {
  std::error_code why;
  if (!fs::exists(path, why)) return fail(path.string(), "no such file");
  if (!fs::is_regular_file(path, why)) return fail(path.string(), "is not a regular file");
  const std::uintmax_t size = fs::file_size(path, why);
  if (why) return fail(path.string(), "cannot be read: " + why.message());
  errno = 0;
  std::ifstream in{path, std::ios::binary};
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) return fail(path.string(), "cannot be read: " + reason());
  return decodeSnapshot(path.string(), bytes);
}

}  // namespace utah10
