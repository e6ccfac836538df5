#include "journaled_file.hpp"

#include <sys/file.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "utah10/word/new_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr std::uint64_t kMagic = 0x31304c414e524a55;  // "UJRNAL01" as it lies in the file
constexpr std::uint64_t kDone = 0;
constexpr std::uint64_t kPending = 1;
constexpr std::uint64_t kMostPlaces = 16;
constexpr std::size_t kNumbers = 6;  // of the header: magic, state, sequence, places, bytes, checksum
constexpr std::size_t kStateAt = 8;
constexpr std::size_t kHeaderBytes = kNumbers * 8;

void putNumber(std::vector<std::byte>& to, std::uint64_t v) {
  for (int i = 0; i < 8; ++i) to.push_back(static_cast<std::byte>(v >> (8 * i)));
}

std::uint64_t numberAt(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t v = 0;
  for (std::size_t i = 0; i < 8; ++i) v |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return v;
}

bool readAt(std::FILE* f, std::uint64_t offset, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    iovec part{bytes.data(), bytes.size()};
    const auto n = preadv(fileno(f), &part, 1, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return true;
}

bool writeAt(std::FILE* f, std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};
    const auto n = pwritev(fileno(f), &part, 1, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return true;
}

tl::unexpected<Error> hostError(std::string_view slot, const fs::path& file, std::string what, int number,
                                std::string hint = {}) {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(std::string(slot) + ": " + file.string(), std::move(what), std::move(hint));
}

// The journal as it stands in its file: header, places as offset and length, bytes.
std::vector<std::byte> journalRecord(std::span<const JournaledFile::Place> places, std::uint64_t sequence) {
  std::vector<std::byte> body;
  std::uint64_t bytes = 0;
  putNumber(body, sequence);
  putNumber(body, places.size());
  for (const auto& p : places) bytes += p.bytes.size();
  putNumber(body, bytes);
  for (const auto& p : places) {
    putNumber(body, p.offset);
    putNumber(body, p.bytes.size());
  }
  for (const auto& p : places) body.insert(body.end(), p.bytes.begin(), p.bytes.end());
  std::vector<std::byte> record;
  record.reserve(kHeaderBytes + body.size());
  putNumber(record, kMagic);
  putNumber(record, kPending);
  record.insert(record.end(), body.begin(), body.begin() + 24);
  putNumber(record, checksum(body));
  record.insert(record.end(), body.begin() + 24, body.end());
  return record;
}

// The places of a whole record, or none. `record` begins with the header and is as long as the file.
std::vector<JournaledFile::Place> placesOf(std::span<const std::byte> record, std::uint64_t fileSize) {
  std::vector<JournaledFile::Place> places;
  const std::uint64_t count = numberAt(record, 24);
  const std::uint64_t bytes = numberAt(record, 32);
  if (count > kMostPlaces || bytes > fileSize || record.size() < kHeaderBytes + count * 16 + bytes) return {};
  std::vector<std::byte> body(record.begin() + 16, record.begin() + 40);
  const auto rest = record.subspan(kHeaderBytes, static_cast<std::size_t>(count * 16 + bytes));
  body.insert(body.end(), rest.begin(), rest.end());
  if (checksum(body) != numberAt(record, 40)) return {};
  std::size_t at = kHeaderBytes + static_cast<std::size_t>(count) * 16;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t offset = numberAt(record, kHeaderBytes + i * 16);
    const std::uint64_t length = numberAt(record, kHeaderBytes + i * 16 + 8);
    if (length > record.size() - at || offset > fileSize || length > fileSize - offset) return {};
    places.push_back({offset, record.subspan(at, static_cast<std::size_t>(length))});
    at += static_cast<std::size_t>(length);
  }
  return places;
}

// The whole of a pending record, or nothing.
std::vector<std::byte> pendingRecord(std::FILE* journal, std::uint64_t size) {
  std::vector<std::byte> record(static_cast<std::size_t>(size));
  if (size < kHeaderBytes || !readAt(journal, 0, record)) return {};
  if (numberAt(record, kStateAt) != kPending) return {};
  return record;
}

// Whether a file in the journal's place is somebody else's. One that a kill left too short for a header is ours.
bool foreign(std::FILE* journal, std::uint64_t size) {
  std::array<std::byte, 8> magic{};
  return size >= magic.size() && (!readAt(journal, 0, magic) || numberAt(magic, 0) != kMagic);
}

Expected<void> checkRegular(std::string_view slot, const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::is_directory(status)) return hostError(slot, path, "is a directory", 0, "name a file");
  if (!fs::exists(status)) return hostError(slot, path, "cannot be opened", error ? error.value() : ENOENT);
  if (!fs::is_regular_file(status)) return hostError(slot, path, "is not a plain file", 0);
  return {};
}
}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t h = seed ^ 0x9e3779b97f4a7c15;
  const auto mix = [&h](std::uint64_t v) {
    h = (h ^ v) * 0xff51afd7ed558ccd;
    h ^= h >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t v = 0;
    std::memcpy(&v, bytes.data() + at, 8);
    mix(v);
  }
  std::uint64_t tail = 0;
  for (; at < bytes.size(); ++at) tail = (tail << 8) | std::to_integer<std::uint64_t>(bytes[at]);
  mix(tail);
  mix(bytes.size());
  return h;
}

Expected<JournaledFile> JournaledFile::open(std::string_view slot, const fs::path& path, Use use) {
  if (auto regular = checkRegular(slot, path); !regular) return tl::unexpected(regular.error());
  std::error_code error;
  const fs::path real = fs::canonical(path, error);  // a link's journal stands beside the file itself
  errno = 0;
  HostFile file{std::fopen((error ? path : real).c_str(), use == Use::Write ? "r+be" : "rbe")};
  if (!file)
    return hostError(slot, path, use == Use::Write ? "cannot be opened for writing" : "cannot be opened", errno,
                     use == Use::Write ? "attach it read only" : "");
  if (flock(fileno(file.get()), (use == Use::Write ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return hostError(slot, path, "cannot be locked", errno);
    return hostError(slot, path, "is in use by another drive or another process", 0, "detach it there first");
  }
  JournaledFile opened{error ? path : real, std::move(file)};
  opened.size_ = fs::file_size(opened.path_, error);
  if (error) return hostError(slot, path, "cannot be read", error.value());
  if (auto whole = opened.recover(slot, use); !whole) return tl::unexpected(whole.error());
  return opened;
}

Expected<void> JournaledFile::create(std::string_view slot, const fs::path& path, std::uint64_t bytes,
                                     std::span<const std::byte> head) {
  NewFile beside{path};
  if (!beside.open() || !beside.write(head)) return hostError(slot, path, "cannot be made", errno);
  std::error_code error;
  fs::resize_file(beside.path(), bytes, error);
  // A link, unlike a rename, never takes the place of a file that came meanwhile.
  if (!error) fs::create_hard_link(beside.path(), path, error);
  if (error) return hostError(slot, path, "cannot be made", error.value());
  return {};
}

JournaledFile::~JournaledFile() {
  if (!journal_ || broken_) return;
  std::error_code ignored;
  fs::remove(journalPath(), ignored);
}

fs::path JournaledFile::journalPath() const {
  fs::path journal = path_;
  journal += ".journal";
  return journal;
}

Expected<void> JournaledFile::recover(std::string_view slot, Use use) {
  std::error_code error;
  const fs::path where = journalPath();
  const auto size = fs::file_size(where, error);
  if (error) return {};  // none, as nearly always
  HostFile journal{std::fopen(where.c_str(), use == Use::Write ? "r+be" : "rbe")};
  if (!journal) return hostError(slot, where, "is the journal of a cut-short run and cannot be opened", errno);
  if (foreign(journal.get(), size))
    return hostError(slot, where, "stands where the journal would be and is none", 0, "move it away");
  const std::vector<std::byte> record = pendingRecord(journal.get(), size);
  const std::vector<Place> places = record.empty() ? std::vector<Place>{} : placesOf(record, size_);
  if (use == Use::Read) {
    if (places.empty()) return {};
    return hostError(slot, path_, "has a write that was cut short, in " + where.filename().string(), 0,
                     "attach it once for writing, which finishes it");
  }
  if (!places.empty()) {
    if (!apply(places)) return hostError(slot, path_, "cannot be finished from its journal", errno);
    found_ = "finished a write that was cut short";
  } else if (!record.empty()) {
    found_ = "dropped a write that was cut short before it began";
  }
  journal_ = std::move(journal);
  std::vector<std::byte> done;
  putNumber(done, kDone);
  if (!record.empty() && !writeAt(journal_.get(), kStateAt, done))
    return hostError(slot, where, "cannot be written", errno);
  return {};
}

bool JournaledFile::openJournal() {
  if (!journal_) journal_.reset(std::fopen(journalPath().c_str(), "w+be"));
  return journal_ != nullptr;
}

bool JournaledFile::failed(std::string_view doing) {
  trouble_ = std::string(doing) + ": " + std::generic_category().message(errno);
  return false;
}

bool JournaledFile::read(std::uint64_t offset, std::span<std::byte> bytes) {
  errno = EIO;
  return readAt(file_.get(), offset, bytes) || failed("reading failed");
}

bool JournaledFile::apply(std::span<const Place> places) {
  for (const Place& p : places)
    if (!writeAt(file_.get(), p.offset, p.bytes)) return false;
  return true;
}

bool JournaledFile::write(std::span<const Place> places) {
  if (broken_) return false;
  if (!openJournal()) return failed("the journal cannot be made");
  // A record that did not get whole has a bad checksum: nothing has happened yet.
  if (!writeAt(journal_.get(), 0, journalRecord(places, ++sequence_))) return failed("the journal cannot be written");
  if (!apply(places)) {
    broken_ = true;
    return failed("writing failed; the journal has it for the next attach");
  }
  constexpr std::array<std::byte, 8> kDoneBytes{};  // kDone
  if (!writeAt(journal_.get(), kStateAt, kDoneBytes)) return failed("the journal cannot be written");
  return true;
}

}  // namespace utah10
