#include "append_file.hpp"

#include <cerrno>
#include <system_error>

namespace utah10 {

namespace {
namespace fs = std::filesystem;

tl::unexpected<Error> refused(std::string_view device, const fs::path& file, const std::string& what, int number,
                              std::string hint = {}) {
  const std::string why = number != 0 ? ": " + std::generic_category().message(number) : "";
  return fail(std::string(device) + ": " + file.string(), what + why, std::move(hint));
}
}  // namespace

Expected<AppendFile> AppendFile::open(std::string_view device, const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (fs::is_directory(status)) return refused(device, file, "is a directory", 0, "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return refused(device, file, "is not a plain file", 0);
  errno = 0;
  std::unique_ptr<std::FILE, Close> opened{std::fopen(file.c_str(), "ab")};
  if (!opened) return refused(device, file, "cannot be written", errno);
  std::setvbuf(opened.get(), nullptr, _IONBF, 0);
  return AppendFile{std::string(device), file, std::move(opened)};
}

int AppendFile::writeKept() {
  if (kept_.empty()) return 0;
  errno = 0;
  const std::size_t written = std::fwrite(kept_.data(), 1, kept_.size(), file_.get());
  kept_.erase(0, written);
  if (kept_.empty()) return 0;
  std::clearerr(file_.get());
  return errno != 0 ? errno : EIO;
}

void AppendFile::append(std::string_view bytes) {
  kept_ += bytes;
  writeKept();
}

Expected<void> AppendFile::flush() {
  if (const int number = writeKept())
    return refused(device_, path_, "cannot be written", number, "nothing is lost; make room and try again");
  return {};
}

}  // namespace utah10
