// Code, relocation and every kind of fix-up. Addresses: the first program is loaded at 140.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rel_builder.hpp"

namespace utah10 {
namespace {

using namespace test;
using testing::HasSubstr;

TEST(Link10, MovesHalvesAndProgramsOneBehindTheOther) {
  const auto r =
      linked({{name("A"), code(right(0, 0), {right(0201000, 2), left(3, 1), both(0777776, 0777777), fixed(5)}), end(4)},
              {name("B"), code(right(0, 1), {right(0254000, 1)}), code(fixed(041), {right(1, 2)}), end(2, 042)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), xwd(0201000, 0142));
  EXPECT_EQ(at(r, 0141), xwd(0143, 1));
  EXPECT_EQ(at(r, 0142), xwd(0136, 0137));
  EXPECT_EQ(at(r, 0143), word(5));
  EXPECT_EQ(at(r, 0145), xwd(0254000, 0145));
  EXPECT_EQ(at(r, 041), xwd(1, 0146));
  EXPECT_EQ(r.image->ranges().size(), 3U);
}

TEST(Link10, ChainsRequestsBeforeAndAfterTheDefinition) {
  // B's chain: 1 -> 0 of B; A refers to FOO before it is known, C after.
  const Items asks = {name("A"), code(right(0, 0), {fixed(0201000000000), right(0202000, 0)}),
                      item(RelType::Symbols, {symbol(060, "FOO"), right(0, 1)}), end(2)};
  // The chain runs from word 1 (which holds 0, relocated) to word 0 of the program, where it ends.
  const Items defines = {name("B"), code(right(0, 0), {fixed(7)}),
                         item(RelType::Symbols, {symbol(04, "FOO"), right(0, 0)}), end(1)};
  const auto before = linked({asks, defines});
  EXPECT_EQ(errorsOf(before), "");
  EXPECT_EQ(at(before, 0140), xwd(0201000, 0142));
  EXPECT_EQ(at(before, 0141), xwd(0202000, 0142));
  const auto after = linked({defines, asks});
  EXPECT_EQ(at(after, 0141), xwd(0201000, 0140));
  EXPECT_EQ(at(after, 0142), xwd(0202000, 0140));
}

TEST(Link10, JoinsTheChainsOfSeveralPrograms) {
  const Items asks = {name("A"), code(right(0, 0), {fixed(0)}), item(RelType::Symbols, {symbol(060, "X"), right(0, 0)}),
                      end(1)};
  const auto r = linked({asks, asks, {name("C"), item(RelType::Symbols, {symbol(044, "X"), fixed(0123456)}), end(0)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), word(0123456));
  EXPECT_EQ(at(r, 0141), word(0123456));
}

TEST(Link10, AddsInEighteenBitsWithoutCarry) {
  const Items asks = {
      name("A"), code(right(0, 0), {fixed(0000001777777), fixed(0777777000002)}),
      item(RelType::Symbols, {symbol(060, "N"), right(0400000, 0), symbol(060, "N"), right(0600000, 1)}), end(2)};
  const Items defines = {name("B"), item(RelType::Symbols, {symbol(04, "N"), fixed(3)}), end(0)};
  for (const auto& files : {std::vector<Items>{asks, defines}, std::vector<Items>{defines, asks}}) {
    const auto r = linked(files);
    EXPECT_EQ(errorsOf(r), "");
    EXPECT_EQ(at(r, 0140), xwd(1, 2));
    EXPECT_EQ(at(r, 0141), xwd(2, 2));
  }
}

// ALPHA = BETA + 5; the word after a definition gives the addend.
TEST(Link10, CompletesADeferredGlobal) {
  const Items asks = {name("C"), code(right(0, 0), {fixed(0)}),
                      item(RelType::Symbols, {symbol(060, "ALPHA"), right(0, 0)}), end(1)};
  const Items deferred = {
      name("A"), item(RelType::Symbols, {symbol(024, "ALPHA"), fixed(5), symbol(060, "BETA"), symbol(050, "ALPHA")}),
      end(0)};
  const Items beta = {name("B"), item(RelType::Symbols, {symbol(04, "BETA"), fixed(0100)}), end(0)};
  for (const auto& files :
       {std::vector<Items>{asks, deferred, beta, asks}, std::vector<Items>{beta, asks, deferred, asks}}) {
    const auto r = linked(files);
    EXPECT_EQ(errorsOf(r), "");
    EXPECT_EQ(at(r, 0140), word(0105));
    EXPECT_EQ(at(r, 0141), word(0105));
  }
}

TEST(Link10, CompletesBothHalvesOfASymbolBeforeItIsDefined) {
  const Items a = {name("A"), code(right(0, 0), {fixed(0)}),
                   item(RelType::Symbols, {symbol(064, "ALPHA"), fixed(0000001000002), symbol(060, "L"),
                                           symbol(070, "ALPHA"), symbol(060, "R"), symbol(050, "ALPHA")}),
                   polish({{2, false},
                           {static_cast<std::uint32_t>(radix50Word(04, "ALPHA").left().bits()), false},
                           {radix50Word(04, "ALPHA").right().bits(), false},
                           {0777775, false},
                           {0, true}}),
                   end(1)};
  const Items values = {name("B"), item(RelType::Symbols, {symbol(04, "L"), fixed(0100), symbol(04, "R"), fixed(0200)}),
                        end(0)};
  const auto r = linked({a, values});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), xwd(0101, 0202));
}

TEST(Link10, FixesLocalChainsOfEitherHalf) {
  const auto r = linked({{name("A"), code(right(0, 0), {fixed(0), right(0, 0), fixed(0), left(2, 0)}),
                          item(RelType::Local, {both(1, 4), {Word36{Word36::kMask}, 0}, both(3, 5)}), end(6)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), word(0144));
  EXPECT_EQ(at(r, 0141), word(0144));
  EXPECT_EQ(at(r, 0142), xwd(0145, 0));
  EXPECT_EQ(at(r, 0143), xwd(0145, 0));
}

TEST(Link10, ReportsAChainThatGoesInACircle) {
  const auto r = linked({{name("A"), code(right(0, 0), {right(0, 1), right(0, 0)}),
                          item(RelType::Symbols, {symbol(04, "X"), fixed(1), symbol(060, "X"), right(0, 1)}), end(2)}});
  EXPECT_EQ(errorsOf(r), "a.rel (A): the chain of fix-ups from 000141 is circular; the file is damaged\n");
}

TEST(Link10, LinksWordsAndTheEndOfTheLink) {
  const auto r = linked(
      {{name("A"), code(right(0, 0), {fixed(0), fixed(0), fixed(0)}),
        item(RelType::Link, {fixed(1), right(0, 0), fixed(1), right(0, 1), {word(0777777777777), 0}, right(0, 2)}),
        end(3)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), word(0));
  EXPECT_EQ(at(r, 0141), word(0140));
  EXPECT_EQ(at(r, 0142), word(0141));
  const auto bad = linked({{name("A"), item(RelType::Link, {fixed(021), right(0, 0)}), end(3)}});
  EXPECT_THAT(errorsOf(bad), HasSubstr("link number 21 is not 1 to 20"));
}

TEST(Link10, LoadsCodeAtAGlobalAndSparseWords) {
  const auto r = linked({{name("A"), item(RelType::Symbols, {symbol(04, "BASE"), fixed(01000)}),
                          code(symbol(060, "BASE"), {fixed(2), fixed(7), fixed(8)}),
                          item(RelType::Sparse, {right(2, 1), fixed(1), fixed(2), right(1, 5), fixed(3)}), end(6)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 01002), word(7));
  EXPECT_EQ(at(r, 01003), word(8));
  EXPECT_EQ(at(r, 0141), word(1));
  EXPECT_EQ(at(r, 0142), word(2));
  EXPECT_EQ(at(r, 0145), word(3));
  const auto missing = linked({{name("A"), code(symbol(060, "BASE"), {fixed(2)}), end(0)}});
  EXPECT_THAT(errorsOf(missing), HasSubstr("the origin of code is BASE, which has no value yet"));
}

TEST(Link10, AssignsStorageInTheOrderOfFiles) {
  const auto assign = [](std::string_view s, std::uint64_t n) {
    return item(RelType::Assign, {symbol(0, s), symbol(0, "NEXT"), fixed(n)});
  };
  const auto r = linked(
      {{name("P"), item(RelType::Symbols, {symbol(04, "NEXT"), fixed(0500)}), end(0)},
       {name("A"), code(right(0, 0), {fixed(0), fixed(0), fixed(0)}), assign("ONE", 10), assign("TWO", 1), end(3)},
       {name("B"), assign("THREE", 4),
        item(RelType::Symbols,
             {symbol(060, "ONE"), fixed(0140), symbol(060, "TWO"), fixed(0141), symbol(060, "THREE"), fixed(0142)}),
        end(0)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), word(0500));
  EXPECT_EQ(at(r, 0141), word(0512));
  EXPECT_EQ(at(r, 0142), word(0513));
  EXPECT_THAT(r.map, HasSubstr("NEXT    000000,,000517"));
  const auto missing = linked({{name("A"), assign("ONE", 1), end(0)}});
  EXPECT_THAT(errorsOf(missing), HasSubstr("a.rel: word 4: ONE is assigned from NEXT, which has no value yet"));
}

TEST(Link10, PutsFailsVariablesBehindTheProgram) {
  const auto r = linked({{name("A"), code(right(0, 0), {fixed(0), fixed(0)}),
                          item(RelType::LVar, {right(0, 2), fixed(3), fixed(0), left(1, 2)}), end(2)},
                         {name("B"), code(right(0, 0), {right(0, 0)}), end(1)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0141), word(0144));  // the second of the variables that begin at 142
  EXPECT_EQ(at(r, 0145), word(0145));
}

}  // namespace
}  // namespace utah10
