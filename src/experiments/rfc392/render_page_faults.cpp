#include "experiments/rfc392/render_page_faults.hpp"

#include <fmt/format.h>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

using FaultColumns = std::vector<ReportColumn<FaultRow>>;

// A mean and its confidence.
void appendMean(FaultColumns& columns, std::string heading, std::string provenance, Spread FaultRow::*value,
                unsigned decimals, const std::string& unit) {
  const std::string name = heading;
  columns.push_back({std::move(heading), std::move(provenance),
                     [=](const FaultRow& r) { return Cell::rounded((r.*value).mean, decimals); }, measured(unit)});
  columns.push_back({"+-", "half of the interval in which the mean lies with a probability of 95 %",
                     [=](const FaultRow& r) { return Cell::rounded((r.*value).confidence(), decimals, "-"); },
                     computed(unit, name + (unit.empty() ? "" : "_" + unit) + "_confidence")});
}

ReportColumn<FaultRow> inside(std::string heading, std::string provenance, double FaultRow::Inside::*value,
                              unsigned decimals, ColumnFacts facts = {}) {
  return {std::move(heading), std::move(provenance),
          [value, decimals](const FaultRow& r) {
            return r.inside ? Cell::rounded((*r.inside).*value, decimals) : Cell::missing("-");
          },
          std::move(facts)};
}

FaultColumns conditionColumns() {
  return {{"work", "", [](const FaultRow& r) { return Cell::text(r.work); }, given()},
          {"program", "", [](const FaultRow& r) { return Cell::text(r.program); }, given()},
          {"core", "", [](const FaultRow& r) { return Cell::whole(r.coreK); }, given("K")},
          {"users", "", [](const FaultRow& r) { return Cell::whole(r.users); }, given()},
          {"swapping", "", [](const FaultRow& r) { return Cell::text(r.swapping); }, given()},
          {"runs",
           "",
           [](const FaultRow& r) { return Cell::whole(r.runs); },
           {.origin = Origin::Given, .readers = Readers::Programs}},
          {"curve",
           "program and users",
           [](const FaultRow& r) { return Cell::text(r.curve); },
           {.origin = Origin::Given, .readers = Readers::Programs}},
          {"panel",
           "work and swapping",
           [](const FaultRow& r) { return Cell::text(r.panel); },
           {.origin = Origin::Given, .readers = Readers::Programs}}};
}

ReportTable faultsTable(const std::vector<FaultRow>& rows) {
  FaultColumns columns = conditionColumns();
  appendMean(columns, "faults", "page traps of the process: instructions at PGRTRP+1", &FaultRow::faults, 1, "");
  append<FaultRow>(
      columns, {inside("drum", "pages read from the swapping area for the process: writes of DRMRD",
                       &FaultRow::Inside::drumReads, 1, measured({}, "drum_reads")),
                inside("disk", "the same with DSKRD", &FaultRow::Inside::diskReads, 1, measured({}, "disk_reads"))});
  appendMean(columns, "elapsed", "virtual time", &FaultRow::elapsedSeconds, 2, "s");
  appendMean(columns, "charged", "RUNTM; of editors, charges of UCLOCK", &FaultRow::chargedMs, 0, "ms");
  columns.push_back(
      {"us/bit", "charged time over the bits on the network",
       [](const FaultRow& r) { return r.usPerBit ? Cell::rounded(r.usPerBit->mean, 2) : Cell::missing(); },
       computed("us/bit")});
  append<FaultRow>(
      columns,
      {inside("page wait", "in the balance set, while BSWAIT is set", &FaultRow::Inside::pageWaitSeconds, 2,
              measured("s")),
       inside("outside", "ready, but not in the balance set: FKPT is on GOLST", &FaultRow::Inside::outsideSeconds, 2,
              measured("s")),
       inside("own", "pages of the program that it refers to", &FaultRow::Inside::own, 1, computed({}, "own_pages")),
       inside("pages", "working set: FKWSP, mean over the time in the balance set", &FaultRow::Inside::pages, 1,
              computed({}, "pages_counted")),
       inside("reserved", "FKNR, the same", &FaultRow::Inside::reserved, 1, computed({}, "pages_reserved")),
       inside("expelled", "from the balance set to GOLST", &FaultRow::Inside::expelled, 1),
       {"load", "RJAV over 5 minutes at the end", [](const FaultRow& r) { return Cell::rounded(r.load, 1); }},
       {"intact", "bytes compared",
        [](const FaultRow& r) { return Cell::text(r.trouble.empty() ? "yes" : r.trouble); }}});
  return table("page-faults", "Page faults and what they cost, means.", rows, columns);
}

ReportTable pairsTable(const std::vector<FaultPair>& pairs) {
  using Pair = FaultPair;
  return table("pairs", "The same work by two programs, over all machines.", pairs,
               {{"work", "", [](const Pair& p) { return Cell::text(p.work); }, given()},
                {"larger", "", [](const Pair& p) { return Cell::text(p.larger); }, given()},
                {"smaller", "", [](const Pair& p) { return Cell::text(p.smaller); }, given()},
                {"faults of larger", "larger, mean", [](const Pair& p) { return Cell::rounded(p.largerFaults, 1); },
                 computed({}, "larger_faults")},
                {"of smaller", "smaller, mean", [](const Pair& p) { return Cell::rounded(p.smallerFaults, 1); },
                 computed({}, "smaller_faults")},
                {"ratio", "larger / smaller", [](const Pair& p) { return Cell::rounded(p.ratio, 2); }, computed()},
                {"machines", "", [](const Pair& p) { return Cell::whole(p.machines); }, given()},
                {"more on", "where the larger one faults more", [](const Pair& p) { return Cell::whole(p.more); },
                 computed({}, "more_on_machines")},
                {"wait of larger", "page wait, mean", [](const Pair& p) { return Cell::rounded(p.largerWait, 2); },
                 computed("s", "larger_page_wait_s")},
                {"of smaller", "the same", [](const Pair& p) { return Cell::rounded(p.smallerWait, 2); },
                 computed("s", "smaller_page_wait_s")},
                {"elapsed", "larger / smaller - 1", [](const Pair& p) { return Cell::rounded(p.elapsedPercent, 1); },
                 computed("%", "elapsed_more_percent")},
                {"charged", "the same", [](const Pair& p) { return Cell::rounded(p.chargedPercent, 2); },
                 computed("%", "charged_more_percent")}});
}

std::string pairText(const FaultPair& p) {
  return fmt::format(
      "{}: {} has {} page faults where {} has {}, means over {} machines: {} times as many, and more on {} of them. It "
      "waits {} s for pages where the other waits {} s. All runs together, its elapsed time differs by {} %, which "
      "includes what the others' work does to it, and its charge by {} %. The difference in faults is largest with {}: "
      "{} and {}.",
      p.work, p.larger, fixed(p.largerFaults, 1), p.smaller, fixed(p.smallerFaults, 1), p.machines, fixed(p.ratio, 2),
      p.more, fixed(p.largerWait, 2), fixed(p.smallerWait, 2), fixed(p.elapsedPercent, 1), fixed(p.chargedPercent, 2),
      p.most, fixed(p.mostLarger, 1), fixed(p.mostSmaller, 1));
}

// Lines over the size of core, one for each program and number of users.
void drawFaults(Report& report, const char* panel, const char* name, const char* title) {
  report.draw({.kind = PlotKind::Lines,
               .name = name,
               .title = title,
               .says = "A line for each program and number of users: page faults over the size of core.",
               .table = "page-faults",
               .only = {"panel", panel},
               .at = {"core_k"},
               .values = {{.column = "faults", .error = "faults_confidence"}},
               .by = {"curve"},
               .x = {"core, K words"},
               .y = {"page faults"}});
}

bool hasPanel(const PageFaultFindings& f, const char* panel) {
  for (const FaultRow& r : f.rows)
    if (r.panel == panel) return true;
  return false;
}

}  // namespace

Report opening(const PageFaultFindings& f) {
  Report report;
  report.title = "RFC 392: page faults before and after the program was restructured";
  report.say(fmt::format(
      "Machine: {}; core and swapping as in the table. RJS0 is RJS before, RJS after it was restructured: a send of {} "
      "network bytes, a receive of {}. LED is an editor of one and a half pages, EDIT a larger one: the same changes to a "
      "text of four pages. Users: with the measured one; of the others the first computes with 14 to 57 pages of data, the "
      "second compiles, the third edits, and so on. All think {} s on average, exponentially distributed, before a line is "
      "finished or a program is run; the others work for {} s before the first program. Each machine runs {} times, with "
      "another seed and another order of the programs.",
      f.machine, f.sent, f.received, fixed(f.thinkSeconds, 0), fixed(f.warmUpSeconds, 0), f.repeats));
  return report;
}

Report render(const PageFaultFindings& f) {
  Report report = opening(f);
  report.show(faultsTable(f.rows));
  if (hasPanel(f, "send, drum"))
    drawFaults(report, "send, drum", "faults-of-sends", "Page faults of a send, with a drum");
  if (hasPanel(f, "send, disk"))
    drawFaults(report, "send, disk", "faults-of-sends-disk", "Page faults of a send, swapping to disk");
  if (hasPanel(f, "edit, drum"))
    drawFaults(report, "edit, drum", "faults-of-editors", "Page faults of a session with an editor, with a drum");
  report.show(pairsTable(f.pairs));
  for (const FaultPair& p : f.pairs) report.say(pairText(p));
  if (!f.pairs.empty())
    report.say(
        "The columns \"own\" and \"pages\" differ by what the monitor counts for a process besides its program: the job's "
        "tables, windows on files, swapped code. Programs of the same work share that. By the monitor's rules a process "
        "loses pages when core is collected while it waits, when it is outside the balance set, and when its reserve is "
        "cut.");
  return report;
}

}  // namespace utah10
