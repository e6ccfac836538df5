// Linking whole programs: segments, libraries, globals and their errors, start, job data and symbol table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rel_builder.hpp"

namespace utah10 {
namespace {

using namespace test;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

RelItem entry(std::string_view n) { return item(RelType::Entry, {symbol(0, n)}); }
RelItem symbols(std::initializer_list<Moving> words) { return item(RelType::Symbols, words); }
RelItem defines(std::string_view n, std::uint64_t value) { return symbols({symbol(04, n), fixed(value)}); }
RelItem wants(std::string_view n) { return symbols({symbol(060, n), fixed(0)}); }

TEST(Link10, SplitsAProgramIntoTwoSegments) {
  const Items two = {
      name("A"), item(RelType::HighSegment, {fixed(0400005400000)}), code(right(0, 0), {right(1, 0400000), fixed(5)}),
      code(right(0, 0400000), {right(2, 0), both(0400001, 1)}), item(RelType::End, {right(0, 0400005), right(0, 2)})};
  const auto r = linked({two, two});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), xwd(1, 0400010));
  EXPECT_EQ(at(r, 0400010), xwd(2, 0140));
  EXPECT_EQ(at(r, 0400011), xwd(0400011, 0141));
  EXPECT_EQ(at(r, 0142), xwd(1, 0400015));
  EXPECT_EQ(at(r, 0400015), xwd(2, 0142));
}

// The word before a program's low segment, as `.-1` at its beginning, is not a word of the high segment.
TEST(Link10, MovesSmallNegativeAddressesWithTheLowSegment) {
  const auto r = linked({{name("A"), item(RelType::HighSegment, {fixed(0400001400000)}),
                          code(right(0, 0), {right(1, 0777777), right(2, 0777400), right(3, 0777377)}),
                          code(right(0, 0400000), {fixed(5)}), item(RelType::End, {right(0, 0400001), right(0, 3)})}});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), xwd(1, 0137));
  EXPECT_EQ(at(r, 0141), xwd(2, 0777540));
  EXPECT_EQ(at(r, 0142), xwd(3, 0777407));  // 400 below zero ends the negative ones: 377377 into the high segment
}

TEST(Link10, LoadsAWholeProgramHigh) {
  const Items high = {name("A"), item(RelType::HighSegment, {fixed(0400000)}),
                      code(right(0, 0), {right(1, 1), fixed(2)}), end(2)};
  LinkEnding job;
  const auto r = linked({{name("L"), code(right(0, 0), {fixed(1)}), end(1)}, high, high}, job);
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0400010), xwd(1, 0400011));
  EXPECT_EQ(at(r, 0400012), xwd(1, 0400013));
  EXPECT_EQ(at(r, 0115), xwd(014, 0400014));  // .JBHRL
  EXPECT_EQ(at(r, 0121), word(0141));         // .JBFF: low segment only
}

// The high segment begins with what a monitor needs of the job data area, unless a program has its own words there.
TEST(Link10, HighSegmentCarriesJobData) {
  const Items low = {name("L"),
                     code(fixed(041), {fixed(0777)}),
                     code(fixed(0124), {fixed(0200)}),
                     code(fixed(0137), {fixed(052)}),
                     code(right(0, 0), {fixed(1)}),
                     end(1)};
  const Items high = {name("H"), item(RelType::HighSegment, {fixed(0400000)}), code(right(0, 0), {right(2, 0)}),
                      end(1)};
  LinkEnding job;
  job.start = "400010";
  const auto r = linked({low, high}, job);
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0400000), at(r, 0120));
  EXPECT_EQ(at(r, 0400001), at(r, 041));
  EXPECT_EQ(at(r, 0400002), at(r, 0133));
  EXPECT_EQ(at(r, 0400003), xwd(011, at(r, 0124).right().bits()));
  EXPECT_EQ(at(r, 0400004), at(r, 0137));
  LinkEnding bare = plain();
  EXPECT_EQ(at(linked({low, high}, bare), 0400000), word(0777777777777));  // not loaded
}

TEST(Link10, ForcesProgramsIntoASegment) {
  const Items plainProgram = {name("A"), code(right(0, 0), {right(1, 0)}), end(1)};
  const Items high = {name("H"), item(RelType::HighSegment, {fixed(0400000)}), code(right(0, 0), {right(2, 0)}),
                      end(1)};
  Linker linker;
  linker.forceSegment(Linker::Segment::High);
  linker.load(relFile("a.rel", plainProgram));
  linker.load(relFile("b.rel", plainProgram));
  linker.forceSegment(Linker::Segment::Low);
  linker.load(relFile("h.rel", high));
  linker.forceSegment(std::nullopt);
  linker.load(relFile("c.rel", plainProgram));
  const auto r = linker.finish(plain());
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0400010), xwd(1, 0400010));
  EXPECT_EQ(at(r, 0400011), xwd(1, 0400011));
  EXPECT_EQ(at(r, 0140), xwd(2, 0140));
  EXPECT_EQ(at(r, 0141), xwd(1, 0141));
}

TEST(Link10, CannotForceTwoSegmentsIntoOne) {
  Linker linker;
  linker.forceSegment(Linker::Segment::High);
  linker.load(relFile("t.rel", {name("T"), item(RelType::HighSegment, {fixed(0400005400000)}), end(0)}));
  EXPECT_THAT(errorsOf(linker.finish(plain())),
              HasSubstr("t.rel: word 4: a program of two segments cannot be forced into one\n"));
}

TEST(Link10, SetsOriginsToNumbersAndSymbols) {
  Linker linker;
  const Items low = {name("A"), code(right(0, 0), {right(0, 0)}), defines("RESVLC", 03000), end(1)};
  linker.setOrigin(Linker::Segment::Low, "200");
  linker.load(relFile("a.rel", low));
  linker.setOrigin(Linker::Segment::Low, "RESVLC");
  linker.setOrigin(Linker::Segment::High, "600000");
  linker.load(
      relFile("b.rel", {name("B"), item(RelType::HighSegment, {fixed(0400001400000)}),
                        code(right(0, 0), {right(0, 0400000)}), item(RelType::End, {right(0, 0400001), right(0, 1)})}));
  const auto r = linker.finish(plain());
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0200), word(0200));
  EXPECT_EQ(at(r, 03000), word(0600000));
  Linker bad;
  bad.setOrigin(Linker::Segment::Low, "NONE");
  bad.setOrigin(Linker::Segment::High, "12x!");
  EXPECT_EQ(errorsOf(bad.finish(plain())),
            ".LOW.: NONE has no value yet; set it after the file that defines it\n"
            ".HIGH.: \"12x!\" is neither an octal address nor a symbol\n");
}

TEST(Link10, TakesFromALibraryOnlyWhatIsWanted) {
  const auto member = [](std::string_view n, std::uint32_t w, std::string_view other = "") {
    Items m = {entry(n), name(n), code(right(0, 0), {fixed(w)}), symbols({symbol(04, n), right(0, 0)})};
    if (!other.empty()) m.push_back(wants(other));
    m.push_back(end(1));
    return m;
  };
  Items library;
  for (const Items& m : {member("UNUSED", 1), member("LATER", 2), member("FIRST", 3, "SECOND"), member("SECOND", 4)})
    library.insert(library.end(), m.begin(), m.end());
  const auto link = [&](std::string_view wanted, int searches) {
    Linker linker;
    linker.load(relFile("a.rel", {name("A"), code(right(0, 0), {fixed(0)}), wants(wanted), end(1)}));
    for (int i = 0; i < searches; ++i) linker.search(relFile("lib.rel", library));
    EXPECT_EQ(linker.wantsMore(), searches == 0);
    return linker.finish(plain());
  };
  const auto r = link("FIRST", 1);
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0141), word(3));
  EXPECT_EQ(at(r, 0142), word(4));
  EXPECT_EQ(r.image->ranges().back().last.bits(), 0142U);
  EXPECT_THAT(r.map, AllOf(Not(HasSubstr("UNUSED")), Not(HasSubstr("LATER"))));
  EXPECT_EQ(errorsOf(link("FIRST", 0)), "a.rel: global FIRST is undefined; mentioned in a.rel (A)\n");
}

TEST(Link10, ListsTheFilesProgramsAskFor) {
  const Word36 file = packSixbit("FOO").value();
  const Word36 device = packSixbit("SYS").value();
  Linker linker;
  linker.load(relFile(
      "a.rel",
      {name("A"), item(RelType::RequestLoad, {{file, 0}, fixed(0), {device, 0}, {file, 0}, fixed(0), {device, 0}}),
       item(RelType::RequestLibrary, {{packSixbit("LIB").value(), 0}, fixed(0), fixed(0)}), end(0)}));
  const auto requests = linker.takeRequests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0].name + "/" + requests[0].device + "/" + requests[0].where, "FOO/SYS/a.rel: word 4");
  EXPECT_FALSE(requests[0].searched);
  EXPECT_EQ(requests[1].name, "LIB");
  EXPECT_TRUE(requests[1].searched);
  EXPECT_TRUE(linker.takeRequests().empty());
}

TEST(Link10, NamesEveryFileThatMentionsAnUndefinedGlobal) {
  const auto r = linked({{name("A"), wants("NOWHER"), end(0)},
                         {name("B"), wants("NOWHER"), wants("ALSO"), end(0)},
                         {name("C"), code(right(0, 0), {fixed(1)}), defines("THERE", 1), end(1)}});
  EXPECT_FALSE(r.image);
  EXPECT_EQ(errorsOf(r),
            "b.rel: global ALSO is undefined; mentioned in b.rel (B)\n"
            "a.rel: global NOWHER is undefined; mentioned in a.rel (A), b.rel (B)\n");
}

TEST(Link10, HoldsTheFirstDefinition) {
  const auto r = linked(
      {{name("A"), code(right(0, 0), {fixed(0)}), defines("X", 1), symbols({symbol(060, "X"), right(0, 0)}), end(1)},
       {name("B"), defines("X", 2), end(0)},
       {name("C"), wants("X"), end(0)}});
  EXPECT_FALSE(r.image);
  EXPECT_EQ(
      errorsOf(r),
      "b.rel: word 4: global X is multiply defined: 000000,,000002 here, 000000,,000001 in a.rel (A), which is used; "
      "mentioned in a.rel (A), b.rel (B)\n");
  EXPECT_THAT(r.map, HasSubstr("X       000000,,000001"));
  EXPECT_EQ(errorsOf(linked({{name("A"), code(right(0, 0), {fixed(0)}), defines("X", 1), end(1)},
                             {name("B"), defines("X", 1), end(0)}})),
            "");
}

// A definition whose value is still to be computed is compared once the value is known.
TEST(Link10, ComparesASecondDefinitionWhenItIsComplete) {
  const auto again = [](std::uint64_t value) {
    return linked({{name("A"), code(right(0, 0), {fixed(0)}), defines("X", 5), end(1)},
                   {name("B"), symbols({symbol(024, "X"), fixed(0), symbol(060, "Y"), symbol(050, "X")}), end(0)},
                   {name("C"), defines("Y", value), end(0)}});
  };
  EXPECT_EQ(errorsOf(again(5)), "");
  EXPECT_THAT(errorsOf(again(6)),
              HasSubstr("global X is multiply defined: 000000,,000006 here, 000000,,000005 in a.rel"));
}

TEST(Link10, SaysIfADeferredGlobalIsNeverCompleted) {
  const auto r = linked({{name("A"), code(right(0, 0), {fixed(0)}),
                          symbols({symbol(024, "X"), fixed(0), symbol(060, "X"), right(0, 0)}), end(1)}});
  EXPECT_EQ(errorsOf(r), "a.rel: the value of global X is never completed; mentioned in a.rel (A)\n");
}

TEST(Link10, MakesRoomForCommon) {
  const auto asks = [](std::uint64_t n) {
    return Items{name("A"), item(RelType::Common, {symbol(04, "COM"), fixed(n)}), code(right(0, 0), {fixed(0)}),
                 symbols({symbol(060, "COM"), right(0, 0)}), end(1)};
  };
  const auto r = linked({asks(020), asks(010)});
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0160), word(0140));
  EXPECT_EQ(at(r, 0161), word(0140));
  EXPECT_EQ(errorsOf(linked({asks(010), asks(020)})),
            "b.rel: word 4: common COM of 20 words, but it was allocated with 10 words\n");
  const auto blank = linked({{item(RelType::Name, {symbol(0, "A"), fixed(5)}), code(right(0, 0), {fixed(1)}), end(1)}});
  EXPECT_EQ(at(blank, 0145), word(1));
}

TEST(Link10, FindsTheStart) {
  const auto start = [](const std::vector<RelItem>& items, std::optional<std::string> given = {}) {
    Items file = {name("A"), code(right(0, 0), {fixed(0)}), defines("GO", 0145)};
    file.insert(file.end(), items.begin(), items.end());
    file.push_back(end(1));
    LinkEnding e = plain();
    e.start = given;
    const auto r = linked({file}, e);
    EXPECT_EQ(errorsOf(r), "");
    return r.image && r.image->start ? r.image->start->text() : "none";
  };
  EXPECT_EQ(start({}), "none");
  EXPECT_EQ(start({item(RelType::Start, {right(0, 2)})}), "start 000142");
  EXPECT_EQ(start({item(RelType::Start, {right(3, 2)})}), "entry vector of 3 words at 000142");
  EXPECT_EQ(start({item(RelType::Start, {fixed(1), symbol(060, "GO")})}), "start 000146");
  EXPECT_EQ(start({item(RelType::Start, {right(0, 2)})}, "GO"), "start 000145");
  EXPECT_EQ(start({item(RelType::Start, {right(0, 2)})}, "777"), "start 000777");
  LinkEnding e = plain();
  e.start = "NONE";
  EXPECT_THAT(errorsOf(linked({{name("A"), code(right(0, 0), {fixed(0)}), end(1)}}, e)),
              HasSubstr("global NONE is undefined"));
}

TEST(Link10, FillsInJobData) {
  LinkEnding e;
  const auto r = linked({{name("A"), code(right(0, 0), {fixed(0)}), symbols({symbol(060, ".JBFF"), right(0, 0)}),
                          item(RelType::Start, {right(0, 0)}), end(020)}},
                        e);
  EXPECT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0140), word(0121));  // JOBDAT was searched
  EXPECT_EQ(at(r, 0120), xwd(0160, 0140));
  EXPECT_EQ(at(r, 0121), word(0160));
  EXPECT_EQ(at(r, 0133), xwd(0157, 0));
  EXPECT_EQ(at(linked({{name("A"), code(right(0, 0), {fixed(0)}), end(1)}}), 0121), word(Word36::kMask));
}

// A program's name follows its symbols, the last symbol comes first, the last program lowest.
TEST(Link10, LaysOutTheSymbolTable) {
  Linker linker;
  const Items a = {name("A"), code(right(0, 0), {fixed(1)}),
                   symbols({symbol(04, "GA"), right(0, 0), symbol(010, "LA"), fixed(7)}), end(1)};
  const Items b = {name("B"), code(right(0, 0), {fixed(2)}),
                   symbols({symbol(044, "GB"), right(0, 0), symbol(010, "LB"), fixed(7)}), end(1)};
  linker.load(relFile("a.rel", a));
  linker.keepLocalSymbols(false);
  linker.load(relFile("b.rel", b));
  LinkEnding e;
  e.symbols = SymbolTable::BehindPrograms;
  const auto r = linker.finish(e);
  ASSERT_EQ(errorsOf(r), "");
  constexpr std::uint32_t kTable = 0242;  // two words of code and 100 free
  EXPECT_EQ(at(r, 0116), xwd(0777762, kTable));
  EXPECT_EQ(at(r, 0117), word(0));
  EXPECT_EQ(at(r, 0121), word(kTable + 016));
  const std::pair<Word36, Word36> table[] = {
      {radix50Word(04, "PAT.."), word(0142)},   {radix50Word(0, "PAT.."), word(0142)},
      {radix50Word(044, "GB"), word(0141)},     {radix50Word(0, "B"), xwd(0777774, 0141)},
      {radix50Word(010, "LA"), word(7)},        {radix50Word(04, "GA"), word(0140)},
      {radix50Word(0, "A"), xwd(0777772, 0140)}};
  std::uint32_t next = kTable;
  for (const auto& [symbolWord, value] : table) {
    EXPECT_EQ(at(r, next), symbolWord) << next;
    EXPECT_EQ(at(r, next + 1), value) << next;
    next += 2;
  }
}

// LOADER without switch B (SASYM): the symbols stay at the top of core, and .JBFF is the end of the programs. The table
// has PAT.. twice, GA and A: 10 words below the first multiple of 2000.
TEST(Link10, LeavesTheSymbolTableAtTheTopOfCore) {
  const Items a = {name("A"), code(right(0, 0), {fixed(1)}), symbols({symbol(04, "GA"), right(0, 0)}), end(1)};
  LinkEnding e;
  e.symbols = SymbolTable::TopOfCore;
  const auto r = linked({a}, e);
  ASSERT_EQ(errorsOf(r), "");
  EXPECT_EQ(at(r, 0116), xwd(0777770, 01770));
  EXPECT_EQ(at(r, 0120), xwd(0141, 0));
  EXPECT_EQ(at(r, 0121), word(0141));
  EXPECT_EQ(at(r, 01770), radix50Word(04, "PAT.."));
  EXPECT_EQ(at(r, 01771), word(0141));
  EXPECT_EQ(at(r, 01776), radix50Word(0, "A"));
  EXPECT_EQ(at(r, 01777), xwd(0777774, 0140));
}

TEST(Link10, ReportsDamagedPrograms) {
  const auto errorFor = [](const Items& items) { return errorsOf(linked({items})); };
  EXPECT_THAT(errorFor({name("A"), code(right(0, 0), {fixed(1)})}), HasSubstr("program A has no END item"));
  EXPECT_THAT(errorFor({name("A"), name("B"), end(0)}), HasSubstr("program A has no END item before this NAME"));
  EXPECT_THAT(errorFor({name("A"), code(fixed(0777777), {fixed(1), fixed(2)}), end(0)}),
              HasSubstr("code of 2 words at 777777 runs past 777777"));
  EXPECT_THAT(errorFor({name("A"), item(RelType::PsectName, {fixed(1)}), end(0)}),
              HasSubstr("PSECT items cannot be linked"));
  EXPECT_EQ(errorFor({name("A"), end(0)}), "nothing was loaded\n");
  for (const RelType t : {RelType::Name, RelType::Code, RelType::HighSegment, RelType::End, RelType::Start})
    EXPECT_THAT(errorFor({item(t, {})}), HasSubstr("a.rel: word 0: the ")) << static_cast<unsigned>(t);
}

}  // namespace
}  // namespace utah10
