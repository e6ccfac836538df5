#include "experiments/rfc392_why.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/report_numbers.hpp"

namespace utah10 {

namespace {

constexpr double kSame = 0.03;  // as a fraction; the paper's own rows of one size differ by this much

std::string within(double value, double least, double most) {
  if (value >= least && value <= most) return "yes";
  return value < least ? fmt::format("no, {:.0f} % below", 100 * (1 - value / least))
                       : fmt::format("no, {:.0f} % above", 100 * (value / most - 1));
}

// Monitor time of the sends per slow call, us: the cost of a byte that the fast call cannot handle, with all its
// consequences.
double slowCall(const PartCosts& sends) {
  const double monitor = sends.usPerByte[static_cast<std::size_t>(ChargePart::Monitor)];
  return sends.slowCalls == 0 ? 0 : monitor / sends.slowCalls;
}

std::string partsText(const PartCosts& c) {
  std::string text;
  for (std::size_t n = 0; n < kChargeParts; ++n)
    text += fmt::format("{}{} {:.0f}", n == 0 ? "" : ", ", nameOf(static_cast<ChargePart>(n)), c.usPerByte[n]);
  return text;
}

std::string why(bool send, double ours, double paper, const PartCosts& parts, const PartCosts& sends) {
  const double missing = (paper - ours) * 8;
  std::string text = fmt::format(
      "{} of 10000 bytes or more cost {:.2f} us/bit here and {:.2f} in the paper, {:.0f} us per byte {}. Here a byte "
      "costs {:.0f} us: {}; of its {:.2f} calls of BIN and BOUT, {:.2f} take the slow path. ",
      send ? "Sends" : "Receives", ours, paper, std::abs(missing), missing > 0 ? "less here" : "more here", parts.all,
      partsText(parts), parts.fastCalls + parts.slowCalls, parts.slowCalls);
  const double slow = slowCall(sends);
  if (missing > 0 && slow > 0 && parts.slowCalls < 0.5 && missing > slow / 2)
    return text +
           fmt::format(
               "A slow call in the sends takes {:.0f} us in the monitor; {:.1f} slow calls per byte would account for "
               "the difference. The program of 1972 may have received over the connection, or written its file, in a "
               "way that did not allow the fast calls. That is inferred; the program does not survive.",
               slow, missing / slow);
  const auto largest = std::ranges::max_element(parts.usPerByte) - parts.usPerByte.begin();
  const auto name = nameOf(static_cast<ChargePart>(largest));
  return text +
         fmt::format(
             "The largest part is \"{}\", which alone would have to take {:.0f} us per byte instead of {:.0f} to "
             "account for the difference. Utah's core size, memory type and monitor release are not known (utah10 "
             "rfc392 --range shows their effect), nor is the number of instructions per character in the lost program.",
             name, parts.usPerByte[static_cast<std::size_t>(largest)] + missing,
             parts.usPerByte[static_cast<std::size_t>(largest)]);
}

}  // namespace

PartCosts partCosts(const std::vector<TransferResult>& results, bool send) {
  PartCosts c;
  double bytes = 0;
  ChargeSplit split;
  std::uint64_t calls = 0, slow = 0;
  for (const TransferResult& r : results) {
    if (r.condition.send != send || !r.done) continue;
    bytes += static_cast<double>(r.bytes);
    split += r.stretch.split;
    calls += r.stretch.calls[kBin] + r.stretch.calls[kBout];
    slow += r.stretch.slowBin + r.stretch.slowBout;
  }
  if (bytes == 0) return c;
  for (std::size_t n = 0; n < kChargeParts; ++n) c.usPerByte[n] = usOf(split.parts[n]) / bytes;
  c.all = usOf(split.sum()) / bytes;
  c.slowCalls = static_cast<double>(slow) / bytes;
  c.fastCalls = static_cast<double>(calls) / bytes - c.slowCalls;
  return c;
}

ReportTable criteria(const std::vector<TransferResult>& results, const Seal& seal) {
  const CsvTable wanted = publishedTable("rfc392_criteria", seal);
  ReportTable t{"criteria",
                "Criteria derived from RFC 392.",
                {{"what", ""}, {"wanted", "derived from RFC 392"}, {"measured", "the table of transfers"}, {"met", ""}},
                {}};
  const auto add = [&](std::string what, std::string_view item, double value, unsigned decimals) {
    const std::size_t row = wanted.find("item", item).value();
    const double least = wanted.number(row, "least").value(), most = wanted.number(row, "most").value();
    t.rows.push_back({std::move(what), fmt::format("{} to {}", wanted.text(row, "least"), wanted.text(row, "most")),
                      fixed(value, decimals), within(value, least, most)});
  };
  for (const TransferResult& r : results)
    if (r.condition.load == 0 && r.condition.send && static_cast<double>(r.condition.bytes) > kSmall)
      add(fmt::format("unloaded send of {} bytes, us/bit", r.condition.bytes), "unloaded_send", r.usPerBit(), 2);
  const auto points = pointsOf(results);
  const double sends = meanOf(only(points, true), kBig).mean, receives = meanOf(only(points, false), kBig).mean;
  if (sends > 0 && receives > 0) add("receive / send, 10000 bytes or more", "receive_over_send", receives / sends, 3);
  for (const TransferResult& r : results) {
    if (!r.condition.send || static_cast<double>(r.condition.bytes) > kSmall || sends == 0) continue;
    const double ms = static_cast<double>(r.stretch.chargedMs) - sends * 8 / 1000 * static_cast<double>(r.bytes);
    add(fmt::format("fixed part of {}, {} bytes, s", r.condition.name(), r.bytes), "fixed_part", ms / 1000, 3);
  }
  const auto whole = std::ranges::count_if(results, &TransferResult::whole);
  t.rows.push_back({"transfers that arrived intact", fmt::format("{}", results.size()), fmt::format("{}", whole),
                    static_cast<std::size_t>(whole) == results.size() ? "yes" : "no"});
  return t;
}

std::vector<std::string> disagreements(const std::vector<TransferResult>& results,
                                       const std::vector<CostPoint>& paper) {
  std::vector<std::string> texts;
  const auto points = pointsOf(results);
  const PartCosts sends = partCosts(results, true);
  for (const bool send : {true, false}) {
    const CostMean ours = meanOf(only(points, send), kBig), theirs = meanOf(only(paper, send), kBig);
    if (ours.n == 0 || std::abs(ours.mean / theirs.mean - 1) <= kSame) continue;
    texts.push_back(why(send, ours.mean, theirs.mean, send ? sends : partCosts(results, false), sends));
  }
  return texts;
}

}  // namespace utah10
