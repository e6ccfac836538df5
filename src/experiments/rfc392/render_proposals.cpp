// The report on what RFC 392 proposed.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/report/report_numbers.hpp"
#include "experiments/rfc392/render.hpp"

namespace utah10 {

namespace {

std::vector<ReportColumn<ProposalCosts>> names() {
  return {{"proposal", "RFC 392, section III", [](const ProposalCosts& r) { return Cell::text(r.proposal); }, given()},
          {"program", "roms/rjs/README.md", [](const ProposalCosts& r) { return Cell::text(r.program); }, given()},
          {"direction", "", [](const ProposalCosts& r) { return Cell::text(r.send ? "sent" : "received"); }, given()}};
}

ReportTable costsTable(const ProposalsFindings& f) {
  std::vector<ReportColumn<ProposalCosts>> columns = names();
  append<ProposalCosts>(
      columns,
      {{"bytes", "of the same decks and prints in RFC 189's protocol",
        [](const ProposalCosts& r) { return Cell::whole(r.bytes); }, given("bytes")},
       {"us/bit", "CPU time / 8 bytes", [](const ProposalCosts& r) { return Cell::rounded(r.usPerBit, 2); },
        computed("us/bit")},
       {"+-", "95 % confidence of the mean of several runs, Student",
        [](const ProposalCosts& r) { return Cell::rounded(r.confidence, 2, "-"); },
        computed("us/bit", "confidence_us_per_bit")},
       {"of reference", "us/bit / that of the shape without the proposal",
        [](const ProposalCosts& r) { return Cell::rounded(r.ofReference, 3, "-"); }, computed()},
       {"cpu", "RUNTM", [](const ProposalCosts& r) { return Cell::rounded(r.chargedSeconds, 2); }, measured("s")},
       {"messages", "regular messages of both hosts, links other than 0",
        [](const ProposalCosts& r) { return Cell::whole(r.messages); }, ColumnFacts{}},
       {"net bits/bit", "bits of these messages, with leader and header / 8 bytes",
        [](const ProposalCosts& r) { return Cell::rounded(r.networkBitsPerBit, 3); },
        computed({}, "network_bits_per_bit")},
       {"calls/byte", "monitor calls of the program / bytes",
        [](const ProposalCosts& r) { return Cell::rounded(r.callsPerByte, 3); }, computed({}, "calls_per_byte")},
       {"page faults", "PGRTRP+1", [](const ProposalCosts& r) { return Cell::whole(r.pageFaults); }, ColumnFacts{}},
       {"elapsed", "between the readings of RUNTM",
        [](const ProposalCosts& r) { return Cell::rounded(secondsOf(r.elapsed), 1); }, measured("s")},
       {"$/Mbit", "us/bit at the paper's price of an hour of CPU time",
        [](const ProposalCosts& r) { return Cell::rounded(r.dollarsPerMegabit, 2); },
        computed("$", "dollars_per_megabit")},
       {"arrived", "transfers of which every byte was compared", [](const ProposalCosts& r) {
          return Cell::text(r.whole == r.transfers ? "whole" : fmt::format("{} of {}", r.whole, r.transfers));
        }}});
  return table("proposals", "The quick transfers, as they were and as RFC 392 proposed.", f.costs, columns);
}

ReportTable partsTable(const ProposalsFindings& f) {
  std::vector<ReportColumn<ProposalCosts>> columns = names();
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const auto part = static_cast<ChargePart>(n);
    columns.push_back({std::string{nameOf(part)}, std::string{sourceOf(part)},
                       [n](const ProposalCosts& r) { return Cell::rounded(r.usPerByte[n], 1); }, measured("us/byte")});
  }
  return table("proposal-parts", "Where the time went, in us for a byte of RFC 189's protocol.", f.costs, columns);
}

// By which mechanism `now` costs what it costs, next to `before`.
std::string mechanism(const ProposalCosts& before, const ProposalCosts& now) {
  return fmt::format(
      "{} {}: {} to {} monitor calls a byte; the program's own instructions take {} us a byte in place of {}, the "
      "monitor {} in place of {}, the network's pass and interrupts {} in place of {}.",
      now.program, now.send ? "sends" : "receives", fixed(before.callsPerByte, 3), fixed(now.callsPerByte, 3),
      fixed(now.of(ChargePart::User), 1), fixed(before.of(ChargePart::User), 1), fixed(now.of(ChargePart::Monitor), 1),
      fixed(before.of(ChargePart::Monitor), 1), fixed(now.networkUsPerByte, 1), fixed(before.networkUsPerByte, 1));
}

struct Explained {
  const char *program, *reference, *says;
};
constexpr std::array<Explained, 3> kExplained = {{
    {"RJS1W", "RJS",
     "Bytes of 32 bits. Both ends put four bytes of the protocol into one of the connection, and filler after a "
     "transaction. A call is made for four bytes instead of one; within the program, building the cards and "
     "transactions remains."},
    {"RJS1M", "RJS",
     "Messages, as RFC 333 has them in place of streams: a transaction is one message, moved as a block between the "
     "program and the driver's buffers. One call a transaction is left of the network; the deck is still read and "
     "the print written a byte at a time. Four bits of each 36 on the network are not used."},
    {"RJS3P", "RJS3",
     "Pages. The deck's pages are mapped, and the interface reads them where they are; of a print, the driver's buffers "
     "are copied into pages of the file. No instruction is executed for a character. Lines become cards at CCN, which "
     "spends there what is saved here."},
}};

std::string explanation(const ProposalsFindings& f, const Explained& e) {
  std::string text = e.says;
  for (const bool send : {true, false}) {
    const ProposalCosts *before = f.of(e.reference, send), *now = f.of(e.program, send);
    if (before != nullptr && now != nullptr) text += " " + mechanism(*before, *now);
  }
  return text;
}

}  // namespace

Report opening(const ProposalsFindings& f) {
  Report report;
  report.title = "What RFC 392 proposed";
  report.say(
      fmt::format("Machine: {}. RFC 392 ends with three ways to lower the cost of the network: as a device for "
                  "communication between processes (RFC 333), with pages of the user's virtual memory mapped onto it, "
                  "and with bytes of 32 bits. None was built. Here RJS and CCN have bytes of 32 bits; for messages and "
                  "pages the monitor is a variant of that of 1972 (roms/monitor/README.md, \"Messages and pages\"). "
                  "No other users are on the machine. CCN's own cost is not modelled.",
                  f.machine));
  return report;
}

Report render(const ProposalsFindings& f) {
  Report report = opening(f);
  report.show(costsTable(f));
  report.draw({.kind = PlotKind::Dots,
               .name = "proposals",
               .title = "Cost of a bit as it was and as proposed",
               .says = "A line for each program and direction, with the cost of a bit.",
               .table = "proposals",
               .at = {"program", "direction"},
               .values = {{"us_per_bit"}},
               .x = {"us/bit"}});
  if (f.divided) {
    report.show(partsTable(f));
    for (const Explained& e : kExplained)
      if (f.of(e.program, true) != nullptr || f.of(e.program, false) != nullptr) report.say(explanation(f, e));
  }
  report.say(
      fmt::format("Dollars are those of RFC 392: ${:.2f} for an hour of CPU time. The paper has ${:.2f} to ${:.2f} "
                  "for a megabit.",
                  f.dollarsPerCpuHour, f.paperLeast, f.paperMost));
  return report;
}

}  // namespace utah10
