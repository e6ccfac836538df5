#include "utah10/machine/archive.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "utah10/word/text.hpp"

namespace utah10 {

namespace {
template <std::size_t kSize>
std::uint64_t numberAt(const std::byte* b) {
  std::uint64_t n = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&n, b, kSize);
  else
    for (std::size_t i = 0; i < kSize; ++i) n |= std::to_integer<std::uint64_t>(b[i]) << (8 * i);
  return n;
}

// A name that was read, in a message of one line: a damaged one may be any bytes.
std::string legible(std::string_view name) {
  constexpr std::size_t kMost = 40;
  std::string shown{name.substr(0, kMost)};
  for (char& c : shown)
    if (!isPrintable(c)) c = '?';
  return shown;
}
}  // namespace

void Archive::reserve(std::size_t bytes) {
  if (!reading_) written_.reserve(written_.size() + bytes + bytes / 8);
}

void Archive::beginSection(std::string_view name) {
  std::string found{name};
  std::uint32_t length = 0;
  text(found);
  sectionLengthAt_ = written_.size();
  u32(length);
  if (!restored()) return;
  if (found != name) return reject(fmt::format("section {} expected, {} found", name, legible(found)));
  if (length > bytes_.size() - at_) return reject(fmt::format("section {} is cut short", name));
  section_ = found;
  end_ = at_ + length;
}

void Archive::endSection() {
  if (reading_) {
    if (at_ != end_) reject(fmt::format("section {} is longer than this machine's", section_));
    if (good()) end_ = bytes_.size();
    section_.clear();
    return;
  }
  const std::size_t length = written_.size() - sectionLengthAt_ - 4;
  for (std::size_t i = 0; i < 4; ++i) written_[sectionLengthAt_ + i] = static_cast<std::byte>(length >> (8 * i));
}

bool Archive::tooShort() {
  if (good()) reject(section_.empty() ? "state ends too soon" : fmt::format("section {} is too short", section_));
  return false;
}

template <std::size_t kSize>
void Archive::append(std::uint64_t code) {
  std::array<std::byte, kSize> b;
  for (std::size_t i = 0; i < kSize; ++i) b[i] = static_cast<std::byte>(code >> (8 * i));
  written_.insert(written_.end(), b.begin(), b.end());
}

void Archive::put(std::uint64_t code, std::size_t size) {
  if (size == 1) return written_.push_back(static_cast<std::byte>(code));
  size == 4 ? append<4>(code) : append<8>(code);
}

std::uint64_t Archive::get(std::size_t size) {
  if (!need(size)) return 0;
  const std::byte* b = &bytes_[at_];
  at_ += size;
  if (size == 1) return std::to_integer<std::uint64_t>(*b);
  return size == 4 ? numberAt<4>(b) : numberAt<8>(b);
}

void Archive::putBytes(std::span<const std::byte> all) { written_.insert(written_.end(), all.begin(), all.end()); }

std::span<const std::byte> Archive::getBytes(std::size_t size) {
  if (!need(size)) return {};
  at_ += size;
  return bytes_.subspan(at_ - size, size);
}

void Archive::u64s(std::span<std::uint64_t> all) {
  if constexpr (std::endian::native == std::endian::little) {
    if (!reading_) return putBytes(std::as_bytes(all));
    const std::span<const std::byte> b = getBytes(all.size_bytes());
    if (!b.empty()) std::memcpy(all.data(), b.data(), b.size());
  } else {
    if (reading_ && !need(all.size_bytes())) return;
    for (std::uint64_t& n : all) u64(n);
  }
}

std::uint32_t Archive::count(std::size_t size, std::size_t most, std::string_view why) {
  auto length = static_cast<std::uint32_t>(size);
  u32(length);
  if (!reading_ || length <= most) return length;
  reject(why);
  return 0;
}

void Archive::sameInteger(std::uint64_t mine, std::size_t size, std::string_view why) {
  if (!reading_) return put(mine, size);
  const std::uint64_t kept = size == 8 ? mine : mine & ((std::uint64_t{1} << (8 * size)) - 1);
  check(get(size) == kept, why);
}

void Archive::sameDuration(Duration mine, std::string_view why) { sameU64(mine.count(), why); }

void Archive::sameText(std::string_view mine, std::string_view why) {
  std::string theirs{mine};
  text(theirs);
  check(theirs == mine, why);
}

void Archive::sameName(std::string_view mine, std::string_view what) {
  std::string theirs{mine};
  text(theirs);
  if (theirs != mine) reject(fmt::format("{} {} where this machine has {}", what, legible(theirs), mine));
}

void Archive::reject(std::string_view why) {
  if (!reading_ || !good()) return;
  error_ = why;
  end_ = at_;
}

}  // namespace utah10
