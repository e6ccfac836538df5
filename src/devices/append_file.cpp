#include "devices/append_file.hpp"

#include <cerrno>
#include <fstream>
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

Expected<AppendFile> AppendFile::open(std::string_view device, const fs::path& file, bool later) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (fs::is_directory(status)) return refused(device, file, "is a directory", 0, "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return refused(device, file, "is not a plain file", 0);
  AppendFile made{std::string(device), file, nullptr};
  if (later && !fs::exists(status)) return made;
  if (const int number = made.create()) return refused(device, file, "cannot be written", number);
  return made;
}

int AppendFile::create() {
  errno = 0;
  std::unique_ptr<std::FILE, Close> opened{std::fopen(path_.c_str(), "ab")};
  if (!opened) return errno;
  std::setvbuf(opened.get(), nullptr, _IONBF, 0);
  std::error_code error;
  base_ = fs::file_size(path_, error);
  if (!error) file_ = std::move(opened);
  return error.value();
}

int AppendFile::writeKept() {
  if (kept_.empty()) return 0;
  if (!file_)
    if (const int number = create()) return number;
  errno = 0;
  const std::size_t written = std::fwrite(kept_.data(), 1, kept_.size(), file_.get());
  kept_.erase(0, written);
  written_ += written;
  if (kept_.empty()) return 0;
  std::clearerr(file_.get());
  return errno != 0 ? errno : EIO;
}

void AppendFile::append(std::string_view bytes) {
  later_.erase(0, later_.starts_with(bytes) ? bytes.size() : later_.size());
  kept_ += bytes;
  writeKept();
}

Expected<void> AppendFile::shorten(std::uint64_t appended) {
  if (appended >= written_) return {};
  std::error_code error;
  if (fs::file_size(path_, error) != base_ + written_ || error)
    return refused(device_, path_, "has been changed by another program", error.value(), "it is left as it is");
  std::string cut(static_cast<std::size_t>(written_ - appended), '\0');
  std::ifstream in{path_, std::ios::binary};
  if (!in.seekg(static_cast<std::streamoff>(base_ + appended)).read(cut.data(), std::ssize(cut)))
    return refused(device_, path_, "cannot be read", errno);
  fs::resize_file(path_, base_ + appended, error);
  if (error) return refused(device_, path_, "cannot be shortened", error.value());
  later_ = cut + kept_ + later_;
  kept_.clear();
  written_ = appended;
  return {};
}

Expected<void> AppendFile::seek(std::uint64_t to) {
  if (to > appended() + later_.size()) return refused(device_, path_, "the data after this point are gone", 0);
  if (to > appended()) append(std::string{later_.substr(0, static_cast<std::size_t>(to - appended()))});
  if (auto done = shorten(to); !done) return done;
  const auto left = static_cast<std::size_t>(to - written_);
  later_ = kept_.substr(left) + later_;
  kept_.resize(left);
  return {};
}

Expected<void> AppendFile::flush() {
  if (const int number = writeKept())
    return refused(device_, path_, "cannot be written", number, "nothing is lost; make room and try again");
  return {};
}

}  // namespace utah10
