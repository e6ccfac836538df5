// Published numbers are inaccessible until everything is measured; conditions are accessible.
#include "experiments/published/published.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace utah10 {
namespace {

namespace fs = std::filesystem;

TEST(Published, ResultsAreSealedUntilTheLastMeasurement) {
  Seal seal{3};
  for (int n = 0; n < 3; ++n) {
    EXPECT_THROW(publishedTable("rfc392_results", seal), std::logic_error);
    EXPECT_THROW(publishedTable("rfc557", seal), std::logic_error);
    seal.result();
  }
  EXPECT_EQ(publishedTable("rfc392_results", seal).rows(), 77u);
  EXPECT_EQ(publishedTable("rfc415", seal).rows(), 20u);
  EXPECT_THROW(publishedTable("rfc1", seal), std::logic_error);
}

TEST(Published, ConditionsContainNoResults) {
  const CsvTable t = conditionsTable("rfc392_conditions");
  EXPECT_EQ(t.rows(), 77u);
  EXPECT_EQ(t.columns(), (std::vector<std::string>{"table", "row", "bytes", "dir", "load_5min"}));
  EXPECT_THROW(conditionsTable("rfc392_results"), std::logic_error);
  EXPECT_THROW(conditionsTable("rfc392_summary"), std::logic_error);
  std::uint64_t bytes = 0;
  for (std::size_t n = 0; n < t.rows(); ++n) bytes += *t.whole(n, "bytes");
  EXPECT_EQ(bytes, 4420134u);
}

// The seal is effective only if the numbers cannot be accessed in another way.
TEST(Published, TheFilesAreOpenedInOnePlace) {
  unsigned readers = 0;
  for (const char* folder : {"/src", "/include", "/tools"})
    for (const auto& entry : fs::recursive_directory_iterator(UTAH10_SOURCE_DIR + std::string{folder})) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      std::ifstream in(entry.path());
      std::ostringstream text;
      text << in.rdbuf();
      if (text.str().find("publishedFiles()") == std::string::npos) continue;
      ++readers;
      EXPECT_TRUE(entry.path().filename() == "published.cpp" || entry.path().filename() == "published_data.hpp")
          << entry.path();
    }
  EXPECT_EQ(readers, 2u);
}

TEST(CsvTable, ReadsQuotesAndReportsErrors) {
  const auto t = CsvTable::parse("t", "# c\na,b\n1,\"x, \"\"y\"\"\"\n2.5,\n");
  ASSERT_TRUE(t);
  EXPECT_EQ(t->rows(), 2u);
  EXPECT_EQ(t->text(0, "b"), "x, \"y\"");
  EXPECT_EQ(t->number(1, "a"), 2.5);
  EXPECT_FALSE(t->number(1, "b"));
  EXPECT_EQ(t->find("a", "2.5"), 1u);
  EXPECT_EQ(CsvTable::parse("t", "a,b\n1\n").error().text(), "t(2): has 1 cells for 2 columns");
  EXPECT_EQ(CsvTable::parse("t", "a\n\"1\n").error().text(), "t(2): a quote is not closed");
  EXPECT_FALSE(CsvTable::parse("t", ""));
}

}  // namespace
}  // namespace utah10
