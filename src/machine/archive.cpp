#include "utah10/machine/archive.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace utah10 {

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
  if (found != name) return reject(fmt::format("section {} expected, {} found", name, found));
  if (length > bytes_.size() - at_) return reject(fmt::format("section {} is cut short", name));
  section_ = found;
  sectionEnd_ = at_ + length;
}

void Archive::endSection() {
  if (reading_) {
    if (good() && at_ != sectionEnd_) reject(fmt::format("section {} is longer than this machine's", section_));
    section_.clear();
    return;
  }
  const std::size_t length = written_.size() - sectionLengthAt_ - 4;
  for (std::size_t i = 0; i < 4; ++i) written_[sectionLengthAt_ + i] = static_cast<std::byte>(length >> (8 * i));
}

bool Archive::need(std::size_t size) {
  if (!good()) return false;
  const std::size_t end = section_.empty() ? bytes_.size() : sectionEnd_;
  if (size <= end - at_) return true;
  reject(section_.empty() ? "state ends too soon" : fmt::format("section {} is too short", section_));
  return false;
}

void Archive::put(std::uint64_t code, std::size_t size) {
  std::array<std::byte, 8> b;
  for (std::size_t i = 0; i < 8; ++i) b[i] = static_cast<std::byte>(code >> (8 * i));
  putBytes(std::span{b}.first(size));
}

std::uint64_t Archive::get(std::size_t size) {
  std::uint64_t code = 0;
  const std::span<const std::byte> b = getBytes(size);
  for (std::size_t i = 0; i < b.size(); ++i) code |= static_cast<std::uint64_t>(b[i]) << (8 * i);
  return code;
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

void Archive::reject(std::string_view why) {
  if (reading_ && error_.empty()) error_ = why;
}

}  // namespace utah10
