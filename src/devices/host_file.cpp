#include "host_file.hpp"

#include <cstring>
#include <fstream>
#include <string>

namespace utah10 {

namespace {
std::string at(std::string_view device, const std::filesystem::path& file) {
  return std::string(device) + ": " + file.string();
}
}  // namespace

Expected<std::vector<std::byte>> readHostFile(std::string_view device, const std::filesystem::path& file,
                                              std::size_t most) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return fail(at(device, file), "is a directory", "name a file");
  const auto size = std::filesystem::file_size(file, error);
  if (error) return fail(at(device, file), "cannot be read: " + error.message());
  if (size > most) return fail(at(device, file), "is too large for this medium");
  std::ifstream in(file, std::ios::binary);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (!in || !in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    return fail(at(device, file), "cannot be read");
  return bytes;
}

Expected<void> replaceHostFile(std::string_view device, const std::filesystem::path& file,
                               std::span<const std::byte> bytes) {
  std::filesystem::path beside = file;
  beside += ".new";
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(beside, ignored);
      return fail(at(device, file), "cannot be written", "check the folder and the space on the disk");
    }
  }
  std::error_code error;
  std::filesystem::rename(beside, file, error);
  if (!error) return {};
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  return fail(at(device, file), "cannot be replaced: " + error.message());
}

}  // namespace utah10
