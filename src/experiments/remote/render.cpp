#include "experiments/remote/render.hpp"

#include <fmt/format.h>

#include "experiments/charges/charge_tables.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

ReportTable casesTable(const std::vector<PagingTimes>& cases) {
  using Row = PagingTimes;
  return table(
      "cases", "The transform, by what the monitor swaps to. Seconds; x2 and x10 multiply the rate of the link.", cases,
      {{"swapping to", "", [](const Row& r) { return Cell::text(r.name); }, given()},
       {"elapsed", "virtual time between the two readings of RUNTM",
        [](const Row& r) { return Cell::rounded(r.elapsed, 2); }, measured("s")},
       {"user", "charge meter: the program's own instructions", [](const Row& r) { return Cell::rounded(r.user, 2); },
        measured("s")},
       {"system", "RUNTM, last less first, without user", [](const Row& r) { return Cell::rounded(r.system, 2); },
        measured("s")},
       {"waiting", "elapsed - user - system; the paper's blocking time",
        [](const Row& r) { return Cell::rounded(r.waiting, 2); }, computed("s")},
       {"user %", "of elapsed", [](const Row& r) { return Cell::rounded(r.shares.user, 1); }, computed("%")},
       {"system %", "of elapsed", [](const Row& r) { return Cell::rounded(r.shares.system, 1); }, computed("%")},
       {"waiting %", "of elapsed", [](const Row& r) { return Cell::rounded(r.shares.waiting, 1); }, computed("%")},
       {"page-ins", "DRMRD of the monitor: pages read from the swapping device",
        [](const Row& r) { return Cell::whole(r.pageIns); }},
       {"page-outs", "DRMWR of the monitor: pages written to it", [](const Row& r) { return Cell::whole(r.pageOuts); }},
       {"ms/page", "waiting / (page-ins + page-outs), if there are page-ins",
        [](const Row& r) { return Cell::rounded(r.waitPerPage, 2, "-"); }, computed("ms", "ms_per_page")},
       {"error", "largest difference of the points from those transformed back",
        [](const Row& r) { return Cell::text(fmt::format("{:.1e}", r.error)); }}});
}

// A variant at one speed.
struct RuleRow {
  const RuleFindings* variant;
  const RuleError* at;
};

ReportTable rulesTable(const std::vector<RuleFindings>& rules) {
  std::vector<RuleRow> rows;
  for (const RuleFindings& f : rules)
    for (const RuleError& e : f.speeds) rows.push_back({&f, &e});
  using Row = RuleRow;
  return table(
      "rule",
      "The paper's rule, T(X) = user + system + waiting/X, from the run at speed 1, and the run at speed X. Seconds.",
      rows,
      {{"link", "rate at speed 1", [](const Row& r) { return Cell::text(r.variant->link); }, given()},
       {"protocol us", "of the adapter's and of the host's processor, for each message",
        [](const Row& r) { return Cell::rounded(r.variant->protocolUs, 0); }, given("us")},
       {"order", "of the points", [](const Row& r) { return Cell::text(r.variant->order); }, given()},
       {"T(1)", "measured", [](const Row& r) { return Cell::rounded(r.variant->elapsed, 2); },
        measured("s", "elapsed_1_s")},
       {"waiting %", "of T(1)", [](const Row& r) { return Cell::rounded(r.variant->waitingShare, 1); }, computed("%")},
       {"X", "the link's rate is multiplied by it", [](const Row& r) { return Cell::whole(r.at->speed); },
        given({}, "speed")},
       {"T(X)", "measured", [](const Row& r) { return Cell::rounded(r.at->measured, 2); }, measured("s", "measured_s")},
       {"rule", "TR 129", [](const Row& r) { return Cell::rounded(r.at->rule, 2); }, computed("s")},
       {"error %", "(rule - T(X)) / T(X)", [](const Row& r) { return Cell::rounded(r.at->error, 1); }, computed("%")},
       {"waiting", "measured at X", [](const Row& r) { return Cell::rounded(r.at->waiting, 2); }, computed("s")},
       {"rule waiting", "waiting / X", [](const Row& r) { return Cell::rounded(r.at->ruleWaiting, 2); }, computed("s")},
       {"1996", "rule of the USENIX paper: the processors' time for messages (adapter's counters) is not divided",
        [](const Row& r) { return Cell::rounded(r.at->lateRule, 2); }, computed("s", "rule_1996_s")},
       {"1996 error %", "(1996 - T(X)) / T(X)", [](const Row& r) { return Cell::rounded(r.at->lateError, 1); },
        computed("%", "rule_1996_error_percent")}});
}

ReportTable commandsTable(const std::vector<CommandTimes>& commands) {
  using Row = CommandTimes;
  return table(
      "commands",
      "Where an average page is, from the monitor's command to the adapter's answer. ms; the program waits for few of "
      "the page-outs.",
      commands,
      {{"link", "rate at speed 1", [](const Row& r) { return Cell::text(r.link); }, given()},
       {"run", "", [](const Row& r) { return Cell::text(r.name); }, given()},
       {"pages", "commands of the adapter", [](const Row& r) { return Cell::whole(r.commands); }},
       {"wire", "bits of both messages on the wire", [](const Row& r) { return Cell::rounded(r.wire, 3); },
        computed("ms")},
       {"protocol", "processors of adapter and host", [](const Row& r) { return Cell::rounded(r.protocol, 3); },
        computed("ms")},
       {"latency", "of the cable", [](const Row& r) { return Cell::rounded(r.latency, 3); }, computed("ms")},
       {"core", "between core and the adapter's buffer", [](const Row& r) { return Cell::rounded(r.core, 3); },
        computed("ms")},
       {"queue", "the rest: behind other pages", [](const Row& r) { return Cell::rounded(r.queue, 3); },
        computed("ms")},
       {"all", "from command to answer", [](const Row& r) { return Cell::rounded(r.all, 3); }, computed("ms")},
       {"sent again", "messages, after the time limit", [](const Row& r) { return Cell::whole(r.repeated); }}});
}

ReportTable paperTable(const RemoteFindings& f) {
  using Row = PaperRow;
  std::vector<ReportColumn<Row>> columns = {{"item", "", [](const Row& r) { return Cell::text(r.item); }, given()}};
  for (std::size_t n = 0; n < f.links.size(); ++n)
    columns.push_back(
        {f.links[n], "ours with this link", [n](const Row& r) { return Cell::rounded(r.ours[n], 2); }, computed()});
  append<Row>(columns, {{"|TR 129", "FORTH-ICS TR 129; at x10 predicted by its rule",
                         [](const Row& r) { return Cell::rounded(r.paper, 2); }},
                        {"within 15 %", "links with which ours agrees",
                         [](const Row& r) { return Cell::text(r.agrees); }, computed()}});
  return table("paper", "Ours next to the publication. Comparable are ratios and shares, not seconds.", f.paper,
               columns);
}

void drawRule(Report& report) {
  report.draw(
      {.kind = PlotKind::Scatter,
       .name = "rule-and-run",
       .title = "What the rule predicts, and the run",
       .says = "Each point is a run at a multiple of the link's rate. Points on the line were predicted exactly.",
       .table = "rule",
       .at = {"measured_s"},
       .values = {{"rule_s"}},
       .by = {"link", "order"},
       .x = {"measured, s"},
       .y = {"predicted, s"}});
  report.draw({.kind = PlotKind::Dots,
               .name = "error-of-the-rules",
               .title = "Error of the rule of 1995 and of that of 1996",
               .says = "For each link, protocol, order and speed, the error in percent of the measured time.",
               .table = "rule",
               .at = {"link", "protocol_us", "order", "speed"},
               .values = {{"error_percent"}, {"rule_1996_error_percent"}},
               .x = {"%"}});
}

std::string scaleText(const RemoteFindings& f) {
  const RemoteScale& s = f.scale;
  return fmt::format(
      "Scale: {} complex points of two words, {}K words or {} pages of {} bits; the paper's 28 MB were {} pages of {} "
      "bits. The bits of a page take {} ms on the link, the paper's {} ms. Points are transformed {}.",
      s.points, fixed(s.dataKiloWords, 0), s.dataPages, s.pageBits, fixed(s.paperPages, 0), fixed(s.paperPageBits, 0),
      fixed(s.wireMs, 2), fixed(s.paperWireMs, 2), f.order);
}

std::string framesText(const RemoteScale& s) {
  return fmt::format(
      "The monitor swaps with {} page frames of core, so the data are {} times what core can take; the paper's were {} "
      "times the working set from which its client paged.",
      s.frames, fixed(s.dataOverFrames, 2), fixed(s.paperDataOverOnset, 2));
}

constexpr const char* kDesign =
    "The swapping device is a paging adapter on the I/O bus. Its own processor and the host's take a declared time for "
    "each message, so that the protocol costs the PDP-10 no instructions: it is part of the waiting, not of system. "
    "The driver, the page traps and the core collections are instructions of our monitor. In the paper the client's "
    "kernel ran the protocol.";

std::string ruleText(const RemoteFindings& f) {
  return fmt::format(
      "The rule misses by {} to {} %. It divides all waiting by X, but only the wire becomes faster. With all points in "
      "core the program still waits {} s: pages are made, the scheduler and the system's own processes run. The "
      "processors' time for the messages and the move between core and the adapter stay as they are. In the first rows "
      "{} % of the waiting is gone at the highest speed, not 90 %. Where such times are much of the waiting, the rule "
      "promises too little; where the wire is nearly all of it, both rules hold. The rule of 1996 takes the protocol "
      "out and keeps the rest of the error. Both assume that the same pages move at every speed. They do not: which "
      "pages a core collection finds old depends on when it comes, and the number of pages moved differs by up to {} %. "
      "That can also make a prediction too high.",
      fixed(f.errors->least, 1), fixed(f.errors->most, 1), fixed(f.inCoreWaiting, 2), fixed(*f.fallen, 0),
      fixed(f.pagesDiffer, 0));
}

constexpr const char* kMisses =
    "Why ours differs from the paper: a KA10 works on a page of points for a time in which the Ethernet carries many, so "
    "at 10 Mb/s the program waits little. The slower links, if they were run, have the rates of ARPANET lines; they "
    "bring the share of waiting to both sides of the paper's, and were not chosen to meet it. With them the protocol, "
    "which does not become slower with the link, has next to no share, and a disk is faster than remote memory. System "
    "contains the clock, the scheduler and the terminals, which cost the same whatever the program does. There are more "
    "page-outs than page-ins here: a new page is written before it is ever read, and a core collection writes pages "
    "that soon change again. A page-in waits behind the page-outs that a collection sends to the adapter together "
    "(queue). The paper's protocol time is measured, ours is declared; our page has fewer bits, so that it takes less "
    "of the wire and of a disk's time than the paper's.";

}  // namespace

Report opening(const RemoteFindings& f) {
  Report report;
  report.title = "Paging to remote memory: an FFT larger than core (Markatos and Dramitinos, FORTH-ICS TR 129, 1995)";
  report.say(fmt::format(
      "Machine: {}; all in core: 256K words. No other users. The transform begins up to 10 s after the program's prompt; "
      "--seed chooses when.",
      f.machine));
  report.say(fmt::format("Link: {}.", f.link));
  report.say(scaleText(f));
  report.say(kDesign);
  return report;
}

Report render(const RemoteFindings& f) {
  Report report = opening(f);
  report.say(framesText(f.scale));
  report.show(casesTable(f.cases));
  report.draw({.kind = PlotKind::Bars,
               .name = "elapsed-times",
               .title = "Where the time of the transform goes",
               .says = "A bar for each swapping device, stacked of user, system and waiting time.",
               .table = "cases",
               .at = {"swapping_to"},
               .values = {{"user_s"}, {"system_s"}, {"waiting_s"}},
               .x = {"s"}});
  showSplit(report, f.split);
  if (!f.commands.empty()) report.show(commandsTable(f.commands));
  if (!f.rules.empty()) {
    report.show(rulesTable(f.rules));
    drawRule(report);
    report.say(ruleText(f));
    report.show(paperTable(f));
    report.say(kMisses);
  }
  for (const std::string& trouble : f.troubles) report.say("Failed: " + trouble + ".");
  return report;
}

}  // namespace utah10
