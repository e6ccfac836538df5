#include "experiments/rfc392/render_text.hpp"

#include <fmt/format.h>

namespace utah10 {

namespace {

std::string partsText(const PartCosts& c) {
  std::string text;
  for (std::size_t n = 0; n < kChargeParts; ++n)
    text += fmt::format("{}{} {:.0f}", n == 0 ? "" : ", ", nameOf(static_cast<ChargePart>(n)), c.usPerByte[n]);
  return text;
}

}  // namespace

std::string shortSendsText(const ShortSends& s) {
  std::string calls;
  for (const ShortSends::NamedCost& c : s.mostExpensive)
    calls += fmt::format("{}{} {}", calls.empty() ? "" : ", ", c.call, fixed(c.ms, 0));
  const std::string others =
      s.paperOther ? fmt::format("The paper's sends of 1000 bytes or more have such a part, too: {} ms by the fit. ",
                                 fixed(*s.paperOther, 0))
                   : std::string{};
  return fmt::format(
      "In the paper, sends below 1000 bytes cost {} ms in addition to the cost of their bytes. {}The paper's interval goes "
      "from the first byte that is read from the disk until the last one is on the network; here there is hardly anything in "
      "it besides the bytes. Two of the paper's four have the same 233 bytes, and differ by 84 ms; the one with the lower load "
      "is the dearer. The command is the same, so that this is something else: page faults would be, of 1 to 2 ms each. The "
      "three others have 86 to 104 ms. That is about what opening and closing two files and the connection costs here (the "
      "column \"files\"), and less than the whole command does outside the interval, in ms: {}. So it is explained if the "
      "interval of 1972 included those calls; by its words it did not.",
      rangeText(s.paper, 0, " to "), others, calls);
}

std::string dollarsText(const Dollars& d) {
  return fmt::format(
      "At ${:.2f} per hour of CPU time, a megabit costs ${:.2f} to send and ${:.2f} to receive; in the "
      "paper ${:.2f} to ${:.2f}.",
      d.perCpuHour, d.send, d.receive, d.paperLeast, d.paperMost);
}

std::string disagreementText(const CostDisagreement& d, const PartCosts& parts) {
  const std::string text = fmt::format(
      "{} of 10000 bytes or more cost {:.2f} us/bit here and {:.2f} in the paper, {:.0f} us per byte {}. Here a byte "
      "costs {:.0f} us: {}; of its {:.2f} calls of BIN and BOUT, {:.2f} take the slow path. ",
      d.send ? "Sends" : "Receives", d.ours, d.paper, d.usPerByte, d.less ? "less here" : "more here", parts.all,
      partsText(parts), parts.calls, parts.slowCalls);
  if (d.slowCalls)
    return text +
           fmt::format(
               "A slow call in the sends takes {:.0f} us in the monitor; {:.1f} slow calls per byte would account for "
               "the difference. The program of 1972 may have received over the connection, or written its file, in a "
               "way that did not allow the fast calls. That is inferred; the program does not survive.",
               d.slowCalls->us, d.slowCalls->perByte);
  return text +
         fmt::format(
             "The largest part is \"{}\", which alone would have to take {:.0f} us per byte instead of {:.0f} to "
             "account for the difference. Utah's core size, memory type and monitor release are not known (utah10 "
             "rfc392 --range shows their effect), nor is the number of instructions per character in the lost program.",
             nameOf(static_cast<ChargePart>(d.largestPart)), d.largestPartWouldBe, parts.usPerByte[d.largestPart]);
}

}  // namespace utah10
