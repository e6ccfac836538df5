#include "toolchain/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <system_error>

namespace utah10 {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;

tl::unexpected<Error> notRead(const std::filesystem::path& path, int number) {
  const std::string reason = number == 0 ? "the file ended early" : std::generic_category().message(number);
  return fail(path.string(), "cannot be read: " + reason);
}

}  // namespace

Expected<std::size_t> inputFileSize(const std::filesystem::path& path, std::size_t largest) {
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
  return static_cast<std::size_t>(size);
}

Expected<std::vector<std::byte>> readFileWhole(const std::filesystem::path& path, std::size_t largest) {
  const auto size = inputFileSize(path, largest);
  if (!size) return tl::unexpected(size.error());
  errno = 0;
  std::ifstream in{path, std::ios::binary};
  std::vector<std::byte> bytes(*size);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) return notRead(path, errno);
  return bytes;
}

Expected<void> readFileData(const std::filesystem::path& path, std::size_t largest,
                            const std::function<void(FilePiece)>& take) {
  const auto size = inputFileSize(path, largest);
  if (!size) return tl::unexpected(size.error());
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rbe"), &std::fclose};
  if (!file) return notRead(path, errno);
  std::vector<std::byte> buffer(kPiece);
  for (const FileExtent& extent : dataExtents(fileno(file.get()), *size)) {
    errno = 0;
    if (std::fseek(file.get(), static_cast<long>(extent.offset), SEEK_SET) != 0) return notRead(path, errno);
    for (std::uint64_t done = 0; done < extent.length; done += kPiece) {
      const auto part = std::span{buffer}.first(std::min<std::size_t>(kPiece, extent.length - done));
      if (std::fread(part.data(), 1, part.size(), file.get()) != part.size()) return notRead(path, errno);
      eachPiece({extent.offset + done, part}, take);
    }
  }
  return {};
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
