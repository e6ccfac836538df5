#include "experiments/rfc415/render_quoted.hpp"

#include <fmt/format.h>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

ReportTable pairsTable(const QuotedFindings& f) {
  using Row = PairCost;
  return table(
      "pairs", "A byte sent and received: BOUT and BIN on their fast path.", f.pairs,
      {{"system", "the monitor", [](const Row& r) { return Cell::text(r.monitor); }, {.origin = Origin::Given}},
       {"bits",
        "bits per byte",
        [](const Row& r) { return Cell::whole(r.byteBits); },
        {.unit = "bits", .origin = Origin::Given, .name = "byte_bits"}},
       {"us",
        "what one more byte adds to the program and its calls in both processes",
        [](const Row& r) { return Cell::rounded(r.all, 1); },
        {.unit = "us", .origin = Origin::Computed}},
       {"loops",
        "of it, the loops of the program (BOUT, SOJG; BIN, SOJG: two SOJG)",
        [](const Row& r) { return Cell::rounded(r.loop, 1); },
        {.unit = "us", .origin = Origin::Computed}},
       {"calls",
        "of it, BOUT and BIN",
        [](const Row& r) { return Cell::rounded(r.calls(), 1); },
        {.unit = "us", .origin = Origin::Computed}},
       {"|us", "RFC 392", [&f](const Row&) { return Cell::rounded(f.paperPair, 0); }, {.unit = "us"}}});
}

ReportTable messagesTable(const QuotedFindings& f) {
  using Row = MessageCost;
  return table(
      "messages", "Strings that MTOPR sends whole, us a string.", f.messages,
      {{"system", "the monitor", [](const Row& r) { return Cell::text(r.monitor); }, {.origin = Origin::Given}},
       {"bits",
        "bits per byte",
        [](const Row& r) { return Cell::whole(r.byteBits); },
        {.unit = "bits", .origin = Origin::Given, .name = "byte_bits"}},
       {"length",
        "bytes per message",
        [](const Row& r) { return Cell::whole(r.length); },
        {.unit = "bytes", .origin = Origin::Given}},
       {"us",
        "run time of both processes / strings",
        [](const Row& r) { return Cell::rounded(r.all, 0); },
        {.unit = "us", .origin = Origin::Computed}},
       {"pairs",
        "of it, length times the pair of the other table",
        [](const Row& r) { return Cell::rounded(r.pairs, 0); },
        {.unit = "us", .origin = Origin::Computed}},
       {"calls",
        "of it, all else that calls do: MTOPR, the BIN that brings the next message, BOUT and BIN that wait",
        [](const Row& r) { return Cell::rounded(r.calls(), 0); },
        {.unit = "us", .origin = Origin::Computed}},
       {"rest",
        "of it, interrupts, page traps, the scheduler and its pass of the network",
        [](const Row& r) { return Cell::rounded(r.rest(), 0); },
        {.unit = "us", .origin = Origin::Computed}},
       {"messages",
        "messages sent / strings",
        [](const Row& r) { return Cell::rounded(r.messages, 2); },
        {.origin = Origin::Computed}},
       {"calls/message",
        "calls / messages",
        [](const Row& r) { return Cell::rounded(r.callsOfAMessage(), 0); },
        {.unit = "us", .origin = Origin::Computed, .name = "calls_per_message_us"}},
       {"|message",
        "RFC 392: the average with bytes of 36 bits; others: up to that much",
        [&f](const Row& r) { return Cell::rounded(r.byteBits == 36 ? f.paperMessage : f.paperUnpacked, 0); },
        {.unit = "us", .name = "paper_message_us"}}});
}

}  // namespace

Report opening(const QuotedFindings& f) {
  Report report;
  report.title = "RFC 392: the costs that it quotes";
  report.say(fmt::format("Machine: {}, with each of the monitors; no other users. Program: BANDWI, {} bits per sample.",
                         f.machine, f.bits));
  return report;
}

Report render(const QuotedFindings& f) {
  Report report = opening(f);
  report.show(pairsTable(f));
  report.draw(
      {.kind = PlotKind::Dots,
       .name = "cost-of-a-pair",
       .title = "A BOUT and a BIN: ours and the quoted cost",
       .says = "For each monitor and size of bytes what a byte more costs, without the loops, and what is quoted.",
       .table = "pairs",
       .at = {"system", "byte_bits"},
       .values = {{"calls_us", {}, "ours, BOUT and BIN"}, {"paper_us", {}, "RFC 392"}},
       .x = {"us"}});
  report.show(messagesTable(f));
  report.say(
      "What is counted: a process sends a string by BOUT and has it sent by MTOPR; another one receives it by BIN on "
      "the same host. Each reads its own run time before its first byte and after its last. A pair is the program's "
      "loops and the two calls, without interrupts. Calls are what the program's calls cost besides, at both ends. The "
      "rest is charged to the two processes without a call of theirs: interrupts for each word from and to the IMP, "
      "page traps, passes of the scheduler, in 1972 with the packing and unpacking of bytes. What the monitor charges "
      "to neither is not counted: passes while neither runs, and the network's own process (1973).");
  report.say("RFC 392 does not say what BBN counted: one end or both, the loop or the call, interrupts or not.");
  return report;
}

}  // namespace utah10
