#include "utah10/machine/state_stream.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>

namespace utah10 {

void StateWriter::beginSection(std::string_view name) {
  text(name);
  sectionLengthAt_ = data_.size();
  u32(0);
}

void StateWriter::endSection() {
  const auto length = static_cast<std::uint32_t>(data_.size() - sectionLengthAt_ - 4);
  for (std::size_t i = 0; i < 4; ++i) data_[sectionLengthAt_ + i] = static_cast<std::byte>(length >> (8 * i));
}

void StateWriter::u8(std::uint8_t v) { data_.push_back(static_cast<std::byte>(v)); }
void StateWriter::u32(std::uint32_t v) {
  for (int i = 0; i < 4; ++i) u8(static_cast<std::uint8_t>(v >> (8 * i)));
}
void StateWriter::u64(std::uint64_t v) {
  std::array<std::byte, 8> b;
  for (std::size_t i = 0; i < 8; ++i) b[i] = static_cast<std::byte>(v >> (8 * i));
  data_.insert(data_.end(), b.begin(), b.end());
}
void StateWriter::u64s(std::span<const std::uint64_t> v) {
  if constexpr (std::endian::native == std::endian::little) {
    const auto b = std::as_bytes(v);
    data_.insert(data_.end(), b.begin(), b.end());
  } else {
    for (const std::uint64_t n : v) u64(n);
  }
}
void StateWriter::text(std::string_view s) { bytes(std::as_bytes(std::span{s.data(), s.size()})); }
void StateWriter::bytes(std::span<const std::byte> b) {
  u32(static_cast<std::uint32_t>(b.size()));
  data_.insert(data_.end(), b.begin(), b.end());
}

bool StateReader::need(std::size_t n) {
  if (!good()) return false;
  const std::size_t end = section_.empty() ? data_.size() : sectionEnd_;
  if (at_ + n <= end) return true;
  reject(section_.empty() ? "state ends too soon" : fmt::format("section {} is too short", section_));
  return false;
}

void StateReader::beginSection(std::string_view name) {
  const std::string found = text();
  const std::uint32_t length = u32();
  if (!good()) return;
  if (found != name) return reject(fmt::format("section {} expected, {} found", name, found));
  if (length > data_.size() - at_) return reject(fmt::format("section {} is cut short", name));
  section_ = found;
  sectionEnd_ = at_ + length;
}

void StateReader::endSection() {
  if (good() && at_ != sectionEnd_) reject(fmt::format("section {} is longer than this machine's", section_));
  section_.clear();
}

std::uint8_t StateReader::u8() { return need(1) ? static_cast<std::uint8_t>(data_[at_++]) : std::uint8_t{0}; }
std::uint32_t StateReader::u32() {
  std::uint32_t v = 0;
  if (!need(4)) return 0;
  for (int i = 0; i < 4; ++i) v |= static_cast<std::uint32_t>(data_[at_++]) << (8 * i);
  return v;
}
std::uint64_t StateReader::u64() {
  std::uint64_t v = 0;
  if (!need(8)) return 0;
  for (std::size_t i = 0; i < 8; ++i) v |= static_cast<std::uint64_t>(data_[at_ + i]) << (8 * i);
  at_ += 8;
  return v;
}
void StateReader::u64s(std::span<std::uint64_t> v) {
  if (!need(v.size_bytes())) return;
  if constexpr (std::endian::native == std::endian::little) {
    if (!v.empty()) std::memcpy(v.data(), data_.data() + at_, v.size_bytes());
    at_ += v.size_bytes();
  } else {
    for (std::uint64_t& n : v) n = u64();
  }
}
std::vector<std::byte> StateReader::bytes() {
  const std::uint32_t n = u32();
  if (!need(n)) return {};
  const auto first = data_.begin() + static_cast<std::ptrdiff_t>(at_);
  at_ += n;
  return {first, first + n};
}
std::string StateReader::text() {
  const auto b = bytes();
  std::string s;
  for (const std::byte c : b) s.push_back(static_cast<char>(c));
  return s;
}
void StateReader::reject(std::string why) {
  if (error_.empty()) error_ = std::move(why);
}

}  // namespace utah10
