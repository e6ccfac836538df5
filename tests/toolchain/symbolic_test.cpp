// Converting words to text and back.
#include "utah10/toolchain/symbolic.hpp"

#include <gtest/gtest.h>

#include <random>

#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

void roundTrip(Word36 w) {
  const std::string text = disassemble(w);
  const auto back = assembleLine(text);
  ASSERT_TRUE(back) << text << ": " << back.error().text();
  ASSERT_EQ(*back, w) << text << " is " << formatOctal(*back) << ", not " << formatOctal(w);
}

TEST(Symbolic, EveryOpcodeAndModeComesBack) {
  int n = 0;
  for (std::uint64_t op = 0; op < 512; ++op)
    for (const std::uint64_t ac : {0u, 1u, 017u})
      for (const std::uint64_t i : {0u, 1u})
        for (const std::uint64_t x : {0u, 1u, 017u})
          for (const std::uint64_t y : {0u, 1u, 0777777u}) {
            roundTrip(Word36{(op << 27) | (ac << 23) | (i << 22) | (x << 18) | y});
            ++n;
          }
  EXPECT_EQ(n, 512 * 3 * 2 * 3 * 3);
}

TEST(Symbolic, RandomWordsComeBack) {
  std::mt19937_64 random(1972);
  for (int n = 0; n < 100000; ++n) roundTrip(Word36{random()});
}

struct Pair {
  std::uint64_t word;
  const char* text;
};
constexpr Pair kPairs[] = {
    {0200060001234, "MOVE 1,@1234(0)"},
    {0200061001234, "MOVE 1,@1234(1)"},
    {0254000000100, "JRST 100"},
    {0700200200000, "CONO APR,200000"},
    {0710440000020, "DATAI 104,20"},
    {0254200000100, "HALT 100"},
    {0254120002000, "JRSTF @2000"},
    {0254500000000, "JEN"},
    {0255000000000, "NOP"},
    {0255400000010, "jov 10"},
    {0270740777777, "ADD 17,-1"},
    {0201040000144, "MOVEI 1,100."},
    {0201040000144, "MOVEI 1,^D100"},
    {0254200000100, "254200,,100"},
    {0777777000001, "-1,,1"},
    {0414243000000, "SIXBIT/ABC/"},
    {0406040000000, "ASCII/AB/"},
    {0000000000012, "2+3*2+2"},
    {0000000000016, "2+3*4"},
    {0000000000024, "(2+3)*4"},
    {0000000000005, "11-2-2"},
    {0000000000006, "3*4/2"},
    {0000000000014, "14-10/2+4"},
    {0000000000104, "100+7&4"},
    {0000000000036, "2*7!10"},
    {0777777777773, "-2-3"},
    {0000000000007, "(3&5)!6"},
};

TEST(Symbolic, Examples) {
  for (const Pair& p : kPairs) {
    const auto w = assembleLine(p.text);
    ASSERT_TRUE(w) << p.text << ": " << w.error().text();
    EXPECT_EQ(formatOctal(*w), formatOctal(Word36{p.word})) << p.text;
  }
}

TEST(Symbolic, SymbolsAreLookedUpInUpperCase) {
  const SymbolLookup symbols = [](std::string_view name) -> std::optional<Word36> {
    if (name == "LOOP") return Word36{01000};
    return std::nullopt;
  };
  EXPECT_EQ(assembleLine("jrst loop+2", symbols).value().bits(), 0254000001002u);
}

TEST(Symbolic, ErrorsAreOneClearLine) {
  const auto error = [](std::string_view text) {
    const auto w = assembleLine(text);
    return w ? std::string("no error") : w.error().text();
  };
  EXPECT_EQ(error("MVOE 1,2"), "unknown mnemonic MVOE; did you mean MOVE?");
  EXPECT_EQ(error("MOVE 20,1"), "accumulator 20 is too large");
  EXPECT_EQ(error("MOVE 1,2(20)"), "index register 20 is too large");
  EXPECT_EQ(error("MOVE 1,NOWHERE"), "symbol NOWHERE is not defined");
  EXPECT_EQ(error("CONO 200000"), "CONO needs a device; CONO PTR,100");
  EXPECT_EQ(error("CONO 3,1"), "device 3 is not a multiple of 4");
  EXPECT_EQ(error("189"), "8 is not a digit of radix 8; 100. is decimal");
  EXPECT_EQ(error("1/0"), "division by zero");
  EXPECT_EQ(error("SIXBIT/ABC"), "the closing / is missing");
  EXPECT_EQ(error("7777777777777"), "7777777777777 does not fit in 36 bits");
  EXPECT_EQ(error(""), "a value is missing");
}

}  // namespace
}  // namespace utah10
