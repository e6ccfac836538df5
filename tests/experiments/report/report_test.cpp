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
          {{"row", "", {.origin = Origin::Given}}, {"ms", "RUNTM", {.unit = "ms"}}},
          {{Cell::text("A, B"), Cell::rounded(12.5, 2)}, {Cell::text("05"), Cell::missing("-")}}});
  return r;
}

TEST(Report, TextHasTablesAndTheirSources) {
  EXPECT_EQ(example().text(),
            "Example\n=======\n\nA paragraph.\n\nWhat it cost.\nrow      ms\nA, B  12.50\n05        -\n\n"
            "Sources of the numbers\n  costs, ms: RUNTM\n");
}

TEST(Report, CsvHasAFileForEachTableAndOneForTheirColumns) {
  const auto files = example().csv();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "costs.csv");
  EXPECT_EQ(files[0].text, "row,ms\n\"A, B\",12.50\n05,\n");
  EXPECT_EQ(files[1].name, "columns.csv");
  EXPECT_EQ(files[1].text,
            "file,column,heading,unit,origin,source\ncosts.csv,row,row,,given,\ncosts.csv,ms,ms,ms,measured,RUNTM\n");
}

TEST(Report, PeopleAndProgramsHaveTheirOwnTablesAndColumns) {
  Report r = example();
  r.sections[1].table.headings[1].facts.readers = Readers::People;
  r.show(onlyFor(Readers::Programs, {"cells", "Each.", {{"n", ""}}, {{Cell::whole(1)}}}));
  r.show(onlyFor(Readers::People, {"grid", "All.", {{"n", "counted"}}, {{Cell::whole(1)}}}));
  const auto files = r.csv();
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].text, "row\n\"A, B\"\n05\n");
  EXPECT_EQ(files[1].name, "cells.csv");
  const std::string text = r.text();
  EXPECT_EQ(text.find("Each."), std::string::npos);
  EXPECT_NE(text.find("All.\nn\n1\n"), std::string::npos) << text;
  r.sections[1].table.headings[1].facts.readers = Readers::Programs;
  EXPECT_NE(r.text().find("What it cost.\nrow\nA, B\n05\n\nAll."), std::string::npos) << r.text();
  EXPECT_EQ(r.text().find("costs, ms"), std::string::npos);
}

TEST(Report, PlotsAreNotInTheText) {
  Report r = example();
  const std::string text = r.text(), json = r.json();
  r.draw({.name = "a-plot", .title = "A plot", .table = "costs"});
  EXPECT_EQ(r.text(), text);
  EXPECT_EQ(r.json(), json);
  EXPECT_EQ(&r.tableOf("costs"), &r.sections[1].table);
  EXPECT_THROW(r.tableOf("cost"), std::logic_error);
}

TEST(Report, JsonHasNumbersAsNumbers) {
  const std::string json = example().json();
  EXPECT_NE(json.find("\"ms\": 12.5"), std::string::npos) << json;
  EXPECT_NE(json.find("\"row\": \"05\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"A paragraph.\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"ms\": \"RUNTM\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"unit\": \"ms\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"readers\": \"all\""), std::string::npos) << json;
}

}  // namespace
}  // namespace utah10
