// Every kind of field: its exact bytes, and back. What a reader rejects, and that a writer rejects nothing.
#include "utah10/machine/archive.hpp"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "support/state_parts.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/instruction.hpp"

namespace utah10 {
namespace {

std::vector<std::byte> octets(std::initializer_list<int> values) {
  std::vector<std::byte> b;
  for (const int v : values) b.push_back(static_cast<std::byte>(v));
  return b;
}

enum class Phase : std::uint8_t { Idle, Waiting, Done };

struct Octet {
  Octet() = default;
  explicit Octet(unsigned n) : n_(static_cast<std::uint8_t>(n)) {}
  std::uint8_t octet() const { return n_; }
  bool operator==(const Octet&) const = default;

 private:
  std::uint8_t n_ = 0;
};

template <class T, class Field>
std::vector<std::byte> written(T& value, Field field) {
  Archive out = Archive::writer();
  field(out, value);
  EXPECT_FALSE(out.reading());
  EXPECT_TRUE(out.good() && !out.restored() && out.atEnd());
  return out.take();
}

// `value` becomes `bytes` and is left as it is; the bytes become an equal value; bytes that end too soon are an error.
template <class T, class Field>
void expectField(const T& value, Field field, const std::vector<std::byte>& bytes) {
  T saved = value;
  EXPECT_EQ(written(saved, field), bytes);
  EXPECT_EQ(saved, value);
  T read{};
  Archive in = Archive::reader(bytes);
  field(in, read);
  EXPECT_TRUE(in.reading() && in.restored() && in.atEnd()) << in.error();
  EXPECT_EQ(read, value);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    Archive cut = Archive::reader(std::span{bytes}.first(n));
    T partial = value;
    field(cut, partial);
    EXPECT_EQ(cut.error(), "state ends too soon") << n;
    EXPECT_FALSE(cut.restored());
  }
}

TEST(Archive, Numbers) {
  const auto u8 = [](Archive& a, auto& v) { a.u8(v); };
  const auto u32 = [](Archive& a, auto& v) { a.u32(v); };
  const auto u64 = [](Archive& a, auto& v) { a.u64(v); };
  expectField(std::uint8_t{0xA5}, u8, octets({0xA5}));
  expectField(char{'T'}, u8, octets({'T'}));
  expectField(unsigned{7}, u8, octets({7}));
  expectField(std::byte{0x81}, u8, octets({0x81}));
  expectField(Phase::Done, u8, octets({2}));
  expectField(Octet{0xC1}, u8, octets({0xC1}));
  expectField(std::uint32_t{0x01020304}, u32, octets({4, 3, 2, 1}));
  expectField(std::uint16_t{0x0102}, u32, octets({2, 1, 0, 0}));
  expectField(int{-2}, u32, octets({0xFE, 0xFF, 0xFF, 0xFF}));
  expectField(std::size_t{0x01020304}, u32, octets({4, 3, 2, 1}));
  expectField(PhysicalAddress{0123456}, u32, octets({0x2E, 0xA7, 0, 0}));
  expectField(PageNo{0777}, u32, octets({0xFF, 1, 0, 0}));
  expectField(std::uint64_t{0x0102030405060708}, u64, octets({8, 7, 6, 5, 4, 3, 2, 1}));
  expectField(std::int64_t{-1}, u64, octets({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}));
}

TEST(Archive, WordsFlagsAndTimes) {
  const auto word = [](Archive& a, auto& v) { a.word(v); };
  expectField(
      true, [](Archive& a, bool& v) { a.flag(v); }, octets({1}));
  expectField(Word36::halves(1, 2), word, octets({2, 0, 4, 0, 0, 0, 0, 0}));
  expectField(Instruction{Word36{7}}, word, octets({7, 0, 0, 0, 0, 0, 0, 0}));
  expectField(
      kPowerOn + nanoseconds(258), [](Archive& a, Instant& v) { a.instant(v); }, octets({2, 1, 0, 0, 0, 0, 0, 0}));
  expectField(
      nanoseconds(-1), [](Archive& a, Duration& v) { a.duration(v); },
      octets({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}));
  expectField(
      std::array{Word36{1}, Word36{2}}, [](Archive& a, auto& v) { a.words(v); },
      octets({1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}));
  expectField(
      std::array<std::uint64_t, 2>{1, 2}, [](Archive& a, auto& v) { a.u64s(v); },
      octets({1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Archive, TextsAndContainers) {
  const auto text = [](Archive& a, auto& v) { a.text(v); };
  const auto u8 = [](Archive& a) { return [&a](auto& v) { a.u8(v); }; };
  expectField(std::string{"AB"}, text, octets({2, 0, 0, 0, 'A', 'B'}));
  expectField(std::deque<char>{'A', 'B'}, text, octets({2, 0, 0, 0, 'A', 'B'}));
  expectField(
      std::vector<std::uint8_t>{0xFF, 0}, [](Archive& a, auto& v) { a.bytes(v); }, octets({2, 0, 0, 0, 0xFF, 0}));
  expectField(
      std::deque<std::uint8_t>{5, 6}, [&](Archive& a, auto& v) { a.list(v, 2, "too many", u8(a)); },
      octets({2, 0, 0, 0, 5, 6}));
  expectField(
      std::vector<Phase>{Phase::Done}, [&](Archive& a, auto& v) { a.list(v, u8(a)); }, octets({1, 0, 0, 0, 2}));
  expectField(
      std::map<std::uint8_t, unsigned>{{1, 10}, {2, 20}},
      [&](Archive& a, auto& v) { a.table(v, 2, "too many", u8(a), u8(a)); }, octets({2, 0, 0, 0, 1, 10, 2, 20}));
  expectField(
      std::optional<std::uint8_t>{9}, [&](Archive& a, auto& v) { a.optional(v, u8(a)); }, octets({1, 9}));
  expectField(
      std::optional<std::uint8_t>{}, [&](Archive& a, auto& v) { a.optional(v, u8(a)); }, octets({0, 0}));
}

// One call names several fields, in their order.
TEST(Archive, SeveralFieldsInACall) {
  struct Fields {
    bool up = true, down = false;
    std::uint8_t a = 1, b = 2;
    std::string name = "N", other;
    void state(Archive& archive) {
      archive.flag(up, down);
      archive.u8(a, b);
      archive.text(name, other);
    }
  } fields;
  EXPECT_EQ(test::stateOf(fields), octets({1, 0, 1, 2, 1, 0, 0, 0, 'N', 0, 0, 0, 0}));
}

TEST(Archive, AReaderClearsTheBitsOutsideAMask) {
  std::uint8_t small = 0377;
  std::uint32_t middle = 0377;
  std::uint64_t large = 0377;
  const auto fields = [&](Archive& a) {
    a.u8Masked(07, small);
    a.u32Masked(070, middle);
    a.u64Masked(0300, large);
  };
  Archive out = Archive::writer();
  fields(out);
  EXPECT_EQ(out.data(), octets({0377, 0377, 0, 0, 0, 0377, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(small, 0377);
  Archive in = Archive::reader(out.data());
  fields(in);
  EXPECT_EQ(small, 07);
  EXPECT_EQ(middle, 070u);
  EXPECT_EQ(large, 0300u);
}

TEST(Archive, AReaderRejectsAnUnknownChoice) {
  Phase phase = Phase::Done;
  const auto field = [&](Archive& a) { a.choice(phase, Phase::Done, "an unknown phase"); };
  Archive out = Archive::writer();
  field(out);
  EXPECT_EQ(out.data(), octets({2}));
  const auto unknown = octets({3});
  Archive in = Archive::reader(unknown);
  field(in);
  EXPECT_EQ(in.error(), "an unknown phase");
  EXPECT_EQ(phase, Phase::Idle);
}

TEST(Archive, AReaderRejectsAListOverItsLimit) {
  std::vector<std::uint8_t> list{1, 2, 3};
  std::map<std::uint8_t, std::uint8_t> table{{1, 2}, {3, 4}, {5, 6}};
  const auto u8 = [](Archive& a) { return [&a](std::uint8_t& v) { a.u8(v); }; };
  Archive out = Archive::writer();
  out.list(list, 2, "a long list", u8(out));
  out.table(table, 2, "a long table", u8(out), u8(out));
  EXPECT_EQ(out.data().size(), 4u + 3 + 4 + 6) << "a writer writes all it has";
  Archive in = Archive::reader(out.data());
  in.list(list, 2, "a long list", u8(in));
  EXPECT_EQ(in.error(), "a long list");
  EXPECT_TRUE(list.empty());
  Archive second = Archive::reader(std::span{out.data()}.subspan(7));
  second.table(table, 2, "a long table", u8(second), u8(second));
  EXPECT_EQ(second.error(), "a long table");
  EXPECT_TRUE(table.empty());
}

// A length far beyond the bytes there are is found out before its elements are made.
TEST(Archive, AnImpossibleLengthIsHarmless) {
  const auto bytes = octets({0xFF, 0xFF, 0xFF, 0xFF, 1, 2});
  std::vector<std::uint64_t> list;
  Archive in = Archive::reader(bytes);
  in.list(list, [&](std::uint64_t& n) { in.u64(n); });
  EXPECT_FALSE(in.good());
  EXPECT_EQ(list.size(), 1u);
  std::string text = "before";
  Archive other = Archive::reader(bytes);
  other.text(text);
  EXPECT_FALSE(other.good());
  EXPECT_EQ(text, "");
}

// An element that is rejected ends the table before its value is made.
TEST(Archive, ARejectedKeyHasNoValue) {
  const auto bytes = octets({2, 0, 0, 0, 1, 10, 9, 20});
  std::map<std::uint8_t, std::uint8_t> table;
  Archive in = Archive::reader(bytes);
  in.table(
      table,
      [&](std::uint8_t& k) {
        in.u8(k);
        in.check(k != 9, "a key of nine");
      },
      [&](std::uint8_t& v) { in.u8(v); });
  EXPECT_EQ(in.error(), "a key of nine");
  EXPECT_EQ(table, (std::map<std::uint8_t, std::uint8_t>{{1, 10}}));
}

TEST(Archive, WhatMustBeTheSame) {
  struct Machine {
    std::uint8_t kind = 1;
    std::int64_t speed = 110;
    std::uint64_t size = 5;
    bool modem = true;
    Duration bit = nanoseconds(3);
    std::string name = "N";
    void state(Archive& a) const {
      a.sameU8(kind, "kind");
      a.sameU32(speed, "speed");
      a.sameU64(size, "size");
      a.sameFlag(modem, "modem");
      a.sameDuration(bit, "bit");
      a.sameText(name, "name");
    }
  };
  const Machine mine;
  const auto bytes = test::stateOf(mine);
  EXPECT_EQ(bytes, octets({1, 110, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'N'}));
  EXPECT_EQ(test::restoreState(bytes, mine), "");
  const std::pair<std::string, Machine> others[] = {
      {"kind", {.kind = 2}},       {"speed", {.speed = 111}},        {"size", {.size = 6}},
      {"modem", {.modem = false}}, {"bit", {.bit = nanoseconds(4)}}, {"name", {.name = "M"}},
  };
  for (const auto& [what, other] : others) EXPECT_EQ(test::restoreState(bytes, other), what);
}

TEST(Archive, ADifferentNameIsReportedInOneLine) {
  const auto name = [](Archive& a, const std::string& mine) { a.sameName(mine, "the snapshot has"); };
  const auto errorOf = [&](std::string theirs, const std::string& mine) {
    const auto bytes = written(theirs, name);
    Archive in = Archive::reader(bytes);
    name(in, mine);
    return in.error();
  };
  const std::string ptr = "ptr";
  EXPECT_EQ(written(ptr, name), octets({3, 0, 0, 0, 'p', 't', 'r'}));
  EXPECT_EQ(errorOf("ptr", "ptr"), "");
  EXPECT_EQ(errorOf("ptr", "ptp"), "the snapshot has ptr where this machine has ptp");
  EXPECT_EQ(errorOf("\n\x1B\xFFx", "ptp"), "the snapshot has ???x where this machine has ptp");
  EXPECT_EQ(errorOf(std::string(5000, 'x'), "ptp"),
            "the snapshot has " + std::string(40, 'x') + " where this machine has ptp");
}

TEST(Archive, ASectionHasANameAndALength) {
  const auto section = [](Archive& a, std::uint8_t& v) { a.section("ptr", [&] { a.u8(v); }); };
  const auto bytes = octets({3, 0, 0, 0, 'p', 't', 'r', 1, 0, 0, 0, 7});
  std::uint8_t value = 7;
  EXPECT_EQ(written(value, section), bytes);
  value = 0;
  Archive in = Archive::reader(bytes);
  section(in, value);
  EXPECT_TRUE(in.good() && in.atEnd()) << in.error();
  EXPECT_EQ(value, 7);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    Archive cut = Archive::reader(std::span{bytes}.first(n));
    section(cut, value);
    EXPECT_EQ(cut.error(), n < 11 ? "state ends too soon" : "section ptr is cut short") << n;
    EXPECT_EQ(value, 0) << n;
  }
}

TEST(Archive, AReaderRejectsADifferentSection) {
  const auto bytes = octets({3, 0, 0, 0, 'p', 't', 'r', 2, 0, 0, 0, 7, 8});
  const auto octetsOfNoName = octets({3, 0, 0, 0, 'p', '\n', 'r', 0, 0, 0, 0});
  const auto errorOf = [&](std::string_view name, int fields) {
    std::uint8_t v = 0;
    Archive in = Archive::reader(bytes);
    in.section(name, [&] {
      for (int n = 0; n < fields; ++n) in.u8(v);
    });
    return in.error();
  };
  EXPECT_EQ(errorOf("ptr", 2), "");
  EXPECT_EQ(errorOf("ptp", 2), "section ptp expected, ptr found");
  Archive damaged = Archive::reader(octetsOfNoName);
  damaged.section("ptr", [] {});
  EXPECT_EQ(damaged.error(), "section ptr expected, p?r found");
  EXPECT_EQ(errorOf("ptr", 1), "section ptr is longer than this machine's");
  EXPECT_EQ(errorOf("ptr", 3), "section ptr is too short");
}

// A block is read whole or not at all.
TEST(Archive, ABlockBeyondItsSectionIsNotRead) {
  const auto bytes = octets({1, 0, 0, 0, 'c', 8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
  std::array<std::uint64_t, 2> block{5, 6};
  Archive in = Archive::reader(bytes);
  in.section("c", [&] { in.u64s(block); });
  EXPECT_EQ(in.error(), "section c is too short");
  EXPECT_EQ(block, (std::array<std::uint64_t, 2>{5, 6}));
}

TEST(Archive, OnlyAReaderRejects) {
  Archive out = Archive::writer();
  out.check(false, "impossible");
  out.reject("impossible");
  EXPECT_TRUE(out.good());
  const auto bytes = octets({1});
  Archive in = Archive::reader(bytes);
  in.check(true, "possible");
  EXPECT_TRUE(in.good());
  in.check(false, "the first");
  in.check(false, "the second");
  in.reject("the third");
  EXPECT_EQ(in.error(), "the first");
}

TEST(Archive, AfterAnErrorAReaderReadsZeros) {
  const auto bytes = octets({1, 2, 3, 4, 5, 6, 7, 8, 9});
  Archive in = Archive::reader(bytes);
  in.reject("no");
  std::uint8_t small = 1;
  std::uint64_t large = 1;
  bool flag = true;
  Word36 word{1};
  Instant instant = kNever;
  std::string text = "x";
  std::vector<std::uint8_t> list{1};
  std::optional<std::uint8_t> optional = 3;
  const auto u8 = [&](std::uint8_t& v) { in.u8(v); };
  in.u8(small);
  in.u64(large);
  in.flag(flag);
  in.word(word);
  in.instant(instant);
  in.text(text);
  in.list(list, u8);
  in.optional(optional, u8);
  EXPECT_TRUE(small == 0 && large == 0 && !flag && word.zero() && instant == kPowerOn);
  EXPECT_TRUE(text.empty() && list.empty() && !optional);
  EXPECT_EQ(in.error(), "no");
}

}  // namespace
}  // namespace utah10
