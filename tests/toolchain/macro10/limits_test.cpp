// No source may exhaust the host's stack, memory or time.
#include <gtest/gtest.h>

#include <string>

#include "utah10/toolchain/assembler.hpp"

namespace utah10 {
namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string s;
  for (std::size_t i = 0; i < times; ++i) s += text;
  return s;
}

AssemblyResult assembleText(const std::string& text, AssemblerOptions options = {}) {
  const SourceText source{"limits.mac", text};
  return assemble({&source, 1}, options);
}

bool says(const AssemblyResult& r, std::string_view text) {
  for (const AssemblyMessage& m : r.messages)
    if (m.text.find(text) != std::string::npos) return true;
  return false;
}

// One assembly for each construct that could recurse on the host's stack.
class Deep : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Deep, IsGivenUpInOneLine) {
  const auto& [before, again] = GetParam();
  const AssemblyResult r = assembleText(before + repeated(again, 300'000) + "\n\tEXP\t1\n\tEND\n");
  EXPECT_TRUE(says(r, "nested too deeply")) << before << again;
}

INSTANTIATE_TEST_SUITE_P(Limits, Deep,
                         testing::Values(std::pair{"\tEXP\t", "<"}, std::pair{"\tEXP\t", "["},
                                         std::pair{"\tMOVE\t1,", "("}, std::pair{"\tEXP\t", "^D"},
                                         std::pair{"\tEXP\t", "^L"}, std::pair{"\tEXP\t", "1.E"},
                                         std::pair{"\tEXP\t", "MOVE "}, std::pair{"\t", "OPDEF A ["},
                                         std::pair{"\tEXP\t", "IFE 0,<"}));

// Conditions do not use the stack, however many of them end at once.
TEST(Limits, AHundredThousandConditionsMayBeOpen) {
  const AssemblyResult r =
      assembleText(repeated("IFE 0,<", 100'000) + "\tEXP\t1\n" + repeated(">", 100'000) + "\n\tEND\n");
  EXPECT_EQ(r.errors, 0U);
  EXPECT_EQ(r.lines.size(), 1U);
}

AssemblerOptions smallBudget() {
  AssemblerOptions o;
  o.characterLimit = 1U << 20;
  o.listing = o.crossReference = true;
  return o;
}

TEST(Limits, WhatIsMultipliedCountsAgainstTheCharactersRead) {
  for (const char* text : {"REPEAT 377777777777,<\tEXP\t1\n>\n\tEND\n", "REPEAT 377777777777,<>\n\tEND\n",
                           "DEFINE A <A\nA\n>\n\tA\n\tEND\n",
                           "\tRIM10\nREPEAT 10000,<\tLOC\t1\n\tEXP\t1\n\tLOC\t777770\n\tEXP\t1\n>\n\tEND\n",
                           "A=1\nREPEAT 1000000,<\tXPUNGE\n>\n\tEND\n"}) {
    const AssemblyResult r = assembleText(text, smallBudget());
    EXPECT_TRUE(says(r, "characters read") || says(r, "too deep")) << text;
    EXPECT_LT(r.lines.size() + r.tape.size() + r.listing.size(), 1U << 21) << text;
  }
}

// A=X+X, B=A+A, ...: thirty lines would be 2^30 items.
TEST(Limits, ExpressionsForTheLoaderDoNotDoubleWithoutEnd) {
  std::string text = "\tEXTERN\tX0\n";
  for (int i = 0; i < 40; ++i)
    text += "X" + std::to_string(i + 1) + "=X" + std::to_string(i) + "+X" + std::to_string(i) + "\n";
  AssemblerOptions options;
  options.version = MacroVersion::V53;
  EXPECT_TRUE(says(assembleText(text + "\tEND\n", options), "too long for the loader"));
  // A long expression does not use a stack level per term either.
  text = "\tEXTERN\tX\n\tEXP\tX" + repeated("+X", 200'000) + "\n\tEND\n";
  EXPECT_TRUE(says(assembleText(text, options), "too long for the loader"));
}

TEST(Limits, CallersAreNamedUpToEight) {
  const AssemblyResult r = assembleText("DEFINE A(N)<IFE N,<\tEXP\t8X\n>IFN N,<A \\<N-1>\n>>\n\tA\t50\n\tEND\n");
  ASSERT_FALSE(r.messages.empty());
  ASSERT_EQ(r.messages.front().callers.size(), 9U);
  EXPECT_EQ(r.messages.front().callers.back(), "in 33 more macros");
}

TEST(Limits, APageOfNoLinesIsAPageOfOne) {
  AssemblerOptions options;
  options.listing = true;
  options.pageLines = options.width = 0;
  const AssemblyResult none = assembleText("\tTITLE\tPAGES\nA:\tEXP\t1\nB==2\n\tEND\n", options);
  options.pageLines = 1;
  EXPECT_EQ(none.listing, assembleText("\tTITLE\tPAGES\nA:\tEXP\t1\nB==2\n\tEND\n", options).listing);
  EXPECT_NE(none.listing.find("PAGE S-2"), std::string::npos);
}

// A rubout before the bracket that closes a macro looks like half of the end mark.
TEST(Limits, AUniversalWithAnEscapeInAMacroCanBeReadAgain) {
  const AssemblyResult made = assembleText("\tUNIVERSAL\tU\nDEFINE\tA <\tEXP\t1 ;\177>\nB=5\n\tEND\n");
  ASSERT_EQ(made.universals.size(), 1U);
  AssemblerOptions options;
  options.findUniversal = [&](std::string_view) -> Expected<std::optional<std::vector<Word36>>> {
    return made.universals.front().words;
  };
  const AssemblyResult r = assembleText("\tSEARCH\tU\n\tEXP\tB\n\tEND\n", options);
  EXPECT_EQ(r.errors, 0U);
  EXPECT_EQ(r.lines.size(), 1U);
}

}  // namespace
}  // namespace utah10
