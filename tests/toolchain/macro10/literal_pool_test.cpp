// The pool of literals against a plain implementation of the rule: the first place in the area, from its start, where
// the words match in sequence, or match up to the end of the area.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "support/random.hpp"
#include "toolchain/macro10/output/literal_pool.hpp"
#include "utah10/toolchain/assembler.hpp"

namespace utah10 {
namespace {

using Literal = std::vector<unsigned>;

// The place of the literal in the area; missing words are appended to the area.
std::size_t placeByTheRule(std::vector<unsigned>& area, const Literal& literal) {
  for (std::size_t at = 0; at < area.size(); ++at) {
    std::size_t n = 0;
    while (n < literal.size() && at + n < area.size() && area[at + n] == literal[n]) ++n;
    if (n != literal.size() && at + n != area.size()) continue;
    area.insert(area.end(), literal.begin() + static_cast<std::ptrdiff_t>(n), literal.end());
    return at;
  }
  const std::size_t at = area.size();
  area.insert(area.end(), literal.begin(), literal.end());
  return at;
}

std::string sourceOf(const std::vector<Literal>& literals) {
  std::string text;
  for (const Literal& l : literals) {
    text += "\tEXP\t[EXP ";
    for (std::size_t i = 0; i < l.size(); ++i) text += fmt::format("{}{:o}", i == 0 ? "" : ",", l[i]);
    text += "]\n";
  }
  return text + "\tEND\n";
}

// The words of the code blocks, as one sequence from 0 on.
std::vector<Word36> codeOf(const AssemblyResult& r) {
  std::vector<Word36> code;
  for (const RelItem& item : r.rel)
    if (item.type == static_cast<unsigned>(RelType::Code))
      code.insert(code.end(), item.words.begin() + 1, item.words.end());
  return code;
}

Literal randomLiteral(test::Random& random, unsigned words, unsigned values) {
  Literal l;
  for (std::uint64_t i = 1 + random.below(words); i > 0; --i) l.push_back(static_cast<unsigned>(random.below(values)));
  return l;
}

std::vector<macro10::StoredWord> storedWords(const Literal& literal) {
  std::vector<macro10::StoredWord> words;
  for (const unsigned value : literal) {
    macro10::StoredWord w;
    w.word = Word36{value};
    words.push_back(w);
  }
  return words;
}

TEST(LiteralPool, FindsWhatTheRuleFinds) {
  test::Random random;
  for (int round = 0; round < 300; ++round) {
    const auto values = static_cast<unsigned>(1 + random.below(round % 3 == 0 ? 30 : 3));
    std::vector<unsigned> area;
    macro10::LiteralPool pool;
    for (std::uint64_t n = 1 + random.below(60); n > 0; --n) {
      const Literal l = randomLiteral(random, 1 + round % 6, values);
      const std::vector<macro10::StoredWord> words = storedWords(l);
      const macro10::LiteralPool::Match match = pool.find(words);
      ASSERT_EQ(match.index, placeByTheRule(area, l));
      for (std::size_t i = match.shared; i < words.size(); ++i) pool.add(words[i]);
      ASSERT_EQ(pool.size(), area.size());
    }
  }
}

TEST(LiteralPool, SharesNoWordThatTheLoaderComputes) {
  std::vector<macro10::StoredWord> words = storedWords({5, 6});
  macro10::LiteralPool pool;
  for (const macro10::StoredWord& w : words) pool.add(w);
  EXPECT_EQ(pool.find(words).shared, 2U);
  words[1].byLoader = true;
  EXPECT_EQ(pool.find(words).shared, 0U);
  words[0].reloc = Word36{1};
  EXPECT_EQ(pool.find(std::span{words}.first(1)).shared, 0U) << "relocation must match, too";
  EXPECT_EQ(pool.take().size(), 2U);
  EXPECT_TRUE(pool.empty());
}

TEST(LiteralPool, PutsLiteralsWhereTheRuleSays) {
  test::Random random;
  for (int round = 0; round < 300; ++round) {
    // Few different values produce many matches and overlaps, many values few.
    const auto values = static_cast<unsigned>(1 + random.below(round % 3 == 0 ? 30 : 3));
    std::vector<Literal> literals;
    for (std::uint64_t n = 1 + random.below(60); n > 0; --n)
      literals.push_back(randomLiteral(random, 1 + round % 6, values));
    const SourceText source{"pool.mac", sourceOf(literals)};
    const AssemblyResult r = assemble({&source, 1}, {});
    ASSERT_EQ(r.errors, 0U) << source.text;
    std::vector<unsigned> area;
    std::vector<Word36> expected;
    for (const Literal& l : literals)
      expected.push_back(Word36{static_cast<std::uint64_t>(literals.size() + placeByTheRule(area, l))});
    for (const unsigned w : area) expected.push_back(Word36{w});
    ASSERT_EQ(codeOf(r), expected) << source.text;
  }
}

}  // namespace
}  // namespace utah10
