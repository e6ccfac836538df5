#include "devices/host_file.hpp"

#include <cerrno>
#include <fstream>
#include <string>

#include "word/new_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

std::string at(std::string_view device, const fs::path& file) { return std::string(device) + ": " + file.string(); }

tl::unexpected<Error> failedWith(std::string where, std::string what, int number, std::string hint = {}) {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(std::move(where), std::move(what), std::move(hint));
}
}  // namespace

Expected<std::vector<std::byte>> readHostFile(std::string_view device, const fs::path& file, std::size_t most) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (fs::is_directory(status)) return fail(at(device, file), "is a directory", "name a file");
  if (!fs::exists(status)) return failedWith(at(device, file), "cannot be read", error ? error.value() : ENOENT);
  if (!fs::is_regular_file(status)) return fail(at(device, file), "is not a file that can be read whole");
  const auto size = fs::file_size(file, error);
  if (error) return failedWith(at(device, file), "cannot be read", error.value());
  if (size > most)
    return fail(at(device, file), "is too long for this medium", "at most " + std::to_string(most) + " bytes");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (!in || !in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    return failedWith(at(device, file), "cannot be read", errno);
  return bytes;
}

Expected<void> refuseOverlay(std::string_view device, const fs::path& file, const AttachOptions& options) {
  if (!options.overlay) return {};
  return fail(at(device, file), "this medium cannot be copied on write", "attach it without an overlay");
}

Expected<void> checkReplaceable(std::string_view device, const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (fs::is_directory(status)) return fail(at(device, file), "is a directory", "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return fail(at(device, file), "is not a plain file");
  const fs::path target = followed(file);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const fs::path asNamed = file.has_parent_path() ? file.parent_path() : ".";
  if (!fs::is_directory(folder, error)) return fail(at(device, file), "there is no folder " + asNamed.string());
  const NewFile trial{target};
  if (!trial.open()) return failedWith(at(device, file), "cannot be written", errno);
  return {};
}

Expected<void> replaceHostFile(std::string_view device, const fs::path& file, std::span<const std::byte> bytes) {
  const fs::path target = followed(file);
  const std::string hint = "nothing is lost; make room or name another file";
  NewFile beside{target};
  if (!beside.open()) return failedWith(at(device, file), "cannot be written", errno, hint);
  if (!beside.write(bytes)) return failedWith(at(device, file), "cannot be written", errno, hint);
  if (const std::error_code error = beside.renameTo(target))
    return failedWith(at(device, file), "cannot be replaced", error.value(), hint);
  return {};
}

}  // namespace utah10
