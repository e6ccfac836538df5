// A machine's state as bytes, for snapshots and state hashes.
//
// Format: named sections, each with a length, so that a reader can report which part is missing or foreign. Little
// endian on every host. Errors: a reader never throws; it records the first mismatch and returns zeros from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

class StateWriter {
 public:
  // Everything written until the matching endSection belongs to `name`. Sections do not nest.
  void beginSection(std::string_view name);
  void endSection();

  void u8(std::uint8_t v);
  void u32(std::uint32_t v);
  void u64(std::uint64_t v);
  void u64s(std::span<const std::uint64_t> v);  // one after the other, without their number
  void flag(bool v) { u8(v ? 1 : 0); }
  void word(Word36 w) { u64(w.bits()); }
  void instant(Instant t) { u64(static_cast<std::uint64_t>(t.time_since_epoch().count())); }
  void duration(Duration d) { u64(static_cast<std::uint64_t>(d.count())); }
  void text(std::string_view s);
  void bytes(std::span<const std::byte> b);  // length first

  // Reserves room for `bytes` more.
  void reserve(std::size_t bytes) { data_.reserve(data_.size() + bytes + bytes / 8); }

  const std::vector<std::byte>& data() const { return data_; }
  std::vector<std::byte> take() { return std::move(data_); }

 private:
  std::vector<std::byte> data_;
  std::size_t sectionLengthAt_ = 0;
};

class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> data) : data_(data) {}

  // Expects section `name` next; any other, or a section not read to its end, is an error.
  void beginSection(std::string_view name);
  void endSection();

  std::uint8_t u8();
  std::uint32_t u32();
  std::uint64_t u64();
  void u64s(std::span<std::uint64_t> v);  // all of them, or none if the section is too short
  bool flag() { return u8() != 0; }
  Word36 word() { return Word36{u64()}; }
  Instant instant() { return Instant{Duration{static_cast<std::int64_t>(u64())}}; }
  Duration duration() { return Duration{static_cast<std::int64_t>(u64())}; }
  std::string text();
  std::vector<std::byte> bytes();

  // Called by restore code for impossible values: a box that the machine does not have, a count out of range.
  void reject(std::string why);
  bool good() const { return error_.empty(); }
  const std::string& error() const { return error_; }
  bool atEnd() const { return at_ == data_.size(); }

 private:
  bool need(std::size_t n);
  std::span<const std::byte> data_;
  std::size_t at_ = 0;
  std::size_t sectionEnd_ = 0;
  std::string section_;
  std::string error_;
};

}  // namespace utah10
