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

ReportTable gridTable(std::string name, std::string title, const StreamGrid& grid, const char* provenance) {
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
      {"rate", "", [](const GridLine& l) { return Cell::whole(static_cast<std::uint64_t>(l.rate)); }},
      {"line", provenance, [](const GridLine& l) { return Cell::text(l.what); }}};
  for (std::size_t n = 0; n < grid.buffers.size(); ++n)
    columns.push_back({std::to_string(grid.buffers[n]), "", [n](const GridLine& l) {
                         return l.cells[n].empty() ? Cell::missing() : Cell::text(l.cells[n]);
                       }});
  return table(std::move(name), std::move(title), lines, columns);
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
  return table(
      "differences",
      "Cells with gaps in either table, or whose numbers of buffers differ by more than 2 and by more than 0.7 s; "
      "columns with a bar are the paper's.",
      differences,
      {{"rate", "", [](const Row& d) { return Cell::whole(static_cast<std::uint64_t>(d.rate)); }},
       {"buffer", "bits", [](const Row& d) { return Cell::whole(d.bits); }},
       {"sent", "buffers that the device played out", [](const Row& d) { return Cell::whole(d.ours.buffers); }},
       {"|sent", "RFC 508", [](const Row& d) { return Cell::whole(d.paper.buffers); }},
       {"expected", "rate x 30 s / buffer", [](const Row& d) { return Cell::rounded(d.expected, 1); }},
       {"gaps", "number: longest/mean/shortest", [](const Row& d) { return Cell::text(gapsText(d.ours)); }},
       {"|gaps", "RFC 508", [](const Row& d) { return Cell::text(gapsText(d.paper)); }},
       {"remark", "on the printed row", [](const Row& d) { return Cell::text(d.remark); }}});
}

ReportTable busyTable(const std::vector<BusyCell>& cells) {
  using Row = BusyCell;
  return table(
      "busy-cells", "The tests with gaps, and the stalls that caused them.", cells,
      {{"rate", "", [](const Row& b) { return Cell::whole(static_cast<std::uint64_t>(b.rate)); }},
       {"buffer", "bits", [](const Row& b) { return Cell::whole(b.bits); }},
       {"sent", "buffers that the device played out", [](const Row& b) { return Cell::whole(b.ours.buffers); }},
       {"gaps", "", [](const Row& b) { return Cell::whole(b.ours.gaps); }},
       {"longest ms", "of the gaps", [](const Row& b) { return Cell::rounded(b.ours.longest, 0); }},
       {"mean ms", "of the gaps", [](const Row& b) { return Cell::rounded(b.ours.mean, 0); }},
       {"shortest ms", "of the gaps", [](const Row& b) { return Cell::rounded(b.ours.shortest, 0); }},
       {"stalls", "that began during the test", [](const Row& b) { return Cell::whole(b.stalls); }},
       {"longest stall ms", "of these", [](const Row& b) { return Cell::rounded(b.longestStall, 0); }},
       {"buffer ms", "buffer / rate", [](const Row& b) { return Cell::rounded(b.period, 0); }}});
}

ReportTable stallsTable(const std::vector<StallRow>& rows) {
  using Row = StallRow;
  return table("stalls", "All tests with one distribution of stalls, the first as above.", rows,
               {{"every s", "mean time between stalls", [](const Row& r) { return Cell::rounded(r.interval, 0); }},
                {"for ms", "mean length of a stall", [](const Row& r) { return Cell::rounded(r.length, 0); }},
                {"tests", "", [](const Row& r) { return Cell::whole(r.tests); }},
                {"with stalls", "tests", [](const Row& r) { return Cell::whole(r.stalled); }},
                {"with gaps", "tests", [](const Row& r) { return Cell::whole(r.withGaps); }},
                {"gaps", "of all tests", [](const Row& r) { return Cell::whole(r.gaps); }},
                {"longest ms", "of the gaps", [](const Row& r) { return Cell::rounded(r.longest, 0); }}});
}

ReportTable longTable(const std::vector<LongTest>& tests) {
  using Row = LongTest;
  return table(
      "long", "The long tests; columns with a bar are the paper's.", tests,
      {{"rate", "", [](const Row& t) { return Cell::whole(static_cast<std::uint64_t>(t.rate)); }},
       {"buffer", "bits", [](const Row& t) { return Cell::whole(t.bits); }},
       {"seconds", "", [](const Row& t) { return Cell::rounded(t.seconds, 0); }},
       {"sent", "buffers that the device played out", [](const Row& t) { return Cell::whole(t.ours.buffers); }},
       {"|sent", "RFC 508", [](const Row& t) { return Cell::whole(t.paper.buffers); }},
       {"expected", "rate x time / buffer", [](const Row& t) { return Cell::rounded(t.expected, 1); }},
       {"gaps", "", [](const Row& t) { return Cell::text(gapsText(t.ours)); }},
       {"|gaps", "RFC 508", [](const Row& t) { return Cell::text(gapsText(t.paper)); }},
       {"remark", "on the printed row", [](const Row& t) { return Cell::text(t.remark); }}});
}

ReportTable pathTable(const std::vector<PathRow>& rows) {
  using Row = PathRow;
  return table(
      "path",
      "What the path carries: packs, the NCP puts what has come into a message; keeps, one buffer is one message and "
      "is kept until its RFNM.",
      rows,
      {{"buffer", "bits", [](const Row& r) { return Cell::whole(r.bits); }},
       {"NCP", "", [](const Row& r) { return Cell::text(r.packs ? "packs" : "keeps"); }},
       {"kb/s", "data that the discard socket received in a test at 100 kb/s",
        [](const Row& r) { return Cell::rounded(r.throughput, 1); }},
       {"delay ms", "first bit into UCSB's cable to last bit out of the receiver's, mean, at the lowest rate",
        [](const Row& r) { return Cell::rounded(r.delay, 1); }},
       {"longest ms", "the same, most", [](const Row& r) { return Cell::rounded(r.longestDelay, 1); }},
       {"RFNM ms", "first bit into UCSB's cable to the RFNM, mean, at the lowest rate",
        [](const Row& r) { return Cell::rounded(r.rfnm, 1); }},
       {"fast delay ms", "delay at the highest rate", [](const Row& r) { return Cell::rounded(r.fastDelay, 1); }},
       {"fast RFNM ms", "RFNM at the highest rate", [](const Row& r) { return Cell::rounded(r.fastRfnm, 1); }},
       {"gaps from", "the lowest rate of the table with gaps",
        [](const Row& r) { return Cell::text(rateText(r.firstGaps)); }}});
}

ReportTable programsTable(const std::vector<ProgramRow>& rows) {
  using Row = ProgramRow;
  return table(
      "programs", "The same stream from a program on TENEX (STREAM), to UCLA-CCN.", rows,
      {{"byte", "bits of a byte of the connection", [](const Row& r) { return Cell::whole(r.byteBits); }},
       {"rate", "", [](const Row& r) { return Cell::whole(static_cast<std::uint64_t>(r.rate)); }},
       {"buffer", "bits", [](const Row& r) { return Cell::whole(r.bits); }},
       {"sent", "counted by the program", [](const Row& r) { return Cell::whole(r.ours.buffers); }},
       {"expected", "rate x time / buffer", [](const Row& r) { return Cell::rounded(r.expected, 1); }},
       {"gaps", "TIME, read by the program; number: longest/mean/shortest",
        [](const Row& r) { return Cell::text(gapsText(r.ours)); }},
       {"device sent", "by the device at UCSB over as many lines",
        [](const Row& r) { return Cell::whole(r.device.buffers); }},
       {"device gaps", "the same; number: longest/mean/shortest",
        [](const Row& r) { return Cell::text(gapsText(r.device)); }},
       {"kb/s", "bits that CCN received / time of the test",
        [](const Row& r) { return Cell::rounded(r.throughput, 1); }},
       {"late ms", "most that the program woke up after a buffer was due",
        [](const Row& r) { return Cell::rounded(r.late, 0); }},
       {"cpu %", "RUNTM of both processes / time", [](const Row& r) { return Cell::rounded(r.runPercent, 0); }},
       {"arrived", "bits that CCN received, compared with those sent",
        [](const Row& r) { return Cell::text(r.trouble.empty() ? "all" : r.trouble); }}});
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
      {"factor", "what differs from the path above", [](const EdgeRow& r) { return Cell::text(r.factor); }},
      {"value", "", [](const EdgeRow& r) { return Cell::text(r.value); }}};
  for (std::size_t n = 0; n < f.buffers.size(); ++n)
    columns.push_back({std::to_string(f.buffers[n]), "", [n, cell](const EdgeRow& r) { return cell(r.cells[n]); }});
  return table(name, title, f.rows, columns);
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
  report.show(
      gridTable("paper", "The paper's table. Buffers are in bits; 4032 is printed as 4023.", f.paper, "RFC 508"));
  report.show(gridTable("grid", "Ours: nothing else on the path, and hosts that are not busy.", f.grid, kDevice));
  report.say(totalsText("Ours", f.total) + " " + totalsText("The paper", f.totalPaper));
  if (f.counts.cells != 0) report.say(countsText(f.counts));
  if (!f.differences.empty()) report.show(differencesTable(f.differences));
  if (!f.longTests.empty()) report.show(longTable(f.longTests));
  report.show(pathTable(f.paths));
  report.say(throughputText(f));
  report.say(kEightPackets);
  report.show(gridTable("kept",
                        "The same with an NCP that sends each buffer as one message, and keeps it until the RFNM.",
                        f.kept, kDevice));
  report.say(totalsText("NCP that keeps buffers", f.totalKept) + " " + keptText(f));
  report.show(gridTable("busy", "The same with a busy sending host.", f.busy, kDevice));
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
  report.say(fmt::format("RFC 508 quotes {} kb/s as the throughput of the subnet, RFC 573 {} kb/s.",
                         fixed(f.paperSubnet, 0), fixed(f.paperLine, 1)));
  return report;
}

}  // namespace utah10
