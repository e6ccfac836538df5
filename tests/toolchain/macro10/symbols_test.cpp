// The symbols of a program: both meanings of a name, externals, universals, the cross-reference.
#include "toolchain/macro10/symbols/symbols.hpp"

#include <gmock/gmock.h>

#include "toolchain/macro10/parts.hpp"
#include "toolchain/macro10/symbols/universal_file.hpp"

namespace utah10::macro10 {
namespace {

using testing::ElementsAre;

Name named(std::string_view text) { return nameOf(text); }

TEST(Symbols, ANameMayBeAnOperandAndAnOperatorAtOnce) {
  SymbolParts p{"\n"};
  EXPECT_EQ(p.symbols.lookup(named("A")), nullptr);
  p.define("A", 5);
  EXPECT_EQ(p.symbols.operation(named("A")), nullptr);
  Entry e;
  e.flags = kOpdef;
  e.value = Word36{7};
  p.symbols.enterOperation(named("A"), e);
  EXPECT_EQ(p.symbols.operand(named("A"))->value.bits(), 5U);
  EXPECT_EQ(p.symbols.operation(named("A"))->value.bits(), 7U);
  p.symbols.table().removeOperand(named("A"));
  EXPECT_EQ(p.symbols.operand(named("A")), nullptr);
  EXPECT_NE(p.symbols.operation(named("A")), nullptr);
}

TEST(Symbols, AreOrderedAsSignedSixbitNumbers) {
  SymbolParts p{"\n"};
  for (const char* n : {"B", "1", ".A", "A", "A1"}) p.define(n, 0);
  std::vector<std::string> names;
  for (const Name n : p.symbols.ordered()) names.push_back(nameText(n));
  EXPECT_THAT(names, ElementsAre("A", "A1", "B", ".A", "1"));
}

TEST(Symbols, AreShownAgainWhenTheyAreUsed) {
  SymbolParts p{"\n"};
  p.define("A", 1);
  p.symbols.suppressAll();
  EXPECT_TRUE(p.symbols.table().find(named("A"))->operand->has(kSuppressed));
  EXPECT_FALSE(p.symbols.operand(named("A"))->has(kSuppressed));
}

TEST(Symbols, ExternalsHaveHandles) {
  SymbolParts p{"\n"};
  p.symbols.declareExternal(named("X"), true);
  const std::uint32_t handle = p.symbols.operand(named("X"))->external;
  EXPECT_TRUE(p.symbols.isExternal(handle));
  EXPECT_FALSE(p.symbols.isExternal(handle + 1));
  EXPECT_EQ(nameText(p.symbols.externalName(handle)), "X");
  EXPECT_EQ(p.symbols.externalHandle(named("X")), handle) << "one handle for a name";
}

TEST(Symbols, ADefinedSymbolCannotBecomeExternal) {
  SymbolParts p{"\n"};
  p.define("A", 1);
  p.symbols.declareExternal(named("A"), true);
  EXPECT_THAT(p.messages(), ElementsAre("E A is defined here and cannot be external"));
}

TEST(Symbols, ALookupOfExternalPlusConstantNotesTheExternal) {
  SymbolParts p{"\n"};
  const std::uint32_t handle = p.symbols.externalHandle(named("X"));
  p.define("A", 3, handle);
  p.symbols.unplaced = {};
  p.symbols.operand(named("A"));
  EXPECT_EQ(p.symbols.unplaced, Word36{handle});
  EXPECT_EQ(p.symbols.unplacedName(), "X");
}

TEST(Symbols, UndefinedOnesBecomeDevicesOrExternals) {
  SymbolParts p{"\n"};
  p.symbols.enterUndefined(named("PTR"));
  p.symbols.enterUndefined(named("FAR"));
  p.symbols.settleUndefined(true);
  EXPECT_EQ(p.symbols.operand(named("PTR"))->value.bits(), 0104U);
  EXPECT_TRUE(p.symbols.operand(named("FAR"))->has(kExternal));
  SymbolParts q{"\n"};
  q.symbols.enterUndefined(named("PTR"));
  q.symbols.settleUndefined(false);
  EXPECT_TRUE(q.symbols.operand(named("PTR"))->has(kExternal));
}

TEST(Symbols, AreCopiedFromAUniversalWithTheirExternals) {
  SymbolParts made{"\n"};
  const std::uint32_t handle = made.symbols.externalHandle(named("FAR"));
  made.define("NEAR", 5, handle);
  SymbolParts p{"\n"};
  p.symbols.externalHandle(named("OTHER"));
  p.universals.keep(made.symbols.universal(named("U")));
  EXPECT_EQ(p.symbols.operand(named("NEAR")), nullptr) << "not searched yet";
  ASSERT_TRUE(p.universals.search(named("U"), named("U")));
  EXPECT_EQ(p.symbols.operand(named("NEAR"), SearchScope::Program), nullptr);
  const Entry* e = p.symbols.operand(named("NEAR"));
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(e->value.bits(), 5U);
  EXPECT_EQ(nameText(p.symbols.externalName(rightOf(e->reloc))), "FAR") << "by the handles of this program";
  EXPECT_NE(p.symbols.operand(named("NEAR"), SearchScope::Program), nullptr) << "copied";
}

TEST(Symbols, TheFirstReferenceOfADefinitionIsMarked) {
  SymbolParts p{"\n"};
  p.beginPass2();
  p.symbols.nextDefines();
  p.define("A", 1);
  p.line.list({});
  p.symbols.operand(named("A"));
  const std::string listing = p.listing.finish();
  EXPECT_NE(listing.find("A            1#      2\n"), std::string::npos) << listing;
}

TEST(Universals, AreReadFromTheirFilesOnce) {
  SymbolParts made{"\n"};
  made.define("A", 1);
  const std::vector<Word36> words = writeUniversal(made.symbols.universal(named("U")), 50);
  int asked = 0;
  AssemblerOptions options;
  options.findUniversal = [&](std::string_view name) -> Expected<std::optional<std::vector<Word36>>> {
    ++asked;
    if (name != "FILE") return std::nullopt;
    return words;
  };
  SymbolParts p{"\n", options};
  EXPECT_FALSE(p.universals.search(named("U"), named("NONE")));
  EXPECT_TRUE(p.universals.search(named("U"), named("FILE")));
  EXPECT_TRUE(p.universals.find(named("A")).has_value());
  p.universals.searchNone();
  EXPECT_FALSE(p.universals.find(named("A")).has_value());
  EXPECT_TRUE(p.universals.search(named("U"), named("FILE")));
  EXPECT_EQ(asked, 2);
}

TEST(Universals, ThatAreDamagedEndTheAssembly) {
  AssemblerOptions options;
  options.findUniversal = [](std::string_view) -> Expected<std::optional<std::vector<Word36>>> {
    return std::vector<Word36>{Word36{1}};
  };
  SymbolParts p{"\n", options};
  EXPECT_THROW(p.universals.search(named("U"), named("U")), GiveUp);
}

}  // namespace
}  // namespace utah10::macro10
