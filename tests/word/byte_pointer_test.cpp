// Byte pointers compared with words as strings of 36 bits.
#include "word/byte_pointer.hpp"

#include <gtest/gtest.h>

#include <bitset>

#include "support/random.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

using test::Random;
using Bits = std::bitset<36>;  // [0] is PDP-10 bit 35

// P and S of any size, often of a common kind.
BytePointer randomPointer(Random& r) {
  std::uint64_t p = r.below(64);
  std::uint64_t s = r.below(64);
  if (r.oneIn(2)) s = 1 + r.below(36);
  if (r.oneIn(4)) p = r.below(2) == 0 ? 36 : 36 - s % 37;
  std::uint64_t rest = r.bits() & 0000077777777;
  if (r.oneIn(8)) rest |= 0777777;
  if (r.oneIn(8)) rest = 0000077777777;
  return {Word36{(p << 30) | (s << 24) | rest}};
}

Bits loaded(Bits data, std::size_t p, std::size_t s) {
  Bits byte;
  for (std::size_t i = 0; i < s && i < 36; ++i)
    if (p + i < 36) byte[i] = data[p + i];
  return byte;
}
Bits deposited(Bits data, Bits byte, std::size_t p, std::size_t s) {
  for (std::size_t i = 0; i < s && i < 36; ++i)
    if (p + i < 36) data[p + i] = byte[i];
  return data;
}

TEST(BytePointer, LoadAndDepositMoveTheBitsOfTheByte) {
  Random r;
  for (std::uint64_t i = 0; i < test::caseCount() && !HasFailure(); ++i) {
    const BytePointer pointer = randomPointer(r);
    const Word36 data = r.word();
    const Word36 byte = r.word();
    const std::size_t p = pointer.word.bits() >> 30;
    const std::size_t s = (pointer.word.bits() >> 24) & 077;
    EXPECT_EQ(pointer.load(data).bits(), loaded(Bits{data.bits()}, p, s).to_ullong())
        << fmt::format("LDB {} of {}", pointer.word, data);
    EXPECT_EQ(pointer.deposit(data, byte).bits(), deposited(Bits{data.bits()}, Bits{byte.bits()}, p, s).to_ullong())
        << fmt::format("DPB {} in {} byte {}", pointer.word, data, byte);
  }
}

TEST(BytePointer, IncrementStepsWithinTheWordOrToTheNext) {
  Random r;
  for (std::uint64_t i = 0; i < test::caseCount() && !HasFailure(); ++i) {
    const BytePointer pointer = randomPointer(r);
    const std::int64_t p = pointer.word.field(0, 5);
    const std::int64_t s = pointer.word.field(6, 11);
    const bool stays = p - s >= 0;
    std::int64_t rest = static_cast<std::int64_t>(pointer.word.bits() % (std::int64_t{1} << 30));
    if (!stays) rest = (rest + 1) % (std::int64_t{1} << 30);
    const std::int64_t position = stays ? p - s : (36 - s + 64) % 64;
    const BytePointer::Stepped got = pointer.incremented();
    EXPECT_EQ(got.pointer.word, Word36::fromSigned((position << 30) + rest)) << fmt::format("{}", pointer.word);
    EXPECT_EQ(got.nextWord, !stays);
  }
}

TEST(BytePointer, WalksOverAWordOfAscii) {
  BytePointer p{Word36{0440700001000}};
  std::string text;
  for (int i = 0; i < 5; ++i) {
    p = p.incremented().pointer;
    text += static_cast<char>(p.load(packAscii("TENEX").value()).bits());
  }
  EXPECT_EQ(text, "TENEX");
  EXPECT_EQ(p.word, Word36{0010700001000});
  EXPECT_EQ(p.incremented().pointer.word, Word36{0350700001001});
}

// The edge cases of the byte instructions, as listed in the published description.
TEST(BytePointer, Edges) {
  const Word36 data{0123456701234};
  const Word36 ones{Word36::kMask};
  const auto pointer = [](std::uint64_t p, std::uint64_t s) {
    return BytePointer{Word36{(p << 30) | (s << 24) | 0201}};
  };
  EXPECT_EQ(pointer(010, 0).load(data), Word36{});
  EXPECT_EQ(pointer(010, 0).deposit(data, ones), data);
  EXPECT_EQ(pointer(044, 7).load(data), Word36{});
  EXPECT_EQ(pointer(044, 7).deposit(data, ones), data);
  EXPECT_EQ(pointer(077, 077).load(data), Word36{});
  EXPECT_EQ(pointer(040, 010).load(data), Word36{2});  // the mask ends at bit 0
  EXPECT_EQ(pointer(040, 010).deposit(data, ones), Word36{0763456701234});
  EXPECT_EQ(pointer(0, 044).load(data), data);
  EXPECT_EQ(pointer(0, 050).deposit(data, ones), ones);
  EXPECT_EQ(pointer(010, 077).incremented().pointer.word, Word36{0457700000202});
  EXPECT_TRUE(pointer(010, 077).incremented().nextWord);
  // A carry out of the address runs into the index field.
  EXPECT_EQ((BytePointer{Word36{0000703777777}}.incremented().pointer.word), Word36{0350704000000});
}

}  // namespace
}  // namespace utah10
