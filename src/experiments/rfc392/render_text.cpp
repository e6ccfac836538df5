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
  const auto ms = [](const NumberRange& range) { return rangeText(range, 0, " to "); };
  return fmt::format(
      "In the paper, sends below 1000 bytes cost {} ms in addition to the cost of their bytes; here they "
      "cost {} ms between the two readings of the program's account. The whole command is charged {} ms "
      "outside that interval, of which, in ms: {}. If the interval of 1972 included opening and closing "
      "the file and the connection, or the creation and termination of the transferring process, that "
      "would account for the difference; the paper says only that the program measured the time.",
      ms(s.paperMs), ms(s.oursMs), ms(s.outsideMs), calls);
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
