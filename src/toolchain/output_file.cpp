#include "utah10/toolchain/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr int kMostBeside = 100;  // names tried for the new file

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using Handle = std::unique_ptr<std::FILE, Close>;

tl::unexpected<Error> failedWith(const fs::path& file, std::string what, int number, std::string hint = {}) {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(file.string(), std::move(what), std::move(hint));
}

bool writeAndClose(Handle handle, std::span<const std::byte> bytes) {
  errno = 0;
  const bool written = bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), handle.get()) == bytes.size();
  const int why = errno;
  const bool closed = std::fclose(handle.release()) == 0;
  if (!written) errno = why;
  return written && closed;
}

// A name of our own beside the file to be replaced; removed again unless renamed.
class Beside {
 public:
  Beside() = default;
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove(path_, ignored);
  }

  Handle create(const fs::path& final) {
    for (int n = 1; n <= kMostBeside; ++n) {
      fs::path trial = final;
      trial += ".new" + std::to_string(n);
      errno = 0;
      Handle handle{std::fopen(trial.c_str(), "wbx")};  // never an existing file
      if (handle) path_ = trial;
      if (handle || errno != EEXIST) return handle;
    }
    return nullptr;
  }
  std::error_code renameTo(const fs::path& final) {
    std::error_code error;
    const auto old = fs::status(final, error);
    if (fs::exists(old)) fs::permissions(path_, old.permissions(), error);
    fs::rename(path_, final, error);
    if (!error) path_.clear();
    return error;
  }

 private:
  fs::path path_;
};

// Where a chain of links ends, so that the file is replaced and not the link.
fs::path followed(const fs::path& file) {
  std::error_code error;
  fs::path end = fs::weakly_canonical(file, error);
  return error ? file : end;
}

Expected<void> writeInPlace(const fs::path& path, std::span<const std::byte> bytes) {
  errno = 0;
  Handle handle{std::fopen(path.c_str(), "wb")};
  if (!handle || !writeAndClose(std::move(handle), bytes)) return failedWith(path, "cannot be written", errno);
  return {};
}

}  // namespace

Expected<void> writeFileWhole(const fs::path& path, std::span<const std::byte> bytes) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (path.empty()) return fail("", "no file is named to write to");
  if (fs::is_directory(status)) return fail(path.string(), "is a directory", "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return writeInPlace(path, bytes);
  const fs::path target = followed(path);
  const std::string hint = "nothing is lost; make room or name another file";
  Beside beside;
  Handle handle = beside.create(target);
  if (!handle) return failedWith(path, "cannot be written", errno, hint);
  if (!writeAndClose(std::move(handle), bytes)) return failedWith(path, "cannot be written", errno, hint);
  if (const std::error_code failed = beside.renameTo(target))
    return failedWith(path, "cannot be replaced", failed.value(), hint);
  return {};
}

Expected<void> writeFileWhole(const fs::path& path, std::string_view text) {
  return writeFileWhole(path, std::as_bytes(std::span{text}));
}

}  // namespace utah10
