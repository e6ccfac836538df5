// Names of addresses, and the files they come from.
#include "trace/symbols.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/pager_names.hpp"
#include "trace/symbol_files.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;

constexpr VirtualAddress at(std::uint32_t a) { return VirtualAddress{a}; }

TEST(SymbolMap, ALabelNamesWhatFollowsItAsFarAsItReaches) {
  SymbolMap map;
  map.add("LOOP", Word36{0100});
  map.add("MASK", Word36{0102}, SymbolKind::Value);
  map.add("SECRET", Word36{0103}, SymbolKind::Hidden);
  EXPECT_EQ(map.text(at(077)), "000077");
  EXPECT_EQ(map.text(at(0100)), "LOOP");
  EXPECT_EQ(map.text(at(0104)), "LOOP+4");
  EXPECT_EQ(map.text(at(0100 + SymbolMap::kReach)), "LOOP+1777");
  EXPECT_EQ(map.text(at(0101 + SymbolMap::kReach)), "002100");
  EXPECT_EQ(map.value("SECRET"), Word36{0103});
  EXPECT_EQ(map.valueName(Word36{0102}), "MASK");
  EXPECT_EQ(map.valueName(Word36{0103}), std::nullopt);
}

TEST(SymbolMap, OfSeveralLabelsTheFirstInTheAlphabetAndOfTwoDefinitionsTheLater) {
  SymbolMap map;
  map.add("ZETA", Word36{0100});
  map.add("ALPHA", Word36{0100});
  EXPECT_EQ(map.text(at(0101)), "ALPHA+1");
  map.add("ALPHA", Word36{0200});
  EXPECT_EQ(map.text(at(0101)), "ZETA+1");
  EXPECT_EQ(map.text(at(0200)), "ALPHA");
}

TEST(SymbolMap, KnowsLinesBothWays) {
  SymbolMap map;
  map.addLine(at(0100), "roms/a.mac", 7);
  map.addLine(at(0101), "roms/a.mac", 7);
  map.addLine(at(0102), "roms/ba.mac", 7);
  EXPECT_EQ(map.line(at(0101)), (SourceLine{"roms/a.mac", 7}));
  EXPECT_EQ(map.line(at(0103)), std::nullopt);
  EXPECT_THAT(map.addresses("a.mac", 7), ElementsAre(at(0100), at(0101)));
  EXPECT_THAT(map.addresses("roms/ba.mac", 7), ElementsAre(at(0102)));
}

TEST(Symbols, UserSpaceWithoutNamesOfItsOwnTakesTheOthers) {
  Symbols symbols;
  symbols.exec.add("MON", Word36{0100});
  EXPECT_EQ(symbols.of(true).text(at(0100)), "MON");
  symbols.user.add("JOB", Word36{0100});
  EXPECT_EQ(symbols.of(true).text(at(0100)), "JOB");
  EXPECT_EQ(symbols.of(false).text(at(0100)), "MON");
}

// A symbol that macro10 creates for %L of a macro names no address.
TEST(SymbolFiles, CreatedLabelsAreNotShown) {
  DebugFile file;
  file.programs.push_back({"P",
                           "p.rel",
                           {{"START", Word36{0100}, true, DebugSymbol::Scope::Local},
                            {"..0014", Word36{0104}, true, DebugSymbol::Scope::Local},
                            {"..X", Word36{0106}, true, DebugSymbol::Scope::Local}}});
  const SymbolMap map = symbolMapOf(file);
  EXPECT_EQ(map.text(at(0105)), "START+5");
  EXPECT_EQ(map.value("..0014"), Word36{0104});
  EXPECT_EQ(map.text(at(0106)), "..X");
}

struct Status {
  std::uint32_t left;
  std::string_view text;
};

// Status words of the worked examples in the pager's tests: group, cause, reference.
TEST(PagerNames, SpellTheStatusWord) {
  for (const Status& s :
       {Status{0410010, "no-page: read of user space"},
        Status{0410033, "no-page: read-fetch of monitor space, for an indirect word"},
        Status{0500010, "not-in-core: read of user space"}, Status{0440014, "copy-on-write: read-write of user space"},
        Status{0401045, "beyond-limit: write of monitor space, in a PI cycle"},
        Status{0240002, "shared-not-in-core: fetch of user space"},
        Status{0450004, "copy-on-write, no-page: write of user space"},
        Status{0000202, "status 000: fetch of user space, no memory there"}})
    EXPECT_EQ(trapStatusText(s.left), s.text) << std::oct << s.left;
}

TEST(PagerNames, WordsAreUnique) {
  const auto all = pageFaultReasons();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i].word, all[j].word);
}

}  // namespace
}  // namespace utah10
