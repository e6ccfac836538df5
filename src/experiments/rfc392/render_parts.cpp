#include "experiments/rfc392/render_parts.hpp"

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

ReportTable repeatsTable(const std::vector<RepeatedCost>& repeats) {
  using Row = RepeatedCost;
  return table(
      "repeats", "The same with other seeds: decks, the others' work and its mix, and the moment of each command.",
      repeats,
      {{"row", "a transfer; or the mean of 10000 bytes or more in each run",
        [](const Row& r) { return Cell::text(r.name); }, given()},
       {"runs", "", [](const Row& r) { return Cell::whole(r.usPerBit.count); }, given()},
       {"mean", "of the runs", [](const Row& r) { return Cell::rounded(r.usPerBit.mean, 2); }, computed("us/bit")},
       {"+-", "95 % confidence of the mean, Student",
        [](const Row& r) { return Cell::rounded(r.usPerBit.confidence(), 2, "-"); },
        computed("us/bit", "confidence_us_per_bit")},
       {"deviation", "standard deviation of the runs",
        [](const Row& r) { return Cell::rounded(r.usPerBit.deviation, 2, "-"); }, computed("us/bit")},
       {"least", "", [](const Row& r) { return Cell::rounded(r.usPerBit.least, 2); }, computed("us/bit")},
       {"most", "", [](const Row& r) { return Cell::rounded(r.usPerBit.most, 2); }, computed("us/bit")},
       {"|us/bit",
        "RFC 392: the row, the rows of the same size, or the mean",
        [](const Row& r) { return r.paper ? Cell::text(rangeText(*r.paper, 2, "-")) : Cell::missing(); },
        {.unit = "us/bit"}}});
}

ReportTable commandTable(const std::vector<TransferFindings>& transfers) {
  using Row = TransferFindings;
  return table("command", "CPU time charged for the whole command and for the interval of the program's account, ms.",
               transfers,
               {{"row", "", [](const Row& t) { return Cell::text(t.name); }, {.origin = Origin::Given}},
                {"command",
                 "JOBRT of the job when the final message was printed, less JOBRT when the command was typed",
                 [](const Row& t) { return Cell::whole(t.commandMs, "-"); },
                 {.unit = "ms"}},
                {"interval",
                 "RUNTM of the transferring fork, last less first",
                 [](const Row& t) { return Cell::whole(t.intervalMs); },
                 {.unit = "ms"}},
                {"outside",
                 "command less interval",
                 [](const Row& t) { return Cell::rounded(t.outsideMs, 0); },
                 {.unit = "ms", .origin = Origin::Computed}}});
}

ReportTable shortTable(const ShortSends& s) {
  using Row = ShortSends::Send;
  return table(
      "short", "Sends below 1000 bytes: CPU time in addition to the cost of their bytes, ms.", s.sends,
      {{"row", "", [](const Row& r) { return Cell::text(r.name); }, given()},
       {"bytes", "RJS's count of network bytes", [](const Row& r) { return Cell::whole(r.bytes); }, measured("bytes")},
       {"interval", "cpu, less the bytes at the mean rate of large sends",
        [](const Row& r) { return Cell::rounded(r.ours, 0); }, computed("ms", "interval_ms")},
       {"|interval", "RFC 392, the same", [](const Row& r) { return Cell::rounded(r.paper, 0); }, {.unit = "ms"}},
       {"outside", "command less interval", [](const Row& r) { return Cell::rounded(r.outside, 0); },
        computed("ms", "outside_ms")},
       {"files", "of it, GTJFN, OPENF and CLOSF", [](const Row& r) { return Cell::rounded(r.files, 0); },
        measured("ms", "files_ms")}});
}

ReportTable outsideTable(const std::vector<OutsideCall>& calls) {
  const auto number = [](const OutsideCall& c, const CallCost& cost) {
    return c.counted ? Cell::rounded(cost.calls, 0) : Cell::missing();
  };
  return table("outside",
               "CPU time of a command outside the interval by monitor call, mean of all, most expensive first.", calls,
               {{"call",
                 "the call that a process of the job was executing, including page traps and interrupts during it",
                 [](const OutsideCall& c) { return Cell::text(c.name); },
                 {.origin = Origin::Given}},
                {"send ms",
                 "charge meter: charged outside the interval",
                 [](const OutsideCall& c) { return Cell::rounded(c.send.ms, 1); },
                 {.unit = "ms"}},
                {"send calls",
                 "JSYS in user mode",
                 [number](const OutsideCall& c) { return number(c, c.send); },
                 {.unit = "calls"}},
                {"receive ms",
                 "as for sends",
                 [](const OutsideCall& c) { return Cell::rounded(c.receive.ms, 1); },
                 {.unit = "ms"}},
                {"receive calls",
                 "as for sends",
                 [number](const OutsideCall& c) { return number(c, c.receive); },
                 {.unit = "calls"}}});
}

}  // namespace utah10
