#include "experiments/rfc415/quoted.hpp"

#include <algorithm>
#include <optional>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

constexpr unsigned kMessageBits = 7987;  // of text in a message (roms/monitor)

double stringsOf(const StringResult& r) { return per(static_cast<double>(r.sent), r.condition.length); }
double bothUs(const StringResult& r, ChargePart part) { return usOf(r.out.split[part]) + usOf(r.in.split[part]); }

// Microseconds of a string: all; its calls and loops, if the charge is divided; the loops.
double allOf(const StringResult& r) { return per(1000.0 * static_cast<double>(r.outMs + r.inMs), stringsOf(r)); }
double loopOf(const StringResult& r) { return per(bothUs(r, ChargePart::User), stringsOf(r)); }
double ownOf(const StringResult& r) {
  if (!r.out.divided || !r.in.divided) return allOf(r);
  return per(bothUs(r, ChargePart::User) + bothUs(r, ChargePart::Monitor), stringsOf(r));
}

double messagesOf(const StringResult& r) {
  return per(static_cast<double>(r.out.messagesOut + r.in.messagesOut), stringsOf(r));
}

// What one more byte adds to `value`, by least squares over the lengths.
std::optional<double> slope(const std::vector<StringResult>& samples, unsigned byteBits,
                            double (*value)(const StringResult&)) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const StringResult& r : samples) {
    if (!r.done || r.condition.byteBits != byteBits) continue;
    const double length = r.condition.length, us = value(r);
    n += 1;
    x += length;
    y += us;
    xx += length * length;
    xy += length * us;
  }
  const double determinant = n * xx - x * x;
  return determinant == 0 ? std::nullopt : std::optional{(n * xy - x * y) / determinant};
}

// The rows of a monitor.
void addMonitor(QuotedFindings& f, const QuotedResults& r) {
  for (const unsigned bits : {36u, 8u}) {
    const auto pair = slope(r.samples, bits, &ownOf);
    if (!pair) continue;
    f.pairs.push_back({r.monitor, bits, *pair, slope(r.samples, bits, &loopOf).value_or(0)});
    for (const StringResult& s : r.samples)
      if (s.done && s.condition.byteBits == bits)
        f.messages.push_back(
            {r.monitor, bits, s.condition.length, allOf(s), ownOf(s), *pair * s.condition.length, messagesOf(s)});
  }
}

}  // namespace

QuotedPaper quotedPaper(const Seal& seal) {
  const CsvTable said = publishedTable("rfc392_text", seal);
  const auto item = [&](std::string_view name) {
    const auto row = said.find("item", name);
    return row ? said.number(*row, "value").value_or(0) : 0;
  };
  return {item("bin_bout_fast_per_byte"), item("bin_bout_slow_per_message_36bit"),
          item("bin_bout_slow_per_message_unpack_max")};
}

std::vector<StringCondition> quotedRows() {
  std::vector<StringCondition> rows = rfc415Rows();
  std::erase_if(rows,
                [](const StringCondition& c) { return c.calls != "BIN" || c.byteBits * c.length > kMessageBits; });
  return rows;
}

QuotedFindings quotedConditions(const Rfc415Settings& settings) {
  QuotedFindings f;
  f.machine = settings.machine.text();
  f.bits = settings.bits;
  return f;
}

QuotedFindings analyse(const Rfc415Settings& settings, const std::vector<QuotedResults>& results,
                       const QuotedPaper& paper) {
  QuotedFindings f = quotedConditions(settings);
  f.paperPair = paper.pairUs;
  f.paperMessage = paper.messageUs;
  f.paperUnpacked = paper.unpackedUs;
  for (const QuotedResults& r : results) addMonitor(f, r);
  return f;
}

}  // namespace utah10
