#include "experiments/ctss/render.hpp"

#include <fmt/format.h>

#include "experiments/charges/charge_tables.hpp"

namespace utah10 {

namespace {

using Row = InteractionFindings;
using Columns = std::vector<ReportColumn<Row>>;

// A column of what is known with the monitor's symbols only.
ReportColumn<Row> part(std::string heading, std::string provenance, double InteractionParts::*value, unsigned decimals,
                       ColumnFacts facts = {}) {
  return {std::move(heading), std::move(provenance),
          [value, decimals](const Row& f) {
            return f.parts ? Cell::rounded((*f.parts).*value, decimals) : Cell::missing("-");
          },
          std::move(facts)};
}

// A range is one cell for people, and two columns for programs.
template <class R>
void appendRange(std::vector<ReportColumn<R>>& columns, std::string heading, std::string provenance,
                 const std::string& name, unsigned decimals, NumberRange R::*range) {
  columns.push_back({std::move(heading),
                     provenance,
                     [=](const R& f) { return Cell::text(rangeText(f.*range, decimals, "-")); },
                     {.origin = Origin::Computed, .readers = Readers::People}});
  columns.push_back({name + " least",
                     provenance,
                     [=](const R& f) { return Cell::rounded((f.*range).least, decimals); },
                     {.unit = "ms", .origin = Origin::Computed, .readers = Readers::Programs}});
  columns.push_back({name + " most",
                     provenance,
                     [=](const R& f) { return Cell::rounded((f.*range).most, decimals); },
                     {.unit = "ms", .origin = Origin::Computed, .readers = Readers::Programs}});
}

Columns named(const char* name) {
  return {{name, "", [](const Row& f) { return Cell::text(f.name); }, given()}};
}

Columns timeColumns() {
  Columns columns = {{"interactions", "", [](const Row& f) { return Cell::whole(f.interactions); }, given()},
                     {"cpu ms", "RUNTM of the program, last less first / interactions",
                      [](const Row& f) { return Cell::rounded(f.cpuMs, 2); }, computed("ms")}};
  appendRange<Row>(columns, "uses", "least and most of the means of the uses", "cpu", 2, &Row::cpuRange);
  append<Row>(columns,
              {{"elapsed ms", "virtual time from the carriage return to the prompt, mean",
                [](const Row& f) { return Cell::rounded(f.elapsedMs, 0); }, measured("ms")},
               {"90 %", "of the interactions took no longer",
                [](const Row& f) { return Cell::rounded(f.elapsed90Ms, 0); }, measured("ms", "elapsed_90_percent_ms")},
               {"most", "the longest", [](const Row& f) { return Cell::rounded(f.elapsedMostMs, 0); },
                measured("ms", "elapsed_most_ms")}});
  return columns;
}

Columns pageColumns() {
  return {
      part("faults", "instructions at PGRTRP+1 while the fork was current", &InteractionParts::faults, 2),
      part("drum", "pages read from the swapping area for the fork: writes of DRMRD while it was current",
           &InteractionParts::drumReads, 2),
      part("disk", "pages read from files: the same with DSKRD", &InteractionParts::diskReads, 2),
      part("page wait", "not charged: FORKX is another fork's after SCHEDP or SCHEDR", &InteractionParts::pageWaitMs, 1,
           measured("ms")),
      part("runnable", "not charged: runnable while others or the scheduler ran; with the entry into the balance set",
           &InteractionParts::runnableMs, 1, measured("ms")),
      part("line",
           "the rest of the elapsed time: characters at the speed of the line, and until the monitor noticed "
           "the return",
           &InteractionParts::lineMs, 1, computed("ms"))};
}

ReportColumn<Row> answers() {
  return {"answers", "compared with those of the table of lines",
          [](const Row& f) { return Cell::text(f.trouble.empty() ? "right" : f.trouble); }};
}

Columns coreColumns() {
  return {part("pages", "of the program that are referred to in a use", &InteractionParts::pages, 1),
          part("words", "of these, of PSB, page table and JSB", &InteractionParts::words, 0, computed()),
          part("as CTSS", "the memo's swapping time for a word, times the words of the program's pages; ms",
               &InteractionParts::swapMs, 0, computed("ms")),
          part("core ms", "cpu, page wait and runnable, times the part of core that has these words",
               &InteractionParts::coreMs, 2, computed("ms")),
          {"CTSS/cpu", "the memo's CPU and swapping time / cpu ms",
           [](const Row& f) { return Cell::rounded(f.gain, 1); }, computed({}, "ctss_over_cpu")}};
}

// For plots: the rows of a range that differ in core.
Columns coreSizes() {
  return {{"core",
           "of the machine",
           [](const Row& f) { return Cell::whole(f.coreK); },
           {.unit = "K", .origin = Origin::Given, .readers = Readers::Programs, .name = "core_k"}},
          {"core only",
           "the row differs from the baseline at most in its core",
           [](const Row& f) { return Cell::text(f.coreOnly ? "yes" : "no"); },
           {.origin = Origin::Given, .readers = Readers::Programs}}};
}

ReportTable interactionsTable(const std::vector<Row>& rows, const char* name, std::string title, Columns more = {}) {
  Columns columns = named(name);
  append(columns, std::move(more));
  append(columns, timeColumns());
  append(columns, pageColumns());
  append(columns, coreColumns());
  columns.push_back(answers());
  return table("interactions", std::move(title), rows, columns);
}

// A mean of the uses with its spread: "11.62 +-0.34 (0.48)".
Cell spreadCell(const Spread& s, unsigned decimals) {
  if (!s.deviation) return Cell::text(fixed(s.mean, decimals));
  return Cell::text(fmt::format("{} +-{} ({})", fixed(s.mean, decimals), fixed(*s.confidence(), decimals),
                                fixed(*s.deviation, decimals)));
}

ReportTable spreadTable(const std::vector<Row>& rows, const char* name) {
  Columns columns = named(name);
  if (!rows.empty())
    for (std::size_t n = 0; n < rows.front().spreads.size(); ++n) {
      const QuantitySpread& q = rows.front().spreads[n];
      columns.push_back({q.quantity, "means of the uses", [n](const Row& f) {
                           return n < f.spreads.size() ? spreadCell(f.spreads[n].ofUses, f.spreads[n].decimals)
                                                       : Cell::missing("-");
                         }});
    }
  return onlyFor(Readers::People,
                 table("spread",
                       "An interaction: mean of the uses, +- half the 95 % confidence interval of the mean (Student's "
                       "t), and in brackets the standard deviation of a use. Times in ms.",
                       rows, columns));
}

// The same, a row for each quantity.
struct SpreadRow {
  std::string name;
  const QuantitySpread* of;
};

ReportTable spreadRowsTable(const std::vector<Row>& all, const char* name) {
  std::vector<SpreadRow> rows;
  for (const Row& f : all)
    for (const QuantitySpread& q : f.spreads) rows.push_back({f.name, &q});
  const auto printed = [](const QuantitySpread& q, const std::optional<double>& value) {
    return Cell::rounded(value, q.decimals + 1);
  };
  const std::vector<ReportColumn<SpreadRow>> columns = {
      {name, "", [](const SpreadRow& r) { return Cell::text(r.name); }, given()},
      {"quantity", "of an interaction", [](const SpreadRow& r) { return Cell::text(r.of->quantity); }, given()},
      {"unit", "", [](const SpreadRow& r) { return Cell::text(r.of->unit); }, given()},
      {"uses", "", [](const SpreadRow& r) { return Cell::whole(r.of->ofUses.count); }, given()},
      {"mean", "means of the uses", [=](const SpreadRow& r) { return printed(*r.of, r.of->ofUses.mean); }, computed()},
      {"deviation", "standard deviation of a use",
       [=](const SpreadRow& r) { return printed(*r.of, r.of->ofUses.deviation); }, computed()},
      {"interval", "half the 95 % confidence interval of the mean, Student's t",
       [=](const SpreadRow& r) { return printed(*r.of, r.of->ofUses.confidence()); }, computed()}};
  return onlyFor(Readers::Programs,
                 table("spreads", "An interaction: spread of the means of the uses.", rows, columns));
}

void showSpread(Report& report, const std::vector<Row>& rows, const char* name) {
  report.show(spreadTable(rows, name));
  report.show(spreadRowsTable(rows, name));
}

ReportTable splitTable(const std::vector<Row>& rows, const char* name) {
  Columns columns = named(name);
  columns.push_back(
      {"charged", "RUNTM", [](const Row& f) { return Cell::rounded(f.cpuMs, 2); }, measured("ms", "charged_ms")});
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const auto p = static_cast<ChargePart>(n);
    columns.push_back({std::string{nameOf(p)}, "charge meter: " + std::string{sourceOf(p)},
                       [n](const Row& f) { return f.parts ? Cell::rounded(f.parts->ms[n], 2) : Cell::missing("-"); },
                       measured("ms")});
  }
  columns.push_back(part("fault", "page trap / faults", &InteractionParts::faultMs, 2, computed("ms")));
  return table("split", "Charged CPU time of an interaction by part, ms, and that of a page fault.", rows, columns);
}

std::string firstText(const FirstUseFindings& f) { return f.cold ? "first" : "again"; }

ReportTable firstTable(const std::vector<FirstUseFindings>& rows) {
  using First = FirstUseFindings;
  const auto charge = [](std::string heading, std::string provenance, double First::Charges::*value, unsigned decimals,
                         ColumnFacts facts = {}) -> ReportColumn<First> {
    return {std::move(heading), std::move(provenance),
            [value, decimals](const First& f) {
              return f.charges ? Cell::rounded((*f.charges).*value, decimals) : Cell::missing("-");
            },
            std::move(facts)};
  };
  std::vector<ReportColumn<First>> columns = {
      {"users", "", [](const First& f) { return Cell::whole(f.users); }, given()},
      {"use", "", [](const First& f) { return Cell::text(firstText(f)); }, given()},
      {"uses", "", [](const First& f) { return Cell::whole(f.uses); }, given()},
      {"elapsed ms", "virtual time from the carriage return to the prompt",
       [](const First& f) { return Cell::rounded(f.elapsedMs.mean, 0); }, measured("ms")},
      {"+-", "half the 95 % confidence interval of the mean, Student's t",
       [](const First& f) { return Cell::rounded(f.elapsedMs.confidence(), 0, "-"); },
       computed("ms", "elapsed_interval_ms")},
      {"sd", "standard deviation of a use", [](const First& f) { return Cell::rounded(f.elapsedMs.deviation, 0, "-"); },
       computed("ms", "elapsed_deviation_ms")}};
  appendRange<First>(columns, "range", "least and most", "elapsed", 0, &First::elapsedRange);
  append<First>(columns, {charge("cpu ms", "charged to the job by UCLOCK", &First::Charges::cpuMs, 1, measured("ms")),
                          charge("faults", "instructions at PGRTRP+1 while a fork of the job was current",
                                 &First::Charges::faults, 1),
                          charge("drum", "pages read for the job: writes of DRMRD", &First::Charges::drumReads, 1),
                          charge("disk", "the same with DSKRD", &First::Charges::diskReads, 1)});
  return table("first",
               "The command that runs the program, until its prompt. First: nobody has used it since the system "
               "started. Again: the user has just left it.",
               rows, columns);
}

ReportTable workTable(const std::vector<WorkFindings>& rows) {
  using Work = WorkFindings;
  return table("work", "What all users together did to the machine; pages per second.", rows,
               {{"users", "", [](const Work& w) { return Cell::whole(w.users); }, given()},
                {"load", "RJAV over 5 minutes, mean", [](const Work& w) { return Cell::rounded(w.load, 2); }},
                {"idle %", "SKDTM0", [](const Work& w) { return Cell::rounded(w.idlePercent, 0); }},
                {"drum reads", "DRMRD", [](const Work& w) { return Cell::rounded(w.drumReads, 2); }},
                {"writes", "DRMWR", [](const Work& w) { return Cell::rounded(w.drumWrites, 2); }},
                {"disk reads", "DSKRD", [](const Work& w) { return Cell::rounded(w.diskReads, 2); }},
                {"disk writes", "DSKWR", [](const Work& w) { return Cell::rounded(w.diskWrites, 2); }}});
}

ReportTable memoTable(const CtssFindings& f) {
  std::vector<ReportColumn<MemoRow>> columns = {
      {"an interaction", "", [](const MemoRow& r) { return Cell::text(r.quantity); }, given()},
      {"|CTSS", "the memo", [](const MemoRow& r) { return Cell::text(r.ctss); }},
      {"|645 expected", "the memo", [](const MemoRow& r) { return Cell::text(r.predicted); }},
      {"|Multics 1.8", "the memo", [](const MemoRow& r) { return Cell::text(r.multics); }}};
  for (std::size_t n = 0; n < f.interactions.size(); ++n)
    columns.push_back(
        {fmt::format("{} user{}", f.interactions[n].name, f.interactions[n].users == 1 ? "" : "s"), "the tables below",
         [n](const MemoRow& r) { return n < r.ours.size() ? Cell::rounded(r.ours[n], r.decimals) : Cell::missing(); }});
  return table("memo", "Ours by number of users; columns with a bar are the memo's.", f.memo, columns);
}

std::string usersText(unsigned n) { return n == 1 ? "one user" : fmt::format("{} users", n); }

std::string cpuText(const CtssVerdict& v, const MemoNumbers& m) {
  std::string text = fmt::format("CPU time: {} ms with {}", fixed(v.cpuMs, 1), usersText(v.users));
  if (v.compared) text += fmt::format(", {} with {}", fixed(v.fewestCpuMs, 1), usersText(v.fewestUsers));
  text += fmt::format("; CTSS charged {}. With {} ours {} 15 %.", fixed(m.cpuMs, 0), usersText(v.users),
                      v.cpuAgrees ? "agrees with CTSS's within" : "differs from CTSS's by more than");
  if (!v.why) return text;
  text += fmt::format(" {} ms of it are page traps.", fixed(v.why->trapsMs, 1));
  if (v.compared)
    text += fmt::format(
        " The program and its calls cost the same with any number of users. Another {} ms are interrupts and passes of "
        "the scheduler on behalf of others, which the monitor charges to whoever runs.",
        fixed(v.why->othersMs, 1));
  return text;
}

std::string waitText(const CtssVerdict& v, const MemoNumbers& m) {
  const CtssVerdict::Why& w = *v.why;
  std::string text = fmt::format(
      "Swapping: CTSS moved all {} words in each interaction and charged {} ms, in which its machine did nothing else. "
      "Here an interaction with {} reads {} pages, {} ms each. The wait for them, {} ms or {} % of the elapsed time, is "
      "not charged, and others run meanwhile.",
      fixed(m.imageWords, 0), fixed(m.swapMs, 0), usersText(v.users), fixed(w.reads, 1), fixed(w.waitOfReadMs, 0),
      fixed(w.waitMs, 0), fixed(w.waitPercent, 0));
  if (w.diskToo)
    text += fmt::format(" {} of the pages come from the disk: unchanged ones of the program's file.", fixed(w.disk, 1));
  return text + fmt::format(" For {} ms the program could have run, but others did, or it entered the balance set.",
                            fixed(w.runnableMs, 0));
}

std::string expectedWaitText(const CtssVerdict& v, const MemoNumbers& m) {
  std::string text = fmt::format(" It also expects the program to wait for about {} ms.", fixed(m.predictedWaitMs, 0));
  text += v.why->expectedWait ? " Here it does not wait longer."
                              : " Here it waits longer, because pages come one by one, each when it is missed.";
  if (!v.compared) return text;
  return text + fmt::format(" With {} it takes {} ms until the answer is printed, most of them on the terminal's line.",
                            usersText(v.fewestUsers), fixed(v.why->fewestElapsedMs, 0));
}

std::string argumentText(const CtssVerdict& v, const MemoNumbers& m) {
  std::string text = fmt::format(
      "The memo's argument: CTSS gave its whole machine to an interaction for {} ms. Here it takes {} ms of the processor "
      "with {}, less by a factor of {}",
      fixed(m.totalMs, 0), fixed(v.cpuMs, 1), usersText(v.users), fixed(v.gain, 1));
  if (v.why) text += fmt::format(", and core as if it occupied all of it for {} ms", fixed(v.why->coreMs, 1));
  text += fmt::format(". The memo expects {}-{} ms of the 645's processor, more than an order of magnitude less.",
                      fixed(m.predictedLeastMs, 0), fixed(m.predictedMostMs, 0));
  return v.why ? text + expectedWaitText(v, m) : text;
}

std::string multicsText(const CtssVerdict& v, const MemoNumbers& m) {
  return fmt::format(
      "Multics 1.8: a page fault costs {} ms of CPU time here and {} there; {} of them would cost {} ms here and cost {} "
      "there. Without a fault Multics spent {} ms on an interaction; here the calls of the program take {} ms.",
      fixed(v.why->faultMs, 2), fixed(m.multicsFaultMs, 0), fixed(m.multicsFaults, 0), fixed(v.why->asMultics, 0),
      fixed(v.why->multicsFaultsMs, 0), fixed(m.multicsCpuMs, 0), fixed(v.why->callsMs, 1));
}

std::string firstUseText(const CtssVerdict& v, const MemoNumbers& m) {
  return fmt::format(
      "First use with {}: {} ms when the user has just left the program, {} ms when nobody has used it; CTSS charged {} "
      "and {} ms of swapping. Ours are elapsed times: the EXEC looks the name up, makes a process and maps the file; "
      "then each page of EXEC and program that is touched comes by a page fault of its own.",
      usersText(v.users), fixed(*v.againMs, 0), fixed(*v.coldMs, 0), fixed(m.firstRecentMs, 0),
      fixed(m.firstColdMs, 0));
}

std::string extremesText(const FactorExtremes& e) {
  return fmt::format(
      "An interaction takes {} ms of CPU time ({}) to {} ms ({}), which is less than what CTSS gave it by factors of {} to "
      "{}. The elapsed time is {} ms ({}) to {} ms ({}).",
      fixed(e.leastCpu.value, 1), e.leastCpu.name, fixed(e.mostCpu.value, 1), e.mostCpu.name, fixed(e.mostGain, 1),
      fixed(e.leastGain, 1), fixed(e.leastElapsed.value, 0), e.leastElapsed.name, fixed(e.mostElapsed.value, 0),
      e.mostElapsed.name);
}

template <class Findings>
std::string conditions(const Findings& f) {
  return fmt::format(
      "All users think {} s on average, exponentially distributed, before a line is finished or a program is run. Of the "
      "others a third edit, a third compile and a third compute; they work for {} s before the first use.",
      fixed(f.thinkSeconds, 0), fixed(f.warmUpSeconds, 0));
}

// The split, stacked; `name` is the column of the rows.
void drawSplit(Report& report, const char* name) {
  report.draw({.kind = PlotKind::Bars,
               .name = "parts-of-an-interaction",
               .title = "Where the CPU time of an interaction goes",
               .says = "A bar for each row of the table, stacked of the parts of the charged time.",
               .table = "split",
               .at = {name},
               .values = partValues("ms"),
               .x = {"ms"},
               .y = {name}});
}

void drawTimes(Report& report, const char* name) {
  report.draw({.kind = PlotKind::Dots,
               .name = "times-of-an-interaction",
               .title = "CPU time and elapsed time of an interaction",
               .says = "For each row the CPU time charged, the wait for pages, and the elapsed time.",
               .table = "interactions",
               .at = {name},
               .values = {{"cpu_ms"}, {"page_wait_ms"}, {"elapsed_ms"}},
               .x = {"ms"},
               .y = {name}});
}

void drawCore(Report& report) {
  report.draw(
      {.kind = PlotKind::Lines,
       .name = "faults-by-core",
       .title = "Page faults of an interaction, and pages read, over the size of core",
       .says = "A line for page faults, one for pages read from the drum, and one for pages read from the disk.",
       .table = "interactions",
       .only = {"core_only", "yes"},
       .at = {"core_k"},
       .values = {{"faults"}, {"drum"}, {"disk"}},
       .x = {"core, K words"},
       .y = {"per interaction"}});
}

}  // namespace

Report opening(const CtssFindings& f) {
  Report report;
  report.title = "CTSS: the cost of a trivial interaction";
  report.say(fmt::format("Machine: {}. Program: {}, the desk calculator; {} uses of {} interactions. {}", f.machine,
                         f.program, f.uses, f.interactionsOfUse, conditions(f)));
  return report;
}

Report opening(const CtssRangeFindings& f) {
  Report report;
  report.title = "CTSS: the cost of a trivial interaction, on machines and with programs that differ in one factor";
  report.say(fmt::format("Baseline: {}, {} users, program CALC on 4 pages; {} uses of {} interactions. {}", f.machine,
                         f.users, f.uses, f.interactionsOfUse, conditions(f)));
  return report;
}

Report render(const CtssFindings& f) {
  Report report = opening(f);
  report.show(memoTable(f));
  report.show(interactionsTable(f.interactions, "users", "Interactions: means, ms."));
  showSpread(report, f.interactions, "users");
  drawTimes(report, "users");
  report.show(splitTable(f.interactions, "users"));
  drawSplit(report, "users");
  report.show(firstTable(f.firstUses));
  if (!f.work.empty()) report.show(workTable(f.work));
  if (!f.verdict) return report;
  const CtssVerdict& v = *f.verdict;
  report.say(cpuText(v, f.memoPrints));
  if (v.why) report.say(waitText(v, f.memoPrints));
  report.say(argumentText(v, f.memoPrints));
  if (v.why) report.say(multicsText(v, f.memoPrints));
  if (v.againMs && v.coldMs) report.say(firstUseText(v, f.memoPrints));
  return report;
}

Report render(const CtssRangeFindings& f) {
  Report report = opening(f);
  report.show(interactionsTable(f.rows, "change", "Interactions: means, ms.", coreSizes()));
  showSpread(report, f.rows, "change");
  drawCore(report);
  drawTimes(report, "change");
  report.draw({.kind = PlotKind::Bars,
               .name = "pages-read",
               .title = "Pages read in an interaction, by factor",
               .says = "A bar for each machine or program, stacked of the pages read from drum and disk.",
               .table = "interactions",
               .at = {"change"},
               .values = {{"drum"}, {"disk"}},
               .x = {"pages"}});
  report.show(splitTable(f.rows, "change"));
  drawSplit(report, "change");
  if (f.extremes) report.say(extremesText(*f.extremes));
  return report;
}

}  // namespace utah10
