// The page of a report: well-formed, complete in itself, with the numbers of the text.
#include "experiments/report/html_report.hpp"

#include <gmock/gmock.h>

#include "experiments/report/html_page.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Report example() {
  Report r;
  r.title = "Costs of <R&D>";
  r.say("A \"first\" paragraph, 1 < 2.");
  r.show({"transfer-costs",
          "What it cost.",
          {{"row", "", {.origin = Origin::Given}},
           {"clk", "clock", {.unit = "s"}},
           {"", "s sent", {.name = "direction"}},
           {"|us/bit", "RFC 1", {.unit = "us/bit"}}},
          {{Cell::text("A & B"), Cell::clock(seconds(176)), Cell::text("s"), Cell::text("75.5")},
           {Cell::text("C"), Cell::clock(seconds(4)), Cell::text("r"), Cell::missing("-")}}});
  r.draw({.kind = PlotKind::Scatter,
          .name = "all-costs",
          .title = "Costs & times",
          .says = "Each point is <one> transfer.",
          .table = "transfer-costs",
          .at = {"clk_s"},
          .values = {{"paper_us_per_bit"}},
          .x = {"s"},
          .y = {"us/bit"}});
  r.say("A second paragraph.");
  r.show(onlyFor(Readers::Programs, {"cells", "", {{"n", ""}}, {{Cell::whole(1)}}}));
  return r;
}

const HtmlFacts kFacts = {"utah10 0.1", "utah10 rfc1 --only \"a\"", {}};

std::string page(const Report& r, const std::vector<PlotDrawing>& drawings = {}) {
  return htmlReport(r, kFacts, drawings);
}

TEST(HtmlReport, IsWellFormedAndNeedsNothingElse) {
  const std::string text = page(example(), {{"0 0 4 3", "<g id=\"plot-all-costs-a\"></g>"}});
  const test::HtmlPage html{text};
  EXPECT_EQ(html.error(), "");
  std::set<std::string> ids;
  for (const std::string& id : html.values("id")) EXPECT_TRUE(ids.insert(id).second) << id;
  for (const std::string& link : html.values("href")) {
    EXPECT_TRUE(link.starts_with('#')) << link;
    EXPECT_TRUE(ids.contains(link.substr(1))) << link;
  }
  for (const char* attribute : {"aria-labelledby", "aria-describedby"})
    for (const std::string& names : html.values(attribute)) {
      std::istringstream words{names};
      for (std::string id; words >> id;) EXPECT_TRUE(ids.contains(id)) << id;
    }
  EXPECT_TRUE(html.values("src").empty());
  EXPECT_THAT(text, Not(HasSubstr("http")));
  EXPECT_EQ(html.count("h1"), 1u);
  EXPECT_EQ(html.count("svg"), 1u);
  EXPECT_THAT(html.values("lang"), ElementsAre("en"));
}

TEST(HtmlReport, EscapesAllTexts) {
  const std::string text = page(example());
  for (const char* part : {"<title>Costs of &lt;R&amp;D&gt;</title>", "<p>A &quot;first&quot; paragraph, 1 &lt; 2.</p>",
                           "<code>utah10 rfc1 --only &quot;a&quot;</code>", ">A &amp; B</th>", "Costs &amp; times"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(HtmlReport, TablesHaveTheCellsOfTheText) {
  const std::string text = page(example());
  const test::HtmlPage html{text};
  ASSERT_EQ(html.tables().size(), 2u) << "the table, and the numbers of the plot";
  EXPECT_THAT(
      html.tables()[0],
      ElementsAre(ElementsAre("given", "measured", "published"), ElementsAre("row", "clks", "direction", "us/bit"),
                  ElementsAre("A & B", "02:56", "s", "75.5"), ElementsAre("C", "04", "r", "-")));
  EXPECT_THAT(html.tables()[1], ElementsAre(ElementsAre("series", "origin", "s", "us/bit"),
                                            ElementsAre("us/bit", "published", "176", "75.5")));
}

TEST(HtmlReport, ColumnsSayWhereTheirNumbersComeFrom) {
  const std::string text = page(example());
  EXPECT_THAT(text, HasSubstr("<th scope=\"col\" class=\"number published first\" title=\"published: RFC 1\" "
                              "aria-describedby=\"source-transfer-costs-3\">"));
  EXPECT_THAT(text,
              HasSubstr("<dt>us/bit <span>(published, us/bit)</span></dt><dd id=\"source-transfer-costs-3\">RFC 1"));
  EXPECT_THAT(text, HasSubstr("<td class=\"number first\" data-value=\"176.000\">02:56</td>"));
}

TEST(HtmlReport, PlotsAreDrawnOrSaidNotToBe) {
  const std::string drawn = page(example(), {{"0 0 4 3", "<g></g>"}});
  EXPECT_THAT(drawn,
              HasSubstr("<svg viewBox=\"0 0 4 3\" role=\"img\" aria-labelledby=\"drawing-all-costs says-all-costs\">"));
  EXPECT_THAT(drawn, HasSubstr("<desc id=\"says-all-costs\">Each point is &lt;one&gt; transfer.</desc><g></g></svg>"));
  EXPECT_THAT(drawn,
              HasSubstr("<ul class=\"legend\"><li><span aria-hidden=\"true\" style=\"color: var(--series-1)\">\u25cb"));
  EXPECT_THAT(drawn, Not(HasSubstr("<details open>")));
  HtmlFacts facts = kFacts;
  facts.undrawn = "The plots have not been drawn: no gnuplot.";
  const std::string undrawn = htmlReport(example(), facts, {});
  EXPECT_THAT(undrawn, HasSubstr("<p class=\"undrawn\">The plots have not been drawn: no gnuplot.</p>"));
  EXPECT_THAT(undrawn, Not(HasSubstr("<svg")));
  EXPECT_THAT(undrawn, HasSubstr("<details open><summary>Numbers"));
}

TEST(HtmlReport, PlotsWithoutNumbersAreLeftOut) {
  Report r = example();
  r.sections[1].table.rows.erase(r.sections[1].table.rows.begin());
  EXPECT_TRUE(plotsOf(r).empty());
  EXPECT_THAT(page(r), Not(HasSubstr("Costs &amp; times")));
}

}  // namespace
}  // namespace utah10
