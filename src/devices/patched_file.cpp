#include "patched_file.hpp"

#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "host_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'u', 't', 'a', 'h', '1', '0', 'j', '1'};
constexpr std::size_t kHead = kMagic.size() + 3 * 8;  // magic, offset, size, length
constexpr std::size_t kSum = 8;
constexpr const char* kRetry = "nothing is lost; make room and try again";

void put64(std::vector<std::byte>& out, std::uint64_t v) {
  for (int i = 0; i < 8; ++i) out.push_back(static_cast<std::byte>(v >> (8 * i)));
}

std::uint64_t get64(const std::vector<std::byte>& in, std::size_t at) {
  std::uint64_t v = 0;
  for (std::size_t i = 8; i-- > 0;) v = v << 8 | static_cast<std::uint64_t>(in[at + i]);
  return v;
}

// FNV-1a, 64 bits.
std::uint64_t checksum(const std::byte* bytes, std::size_t count) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < count; ++i) h = (h ^ static_cast<std::uint64_t>(bytes[i])) * 0x100000001b3;
  return h;
}

std::vector<std::byte> journalOf(const Patch& patch) {
  std::vector<std::byte> j;
  j.reserve(kHead + patch.bytes.size() + kSum);
  for (const char c : kMagic) j.push_back(static_cast<std::byte>(c));
  put64(j, patch.offset);
  put64(j, patch.size);
  put64(j, patch.bytes.size());
  j.insert(j.end(), patch.bytes.begin(), patch.bytes.end());
  put64(j, checksum(j.data(), j.size()));
  return j;
}

std::optional<Patch> patchIn(const std::vector<std::byte>& j) {
  if (j.size() < kHead + kSum) return std::nullopt;
  const std::uint64_t length = get64(j, kMagic.size() + 16);
  if (length != j.size() - kHead - kSum) return std::nullopt;
  if (get64(j, j.size() - kSum) != checksum(j.data(), j.size() - kSum)) return std::nullopt;
  Patch p{get64(j, kMagic.size()), {}, get64(j, kMagic.size() + 8)};
  p.bytes.assign(j.begin() + kHead, j.end() - kSum);
  return p.offset + length <= p.size ? std::optional{std::move(p)} : std::nullopt;
}

bool beginsLikeOurs(const std::vector<std::byte>& j) {
  const std::size_t n = std::min(j.size(), kMagic.size());
  return n == 0 || std::memcmp(j.data(), kMagic.data(), n) == 0;
}

bool writeAt(std::FILE* f, std::uint64_t offset, const std::vector<std::byte>& bytes) {
  errno = 0;
  if (fseeko(f, static_cast<off_t>(offset), SEEK_SET) != 0) return false;
  return bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), f) == bytes.size();
}

void applyTo(std::vector<std::byte>& content, const Patch& p) {
  content.resize(static_cast<std::size_t>(p.size));
  std::copy(p.bytes.begin(), p.bytes.end(), content.begin() + static_cast<std::ptrdiff_t>(p.offset));
}
}  // namespace

PatchedFile::PatchedFile(std::string_view device, fs::path file, bool readOnly)
    : device_(device), file_(std::move(file)), readOnly_(readOnly) {
  std::error_code error;
  target_ = fs::weakly_canonical(file_, error);
  if (error) target_ = file_;
  journalPath_ = target_;
  journalPath_ += ".journal";
}

PatchedFile::~PatchedFile() {
  std::error_code ignored;
  if (ownsJournal_ && !pending_) fs::remove(journalPath_, ignored);
}

tl::unexpected<Error> PatchedFile::failed(std::string what, int number, std::string hint) const {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(device_ + ": " + file_.string(), std::move(what), std::move(hint));
}

Expected<std::unique_ptr<PatchedFile>> PatchedFile::open(std::string_view device, const fs::path& file, bool readOnly,
                                                         std::size_t most) {
  std::unique_ptr<PatchedFile> f{new PatchedFile(device, file, readOnly)};
  if (auto read = f->openAndRead(most); !read) return tl::unexpected{read.error()};
  if (auto done = f->recover(); !done) return tl::unexpected{done.error()};
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
  auto content = readHostFile(device_, file_, most);  // says what is wrong with anything that is no plain file
  if (!content) return tl::unexpected{content.error()};
  content_ = std::move(*content);
  return {};
}

// What a killed process left: a complete journal is carried out again, an incomplete one never began to be.
Expected<void> PatchedFile::recover() {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(journalPath_, error))) return {};
  const auto journal = readHostFile(device_, journalPath_, std::size_t{1} << 30);
  if (!journal) return tl::unexpected{journal.error()};
  if (!beginsLikeOurs(*journal))
    return failed("has a file in its way: " + journalPath_.string() + " is not its journal", 0, "move that file away");
  const auto patch = patchIn(*journal);
  if (patch) applyTo(content_, *patch);
  if (readOnly_) return {};
  if (patch && !writeFile(*patch)) return failed("cannot be repaired from its journal", errno);
  fs::remove(journalPath_, error);
  return {};
}

bool PatchedFile::writeJournal(const Patch& patch) {
  if (!journal_) {
    errno = 0;
    journal_.reset(std::fopen(journalPath_.c_str(), "wb"));
    if (!journal_) return false;
    std::setvbuf(journal_.get(), nullptr, _IONBF, 0);
    ownsJournal_ = true;
  }
  if (writeAt(journal_.get(), 0, journalOf(patch))) return true;
  const int number = errno;
  std::error_code ignored;
  fs::resize_file(journalPath_, 0, ignored);
  errno = number;
  return false;
}

bool PatchedFile::writeFile(const Patch& patch) {
  if (!writeAt(image_.get(), patch.offset, patch.bytes)) return false;
  std::error_code error;
  if (fs::file_size(target_, error) != patch.size) fs::resize_file(target_, patch.size, error);
  errno = error.value();
  return !error;
}

Expected<void> PatchedFile::finishPending() {
  if (!pending_) return {};
  if (!writeFile(last_)) return failed("cannot be written", errno, kRetry);
  std::error_code error;
  fs::resize_file(journalPath_, 0, error);
  if (error) return failed("has a journal that cannot be emptied", error.value(), kRetry);
  pending_ = false;
  return {};
}

Expected<void> PatchedFile::apply(const Patch& patch) {
  if (readOnly_) return failed("is attached read-only", 0);
  if (auto done = finishPending(); !done) return done;
  if (!writeJournal(patch)) return failed("cannot be written", errno, kRetry);
  last_ = patch;
  pending_ = true;
  return finishPending();
}

Expected<void> createMedium(std::string_view device, const fs::path& file, bool create,
                            const std::vector<std::byte>& blank) {
  std::error_code error;
  if (!create || fs::exists(fs::status(file, error))) return {};
  return replaceHostFile(device, file, blank);
}

}  // namespace utah10
