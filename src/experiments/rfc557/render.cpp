#include "experiments/rfc557/render.hpp"

#include <fmt/format.h>

#include "experiments/charges/charge_tables.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

const char* improvement(unsigned shape) {
  return shape == 1 ? "as in 1972" : shape == 2 ? "connection buffered" : "file read by pages";
}

ReportTable chainTable(const std::vector<ChainStep>& chain) {
  using Row = ChainStep;
  const auto published = [](const Row& s, double MegabitCost::*part) {
    return s.paperCost ? Cell::rounded((*s.paperCost).*part, 0) : Cell::missing();
  };
  return table(
      "chain", "CPU seconds per megabit through RJS; each step includes the previous ones.", chain,
      {{"program", "shape of RJS", [](const Row& s) { return Cell::text(s.name); }, {.origin = Origin::Given}},
       {"",
        "the improvement",
        [](const Row& s) { return Cell::text(improvement(s.shape)); },
        {.origin = Origin::Given, .name = "improvement"}},
       {"system", "the monitor", [](const Row& s) { return Cell::text(s.monitor); }, {.origin = Origin::Given}},
       {"s/Mb",
        "RUNTM of the sending process / bits",
        [](const Row& s) { return Cell::rounded(s.cost.all, 2); },
        {.unit = "s/Mb", .origin = Origin::Computed}},
       {"step",
        "s/Mb of the previous row / s/Mb of this one",
        [](const Row& s) { return Cell::rounded(s.step, 2); },
        {.origin = Origin::Computed}},
       {"user",
        "part of s/Mb: the program's own instructions (charge meter)",
        [](const Row& s) { return Cell::rounded(s.cost.user, 2); },
        {.unit = "s/Mb", .origin = Origin::Computed}},
       {"monitor",
        "the rest of s/Mb",
        [](const Row& s) { return Cell::rounded(s.cost.monitor, 2); },
        {.unit = "s/Mb", .origin = Origin::Computed}},
       {"|s/Mb", "TENEX 1.32 note, RFC 557", [](const Row& s) { return Cell::rounded(s.paper, 1); }, {.unit = "s/Mb"}},
       {"|step",
        "TENEX 1.32 note, RFC 557",
        [](const Row& s) { return Cell::rounded(s.paperStep, 2); },
        {.origin = Origin::Published}},
       {"|user",
        "TENEX 1.32 note, RFC 557; last row only",
        [published](const Row& s) { return published(s, &MegabitCost::user); },
        {.unit = "s/Mb"}},
       {"|monitor",
        "TENEX 1.32 note, RFC 557; last row only",
        [published](const Row& s) { return published(s, &MegabitCost::monitor); },
        {.unit = "s/Mb"}},
       {"ours/paper",
        "s/Mb",
        [](const Row& s) { return Cell::rounded(s.overPaper, 2); },
        {.origin = Origin::Computed, .name = "ours_over_paper"}}});
}

ReportTable ftpTable(const std::vector<FtpFindings>& transfers) {
  using Row = FtpFindings;
  return table(
      "ftp", "CPU seconds per megabit through FTP.", transfers,
      {{"transfer",
        "FTP: SIN and SOUT; FTPB: a BIN or BOUT for each byte; bits per byte (8: text); store, retrieve",
        [](const Row& t) { return Cell::text(t.name); },
        {.origin = Origin::Given}},
       {"system", "the monitor", [](const Row& t) { return Cell::text(t.monitor); }, {.origin = Origin::Given}},
       {"s/Mb",
        "RUNTM of the process that runs FTP / bits on the network",
        [](const Row& t) { return Cell::rounded(t.cost.all, 2); },
        {.unit = "s/Mb", .origin = Origin::Computed}},
       {"factor",
        "s/Mb of 8 bits in the same direction / s/Mb of this row",
        [](const Row& t) { return Cell::rounded(t.factor, 2); },
        {.origin = Origin::Computed}},
       {"user",
        "part of s/Mb: the program's own instructions (charge meter)",
        [](const Row& t) { return Cell::rounded(t.cost.user, 2); },
        {.unit = "s/Mb", .origin = Origin::Computed}},
       {"monitor",
        "the rest of s/Mb",
        [](const Row& t) { return Cell::rounded(t.cost.monitor, 2); },
        {.unit = "s/Mb", .origin = Origin::Computed}},
       {"|RFC 557",
        "s/Mb; wide bytes by the published factor",
        [](const Row& t) { return Cell::rounded(t.rfc557, 2); },
        {.unit = "s/Mb", .name = "rfc557_s_per_mb"}},
       {"|RFC 594",
        "s/Mb, TENEX 1.32, December 1973",
        [](const Row& t) { return Cell::rounded(t.rfc594, 2); },
        {.unit = "s/Mb", .name = "rfc594_s_per_mb"}},
       {"|factor",
        "RFC 594",
        [](const Row& t) { return Cell::rounded(t.paperFactor, 2); },
        {.origin = Origin::Published}}});
}

ReportTable countsTable(const std::vector<ChainCounts>& transfers) {
  using Row = ChainCounts;
  std::vector<ReportColumn<Row>> columns = {
      {"transfer", "", [](const Row& t) { return Cell::text(t.name); }, {.origin = Origin::Given}},
      {"bits",
       "bits on the network, counted by the program",
       [](const Row& t) { return Cell::whole(t.bits); },
       {.unit = "bits"}},
      {"kb/s",
       "bits / virtual time",
       [](const Row& t) { return Cell::rounded(t.realRate, 1); },
       {.unit = "kb/s", .origin = Origin::Computed}}};
  append(columns, countColumns<Row>(CountedCalls::BytesAndStrings));
  columns.push_back({"arrived",
                     "every byte compared: the deck read by CCN with the files, the retrieved file with the original",
                     [](const Row& t) { return Cell::text(t.whole ? "whole" : t.trouble); }});
  return table("counts", "Counts between the two readings of the run time.", transfers, columns);
}

std::string shapesText(const ChainComparison& c) {
  return fmt::format(
      "The three shapes cost {}, {} and {} s/Mb; published {}, {} and {}. The improvements are by factors "
      "of {} and {}; published {} and {}. In the last shape the program uses {} s/Mb and the monitor {}; "
      "published {} and {}.",
      fixed(c.ours[0], 1), fixed(c.ours[1], 1), fixed(c.ours[2], 1), fixed(c.paper[0], 1), fixed(c.paper[1], 0),
      fixed(c.paper[2], 0), fixed(c.ourSteps[0], 2), fixed(c.ourSteps[1], 2), fixed(c.paperSteps[0], 2),
      fixed(c.paperSteps[1], 2), fixed(c.last.user, 1), fixed(c.last.monitor, 1), fixed(c.paperLast.user, 0),
      fixed(c.paperLast.monitor, 0));
}

std::string bufferedText(const ChainComparison::BufferedSaving& s) {
  return fmt::format(
      "Buffering the connection saves {} s/Mb here, {} in the publication. Without it, each of {} BOUT "
      "was a slow call, and each record waited until its bytes had been sent. The cost per byte then "
      "depends on what the monitor does in such a call; the publication does not state its release.",
      fixed(s.ours, 1), fixed(s.paper, 1), s.slowBouts);
}

std::string pagesText(const ChainComparison::PagesSaving& s) {
  return fmt::format(
      "Reading the file by pages saves {} s/Mb here, {} in the publication; here that is {} us per byte, "
      "for {} BIN that are no longer needed. In our monitor a BIN that stays on its fast path takes 20 "
      "instructions; the published saving is {} us per byte. A program that tested for the end of the "
      "file at each byte, by a call or by more instructions than ours, would save the rest together with "
      "the BIN.",
      fixed(s.ours, 1), fixed(s.paper, 0), fixed(s.oursUs, 0), s.bins, fixed(s.paperUs, 0));
}

std::string userText(const ChainComparison& c) {
  return fmt::format(
      "The program's own part is {} s/Mb, published {}: the number of instructions per byte differs. "
      "Nothing but the name of the original program is known.",
      fixed(c.last.user, 1), fixed(c.paperLast.user, 0));
}

std::string monitorText(const ChainComparison& c, const ChainComparison::MonitorParts& m) {
  return fmt::format(
      "The monitor's part is {} s/Mb, published {}. It consists of {} in calls, {} in interrupts during "
      "the process, {} in page traps and {} in the scheduler. A byte takes one BOUT, of 23 instructions "
      "on the fast path, which all but {} of {} took: {} us each, while the published part leaves {} us for "
      "everything. Memory much faster than any known type (--memory-access), or an account that charges "
      "interrupts to no process, would explain most of the difference.",
      fixed(c.last.monitor, 1), fixed(c.paperLast.monitor, 0), fixed(m.calls, 1), fixed(m.interrupts, 1),
      fixed(m.pageTraps, 1), fixed(m.scheduler, 1), m.slowBouts, m.bouts, fixed(m.boutUs, 0), fixed(m.paperUs, 0));
}

// Paragraphs on the chain, and on each number that disagrees, with what would account for it.
void sayChain(Report& report, const ChainComparison& c) {
  report.say(shapesText(c));
  if (c.buffered) report.say(bufferedText(*c.buffered));
  if (c.pages) report.say(pagesText(*c.pages));
  if (!c.userAgrees) report.say(userText(c));
  if (c.monitor) report.say(monitorText(c, *c.monitor));
}

std::string byteText(const FtpFindings& t) {
  const FtpFindings::ByteCosts& b = *t.byte;
  return fmt::format(
      "{}: {} us a byte, published {}. Of ours {} are the program's instructions, {} calls (a {} for each byte), {} "
      "interrupts, {} page traps and {} the scheduler.",
      t.name, fixed(b.all, 1), fixed(b.paper, 1), fixed(b.program, 1), fixed(b.calls, 1), t.store ? "BOUT" : "BIN",
      fixed(b.interrupts, 1), fixed(b.pageTraps, 1), fixed(b.scheduler, 1));
}

std::string ftpText(const FtpFindings& t) {
  if (t.byte) return byteText(t);
  const char* why = !t.text   ? "Our monitor moves bytes of one size in blocks, a page or a message at a time; the "
                                "remaining cost is the cost per message times the number of messages (see the table "
                                "counts)."
                    : t.store ? "Our program processes each character once, and SOUT then moves blocks; a SOUT that "
                                "converts bytes from 7 to 8 bits one by one costs more."
                              : "Our program takes characters of 7 bits from the connection by SIN, a loop in the "
                                "monitor; a program that also examines them costs more.";
  return fmt::format("{}: {} s/Mb, published {} and {}. {}", t.name, fixed(t.cost.all, 2), fixed(t.rfc557, 2),
                     fixed(t.rfc594.value_or(0), 2), why);
}

void showChain(Report& report, const std::vector<ChainStep>& chain) {
  report.show(chainTable(chain));
  report.draw({.kind = PlotKind::Dots,
               .name = "steps",
               .title = "Cost of a megabit through RJS: ours and the published",
               .says = "A line for each program, with our cost and the published one.",
               .table = "chain",
               .at = {"program", "improvement"},
               .values = {{"s_per_mb", {}, "ours"}, {"paper_s_per_mb", {}, "RFC 557"}},
               .x = {"s/Mb"}});
  report.draw({.kind = PlotKind::Bars,
               .name = "program-and-monitor",
               .title = "The program's and the monitor's part of ours",
               .says = "A bar for each program, stacked of its own instructions and the monitor's.",
               .table = "chain",
               .at = {"program", "improvement"},
               .values = {{"user_s_per_mb"}, {"monitor_s_per_mb"}},
               .x = {"s/Mb"}});
}

void showFtp(Report& report, const std::vector<FtpFindings>& transfers) {
  report.show(ftpTable(transfers));
  report.draw({.kind = PlotKind::Dots,
               .name = "ftp-costs",
               .title = "Cost of a megabit through FTP: ours and the published",
               .says = "A line for each transfer, with our cost and the two published ones.",
               .table = "ftp",
               .at = {"transfer"},
               .values = {{"s_per_mb", {}, "ours"}, {"rfc557_s_per_mb"}, {"rfc594_s_per_mb"}},
               .x = {"s/Mb"}});
}

}  // namespace

Report opening(const Rfc557Findings& f) {
  Report report;
  report.title = "RFC 557: improvements of RJS and the monitor, and FTP";
  if (f.rjsMachine == f.machine)
    report.say(fmt::format("Machine: {}; no other users. {} bits per transfer.", f.machine, f.bits));
  else
    report.say(fmt::format("Machine: RJS on the {}; FTP on the {}; no other users. {} bits per transfer.", f.rjsMachine,
                           f.machine, f.bits));
  if (!f.ftpMeasured)
    report.say(
        "FTP is not measured: the system's file says ftp = false, or its network has no host UCSB with the service "
        "ftp.");
  return report;
}

Report render(const Rfc557Findings& f) {
  Report report = opening(f);
  if (!f.chain.empty()) showChain(report, f.chain);
  if (f.comparison) sayChain(report, *f.comparison);
  if (!f.ftp.empty()) showFtp(report, f.ftp);
  for (const FtpFindings& t : f.ftp)
    if (!t.agrees || t.byte) report.say(ftpText(t));
  showSplit(report, f.split);
  report.show(countsTable(f.counts));
  return report;
}

}  // namespace utah10
