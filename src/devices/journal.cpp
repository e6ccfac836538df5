#include "devices/journal.hpp"

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr std::uint64_t kMagic = 0x32304c414e524a55;  // "UJRNAL02" as it lies in the file
constexpr std::uint64_t kPending = 1;                 // anything else: done
constexpr std::size_t kStateAt = 8;
constexpr std::size_t kSequenceAt = 16;
constexpr std::size_t kPlacesAt = 24;
constexpr std::size_t kBytesAt = 32;
constexpr std::size_t kSizeAt = 40;
constexpr std::size_t kSumAt = 48;
constexpr std::size_t kHeaderBytes = 56;
constexpr std::size_t kPlaceBytes = 16;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;

void putNumber(std::vector<std::byte>& to, std::size_t at, std::uint64_t v) {
  for (std::size_t i = 0; i < 8; ++i) to[at + i] = static_cast<std::byte>(v >> (8 * i));
}

std::uint64_t numberAt(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t v = 0;
  for (std::size_t i = 0; i < 8; ++i) v |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return v;
}

// Covers everything except magic, state and the sum itself.
std::uint64_t sumOf(std::span<const std::byte> record) {
  return checksum(record.subspan(kHeaderBytes), checksum(record.subspan(kSequenceAt, kSumAt - kSequenceAt)));
}

std::vector<std::byte> recordOf(std::span<const FilePlace> places, std::uint64_t size, std::uint64_t sequence) {
  std::uint64_t bytes = 0;
  for (const FilePlace& p : places) bytes += p.bytes.size();
  std::vector<std::byte> record(kHeaderBytes + places.size() * kPlaceBytes);
  record.reserve(record.size() + static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < places.size(); ++i) {
    putNumber(record, kHeaderBytes + i * kPlaceBytes, places[i].offset);
    putNumber(record, kHeaderBytes + i * kPlaceBytes + 8, places[i].bytes.size());
  }
  for (const FilePlace& p : places) record.insert(record.end(), p.bytes.begin(), p.bytes.end());
  putNumber(record, 0, kMagic);
  putNumber(record, kStateAt, kPending);
  putNumber(record, kSequenceAt, sequence);
  putNumber(record, kPlacesAt, places.size());
  putNumber(record, kBytesAt, bytes);
  putNumber(record, kSizeAt, size);
  putNumber(record, kSumAt, sumOf(record));
  return record;
}

// Whether a record is valid; finds its places.
bool understand(JournalRecord& r, std::uint64_t most) {
  std::span<const std::byte> all{r.bytes};
  const std::uint64_t count = numberAt(all, kPlacesAt);
  const std::uint64_t bytes = numberAt(all, kBytesAt);
  r.size = numberAt(all, kSizeAt);
  const std::uint64_t room = all.size() - kHeaderBytes;
  if (count > room / kPlaceBytes || bytes > room - count * kPlaceBytes || r.size > most) return false;
  // An older, longer record may follow it.
  all = all.first(kHeaderBytes + static_cast<std::size_t>(count * kPlaceBytes + bytes));
  if (sumOf(all) != numberAt(all, kSumAt)) return false;
  std::size_t at = kHeaderBytes + static_cast<std::size_t>(count) * kPlaceBytes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t offset = numberAt(all, kHeaderBytes + i * kPlaceBytes);
    const std::uint64_t length = numberAt(all, kHeaderBytes + i * kPlaceBytes + 8);
    if (length > all.size() - at || offset > r.size || length > r.size - offset) return false;
    r.places.push_back({offset, all.subspan(at, static_cast<std::size_t>(length))});
    at += static_cast<std::size_t>(length);
  }
  return true;
}

// A file that a kill left shorter than its magic is still ours.
bool foreign(std::span<const std::byte> bytes) {
  std::vector<std::byte> magic(8);
  putNumber(magic, 0, kMagic);
  const std::size_t n = std::min<std::size_t>(bytes.size(), 8);
  return !std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n), magic.begin());
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

bool applyTo(std::FILE* file, const fs::path& path, std::span<const FilePlace> places, std::uint64_t size) {
  for (const FilePlace& p : places)
    if (!writeAt(file, p.offset, p.bytes)) return false;
  std::error_code error;
  if (fs::file_size(path, error) != size) fs::resize_file(path, size, error);
  errno = error.value();
  return !error;
}

Journal::Journal(fs::path of) : path_(std::move(of)) { path_ += ".journal"; }

Journal::~Journal() {
  if (!ours_ || pending_ || path_.empty()) return;
  std::error_code ignored;
  fs::remove(path_, ignored);
}

Journal::Found Journal::look(std::uint64_t most) const {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path_, error))) return {};
  Found found{State::Unreadable, {}};
  const auto size = fs::file_size(path_, error);
  errno = error.value();
  if (error) return found;
  const HostFile file{std::fopen(path_.c_str(), "rbe")};
  if (!file || size > kMostBytes) return found;
  found.record.bytes.resize(static_cast<std::size_t>(size));
  if (!readAt(file.get(), 0, found.record.bytes)) return found;
  const std::span<const std::byte> all{found.record.bytes};
  found.state = State::Foreign;
  if (foreign(all)) return found;
  found.state = State::Done;
  if (all.size() < kHeaderBytes || numberAt(all, kStateAt) != kPending) return found;
  found.state = understand(found.record, most) ? State::Pending : State::Torn;
  return found;
}

bool Journal::write(std::span<const FilePlace> places, std::uint64_t size) {
  errno = 0;
  if (!file_) {
    file_.reset(std::fopen(path_.c_str(), "w+be"));
    if (!file_) return false;
    ours_ = true;
  }
  // A record that was not completely written has a bad checksum: nothing has happened yet.
  pending_ = writeAt(file_.get(), 0, recordOf(places, size, ++sequence_));
  return pending_;
}

bool Journal::done() {
  constexpr std::array<std::byte, 8> kDone{};
  if (!writeAt(file_.get(), kStateAt, kDone)) return false;
  pending_ = false;
  return true;
}

}  // namespace utah10
