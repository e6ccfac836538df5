#include "experiments/report/html_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/report/page_files.hpp"

namespace utah10 {

namespace {

// Text as content or as the value of an attribute.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string paragraph(std::string_view text) { return fmt::format("<p>{}</p>\n", escaped(text)); }

// "busy-cells" is "Busy cells".
std::string headingOf(std::string name) {
  std::ranges::replace(name, '-', ' ');
  if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

// A table of the page: that of a report, or the numbers of a plot.
struct PageTable {
  std::string label;  // attributes that name it: aria-labelledby="..." or aria-label="..."
  struct Column {
    std::string label{}, unit{}, source{}, describedBy{};
    Origin origin = Origin::Given;
    bool right = false;
    bool first = false;  // of those of the same origin
  };
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  bool hasOrigins = true;
};

std::string classes(const PageTable::Column& c) {
  std::string names;
  for (const auto& [has, name] : {std::pair{c.right, "number"}, std::pair{c.origin == Origin::Published, "published"},
                                  std::pair{c.first, "first"}})
    if (has) names += (names.empty() ? "" : " ") + std::string{name};
  return names.empty() ? names : fmt::format(" class=\"{}\"", names);
}

// A line above the headings that says where the numbers below it come from.
std::string originsHtml(const std::vector<PageTable::Column>& columns) {
  std::string out = "<tr>";
  for (std::size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
    while (end < columns.size() && columns[end].origin == columns[begin].origin) ++end;
    const Origin origin = columns[begin].origin;
    out += fmt::format("<th scope=\"colgroup\" colspan=\"{}\" class=\"origin{}\">{}</th>", end - begin,
                       origin == Origin::Published ? " published" : "", nameOf(origin));
  }
  return out + "</tr>\n";
}

std::string headingHtml(const PageTable::Column& c) {
  std::string attributes = classes(c);
  if (!c.source.empty()) attributes += fmt::format(" title=\"{}: {}\"", nameOf(c.origin), escaped(c.source));
  if (!c.describedBy.empty()) attributes += fmt::format(" aria-describedby=\"{}\"", c.describedBy);
  const bool unit = !c.unit.empty() && c.label.find(c.unit) == std::string::npos;
  return fmt::format("<th scope=\"col\"{}><span class=\"label\">{}</span>{}</th>", attributes, escaped(c.label),
                     unit ? fmt::format("<span class=\"unit\">{}</span>", escaped(c.unit)) : "");
}

// What is printed is also what is sorted by, unless the data say otherwise: "02:56" is 176 seconds.
std::string cellHtml(const Cell& cell, const PageTable::Column& c, bool names) {
  constexpr std::size_t kLongName = 18, kLong = 40;
  std::string attributes = classes(c);
  if (!c.right && cell.printed().size() > (names ? kLongName : kLong))
    attributes = attributes.empty() ? " class=\"long\"" : attributes.insert(attributes.size() - 1, " long");
  if (cell.number() && cell.data() != cell.printed())
    attributes += fmt::format(" data-value=\"{}\"", escaped(cell.data()));
  return names ? fmt::format("<th scope=\"row\"{}>{}</th>", attributes, escaped(cell.printed()))
               : fmt::format("<td{}>{}</td>", attributes, escaped(cell.printed()));
}

std::string tableHtml(const PageTable& t) {
  std::string out = fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" {0}>\n<table class=\"sortable\" {0}>\n", t.label);
  out += "<thead>\n" + (t.hasOrigins ? originsHtml(t.columns) : "") + "<tr>";
  for (const PageTable::Column& c : t.columns) out += headingHtml(c);
  out += "</tr>\n</thead>\n<tbody>\n";
  for (const auto& row : t.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) out += cellHtml(row[c], t.columns[c], c == 0);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

void findFirsts(std::vector<PageTable::Column>& columns) {
  for (std::size_t n = 0; n < columns.size(); ++n)
    columns[n].first = n == 0 || columns[n].origin != columns[n - 1].origin;
}

std::string sourceId(const ReportTable& t, std::size_t column) { return fmt::format("source-{}-{}", t.name, column); }

// As in the text, but not sentences and names with numbers in them.
bool isRight(const ReportTable& t, std::size_t column) {
  constexpr std::size_t kSentence = 24;
  const bool names = t.headings[column].origin() == Origin::Given;
  return t.alignsRight(column) && std::ranges::all_of(t.rows, [&](const auto& row) {
           return names ? row[column].number().has_value() : row[column].printed().size() < kSentence;
         });
}

// A column without a heading in the text has its name.
std::string labelOf(const ReportHeading& h) {
  std::string label = h.label().empty() ? h.name() : h.label();
  if (h.label().empty()) std::ranges::replace(label, '_', ' ');
  return label;
}

PageTable pageTable(const ReportTable& t) {
  PageTable page{fmt::format("aria-labelledby=\"table-{}\"", t.name), {}, {}};
  const std::vector<std::size_t> columns = t.columnsFor(Readers::People);
  for (const std::size_t c : columns) {
    const ReportHeading& h = t.headings[c];
    page.columns.push_back({labelOf(h), h.facts.unit, h.provenance,
                            h.provenance.empty() ? std::string{} : sourceId(t, c), h.origin(), isRight(t, c)});
  }
  findFirsts(page.columns);
  for (const auto& row : t.rows) {
    std::vector<Cell>& cells = page.rows.emplace_back();
    for (const std::size_t c : columns) cells.push_back(row[c]);
  }
  return page;
}

std::string sourcesHtml(const ReportTable& t) {
  std::string rows;
  for (const std::size_t c : t.columnsFor(Readers::People)) {
    const ReportHeading& h = t.headings[c];
    if (h.provenance.empty()) continue;
    const std::string unit = h.facts.unit.empty() ? "" : ", " + h.facts.unit;
    rows += fmt::format("<div><dt>{} <span>({}{})</span></dt><dd id=\"{}\">{}</dd></div>\n", escaped(labelOf(h)),
                        nameOf(h.origin()), escaped(unit), sourceId(t, c), escaped(h.provenance));
  }
  if (rows.empty()) return {};
  return "<details class=\"sources\"><summary>Where the numbers come from" +
         fmt::format("<span class=\"unseen\"> in the table {}</span>", escaped(headingOf(t.name))) +
         "</summary>\n<dl>\n" + rows + "</dl>\n</details>\n";
}

std::string tableSection(const ReportTable& t) {
  return fmt::format("<h2 id=\"table-{}\">{}</h2>\n", t.name, escaped(headingOf(t.name))) +
         (t.title.empty() ? "" : paragraph(t.title)) + tableHtml(pageTable(t)) + sourcesHtml(t);
}

// The numbers of a plot with rows: a row for each, a column for each series, or for each column of a heat map.
PageTable rowNumbers(const PlottedData& p) {
  PageTable t;
  const bool heat = p.plot.kind == PlotKind::HeatMap;
  t.columns.push_back({heat && !p.plot.y.title.empty() ? p.plot.y.title : "row", {}, {}, {}, Origin::Given});
  const std::size_t columns = heat ? p.data.columns.size() : p.data.series.size();
  for (std::size_t n = 0; n < columns; ++n)
    t.columns.push_back(
        {heat ? p.data.columns[n] : p.data.series[n].name, {}, {}, {}, p.data.series[heat ? 0 : n].origin, true});
  for (const std::string& row : p.data.rows) {
    t.rows.emplace_back(columns + 1, Cell::missing());
    t.rows.back().front() = Cell::text(row);
  }
  for (std::size_t n = 0; n < p.data.series.size(); ++n)
    for (const PlotPoint& q : p.data.series[n].points) {
      const auto row = static_cast<std::size_t>(heat ? q.y : q.x);
      t.rows[row][1 + (heat ? static_cast<std::size_t>(q.x) : n)] = Cell::text(q.printed);
    }
  return t;
}

// The numbers of other plots: a row for each point. Each row says where its number comes from.
PageTable pointNumbers(const PlottedData& p) {
  PageTable t;
  t.hasOrigins = false;
  t.columns = {{.label = "series"},
               {.label = "origin"},
               {.label = p.plot.x.title, .right = true},
               {.label = p.plot.y.title, .right = true}};
  for (const PlotSeries& s : p.data.series)
    for (const PlotPoint& q : s.points)
      t.rows.push_back({Cell::text(s.name), Cell::text(std::string{nameOf(s.origin)}),
                        Cell::text(fmt::format("{}", q.x)), Cell::text(q.printed)});
  return t;
}

std::string numbersHtml(const PlottedData& p, bool open) {
  PageTable t = hasRows(p.plot.kind) ? rowNumbers(p) : pointNumbers(p);
  t.label = fmt::format("aria-label=\"Numbers of the plot: {}\"", escaped(p.plot.title));
  findFirsts(t.columns);
  return fmt::format(
      "<details{}><summary>Numbers<span class=\"unseen\"> of the plot {}</span></summary>\n{}</details>\n",
      open ? " open" : "", escaped(p.plot.title), tableHtml(t));
}

std::string legendHtml(const PlottedData& p) {
  if (p.plot.kind == PlotKind::HeatMap) return {};
  std::string out = "<ul class=\"legend\">";
  for (std::size_t n = 0; n < p.data.series.size(); ++n) {
    const SeriesMark mark = markOf(p.data, n, p.plot.kind);
    out += fmt::format("<li><span aria-hidden=\"true\" style=\"color: var(--series-{})\">{}</span>{}</li>",
                       mark.colour + 1, mark.sign, escaped(p.data.series[n].name));
  }
  return out + "</ul>\n";
}

std::string drawingHtml(const Plot& plot, const PlotDrawing& d) {
  return fmt::format(
      "<svg viewBox=\"{0}\" role=\"img\" aria-labelledby=\"drawing-{1} says-{1}\">\n<title id=\"drawing-{1}\">{2}</title>\n"
      "<desc id=\"says-{1}\">{3}</desc>{4}</svg>\n",
      escaped(d.viewBox), plot.name, escaped(plot.title), escaped(plot.says), d.content);
}

std::string plotHtml(const PlottedData& p, const PlotDrawing* drawing) {
  return fmt::format("<figure>\n<figcaption><h3 id=\"plot-{}\">{}</h3></figcaption>\n", p.plot.name,
                     escaped(p.plot.title)) +
         (drawing != nullptr ? drawingHtml(p.plot, *drawing) + legendHtml(p)
                             : "<p class=\"undrawn\">This plot has not been drawn.</p>\n") +
         numbersHtml(p, drawing == nullptr) + "</figure>\n";
}

// The sections from `at` on that are plots, side by side.
std::string plotsHtml(const Report& report, std::size_t& at, const std::vector<PlottedData>& plots,
                      const std::vector<PlotDrawing>& drawings) {
  std::string out;
  for (; at < report.sections.size() && report.sections[at].plot; ++at) {
    const auto found = std::ranges::find_if(
        plots, [&](const PlottedData& p) { return p.plot.name == report.sections[at].plot->name; });
    if (found == plots.end()) continue;
    const auto place = static_cast<std::size_t>(found - plots.begin());
    out += plotHtml(*found, drawings.empty() ? nullptr : &drawings[place]);
  }
  return out.empty() ? out : "<div class=\"plots\">\n" + out + "</div>\n";
}

// Each table begins a section; paragraphs and plots belong to the table before them.
std::string mainHtml(const Report& report, const HtmlFacts& facts, const std::vector<PlotDrawing>& drawings) {
  const std::vector<PlottedData> plots = plotsOf(report);
  std::string out = "<section>\n";
  if (!facts.undrawn.empty() && !plots.empty())
    out += fmt::format("<p class=\"undrawn\">{}</p>\n", escaped(facts.undrawn));
  for (std::size_t n = 0; n < report.sections.size();) {
    const ReportSection& s = report.sections[n];
    if (s.plot) {
      out += plotsHtml(report, n, plots, drawings);
      continue;
    }
    if (s.isParagraph()) out += paragraph(s.paragraph);
    if (s.isTable() && s.table.isFor(Readers::People)) out += "</section>\n<section>\n" + tableSection(s.table);
    ++n;
  }
  return out + "</section>\n";
}

std::string contentsHtml(const Report& report) {
  std::string out = "<nav aria-label=\"Tables\">\n<ul>\n";
  for (const ReportSection& s : report.sections)
    if (s.isTable() && s.table.isFor(Readers::People))
      out += fmt::format("<li><a href=\"#table-{}\">{}</a></li>\n", s.table.name, escaped(headingOf(s.table.name)));
  return out + "<li><a href=\"#about\">About this report</a></li>\n</ul>\n</nav>\n";
}

std::string aboutHtml(const HtmlFacts& f) {
  std::string out = "<section>\n<h2 id=\"about\">About this report</h2>\n<dl>\n";
  const auto add = [&](std::string_view what, const std::string& html) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", what, html);
  };
  add("Program", escaped(f.version));
  add("Command", fmt::format("<code>{}</code>", escaped(f.command)));
  add("given", "names, and conditions that were chosen before the run");
  add("measured", "what the simulated machine, its monitor and its programs did, counted or timed in the run");
  add("computed", "made of other numbers of this report");
  add("published", "from the publication; sealed until all measurements were complete");
  return out + "</dl>\n</section>\n";
}

}  // namespace

std::vector<PlottedData> plotsOf(const Report& report) {
  std::vector<PlottedData> plots;
  for (const ReportSection& s : report.sections) {
    if (!s.plot) continue;
    PlotData data = plotData(*s.plot, report.tableOf(s.plot->table));
    if (!data.empty()) plots.push_back({*s.plot, std::move(data)});
  }
  return plots;
}

std::string htmlReport(const Report& report, const HtmlFacts& facts, const std::vector<PlotDrawing>& drawings) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
         fmt::format("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n", escaped(report.title), pageStyle()) +
         "<a class=\"skip\" href=\"#report\">Skip to the report</a>\n<header>\n" +
         fmt::format("<h1>{}</h1>\n<p class=\"made\"><code>{}</code>, {}</p>\n</header>\n", escaped(report.title),
                     escaped(facts.command), escaped(facts.version)) +
         contentsHtml(report) +
         "<main id=\"report\">\n<p class=\"made hint\" hidden>Headings of columns sort their table.</p>\n" +
         mainHtml(report, facts, drawings) + aboutHtml(facts) +
         "</main>\n<p id=\"sorted\" class=\"unseen\" role=\"status\"></p>\n" +
         fmt::format("<script>\n{}</script>\n</body>\n</html>\n", pageScript());
}

}  // namespace utah10
