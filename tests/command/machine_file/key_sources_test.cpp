// The documents that `config --explain` names exist, and a user who has no source tree is first told the manual, RFC or
// module behind a value, then the section of our notes.
#include <gtest/gtest.h>

#include <string>

#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "support/citations.hpp"

namespace utah10 {
namespace {

constexpr const char* kNotes = "docs/sources/";

TEST(KeySources, EveryDocumentOfAKeyExists) {
  std::size_t cited = 0;
  for (const Key& key : machineKeys()) {
    const std::string where = std::string(key.table) + "." + std::string(key.name);
    EXPECT_EQ(test::faultIn(UTAH10_SOURCE_DIR, "config", key.source), "") << where;
    EXPECT_EQ(test::faultIn(UTAH10_SOURCE_DIR, "config", std::string(key.meaning)), "") << where;
    cited += test::citations(key.source).size();
  }
  EXPECT_GT(cited, 5u);
}

TEST(KeySources, TheManualComesFirst) {
  for (const Key& key : machineKeys()) EXPECT_FALSE(key.source.starts_with(kNotes)) << key.table << "." << key.name;
}

// Memory kinds, segments of the timing profiles and the pager's delays have sources of their own.
TEST(KeySources, EveryDocumentOfTheExplanationExists) {
  const std::string text = explainConfig(ReportForm::Text);
  EXPECT_EQ(test::faultIn(UTAH10_SOURCE_DIR, "config", text), "");
  EXPECT_GT(test::citations(text).size(), 10u);
  EXPECT_NE(test::faultIn(UTAH10_SOURCE_DIR, "config", text + "; docs/sources/imp.md " + std::to_string(99)), "");
}

}  // namespace
}  // namespace utah10
