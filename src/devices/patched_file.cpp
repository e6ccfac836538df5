#include "devices/patched_file.hpp"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>

#include "devices/host_file.hpp"
#include "word/new_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr std::uint64_t kMostSize = std::uint64_t{1} << 30;
constexpr const char* kRetry = "nothing is lost; make room and try again";

}  // namespace

PatchedFile::PatchedFile(std::string_view device, fs::path file, bool readOnly)
    : device_(device), file_(std::move(file)), target_(followed(file_)), readOnly_(readOnly), journal_(target_) {}

tl::unexpected<Error> PatchedFile::failed(std::string what, int number, std::string hint) const {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(device_ + ": " + file_.string(), std::move(what), std::move(hint));
}

Expected<std::unique_ptr<PatchedFile>> PatchedFile::open(std::string_view device, const fs::path& file, bool readOnly,
                                                         std::size_t most) {
  std::unique_ptr<PatchedFile> f{new PatchedFile(device, file, readOnly)};
  if (auto read = f->openAndRead(most); !read) return tl::unexpected{read.error()};
  if (auto done = f->recover(); !done) return tl::unexpected{done.error()};
  f->size_ = f->content_.size();
  if (readOnly) f->image_.reset();
  return f;
}

Expected<void> PatchedFile::openAndRead(std::size_t most) {
  std::error_code error;
  if (fs::is_regular_file(target_, error)) {
    errno = 0;
    image_.reset(std::fopen(target_.c_str(), readOnly_ ? "rb" : "r+b"));
    const int number = errno;
    if (!image_ && readOnly_) return failed("cannot be read", number);
    if (!readOnly_ && image_)
      if (auto possible = checkReplaceable(device_, file_); !possible) return possible;  // the journal's folder
    if (!image_) return failed("cannot be written", number, "attach it read-only");
    std::setvbuf(image_.get(), nullptr, _IONBF, 0);
    if (flock(fileno(image_.get()), (readOnly_ ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0)
      return failed(errno == EWOULDBLOCK ? "is in use on another drive or machine" : "cannot be locked",
                    errno == EWOULDBLOCK ? 0 : errno, "detach it there or attach a copy");
  }
  auto content = readHostFile(device_, file_, most);  // reports anything that is not a plain file
  if (!content) return tl::unexpected{content.error()};
  content_ = std::move(*content);
  return {};
}

// Recovers from a killed process: a complete journal is applied again, an incomplete one means that the write never
// began.
Expected<void> PatchedFile::recover() {
  const Journal::Found found = journal_.look(kMostSize);
  if (found.state == Journal::State::None) return {};
  if (found.state == Journal::State::Unreadable)
    return failed("has a journal that cannot be read: " + journal_.path().string(), errno);
  if (found.state == Journal::State::Foreign)
    return failed("cannot create its journal: " + journal_.path().string() + " is not a journal", 0,
                  "move that file away");
  const bool pending = found.state == Journal::State::Pending;
  if (pending) {
    content_.resize(static_cast<std::size_t>(found.record.size));
    for (const FilePlace& p : found.record.places)
      std::copy(p.bytes.begin(), p.bytes.end(), content_.begin() + static_cast<std::ptrdiff_t>(p.offset));
  }
  if (readOnly_) return {};
  if (pending && !applyTo(image_.get(), target_, found.record.places, found.record.size))
    return failed("cannot be repaired from its journal", errno);
  std::error_code ignored;
  fs::remove(journal_.path(), ignored);
  return {};
}

bool PatchedFile::finishPending() {
  return !journal_.pending() || (carryOut(last_.places, last_.size) && journal_.done());
}

bool PatchedFile::carryOut(std::span<const FilePlace> places, std::uint64_t size) {
  if (!applyTo(image_.get(), target_, places, size)) return false;
  size_ = size;
  return true;
}

// A write that the host does not complete is completed by the next write, or by the next open.
bool PatchedFile::replace(std::span<const FilePlace> places, std::uint64_t size) {
  errno = 0;
  if (!finishPending() || !journal_.write(places, size)) return false;
  if (carryOut(places, size) && journal_.done()) return true;
  const int why = errno;
  last_ = JournalRecord{{}, {}, size};
  for (const FilePlace& p : places) last_.bytes.insert(last_.bytes.end(), p.bytes.begin(), p.bytes.end());
  std::size_t at = 0;
  for (const FilePlace& p : places) {
    last_.places.push_back({p.offset, std::span{last_.bytes}.subspan(at, p.bytes.size())});
    at += p.bytes.size();
  }
  errno = why;
  return false;
}

Expected<void> PatchedFile::apply(const Patch& patch) {
  if (readOnly_) return failed("is attached read-only", 0);
  const FilePlace place{patch.offset, patch.bytes};
  if (!finishPending() || !undo_.write(*this, {&place, 1}, patch.size))
    return failed("cannot be written", errno, kRetry);
  return {};
}

Expected<void> PatchedFile::seek(std::uint64_t mark) {
  if (undo_.seek(*this, mark)) return {};
  return failed("what was written cannot be taken back", errno, kRetry);
}

std::vector<std::byte> PatchedFile::read() {
  std::vector<std::byte> all(static_cast<std::size_t>(size_));
  return image_ && readAt(image_.get(), 0, all) ? all : std::vector<std::byte>{};
}

Expected<void> createMedium(std::string_view device, const fs::path& file, bool create,
                            const std::vector<std::byte>& blank) {
  std::error_code error;
  if (!create || fs::exists(fs::status(file, error))) return {};
  return replaceHostFile(device, file, blank);
}

}  // namespace utah10
