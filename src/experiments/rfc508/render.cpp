#include "experiments/rfc508/render.hpp"

#include <fmt/format.h>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

// A line of a table in the paper's layout: for each rate the buffers sent, and if there were gaps, four lines on them.
struct GridLine {
  std::int64_t rate = 0;
  std::string what;
  std::vector<std::string> cells;
};

constexpr const char* kDevice = "counted by the modelled device; gaps are timed by its looks each millisecond";

bool hasGaps(const std::vector<std::optional<StreamCell>>& cells) {
  for (const auto& c : cells)
    if (c && c->gaps != 0) return true;
  return false;
}

template <class Text>
GridLine lineOf(const StreamGrid& grid, std::size_t row, const char* what, bool ofGaps, const Text& text) {
  GridLine line{grid.rates[row], what, {}};
  for (const auto& c : grid.cells[row]) line.cells.push_back(c && (!ofGaps || c->gaps != 0) ? text(*c) : std::string{});
  return line;
}

ReportTable gridTable(std::string name, std::string title, const StreamGrid& grid, const char* provenance,
                      Origin origin = Origin::Measured) {
  std::vector<GridLine> lines;
  for (std::size_t row = 0; row < grid.rates.size(); ++row) {
    lines.push_back(lineOf(grid, row, "sent", false, [](const StreamCell& c) { return std::to_string(c.buffers); }));
    if (!hasGaps(grid.cells[row])) continue;
    lines.push_back(lineOf(grid, row, "longest ms", true, [](const StreamCell& c) { return fixed(c.longest, 0); }));
    lines.push_back(lineOf(grid, row, "mean ms", true, [](const StreamCell& c) { return fixed(c.mean, 0); }));
    lines.push_back(lineOf(grid, row, "shortest ms", true, [](const StreamCell& c) { return fixed(c.shortest, 0); }));
    lines.push_back(lineOf(grid, row, "gaps", true, [](const StreamCell& c) { return std::to_string(c.gaps); }));
  }
  std::vector<ReportColumn<GridLine>> columns = {
      {"rate",
       "",
       [](const GridLine& l) { return Cell::whole(static_cast<std::uint64_t>(l.rate)); },
       {.unit = "b/s", .origin = Origin::Given}},
      {"line", provenance, [](const GridLine& l) { return Cell::text(l.what); }, {.origin = Origin::Given}}};
  for (std::size_t n = 0; n < grid.buffers.size(); ++n) {
    const auto cell = [n](const GridLine& l) { return l.cells[n].empty() ? Cell::missing() : Cell::text(l.cells[n]); };
    columns.push_back({std::to_string(grid.buffers[n]), "", cell, {.origin = origin}});
  }
  return onlyFor(Readers::People, table(std::move(name), std::move(title), lines, columns));
}

// A test of one of the grids.
struct GridTest {
  const char* part;
  std::int64_t rate;
  std::size_t bits;
  StreamCell cell;
};

void addTests(std::vector<GridTest>& tests, const char* part, const StreamGrid& grid) {
  for (std::size_t row = 0; row < grid.rates.size(); ++row)
    for (std::size_t column = 0; column < grid.buffers.size(); ++column)
      if (const auto& cell = grid.cells[row][column])
        tests.push_back({part, grid.rates[row], grid.buffers[column], *cell});
}

// Columns on the gaps of a test, for programs; `begin` precedes their headings.
template <class Row>
std::vector<ReportColumn<Row>> gapColumns(const std::string& begin, const char* provenance,
                                          const StreamCell& (*cellOf)(const Row&)) {
  const auto length = [cellOf](double StreamCell::*ms) {
    return [cellOf, ms](const Row& r) {
      const StreamCell& c = cellOf(r);
      return c.gaps == 0 ? Cell::missing() : Cell::rounded(c.*ms, 0);
    };
  };
  const ColumnFacts count{.unit = "gaps", .readers = Readers::Programs}, ms{.unit = "ms", .readers = Readers::Programs};
  return {{begin + "number of gaps", provenance, [cellOf](const Row& r) { return Cell::whole(cellOf(r).gaps); }, count},
          {begin + "longest gap", provenance, length(&StreamCell::longest), ms},
          {begin + "mean gap", provenance, length(&StreamCell::mean), ms},
          {begin + "shortest gap", provenance, length(&StreamCell::shortest), ms}};
}

// All grids, a row for each test.
ReportTable testsTable(const Rfc508Findings& f) {
  std::vector<GridTest> tests;
  for (const auto& [part, grid] : {std::pair{"paper", &f.paper}, std::pair{"grid", &f.grid}, std::pair{"kept", &f.kept},
                                   std::pair{"busy", &f.busy}})
    addTests(tests, part, *grid);
  using Row = GridTest;
  std::vector<ReportColumn<Row>> columns = {
      {"part",
       "the table: paper is RFC 508; the others are ours",
       [](const Row& t) { return Cell::text(t.part); },
       {.origin = Origin::Given}},
      {"rate",
       "",
       [](const Row& t) { return Cell::whole(static_cast<std::uint64_t>(t.rate)); },
       {.unit = "b/s", .origin = Origin::Given}},
      {"buffer", "", [](const Row& t) { return Cell::whole(t.bits); }, {.unit = "bits", .origin = Origin::Given}},
      {"sent", kDevice, [](const Row& t) { return Cell::whole(t.cell.buffers); }, {.unit = "buffers"}}};
  append(columns, gapColumns<Row>("", kDevice, [](const Row& t) -> const StreamCell& { return t.cell; }));
  return onlyFor(Readers::Programs, table("tests", "The tests of all tables of rates and buffers.", tests, columns));
}

void drawGaps(Report& report, const char* part, const char* title) {
  report.draw({.kind = PlotKind::HeatMap,
               .name = std::string{"gaps-"} + part,
               .title = title,
               .says =
                   "A cell for each test, by rate and size of the buffers; the number is that of its gaps, and cells "
                   "with more gaps are deeper in colour.",
               .table = "tests",
               .only = {"part", part},
               .at = {"rate_b_per_s"},
               .values = {{"number_of_gaps"}},
               .by = {"buffer_bits"},
               .x = {"buffer, bits"},
               .y = {"rate, b/s"}});
}

std::string rateText(const std::optional<std::int64_t>& rate) {
  return rate ? fmt::format("{} b/s", *rate) : "no rate";
}

std::string gapsText(const StreamCell& c) {
  return c.gaps == 0
             ? "none"
             : fmt::format("{}: {}/{}/{} ms", c.gaps, fixed(c.longest, 0), fixed(c.mean, 0), fixed(c.shortest, 0));
}

ReportTable differencesTable(const std::vector<CellDifference>& differences) {
  using Row = CellDifference;
  std::vector<ReportColumn<Row>> columns = {
      {"rate",
       "",
       [](const Row& d) { return Cell::whole(static_cast<std::uint64_t>(d.rate)); },
       {.unit = "b/s", .origin = Origin::Given}},
      {"buffer", "bits", [](const Row& d) { return Cell::whole(d.bits); }, {.unit = "bits", .origin = Origin::Given}},
      {"sent",
       "buffers that the device played out",
       [](const Row& d) { return Cell::whole(d.ours.buffers); },
       {.unit = "buffers"}},
      {"|sent", "RFC 508", [](const Row& d) { return Cell::whole(d.paper.buffers); }, {.unit = "buffers"}},
      {"expected",
       "rate x 30 s / buffer",
       [](const Row& d) { return Cell::rounded(d.expected, 1); },
       {.unit = "buffers", .origin = Origin::Computed}},
      {"gaps",
       "number: longest/mean/shortest",
       [](const Row& d) { return Cell::text(gapsText(d.ours)); },
       {.readers = Readers::People, .name = "gaps_text"}},
      {"|gaps",
       "RFC 508",
       [](const Row& d) { return Cell::text(gapsText(d.paper)); },
       {.readers = Readers::People, .name = "paper_gaps_text"}},
      {"remark",
       "on the printed row",
       [](const Row& d) { return Cell::text(d.remark); },
       {.origin = Origin::Published}}};
  append(columns, gapColumns<Row>("", "counted and timed by the modelled device",
                                  [](const Row& r) -> const StreamCell& { return r.ours; }));
  append(columns, gapColumns<Row>("|", "RFC 508", [](const Row& r) -> const StreamCell& { return r.paper; }));
  return table(
      "differences",
      "Cells with gaps in either table, or whose numbers of buffers differ by more than 2 and by more than 0.7 s; "
      "columns with a bar are the paper's.",
      differences, columns);
}

ReportTable busyTable(const std::vector<BusyCell>& cells) {
  using Row = BusyCell;
  return table(
      "busy-cells", "The tests with gaps, and the stalls that caused them.", cells,
      {{"rate",
        "",
        [](const Row& b) { return Cell::whole(static_cast<std::uint64_t>(b.rate)); },
        {.unit = "b/s", .origin = Origin::Given}},
       {"buffer", "bits", [](const Row& b) { return Cell::whole(b.bits); }, {.unit = "bits", .origin = Origin::Given}},
       {"sent",
        "buffers that the device played out",
        [](const Row& b) { return Cell::whole(b.ours.buffers); },
        {.unit = "buffers"}},
       {"gaps", "", [](const Row& b) { return Cell::whole(b.ours.gaps); }, {.unit = ""}},
       {"longest ms", "of the gaps", [](const Row& b) { return Cell::rounded(b.ours.longest, 0); }, {.unit = "ms"}},
       {"mean ms",
        "of the gaps",
        [](const Row& b) { return Cell::rounded(b.ours.mean, 0); },
        {.unit = "ms", .origin = Origin::Computed}},
       {"shortest ms", "of the gaps", [](const Row& b) { return Cell::rounded(b.ours.shortest, 0); }, {.unit = "ms"}},
       {"stalls",
        "that began during the test",
        [](const Row& b) { return Cell::whole(b.stalls); },
        {.origin = Origin::Measured}},
       {"longest stall ms", "of these", [](const Row& b) { return Cell::rounded(b.longestStall, 0); }, {.unit = "ms"}},
       {"buffer ms",
        "buffer / rate",
        [](const Row& b) { return Cell::rounded(b.period, 0); },
        {.unit = "ms", .origin = Origin::Computed}}});
}

ReportTable stallsTable(const std::vector<StallRow>& rows) {
  using Row = StallRow;
  return table(
      "stalls", "All tests with one distribution of stalls, the first as above.", rows,
      {{"every s",
        "mean time between stalls",
        [](const Row& r) { return Cell::rounded(r.interval, 0); },
        {.unit = "s", .origin = Origin::Given}},
       {"for ms",
        "mean length of a stall",
        [](const Row& r) { return Cell::rounded(r.length, 0); },
        {.unit = "ms", .origin = Origin::Given}},
       {"tests", "", [](const Row& r) { return Cell::whole(r.tests); }, {.origin = Origin::Computed}},
       {"with stalls",
        "tests",
        [](const Row& r) { return Cell::whole(r.stalled); },
        {.unit = "tests", .origin = Origin::Computed}},
       {"with gaps",
        "tests",
        [](const Row& r) { return Cell::whole(r.withGaps); },
        {.unit = "tests", .origin = Origin::Computed}},
       {"gaps", "of all tests", [](const Row& r) { return Cell::whole(r.gaps); }, {.origin = Origin::Computed}},
       {"longest ms", "of the gaps", [](const Row& r) { return Cell::rounded(r.longest, 0); }, {.unit = "ms"}}});
}

ReportTable longTable(const std::vector<LongTest>& tests) {
  using Row = LongTest;
  std::vector<ReportColumn<Row>> columns = {
      {"rate",
       "",
       [](const Row& t) { return Cell::whole(static_cast<std::uint64_t>(t.rate)); },
       {.unit = "b/s", .origin = Origin::Given}},
      {"buffer", "bits", [](const Row& t) { return Cell::whole(t.bits); }, {.unit = "bits", .origin = Origin::Given}},
      {"seconds",
       "",
       [](const Row& t) { return Cell::rounded(t.seconds, 0); },
       {.unit = "s", .origin = Origin::Given, .name = "length_s"}},
      {"sent",
       "buffers that the device played out",
       [](const Row& t) { return Cell::whole(t.ours.buffers); },
       {.unit = "buffers"}},
      {"|sent", "RFC 508", [](const Row& t) { return Cell::whole(t.paper.buffers); }, {.unit = "buffers"}},
      {"expected",
       "rate x time / buffer",
       [](const Row& t) { return Cell::rounded(t.expected, 1); },
       {.unit = "buffers", .origin = Origin::Computed}},
      {"gaps",
       "",
       [](const Row& t) { return Cell::text(gapsText(t.ours)); },
       {.readers = Readers::People, .name = "gaps_text"}},
      {"|gaps",
       "RFC 508",
       [](const Row& t) { return Cell::text(gapsText(t.paper)); },
       {.readers = Readers::People, .name = "paper_gaps_text"}},
      {"remark",
       "on the printed row",
       [](const Row& t) { return Cell::text(t.remark); },
       {.origin = Origin::Published}}};
  append(columns, gapColumns<Row>("", "counted and timed by the modelled device",
                                  [](const Row& r) -> const StreamCell& { return r.ours; }));
  append(columns, gapColumns<Row>("|", "RFC 508", [](const Row& r) -> const StreamCell& { return r.paper; }));
  return table("long", "The long tests; columns with a bar are the paper's.", tests, columns);
}

ReportTable pathTable(const std::vector<PathRow>& rows) {
  using Row = PathRow;
  return table(
      "path",
      "What the path carries: packs, the NCP puts what has come into a message; keeps, one buffer is one message and "
      "is kept until its RFNM.",
      rows,
      {{"buffer", "bits", [](const Row& r) { return Cell::whole(r.bits); }, {.unit = "bits", .origin = Origin::Given}},
       {"NCP", "", [](const Row& r) { return Cell::text(r.packs ? "packs" : "keeps"); }, {.origin = Origin::Given}},
       {"kb/s",
        "data that the discard socket received in a test at 100 kb/s",
        [](const Row& r) { return Cell::rounded(r.throughput, 1); },
        {.unit = "kb/s", .origin = Origin::Computed}},
       {"delay ms",
        "first bit into UCSB's cable to last bit out of the receiver's, mean, at the lowest rate",
        [](const Row& r) { return Cell::rounded(r.delay, 1); },
        {.unit = "ms", .origin = Origin::Computed}},
       {"longest ms", "the same, most", [](const Row& r) { return Cell::rounded(r.longestDelay, 1); }, {.unit = "ms"}},
       {"RFNM ms",
        "first bit into UCSB's cable to the RFNM, mean, at the lowest rate",
        [](const Row& r) { return Cell::rounded(r.rfnm, 1); },
        {.unit = "ms", .origin = Origin::Computed}},
       {"fast delay ms",
        "delay at the highest rate",
        [](const Row& r) { return Cell::rounded(r.fastDelay, 1); },
        {.unit = "ms", .origin = Origin::Computed}},
       {"fast RFNM ms",
        "RFNM at the highest rate",
        [](const Row& r) { return Cell::rounded(r.fastRfnm, 1); },
        {.unit = "ms", .origin = Origin::Computed}},
       {"gaps begin",
        "the lowest rate of the table with gaps",
        [](const Row& r) {
          return r.firstGaps ? Cell::whole(static_cast<std::uint64_t>(*r.firstGaps)) : Cell::missing();
        },
        {.unit = "b/s", .readers = Readers::Programs}},
       {"gaps from",
        "the lowest rate of the table with gaps",
        [](const Row& r) { return Cell::text(rateText(r.firstGaps)); },
        {.readers = Readers::People, .name = "gaps_from_text"}}});
}

ReportTable programsTable(const std::vector<ProgramRow>& rows) {
  using Row = ProgramRow;
  std::vector<ReportColumn<Row>> columns = {
      {"byte",
       "bits of a byte of the connection",
       [](const Row& r) { return Cell::whole(r.byteBits); },
       {.unit = "bits", .origin = Origin::Given}},
      {"rate",
       "",
       [](const Row& r) { return Cell::whole(static_cast<std::uint64_t>(r.rate)); },
       {.unit = "b/s", .origin = Origin::Given}},
      {"buffer", "bits", [](const Row& r) { return Cell::whole(r.bits); }, {.unit = "bits", .origin = Origin::Given}},
      {"sent", "counted by the program", [](const Row& r) { return Cell::whole(r.ours.buffers); }, {.unit = "buffers"}},
      {"expected",
       "rate x time / buffer",
       [](const Row& r) { return Cell::rounded(r.expected, 1); },
       {.unit = "buffers", .origin = Origin::Computed}},
      {"gaps",
       "TIME, read by the program; number: longest/mean/shortest",
       [](const Row& r) { return Cell::text(gapsText(r.ours)); },
       {.readers = Readers::People, .name = "gaps_text"}},
      {"device sent",
       "by the device at UCSB over as many lines",
       [](const Row& r) { return Cell::whole(r.device.buffers); },
       {.unit = "buffers"}},
      {"device gaps",
       "the same; number: longest/mean/shortest",
       [](const Row& r) { return Cell::text(gapsText(r.device)); },
       {.readers = Readers::People, .name = "device_gaps_text"}},
      {"kb/s",
       "bits that CCN received / time of the test",
       [](const Row& r) { return Cell::rounded(r.throughput, 1); },
       {.unit = "kb/s", .origin = Origin::Computed}},
      {"late ms",
       "most that the program woke up after a buffer was due",
       [](const Row& r) { return Cell::rounded(r.late, 0); },
       {.unit = "ms"}},
      {"cpu %",
       "RUNTM of both processes / time",
       [](const Row& r) { return Cell::rounded(r.runPercent, 0); },
       {.unit = "%", .origin = Origin::Computed}},
      {"arrived", "bits that CCN received, compared with those sent",
       [](const Row& r) { return Cell::text(r.trouble.empty() ? "all" : r.trouble); }}};
  append(columns,
         gapColumns<Row>("", "TIME, read by the program", [](const Row& r) -> const StreamCell& { return r.ours; }));
  append(columns, gapColumns<Row>("device ", "by the device at UCSB over as many lines",
                                  [](const Row& r) -> const StreamCell& { return r.device; }));
  return table("programs", "The same stream from a program on TENEX (STREAM), to UCLA-CCN.", rows, columns);
}

Cell edgeCell(const EdgeCell& c) {
  if (!c.begin) return Cell::text("none");
  return Cell::text(c.byChance ? fmt::format("{} ({}/{})", *c.begin, c.withGaps, c.rates) : std::to_string(*c.begin));
}

Cell edgeGapsCell(const EdgeCell& c) {
  if (!c.begin) return Cell::missing();
  return Cell::text(fmt::format("{}: {}/{}", c.gaps, fixed(c.mean, 0), fixed(c.longest, 0)));
}

ReportTable edgesTable(const EdgeFindings& f, const char* name, const char* title, Cell (*cell)(const EdgeCell&)) {
  std::vector<ReportColumn<EdgeRow>> columns = {
      {"factor",
       "what differs from the path above",
       [](const EdgeRow& r) { return Cell::text(r.factor); },
       {.origin = Origin::Given}},
      {"value", "", [](const EdgeRow& r) { return Cell::text(r.value); }, {.origin = Origin::Given}}};
  for (std::size_t n = 0; n < f.buffers.size(); ++n)
    columns.push_back({std::to_string(f.buffers[n]), "", [n, cell](const EdgeRow& r) { return cell(r.cells[n]); }});
  return onlyFor(Readers::People, table(name, title, f.rows, columns));
}

// A cell of both tables.
struct EdgeCase {
  const EdgeRow* row;
  const EdgeCell* cell;
};

ReportTable edgeCasesTable(const EdgeFindings& f) {
  std::vector<EdgeCase> cases;
  for (const EdgeRow& row : f.rows)
    for (const EdgeCell& cell : row.cells) cases.push_back({&row, &cell});
  using Row = EdgeCase;
  const auto ofGaps = [](double EdgeCell::*ms) {
    return [ms](const Row& c) { return c.cell->begin ? Cell::rounded(c.cell->*ms, 0) : Cell::missing(); };
  };
  const std::vector<ReportColumn<Row>> columns = {
      {"factor",
       "what differs from the path above",
       [](const Row& c) { return Cell::text(c.row->factor); },
       {.origin = Origin::Given}},
      {"value", "", [](const Row& c) { return Cell::text(c.row->value); }, {.origin = Origin::Given}},
      {"buffer", "", [](const Row& c) { return Cell::whole(c.cell->bits); }, {.unit = "bits", .origin = Origin::Given}},
      {"gaps begin",
       "the lowest rate with a gap",
       [](const Row& c) {
         return c.cell->begin ? Cell::whole(static_cast<std::uint64_t>(*c.cell->begin)) : Cell::missing();
       },
       {.unit = "b/s"}},
      {"rates tried", "", [](const Row& c) { return Cell::whole(c.cell->rates); }, {.unit = "rates"}},
      {"rates with gaps", "", [](const Row& c) { return Cell::whole(c.cell->withGaps); }, {.unit = "rates"}},
      {"by chance", "yes: a higher rate has no gap",
       [](const Row& c) { return Cell::text(c.cell->byChance ? "yes" : "no"); }},
      {"gaps", "at the lowest rate with a gap", [](const Row& c) { return Cell::whole(c.cell->gaps); }},
      {"mean gap", "at the lowest rate with a gap", ofGaps(&EdgeCell::mean), {.unit = "ms"}},
      {"longest gap", "at the lowest rate with a gap", ofGaps(&EdgeCell::longest), {.unit = "ms"}}};
  return onlyFor(Readers::Programs, table("edge-cases", "Where gaps begin, by factor and buffer.", cases, columns));
}

void drawPath(Report& report) {
  const auto lines = [&](const char* name, const char* title, const char* column, const char* axis) {
    report.draw(
        {.kind = PlotKind::Lines,
         .name = name,
         .title = title,
         .says = "A line for an NCP that packs buffers into messages, and one for an NCP that keeps each buffer.",
         .table = "path",
         .at = {"buffer_bits"},
         .values = {{column}},
         .by = {"ncp"},
         .x = {"buffer, bits"},
         .y = {axis}});
  };
  lines("throughput", "What the path carries", "kb_per_s", "kb/s");
  lines("delay", "Delay at the lowest rate", "delay_ms", "ms");
}

void drawEdges(Report& report) {
  report.draw(
      {.kind = PlotKind::HeatMap,
       .name = "where-gaps-begin",
       .title = "The lowest rate with a gap, b/s",
       .says =
           "A row for each change of the path and a column for each size of the buffers; higher rates are deeper in colour.",
       .table = "edge-cases",
       .at = {"factor", "value"},
       .values = {{"gaps_begin_b_per_s"}},
       .by = {"buffer_bits"},
       .x = {"buffer, bits"},
       .y = {"change"}});
}

std::string totalsText(const char* who, const GridTotals& t) {
  const std::string text = fmt::format("{}: {} of {} tests without gaps, {}%", who, t.tests - t.withGaps, t.tests,
                                       fixed(t.percentWithout, 0));
  if (t.gaps == 0) return text + ".";
  return text + fmt::format("; {} gaps in the others, the longest of {} ms.", t.gaps, fixed(t.longest, 0));
}

std::string countsText(const CountComparison& c) {
  return fmt::format(
      "Buffers sent, in the {} cells without gaps in either table: ours less the paper's is {} on average (standard "
      "deviation {}); {} agree within 2 buffers or 0.7 s. Our test lasts exactly as long as stated, and a buffer "
      "counts when it has been played out. The paper's tests were started and stopped by hand with a watch, and the "
      "buffer that was being played out at the end may have been counted.",
      c.cells, fixed(c.mean, 1), fixed(c.deviation, 1), c.within);
}

std::string keptText(const Rfc508Findings& f) {
  const std::string text = fmt::format(
      "An NCP that sends each buffer as a message of its own and waits for the RFNM carries {} kb/s with buffers of "
      "{} bits; gaps begin at {}. With the header of 40 bits such a buffer is two packets. Cable, line and RFNM take "
      "their time one after the other, and the next message waits for them.",
      fixed(f.leastKept, 1), f.smallest, rateText(f.totalKept.firstRate));
  if (f.keptContradicted == 0) return text;
  return text +
         fmt::format(
             " In {} of these tests with gaps the paper has none. So UCSB's NCP did not work like that: it put the "
             "data of several buffers into a message, which the host-host protocol permits, because to it a "
             "connection is a stream of bytes, or it did not wait for the RFNM, which the protocol forbids.",
             f.keptContradicted);
}

std::string throughputText(const Rfc508Findings& f) {
  const auto agreement = [](bool agrees) { return agrees ? "they agree within 15 %" : "they disagree"; };
  return fmt::format(
      "The path carries {} kb/s of data. RFC 508 quotes {} kb/s for the subnet (BBN, end of 1972): {}. RFC 573 quotes "
      "{} kb/s (BBN Report 2491): {}. Of the 50 kb/s of a line, the framing and the header of each packet take some; "
      "the line is idle while the first packet of a message comes from the host, and until the RFNM of the message "
      "before has returned, because a link has one message under way.",
      fixed(f.throughput, 1), fixed(f.paperSubnet, 0), agreement(f.agreesSubnet), fixed(f.paperLine, 1),
      agreement(f.agreesLine));
}

constexpr const char* kEightPackets =
    "A buffer of 8048 bits does not fit into one message: with the header of 40 bits it exceeds the 8063 bits that "
    "may follow a leader. 8048 is the largest multiple of 16 below that limit, so the authors did not count the "
    "header. Our NCP sends 8016 bits, whole bytes, and then the rest.";

std::string busyText(const Rfc508Findings& f) {
  return fmt::format(
      "The busy host: its program for the device, which has lower priority than the interactive users, stalls every "
      "{} s for {} ms on average, both exponentially distributed. These are declared conditions; no cell was fitted. "
      "A stall that is shorter than a buffer lasts makes no gap; one that is longer than two buffers always does, and "
      "the gap is what is left of it. So stalls make few, long gaps, and small buffers at high rates suffer most. A "
      "path that is too slow makes many short gaps (table kept). In the paper the gaps of 7 February before 10 "
      "o'clock are few and long, and the authors blame 16 terminals of a class; the tests with 10 and 13 short gaps "
      "stand alone between rates without gaps, so that something slowed the path down for less than a minute.",
      fixed(f.stallInterval, 0), fixed(f.stallLength, 0));
}

std::string programText(const Rfc508Findings& f) {
  return fmt::format(
      "STREAM has two buffers, as the device has. It is a process of TENEX, and a second process sends a buffer by "
      "BOUT and flushes it. UTAH is {} lines from UCLA; the device's gaps are those of UCSB's device over as many "
      "lines. The monitor's buffer of a connection is shorter than a message of eight packets, so that a large buffer "
      "becomes several messages.",
      f.programHops);
}

}  // namespace

Report opening(const Rfc508Findings& f) {
  Report report;
  report.title = "RFC 508: real-time data from UCSB to UCLA";
  report.say(fmt::format(
      "Path: {}; lines and IMPs of the map of August 1972, in which UCSB has a line to UCLA. Tests of {} s.", f.path,
      fixed(f.seconds, 0)));
  if (f.brief) report.say("The paper's tests lasted three times as long.");
  if (!f.machine.empty()) report.say(fmt::format("The program's machine: {}; no other users.", f.machine));
  return report;
}

Report opening(const EdgeFindings& f) {
  Report report;
  report.title = "RFC 508: where gaps begin";
  report.say(fmt::format("Path, if nothing else is said: {}. Rates from {} to {} b/s in steps of {}; 30 s each.",
                         f.path, f.step, f.most, f.step));
  return report;
}

Report render(const Rfc508Findings& f) {
  Report report = opening(f);
  report.show(gridTable("paper", "The paper's table. Buffers are in bits; 4032 is printed as 4023.", f.paper, "RFC 508",
                        Origin::Published));
  report.show(testsTable(f));
  report.show(gridTable("grid", "Ours: nothing else on the path, and hosts that are not busy.", f.grid, kDevice));
  drawGaps(report, "paper", "Gaps in the paper");
  drawGaps(report, "grid", "Gaps in ours");
  report.say(totalsText("Ours", f.total) + " " + totalsText("The paper", f.totalPaper));
  if (f.counts.cells != 0) report.say(countsText(f.counts));
  if (!f.differences.empty()) report.show(differencesTable(f.differences));
  if (!f.longTests.empty()) report.show(longTable(f.longTests));
  report.show(pathTable(f.paths));
  drawPath(report);
  report.say(throughputText(f));
  report.say(kEightPackets);
  report.show(gridTable("kept",
                        "The same with an NCP that sends each buffer as one message, and keeps it until the RFNM.",
                        f.kept, kDevice));
  drawGaps(report, "kept", "Gaps if the NCP keeps each buffer");
  report.say(totalsText("NCP that keeps buffers", f.totalKept) + " " + keptText(f));
  report.show(gridTable("busy", "The same with a busy sending host.", f.busy, kDevice));
  drawGaps(report, "busy", "Gaps if the sending host is busy");
  report.say(totalsText("Busy host", f.totalBusy) + " " + totalsText("The paper", f.totalPaper) + " " + busyText(f));
  if (!f.busyCells.empty()) report.show(busyTable(f.busyCells));
  report.show(stallsTable(f.stalls));
  if (!f.programs.empty()) {
    report.show(programsTable(f.programs));
    report.say(programText(f));
  }
  for (const std::string& trouble : f.troubles) report.say("Failed: " + trouble + ".");
  return report;
}

Report render(const EdgeFindings& f) {
  Report report = opening(f);
  report.show(edgesTable(f, "edges",
                         "The lowest rate with a gap, b/s, by buffer. In parentheses, where a higher rate has none: "
                         "the rates with gaps, of all that were tried.",
                         edgeCell));
  report.show(edgesTable(f, "edge-gaps", "The gaps at that rate, number: mean/longest ms.", edgeGapsCell));
  report.show(edgeCasesTable(f));
  drawEdges(report);
  report.say(fmt::format("RFC 508 quotes {} kb/s as the throughput of the subnet, RFC 573 {} kb/s.",
                         fixed(f.paperSubnet, 0), fixed(f.paperLine, 1)));
  return report;
}

}  // namespace utah10
