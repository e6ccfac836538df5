#include "experiments/rfc415/render.hpp"

#include <fmt/format.h>

#include "experiments/charges/charge_tables.hpp"

namespace utah10 {

namespace {

const char* callsText(const std::string& calls) { return calls == "BIN" ? "BIN and BOUT" : "SIN and SOUT"; }
std::string groupName(const StringGroup& g) {
  return fmt::format("{}, {} bits{}", callsText(g.calls), g.byteBits, g.processes == 1 ? ", one process" : "");
}

const char* missText(SampleMiss miss) {
  switch (miss) {
    case SampleMiss::None:
      return "";
    case SampleMiss::String:
      return "string";
    case SampleMiss::Calls:
      return "calls";
    case SampleMiss::Waits:
      return "waits";
    case SampleMiss::Program:
      break;
  }
  return "program";
}

// A number of ours, if the sample was made.
Cell ours(const SampleFindings& s, std::optional<double> value, unsigned decimals) {
  return s.done ? Cell::rounded(value, decimals) : Cell::missing();
}

ReportTable samplesTable(const std::vector<SampleFindings>& samples) {
  using Row = SampleFindings;
  return table(
      "samples",
      "Our samples; columns with a bar are the paper's. As in the paper, kb/s counts each bit twice: out and in.",
      samples,
      {{"calls",
        "BIN: BIN and BOUT, buffered; SIN: SIN and SOUT, unbuffered",
        [](const Row& s) { return Cell::text(s.calls); },
        {.origin = Origin::Given}},
       {"bits",
        "bits per byte",
        [](const Row& s) { return Cell::whole(s.byteBits); },
        {.unit = "bits", .origin = Origin::Given, .name = "byte_bits"}},
       {"length",
        "bytes per string",
        [](const Row& s) { return Cell::whole(s.length); },
        {.unit = "bytes", .origin = Origin::Given}},
       {"proc",
        "2: a process sends, another receives; 1: one process reads each string before it sends the next",
        [](const Row& s) { return Cell::whole(s.processes); },
        {.origin = Origin::Given, .name = "processes"}},
       {"kb/s",
        "2 bits / TIME from the sender's start to the receiver's end (BANDWI)",
        [](const Row& s) { return ours(s, s.realRate, 1); },
        {.unit = "kb/s", .origin = Origin::Computed}},
       {"kb/cpu s",
        "2 bits / run time of the processes (each reads its own RUNTM)",
        [](const Row& s) { return ours(s, s.cpuRate, 0); },
        {.unit = "kb/s", .origin = Origin::Computed, .name = "kb_per_cpu_s"}},
       {"cpu %",
        "run time of the processes / time",
        [](const Row& s) { return s.done ? Cell::cut(s.cpuPercent, 0) : Cell::missing(); },
        {.unit = "%", .origin = Origin::Computed}},
       {"out us/byte",
        "RUNTM of the sending process / bytes",
        [](const Row& s) { return ours(s, s.usPerByteOut, 1); },
        {.unit = "us/byte", .origin = Origin::Computed}},
       {"in us/byte",
        "RUNTM of the receiving process / bytes",
        [](const Row& s) { return ours(s, s.usPerByteIn, 1); },
        {.unit = "us/byte", .origin = Origin::Computed}},
       {"us/byte",
        "mean of out and in; one process: half its run time / bytes",
        [](const Row& s) { return ours(s, s.usPerByte, 1); },
        {.unit = "us/byte", .origin = Origin::Computed}},
       {"|kb/s", "RFC 415", [](const Row& s) { return Cell::text(s.paperRealRate); }, {.unit = "kb/s"}},
       {"|kb/cpu s",
        "RFC 415",
        [](const Row& s) { return Cell::text(s.paperCpuRate); },
        {.unit = "kb/s", .name = "paper_kb_per_cpu_s"}},
       {"|cpu %", "RFC 415", [](const Row& s) { return Cell::text(s.paperCpuPercent); }, {.unit = "%"}},
       {"|us/byte",
        "RFC 415: bits per byte / kb per cpu s",
        [](const Row& s) { return Cell::rounded(s.paperUsPerByte, 1); },
        {.unit = "us/byte"}},
       {"ours/paper",
        "us/byte",
        [](const Row& s) { return ours(s, s.overPaper, 2); },
        {.origin = Origin::Computed, .name = "ours_over_paper"}},
       {"off",
        "why it is off by more than 10 %; see below",
        [](const Row& s) { return Cell::text(s.done ? missText(s.miss) : ""); },
        {.origin = Origin::Computed}},
       {"arrived", "bytes counted by the receiver, compared with those sent",
        [](const Row& s) { return Cell::text(s.done ? "all" : s.trouble); }}});
}

ReportTable groupsTable(const std::vector<StringGroup>& groups) {
  using Row = StringGroup;
  return table(
      "groups", "Rows with the same calls, byte size and number of processes: us/byte, mean of out and in; kb/s.",
      groups,
      {{"rows", "", [](const Row& g) { return Cell::text(groupName(g)); }, {.origin = Origin::Given}},
       {"least",
        "minimum in the table of samples, us/byte",
        [](const Row& g) { return Cell::rounded(g.range.least, 1); },
        {.unit = "us/byte", .origin = Origin::Computed}},
       {"mean",
        "mean in the table of samples, us/byte",
        [](const Row& g) { return Cell::rounded(g.mean, 1); },
        {.unit = "us/byte", .origin = Origin::Computed}},
       {"most",
        "maximum in the table of samples, us/byte",
        [](const Row& g) { return Cell::rounded(g.range.most, 1); },
        {.unit = "us/byte", .origin = Origin::Computed}},
       {"|least", "RFC 415", [](const Row& g) { return Cell::rounded(g.paperRange.least, 1); }, {.unit = "us/byte"}},
       {"|mean", "RFC 415", [](const Row& g) { return Cell::rounded(g.paperMean, 1); }, {.unit = "us/byte"}},
       {"|most", "RFC 415", [](const Row& g) { return Cell::rounded(g.paperRange.most, 1); }, {.unit = "us/byte"}},
       {"ours/paper",
        "means of us/byte",
        [](const Row& g) { return Cell::rounded(g.overPaper, 2); },
        {.origin = Origin::Computed, .name = "ours_over_paper"}},
       {"kb/s",
        "mean of the table of samples",
        [](const Row& g) { return Cell::rounded(g.rate, 1); },
        {.unit = "kb/s", .origin = Origin::Computed}},
       {"|kb/s", "RFC 415, mean", [](const Row& g) { return Cell::rounded(g.paperRate, 1); }, {.unit = "kb/s"}}});
}

struct HalfRow {
  std::string group, half;
  HalfCosts costs;
};

ReportTable halvesTable(const std::vector<StringGroup>& groups) {
  std::vector<HalfRow> rows;
  for (const StringGroup& g : groups) {
    rows.push_back({groupName(g), g.processes == 1 ? "both" : "out", g.out});
    if (g.processes == 2) rows.push_back({groupName(g), "in", g.in});
  }
  std::vector<ReportColumn<HalfRow>> columns = {
      {"rows", "", [](const HalfRow& r) { return Cell::text(r.group); }, {.origin = Origin::Given}},
      {"half",
       "out: the sending process; in: the receiving one; both: the only one",
       [](const HalfRow& r) { return Cell::text(r.half); },
       {.origin = Origin::Given}},
      {"charged", "RUNTM", [](const HalfRow& r) { return Cell::rounded(r.costs.charged, 1); }, {.unit = "us/byte"}}};
  append(columns,
         partColumns<HalfRow>([](const HalfRow& r, std::size_t part) { return r.costs.parts[part]; }, "us/byte"));
  return table("halves", "The two halves: charged CPU time by part, us per byte.", rows, columns);
}

// What would account for a difference from the paper.
std::string differenceText(const StringGroup& g) {
  if (g.agreement == StringAgreement::More)
    return fmt::format(
        " Of this the program takes {} and calls {}; the rest is interrupts, page traps and scheduler "
        "passes charged to it. The paper's machine spent less in one or more of these.",
        fixed(g.user, 1), fixed(g.inCalls, 1));
  if (g.calls == "BIN")
    return fmt::format(
        " Our loop has two instructions per byte, {} us. The paper's program also kept counts and is "
        "not described; {} more instructions of that length per byte would account for the difference.",
        fixed(g.user, 1), fixed(g.moreInstructions, 0));
  return fmt::format(
      " Of ours {} us are in the monitor call, which is entered once per string; for each byte it then "
      "locks the file, checks its state and calls the device. A monitor that also entered and left a "
      "slow call for each byte (moving two blocks of accumulators) would cost about as much more.",
      fixed(g.inCalls, 1));
}

std::string agreementText(const StringGroup& g, bool divided) {
  const std::string parts =
      g.processes == 1 ? fmt::format("half of the {} that it costs out and in", fixed(g.out.charged, 1))
                       : fmt::format("the mean of {} out and {} in", fixed(g.out.charged, 1), fixed(g.in.charged, 1));
  const std::string text = fmt::format("{}: {} us per byte, {}; in the paper {}.", groupName(g), fixed(g.mean, 1),
                                       parts, fixed(g.paperMean, 1));
  if (g.agreement == StringAgreement::Agrees) return text + " They agree within 15 %.";
  return text +
         fmt::format(" They disagree: ours is {} us {}.", fixed(g.difference, 1),
                     g.agreement == StringAgreement::Less ? "less" : "more") +
         (divided ? differenceText(g) : "");
}

// What the column "off" means, with the numbers of the groups.
std::string missesText(const Rfc415Findings& f) {
  std::string strings;
  for (const StringGroup& g : f.groups)
    strings += fmt::format("{}{} {}", strings.empty() ? "" : "; ", groupName(g), fixed(g.usPerString, 0));
  return fmt::format(
      "{} of {} rows with two processes are within 10 % of the paper. The others: \"string\", dearer because "
      "of what a string costs besides its bytes, which few bytes share; in us at both ends: {}. \"calls\", dearer for any length: what calls, interrupts and "
      "passes of the scheduler take for a byte (table halves). \"waits\", cheaper where the paper's bytes become dearer with "
      "longer strings, which wait for room or for a message; a wait costs no page traps here. \"program\", cheaper than the "
      "cheapest of the paper: its program, or its monitor's calls, did more for each byte (below).",
      f.near, f.made, strings);
}

std::string widthsText(const std::vector<WidthCost>& widths) {
  std::string text;
  for (const WidthCost& w : widths)
    text +=
        fmt::format("{}A byte of 36 bits costs {} times as much as one of 8 bits through {}; in the paper {} times.",
                    text.empty() ? "" : " ", fixed(w.ours, 2), callsText(w.calls), fixed(w.paper, 2));
  return text;
}

std::string longStringsText(const StringGroup& g) {
  const LongStrings& l = *g.longStrings;
  const std::string text = fmt::format(
      "{}: strings longer than the ring buffers of 1972 at both ends together, and than a message of 1973, cost {} "
      "times as much per byte as shorter ones, in the paper {} times.",
      groupName(g), fixed(l.ours, 2), fixed(l.paper, 2));
  if (l.agrees) return text;
  return text +
         " With such strings a process waits in the middle of a string. Here the rest of the machine is idle then, and "
         "waking up costs no page traps (see the table split); a program that lost its pages while it waited, or that "
         "read clocks or counters after each wait, would show the increase in the paper.";
}

// The paper names its monitor; ours of 1.31 is younger.
std::string monitorText(const Rfc415Findings& f) {
  return fmt::format(
      "The paper's monitor is an early 1.29. Ours here is that of January 1973, 1.31 in kind: its network control "
      "program moves messages, and its SIN and SOUT move one byte at a time. With two processes {} of {} groups agree with "
      "the paper within 15 %. But the dated histories of edits put that network control program into the autumn of "
      "1972, after 1.29. No source of 1.29 is known; --generation 72 has the program of December 1971, and with "
      "--monitor UNBUF3 one whose input, too, is unbuffered outside modes 5 and 7: an inference from this paper and the "
      "receives of RFC 392 (rfc392 --receiving).",
      f.agree, f.apart);
}

std::string aloneText(const NotMade& alone) {
  return fmt::format(
      "One process cannot make {} of the {} rows on this monitor: it would wait for room to send before it has read. "
      "The paper does not say how many processes it had.",
      alone.rows, alone.of);
}

void drawSamples(Report& report) {
  report.draw({.kind = PlotKind::Scatter,
               .name = "cost-of-a-byte",
               .title = "CPU time of a byte: ours and the paper's",
               .says = "Each point is a sample. Points on the line cost the same here and in the paper.",
               .table = "samples",
               .at = {"paper_us_per_byte"},
               .values = {{"us_per_byte"}},
               .by = {"calls", "byte_bits", "processes"},
               .x = {"RFC 415, us/byte"},
               .y = {"ours, us/byte"}});
  report.draw({.kind = PlotKind::Scatter,
               .name = "rates",
               .title = "Rate: ours and the paper's",
               .says = "Each point is a sample. Points on the line are equally fast here and in the paper.",
               .table = "samples",
               .at = {"paper_kb_per_s"},
               .values = {{"kb_per_s"}},
               .by = {"calls", "byte_bits", "processes"},
               .x = {"RFC 415, kb/s"},
               .y = {"ours, kb/s"}});
}

void showHalves(Report& report, const std::vector<StringGroup>& groups) {
  report.show(halvesTable(groups));
  report.draw({.kind = PlotKind::Bars,
               .name = "parts-of-a-byte",
               .title = "Where the CPU time of a byte goes",
               .says =
                   "A bar for the sending and one for the receiving process of each group, stacked of the parts of the "
                   "charged time.",
               .table = "halves",
               .at = {"rows", "half"},
               .values = partValues("us/byte"),
               .x = {"us/byte"}});
}

}  // namespace

Report opening(const Rfc415Findings& f) {
  Report report;
  report.title = "RFC 415: strings that a program sends to itself over the network";
  report.say(
      fmt::format("Machine: {}; no other users. Program: BANDWI, {} bits per sample, two processes of one job, or one.",
                  f.machine, f.bits));
  return report;
}

Report render(const Rfc415Findings& f) {
  Report report = opening(f);
  report.show(samplesTable(f.samples));
  drawSamples(report);
  report.show(groupsTable(f.groups));
  if (f.near != f.made) report.say(missesText(f));
  for (const StringGroup& g : f.groups) report.say(agreementText(g, f.divided));
  if (f.ofJanuary1973) report.say(monitorText(f));
  if (f.alone.rows != 0) report.say(aloneText(f.alone));
  if (!f.widths.empty()) report.say(widthsText(f.widths));
  for (const StringGroup& g : f.groups)
    if (g.longStrings) report.say(longStringsText(g));
  if (f.divided) showHalves(report, f.groups);
  showSplit(report, f.split);
  return report;
}

}  // namespace utah10
