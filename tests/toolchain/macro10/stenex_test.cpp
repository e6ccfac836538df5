// roms/lib/stenex.mac: the definitions that programs get from SEARCH STENEX.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "utah10/toolchain/assembler.hpp"

namespace utah10 {
namespace {

std::string source(const std::string& name) {
  std::ifstream in{std::string{UTAH10_SOURCE_DIR "/roms/lib/"} + name};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

AssemblyResult assembled(std::string text) {
  const SourceText library{"stenex.mac", source("stenex.mac")};
  const AssemblyResult universal = assemble({&library, 1}, {});
  EXPECT_EQ(universal.errors + universal.warnings, 0u);
  AssemblerOptions options;
  options.findUniversal = [&](std::string_view name) -> Expected<std::optional<std::vector<Word36>>> {
    if (name != "STENEX") return std::nullopt;
    return universal.universals.at(0).words;
  };
  const SourceText program{"t.mac", std::move(text)};
  return assemble({&program, 1}, options);
}

std::vector<std::uint64_t> words(const AssemblyResult& r) {
  std::vector<std::uint64_t> w;
  for (const RelItem& i : r.rel)
    if (i.is(RelType::Code))
      for (std::size_t k = 1; k < i.words.size(); ++k) w.push_back(i.words[k].bits());
  return w;
}

TEST(Stenex, MonitorCallsAndErrorsHaveTheirNumbers) {
  const AssemblyResult r = assembled(
      "\tSEARCH STENEX\n\tLOGIN\n\tGTJFN\n\tBIN\n\tPMAP\n\tHALTF\n\tRESET\n\tSETER\n\tEXEC\n"
      "\tEXP LGINX1,IOX4,GJFX36,RNMX9,RNMX12,GFACX2,ATPX13\n\tEND\n");
  EXPECT_EQ(r.errors, 1u);  // RNMX9 does not exist: the stems change at 10
  EXPECT_THAT(words(r), testing::ElementsAre(0104000000001, 0104000000020, 0104000000050, 0104000000056, 0104000000170,
                                             0104000000147, 0104000000336, 0104000000777, 0600010, 0600220, 0600760, 0,
                                             0600757, 0601061, 0600724));
}

// JSYSES gives each line's first number and names to a macro of the program.
TEST(Stenex, ListsTheCallsForATable) {
  const AssemblyResult r = assembled(
      "\tSEARCH STENEX\nDEFINE ROW(FIRST,LIST)<REPEAT FIRST-<.-T>,<0>\nIRP LIST,<\tSIXBIT /LIST/\n>>\n"
      "T:\tJSYSES ROW\n\tEND\n");
  EXPECT_EQ(r.errors, 0u);
  const auto names = words(r);
  ASSERT_EQ(names.size(), 0337u);
  EXPECT_EQ(names[1], 0545747515600u);     // LOGIN
  EXPECT_EQ(names[056], 0605541600000u);   // PMAP
  EXPECT_EQ(names[0257], 0u);              // none
  EXPECT_EQ(names[0336], 0634564456200u);  // SETER
}

TEST(Stenex, OnlyNamesInUseReachTheSymbolTable) {
  const AssemblyResult r = assembled("\tSEARCH STENEX\n\tBOUT\n\tEND\n");
  std::size_t symbols = 0;
  for (const RelItem& i : r.rel)
    if (i.is(RelType::Symbols)) symbols += i.words.size() / 2;
  EXPECT_EQ(symbols, 1u);
}

}  // namespace
}  // namespace utah10
