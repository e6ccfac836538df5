// Polish expressions: every operator and store, with values known at once and with globals defined later.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rel_builder.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using namespace test;
using testing::HasSubstr;
using Halves = std::vector<std::pair<std::uint32_t, bool>>;

Halves operator+(Halves a, const Halves& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Halves op(std::uint32_t code) { return {{code, false}}; }
Halves full(Word36 w) { return {{1, false}, {w.left().bits(), false}, {w.right().bits(), false}}; }
Halves half(std::uint32_t v, bool moves = false) { return {{0, false}, {v, moves}}; }
Halves global(std::string_view n) {
  const Word36 w = radix50Word(04, n);
  return {{2, false}, {w.left().bits(), false}, {w.right().bits(), false}};
}
Halves store(std::uint32_t code, std::uint32_t address) { return {{code, false}, {address, true}}; }
Halves intoSymbol(std::uint32_t code, std::string_view n, std::string_view block = "") {
  const Word36 w = radix50Word(0, n);
  const Word36 b = radix50Word(0, block);
  return {{code, false},
          {w.left().bits(), false},
          {w.right().bits(), false},
          {b.left().bits(), false},
          {b.right().bits(), false}};
}
constexpr std::uint32_t kRight = 0777777, kLeft = 0777776, kWord = 0777775;

Items program(const Halves& expression, std::uint64_t before = 0) {
  return {name("A"), code(right(0, 0), {fixed(before), fixed(0)}), polish(expression), end(2)};
}

struct Operation {
  std::uint32_t code;
  std::int64_t a, b;
  std::uint64_t result;
};

TEST(Link10Polish, ComputesAsTheMachineDoes) {
  const Operation operations[] = {{3, 5, -2, 3},           {4, 5, 7, 0777777777776},   {5, -3, 4, 0777777777764},
                                  {6, 17, 5, 3},           {6, -17, 5, 0777777777775}, {7, 0606, 0303, 0202},
                                  {010, 0606, 0303, 0707}, {011, 3, 4, 060},           {011, 060, -4, 3},
                                  {011, -1, -35, 1},       {012, 0606, 0303, 0505}};
  for (const Operation& o : operations) {
    const Word36 a = Word36::fromSigned(o.a);
    const Word36 b = Word36::fromSigned(o.b);
    const auto now = linked({program(op(o.code) + full(a) + full(b) + store(kWord, 0))});
    EXPECT_EQ(errorsOf(now), "");
    EXPECT_EQ(at(now, 0140), word(o.result)) << o.code;
    const Items values = {name("V"), item(RelType::Symbols, {symbol(04, "X"), {a, 0}, symbol(04, "Y"), {b, 0}}),
                          end(0)};
    const auto later = linked({program(op(o.code) + global("X") + global("Y") + store(kWord, 0)), values});
    EXPECT_EQ(errorsOf(later), "");
    EXPECT_EQ(at(later, 0140), word(o.result)) << o.code;
  }
  EXPECT_EQ(at(linked({program(op(013) + full(word(0707070)) + store(kWord, 0))}), 0140), word(0777777070707));
  EXPECT_EQ(at(linked({program(op(014) + half(5) + store(kWord, 0))}), 0140), word(0777777777773));
}

TEST(Link10Polish, NestsOperators) {
  // (7 - (X + 2)) * -Y
  const Halves e = op(5) + op(4) + half(7) + op(3) + global("X") + half(2) + op(014) + global("Y") + store(kWord, 1);
  const auto r =
      linked({program(e),
              {name("V"), item(RelType::Symbols, {symbol(04, "X"), fixed(1), symbol(04, "Y"), fixed(3)}), end(0)}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0141), word(0777777777764));
}

TEST(Link10Polish, StoresHalvesAndFollowsChains) {
  const Word36 value = xwd(012, 034);
  EXPECT_EQ(at(linked({program(full(value) + store(kRight, 0), 0100000000000)}), 0140), xwd(0100000, 034));
  EXPECT_EQ(at(linked({program(full(value) + store(kLeft, 0), 0000000000100)}), 0140), xwd(034, 0100));
  EXPECT_EQ(at(linked({program(half(1, true) + store(kRight, 0))}), 0140), word(0141));
  const auto chained =
      linked({{name("A"), code(right(0, 0), {fixed(0), right(7, 0)}), polish(full(value) + store(kRight, 1)), end(2)}});
  EXPECT_EQ(at(chained, 0140), xwd(0, 034));
  EXPECT_EQ(at(chained, 0141), xwd(7, 034));
}

TEST(Link10Polish, StoresIntoSymbols) {
  struct Case {
    std::uint32_t code;
    unsigned symbolCode;
    Word36 result;
  };
  const Case cases[] = {{0777774, 024, xwd(1, 034)}, {0777773, 064, xwd(034, 2)}, {0777772, 064, xwd(012, 034)}};
  for (const Case& c : cases) {
    const bool half = c.code == 0777773;  // the right half is never completed, so the symbol must not be requested
    Items a = {name("A"), code(right(0, 0), {fixed(0)}),
               item(RelType::Symbols, {symbol(c.symbolCode, "S"), fixed(0000001000002)}),
               polish(full(xwd(012, 034)) + intoSymbol(c.code, "S"))};
    if (!half) a.push_back(polish(global("S") + store(kWord, 0)));
    a.push_back(end(1));
    const auto r = linked({a});
    EXPECT_EQ(errorsOf(r), "");
    EXPECT_THAT(r.map, HasSubstr("S       " + formatHalves(c.result)));
    EXPECT_EQ(at(r, 0140), half ? word(0) : c.result);
  }
}

TEST(Link10Polish, FindsASymbolByItsBlock) {
  const auto valuesAfter = [](std::string_view block) {
    LinkEnding e = plain();
    e.symbols = SymbolTable::BehindPrograms;
    e.patchArea = 0;
    const auto r = linked({{name("A"), code(right(0, 0), {fixed(1)}),
                            item(RelType::Symbols, {symbol(014, "OUTER"), fixed(0), symbol(010, "S"), fixed(1),
                                                    symbol(014, "INNER"), fixed(0), symbol(010, "S"), fixed(2)}),
                            polish(half(7) + intoSymbol(0777774, "S", block)), end(1)}},
                          e);
    EXPECT_EQ(errorsOf(r), "");
    constexpr std::uint32_t kLater = 0141 + 5, kEarlier = kLater + 4;  // two words per symbol, PAT.. twice before them
    return std::pair{at(r, kEarlier).bits(), at(r, kLater).bits()};
  };
  EXPECT_EQ(valuesAfter("OUTER"), (std::pair<std::uint64_t, std::uint64_t>{7, 2}));
  EXPECT_EQ(valuesAfter("INNER"), (std::pair<std::uint64_t, std::uint64_t>{1, 7}));
  EXPECT_EQ(valuesAfter(""), (std::pair<std::uint64_t, std::uint64_t>{1, 7}));
  EXPECT_EQ(valuesAfter("NONE"), (std::pair<std::uint64_t, std::uint64_t>{1, 7}));
}

TEST(Link10Polish, PassesOverASymbolThatIsNotThere) {
  const auto r = linked({program(half(1) + intoSymbol(0777774, "NOWHER"))});
  EXPECT_EQ(errorsOf(r), "");
}

TEST(Link10Polish, RefusesWhatMakesNoSense) {
  const auto errorFor = [](const Halves& h) { return errorsOf(linked({program(h)})); };
  EXPECT_EQ(errorFor(op(6) + half(1) + half(0) + store(kWord, 0)),
            "a.rel: word 11: the polish expression divides by zero\n");
  EXPECT_EQ(errorFor(op(3) + half(1)), "a.rel: word 11: the polish expression ends too early; the file is damaged\n");
  EXPECT_EQ(errorFor(op(017) + half(1)), "a.rel: word 11: unknown polish code 17\n");
  EXPECT_EQ(errorFor(half(1) + op(0400000)), "a.rel: word 11: 400000 is not a polish store operator\n");
  EXPECT_EQ(errorFor(half(1) + store(kWord, 0) + half(2)),
            "a.rel: word 11: words follow the polish store operator; the file is damaged\n");
}

}  // namespace
}  // namespace utah10
