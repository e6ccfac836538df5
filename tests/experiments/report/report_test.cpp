#include "experiments/report/report.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

Report example() {
  Report r;
  r.title = "Example";
  r.say("A paragraph.");
  r.show({"costs",
          "What it cost.",
          {{"row", ""}, {"ms", "RUNTM"}},
          {{Cell::text("A, B"), Cell::rounded(12.5, 2)}, {Cell::text("05"), Cell::missing("-")}}});
  return r;
}

TEST(Report, TextHasTablesAndTheirSources) {
  EXPECT_EQ(example().text(),
            "Example\n=======\n\nA paragraph.\n\nWhat it cost.\nrow      ms\nA, B  12.50\n05        -\n\n"
            "Sources of the numbers\n  costs, ms: RUNTM\n");
}

TEST(Report, CsvHasTheTablesAlone) { EXPECT_EQ(example().csv(), "table,row,ms\ncosts,\"A, B\",12.50\ncosts,05,-\n"); }

TEST(Report, JsonHasNumbersAsNumbers) {
  const std::string json = example().json();
  EXPECT_NE(json.find("\"ms\": 12.5"), std::string::npos) << json;
  EXPECT_NE(json.find("\"row\": \"05\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"A paragraph.\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"ms\": \"RUNTM\""), std::string::npos) << json;
}

}  // namespace
}  // namespace utah10
