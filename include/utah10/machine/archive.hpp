// A machine's state as bytes, for snapshots and state hashes: one function of a class writes it and reads it.
//
// A class with state names its fields once, in `void state(Archive&)`. A writer turns the fields into bytes and leaves
// them as they are; a reader assigns them from bytes, and check() then validates them.
//
// Format: named sections, each with a length, so that a reader can report which part is missing or foreign. Little
// endian on every host. Errors: a reader never throws; it records the first mismatch and reads zeros from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "utah10/word/virtual_time.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

class Archive {
 public:
  static Archive writer() { return Archive{}; }
  // `bytes` must live as long as the archive.
  static Archive reader(std::span<const std::byte> bytes) { return Archive{bytes}; }

  bool reading() const { return reading_; }
  // Always true of a writer.
  bool good() const { return error_.empty(); }
  // Reading, and without an error so far: a device may act on its new state.
  bool restored() const { return reading_ && good(); }
  const std::string& error() const { return error_; }
  // The reader has no bytes left.
  bool atEnd() const { return at_ == bytes_.size(); }

  // What a writer has written.
  const std::vector<std::byte>& data() const { return written_; }
  std::vector<std::byte> take() { return std::move(written_); }
  // Room for `bytes` more; a reader needs none.
  void reserve(std::size_t bytes);

  // The fields that `fields()` names belong to section `name`. A reader expects that section next, and rejects one that
  // is longer or shorter than its fields. Sections do not nest.
  template <class Fields>
  void section(std::string_view name, Fields fields) {
    beginSection(name);
    fields();
    endSection();
  }

  // Fields of one, four and eight bytes, of any integer type, enumeration, or class of bits(), number() or octet().
  template <class... T>
  void u8(T&... fields) {
    (integer(fields, 1), ...);
  }
  template <class... T>
  void u32(T&... fields) {
    (integer(fields, 4), ...);
  }
  template <class... T>
  void u64(T&... fields) {
    (integer(fields, 8), ...);
  }
  // A reader clears the bits outside `mask`.
  template <class... T>
  void u8Masked(std::uint8_t mask, T&... fields) {
    (integer(fields, 1, mask), ...);
  }
  template <class... T>
  void u32Masked(std::uint32_t mask, T&... fields) {
    (integer(fields, 4, mask), ...);
  }
  template <class... T>
  void u64Masked(std::uint64_t mask, T&... fields) {
    (integer(fields, 8, mask), ...);
  }
  // An enumeration of one byte whose last value is `last`; a reader rejects any greater one.
  template <class E>
  void choice(E& field, E last, std::string_view why) {
    auto code = static_cast<std::uint8_t>(field);
    u8(code);
    const bool known = code <= static_cast<std::uint8_t>(last);
    check(known, why);
    if (reading_) field = known ? static_cast<E>(code) : E{};
  }

  template <class... Bool>
  void flag(Bool&... fields) {
    (oneFlag(fields), ...);
  }
  template <class... Word>
  void word(Word&... fields) {
    (oneWord(fields), ...);
  }
  template <class... T>
  void instant(T&... fields) {
    (oneInstant(fields), ...);
  }
  template <class... T>
  void duration(T&... fields) {
    (oneDuration(fields), ...);
  }
  // All words of a range whose size the machine knows.
  template <class Words>
  void words(Words& all) {
    for (Word36& w : all) oneWord(w);
  }
  // The same for numbers, as one block; read whole or, if the section is too short, not at all.
  void u64s(std::span<std::uint64_t> all);

  // Strings, and other containers of elements of one byte: length first.
  template <class Octets>
  void bytes(Octets& octets);
  template <class... Texts>
  void text(Texts&... fields) {
    (bytes(fields), ...);
  }

  // The length first; a reader rejects one above `most`, and takes it for zero. For lists that list() cannot read.
  std::uint32_t count(std::size_t size, std::size_t most, std::string_view why);
  // A counted list (vector, deque). `each` is called for every element.
  template <class List, class Each>
  void list(List& all, std::size_t most, std::string_view why, Each each);
  // Of any length: its elements are longer than nothing, so that it cannot exceed the bytes there are.
  template <class List, class Each>
  void list(List& all, Each each) {
    list(all, kAnyLength, "", each);
  }
  // A counted map. A reader obtains a key by `key`, and then by `value` what belongs to it.
  template <class Map, class Key, class Value>
  void table(Map& all, std::size_t most, std::string_view why, Key key, Value value);
  template <class Map, class Key, class Value>
  void table(Map& all, Key key, Value value) {
    table(all, kAnyLength, "", key, value);
  }
  // Whether there is a value; then the value, or in its place a default one.
  template <class T, class Each>
  void optional(std::optional<T>& field, Each each);

  // Properties of this machine that a snapshot must share with it: written, and compared by a reader.
  template <class T>
  void sameU8(const T& mine, std::string_view why) {
    sameInteger(codeOf(mine), 1, why);
  }
  template <class T>
  void sameU32(const T& mine, std::string_view why) {
    sameInteger(codeOf(mine), 4, why);
  }
  template <class T>
  void sameU64(const T& mine, std::string_view why) {
    sameInteger(codeOf(mine), 8, why);
  }
  void sameFlag(bool mine, std::string_view why) { sameInteger(mine ? 1 : 0, 1, why); }
  void sameDuration(Duration mine, std::string_view why);
  void sameText(std::string_view mine, std::string_view why);
  // A reader rejects a different text: "`what` THEIRS where this machine has MINE".
  void sameName(std::string_view mine, std::string_view what);

  // A reader that has met no error yet records `why` as its error. A writer does nothing.
  void reject(std::string_view why);
  void check(bool possible, std::string_view why) {
    if (!possible) reject(why);
  }

 private:
  static constexpr std::size_t kAnyLength = 0xFFFFFFFF;

  Archive() = default;
  explicit Archive(std::span<const std::byte> bytes) : reading_(true), bytes_(bytes), end_(bytes.size()) {}

  template <class T>
  static std::uint64_t codeOf(const T& v) {
    if constexpr (requires { v.bits(); })
      return v.bits();
    else if constexpr (requires { v.number(); })
      return v.number();
    else if constexpr (requires { v.octet(); })
      return v.octet();
    else
      return static_cast<std::uint64_t>(v);
  }
  template <class T>
  static T fromCode(std::uint64_t code) {
    if constexpr (std::is_class_v<T>)
      return T{static_cast<std::uint32_t>(code)};
    else
      return static_cast<T>(code);
  }
  template <class T>
  void integer(T& field, std::size_t size, std::uint64_t mask = ~std::uint64_t{0}) {
    static_assert(!std::is_same_v<T, bool>, "a flag");
    if (reading_)
      field = fromCode<T>(get(size) & mask);
    else
      put(codeOf(field), size);
  }
  void oneFlag(bool& field) {
    if (reading_)
      field = get(1) != 0;
    else
      put(field ? 1 : 0, 1);
  }
  // A Word36, or a class made of one.
  template <class Word>
  void oneWord(Word& field) {
    if constexpr (requires { field.word(); }) {
      Word36 w = field.word();
      oneWord(w);
      field = Word{w};
    } else {
      if (reading_)
        field = Word36{get(8)};
      else
        put(field.bits(), 8);
    }
  }
  void oneDuration(Duration& field) {
    if (reading_)
      field = Duration{static_cast<std::int64_t>(get(8))};
    else
      put(static_cast<std::uint64_t>(field.count()), 8);
  }
  void oneInstant(Instant& field) {
    Duration sincePowerOn = field.time_since_epoch();
    oneDuration(sincePowerOn);
    field = Instant{sincePowerOn};
  }

  void beginSection(std::string_view name);
  void endSection();
  void sameInteger(std::uint64_t mine, std::size_t size, std::string_view why);
  void put(std::uint64_t code, std::size_t size);
  std::uint64_t get(std::size_t size);
  void putBytes(std::span<const std::byte> all);
  std::span<const std::byte> getBytes(std::size_t size);  // none if there are not so many
  template <std::size_t kSize>
  void append(std::uint64_t code);
  bool need(std::size_t size) { return size <= end_ - at_ || tooShort(); }
  bool tooShort();

  bool reading_ = false;
  std::vector<std::byte> written_;
  std::size_t sectionLengthAt_ = 0;

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  // of the section, or of all bytes; after an error, at_: then nothing more is read
  std::string section_;
  std::string error_;
};

// A part of a machine's state that is not a device on its bus, such as the network behind its IMP interface.
class StatePart {
 public:
  virtual ~StatePart() = default;
  // In sections of its own.
  virtual void state(Archive& a) = 0;
  // Data worth keeping that are not state: counts, logs. In sections of its own; read only if they were written.
  virtual void counters(Archive&) {}
};

template <class Octets>
void Archive::bytes(Octets& octets) {
  using Octet = typename Octets::value_type;
  static_assert(sizeof(Octet) == 1);
  if (!reading_) {
    put(octets.size(), 4);
    if constexpr (requires { octets.data(); })
      putBytes(std::as_bytes(std::span{octets}));
    else
      for (const Octet o : octets) put(static_cast<std::uint8_t>(o), 1);
    return;
  }
  const std::span<const std::byte> all = getBytes(get(4));
  octets.clear();
  if constexpr (requires { octets.data(); }) {
    octets.resize(all.size());
    if (!all.empty()) std::memcpy(octets.data(), all.data(), all.size());
  } else {
    for (const std::byte b : all) octets.push_back(static_cast<Octet>(b));
  }
}

template <class List, class Each>
void Archive::list(List& all, std::size_t most, std::string_view why, Each each) {
  const std::uint32_t length = count(all.size(), most, why);
  if (!reading_) {
    for (auto& one : all) each(one);
    return;
  }
  all.clear();
  for (std::uint32_t n = 0; n < length && good(); ++n) each(all.emplace_back());
}

template <class Map, class Key, class Value>
void Archive::table(Map& all, std::size_t most, std::string_view why, Key key, Value value) {
  const std::uint32_t length = count(all.size(), most, why);
  if (!reading_) {
    for (auto& [k, v] : all) {
      auto copy = k;
      key(copy);
      value(v);
    }
    return;
  }
  all.clear();
  for (std::uint32_t n = 0; n < length && good(); ++n) {
    typename Map::key_type k{};
    key(k);
    if (good()) value(all[k]);
  }
}

template <class T, class Each>
void Archive::optional(std::optional<T>& field, Each each) {
  bool there = field.has_value();
  flag(there);
  T value = field.value_or(T{});
  each(value);
  if (!reading_) return;
  field.reset();
  if (there) field = std::move(value);
}

}  // namespace utah10
