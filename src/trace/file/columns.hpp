// A block's contents before compression: byte columns, each of one kind of number, so that similar values are adjacent.
//
// Each record has one byte in the head column: bit 7 is set if its type was not the expected one (a byte in the type
// column then gives it), bits 0-6 stand for groups of fields that were not as expected; only those are written, as
// differences from the expected values. Numbers are little-endian groups of seven bits with zigzag signs (0, -1, 1,
// -2...).
//
// Two classes with the same functions: ColumnWriter takes a field and its expected value, ColumnReader returns the
// field. The coder is written once for both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "trace/file/record_fields.hpp"

namespace utah10::tracefile {

enum class Column : std::uint8_t {
  Head,
  Type,
  Attributes,
  Time,
  Wait,
  Address,
  Page,
  Word,
  Rest,
  Accumulator,
  Rare,
  Bytes
};
constexpr std::size_t kColumns = 12;

constexpr std::uint64_t folded(std::uint64_t d) { return d << 1 ^ (0 - (d >> 63)); }
constexpr std::uint64_t unfolded(std::uint64_t z) { return z >> 1 ^ (0 - (z & 1)); }

class ColumnWriter {
 public:
  static constexpr bool kReading = false;

  void clear() {
    for (auto& c : columns_) c.clear();
  }
  std::size_t bytes() const {
    std::size_t n = 0;
    for (const auto& c : columns_) n += c.size();
    return n;
  }
  const std::vector<std::uint8_t>& column(std::size_t n) const { return columns_[n]; }

  void begin(RecordType& type, RecordType expected) {
    flags_ = 0;
    if (type == expected) return;
    flags_ = 0x80;
    of(Column::Type).push_back(static_cast<std::uint8_t>(type));
  }
  void end() { of(Column::Head).push_back(flags_); }
  bool missed(std::uint8_t bit) const { return (flags_ & bit) != 0; }

  // True if the field was as expected.
  bool field(std::uint8_t bit, std::uint64_t& actual, std::uint64_t expected, Column c) {
    if (actual == expected) [[likely]]
      return true;
    flags_ |= bit;
    put(c, actual - expected);
    return false;
  }
  template <std::size_t N>
  void group(std::uint8_t bit, std::array<std::uint64_t, N>& actual, const std::array<std::uint64_t, N>& expected,
             Column c) {
    if (actual == expected) [[likely]]
      return;
    flags_ |= bit;
    for (std::size_t i = 0; i < N; ++i) put(c, actual[i] - expected[i]);
  }
  bool accumulators(std::uint8_t bit, const Accumulators& actual, const Accumulators& expected) {
    static_assert(std::has_unique_object_representations_v<Word36>);
    if (std::memcmp(actual.data(), expected.data(), sizeof actual) == 0) [[likely]]  // for every instruction
      return true;
    flags_ |= bit;
    std::uint64_t which = 0;
    for (std::size_t n = 0; n < 16; ++n) which |= std::uint64_t{actual[n] != expected[n]} << n;
    put(Column::Accumulator, which);
    for (std::size_t n = 0; n < 16; ++n)
      if ((which >> n & 1) != 0) put(Column::Accumulator, actual[n].bits() - expected[n].bits());
    return false;
  }
  void number(Column c, std::uint64_t& actual, std::uint64_t expected) { put(c, actual - expected); }
  void raw(std::span<const std::uint8_t> bytes) {
    auto& c = of(Column::Bytes);
    c.insert(c.end(), bytes.begin(), bytes.end());
  }

 private:
  std::vector<std::uint8_t>& of(Column c) { return columns_[static_cast<std::size_t>(c)]; }
  // Rare, and it would fill the registers of those who call it.
  [[gnu::noinline]] void put(Column c, std::uint64_t difference) {
    std::uint64_t z = folded(difference);
    auto& out = of(c);
    for (; z >= 0x80; z >>= 7) out.push_back(static_cast<std::uint8_t>(z | 0x80));
    out.push_back(static_cast<std::uint8_t>(z));
  }

  std::array<std::vector<std::uint8_t>, kColumns> columns_;
  std::uint8_t flags_ = 0;
};

// Never reads past a column; an inconsistency makes it !good(), and all later numbers 0.
class ColumnReader {
 public:
  static constexpr bool kReading = true;

  void use(const std::array<std::span<const std::uint8_t>, kColumns>& columns) {
    columns_ = columns;
    good_ = true;
  }
  bool good() const { return good_; }
  // Every record has a byte in this column.
  bool atEnd() const { return of(Column::Head).empty(); }
  // Whether the last record used the last byte of every column.
  bool usedUp() const {
    for (const auto& c : columns_)
      if (!c.empty()) return false;
    return true;
  }
  void reject() { good_ = false; }

  void begin(RecordType& type, RecordType expected) {
    flags_ = byte(Column::Head);
    type = expected;
    if ((flags_ & 0x80) == 0) return;
    const std::uint8_t n = byte(Column::Type);
    if (n >= kRecordTypes) return reject();
    type = static_cast<RecordType>(n);
  }
  void end() {}
  bool missed(std::uint8_t bit) const { return (flags_ & bit) != 0; }

  bool field(std::uint8_t bit, std::uint64_t& actual, std::uint64_t expected, Column c) {
    actual = expected;
    if (!missed(bit)) [[likely]]
      return true;
    actual += get(c);
    return false;
  }
  template <std::size_t N>
  void group(std::uint8_t bit, std::array<std::uint64_t, N>& actual, const std::array<std::uint64_t, N>& expected,
             Column c) {
    actual = expected;
    if (!missed(bit)) return;
    for (std::uint64_t& a : actual) a += get(c);
  }
  bool accumulators(std::uint8_t bit, Accumulators& actual, const Accumulators& expected) {
    actual = expected;
    if (!missed(bit)) return true;
    const std::uint64_t which = get(Column::Accumulator);
    for (std::size_t n = 0; n < 16; ++n)
      if ((which >> n & 1) != 0) actual[n] = Word36{actual[n].bits() + get(Column::Accumulator)};
    return false;
  }
  void number(Column c, std::uint64_t& actual, std::uint64_t expected) { actual = expected + get(c); }
  std::span<const std::uint8_t> raw(std::uint64_t length) {
    auto& c = columns_[static_cast<std::size_t>(Column::Bytes)];
    if (length > c.size()) reject();
    if (!good_) return {};
    const auto bytes = c.first(static_cast<std::size_t>(length));
    c = c.subspan(bytes.size());
    return bytes;
  }

 private:
  const std::span<const std::uint8_t>& of(Column c) const { return columns_[static_cast<std::size_t>(c)]; }
  std::uint8_t byte(Column column) {
    auto& c = columns_[static_cast<std::size_t>(column)];
    if (c.empty()) reject();
    if (!good_) return 0;
    const std::uint8_t b = c.front();
    c = c.subspan(1);
    return b;
  }
  std::uint64_t get(Column c) {
    std::uint64_t z = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t b = byte(c);
      if (shift > 63) reject();
      if (!good_) return 0;
      z |= std::uint64_t{b & 0x7fu} << shift;
      if (b < 0x80) return unfolded(z);
    }
  }

  std::array<std::span<const std::uint8_t>, kColumns> columns_;
  std::uint8_t flags_ = 0;
  bool good_ = true;
};

}  // namespace utah10::tracefile
