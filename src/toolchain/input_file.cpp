#include "toolchain/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace utah10 {

Expected<std::vector<std::byte>> readFileWhole(const std::filesystem::path& path, std::size_t largest) {
  namespace fs = std::filesystem;
  std::string name = path.string();
  std::error_code why;
  const fs::file_status status = fs::status(path, why);
  if (status.type() == fs::file_type::not_found) return fail(std::move(name), "no such file");
  if (why) return fail(std::move(name), "cannot be examined: " + why.message());
  if (fs::is_directory(status)) return fail(std::move(name), "is a directory", "name a file in it");
  if (!fs::is_regular_file(status)) return fail(std::move(name), "is not a regular file");
  const std::uintmax_t size = fs::file_size(path, why);
  if (why) return fail(std::move(name), "cannot be examined: " + why.message());
  if (size > largest) {
    return fail(std::move(name), fmt::format("{} bytes is too large for a core image or program", size),
                fmt::format("at most {} bytes are read", largest));
  }
  errno = 0;
  std::ifstream in{path, std::ios::binary};
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) {
    const std::string reason = errno == 0 ? "the file ended early" : std::generic_category().message(errno);
    return fail(std::move(name), "cannot be read: " + reason);
  }
  return bytes;
}

Expected<WordFile> readWordFile(const std::filesystem::path& path, std::optional<Packing> packing) {
  const auto bytes = readFileWhole(path);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->empty()) return fail(path.string(), "the file is empty");
  if (!packing) {
    const auto found = detectPacking(*bytes);
    if (!found) return fail(path.string(), found.error().what, found.error().hint);
    packing = *found;
  }
  return WordFile::unpack(path.string(), *bytes, *packing);
}

}  // namespace utah10
