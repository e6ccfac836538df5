#include "experiments/rfc415.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/charge_meter.hpp"
#include "experiments/csv_table.hpp"
#include "experiments/printed_numbers.hpp"
#include "experiments/published.hpp"
#include "experiments/report_numbers.hpp"

namespace utah10 {

namespace {

constexpr unsigned kLine = 0;
// Time limit per byte; slower than any machine that the options allow.
constexpr Duration kPatienceForByte = milliseconds(40);
constexpr Duration kPatience = seconds(120);

// Assigns the stretches of the two processes. Both read their run time at the beginning and the end.
void assign(StringResult& r, const std::vector<ChargedStretch>& stretches) {
  for (const ChargedStretch& s : stretches) (s.calls[kBout] + s.calls[kSout] > 0 ? r.out : r.in) = s;
  if (stretches.size() != 2) r.trouble = fmt::format("{} stretches were measured", stretches.size());
}

StringResult read(const StringCondition& c, std::string_view printed) {
  StringResult r;
  r.condition = c;
  const std::size_t at = printed.find(c.name() + ": SENT");
  if (at == std::string_view::npos) {
    r.trouble = std::string{printed.substr(0, printed.find('\n'))};
    return r;
  }
  const std::string_view line = printed.substr(at, printed.find('\n', at) - at);
  r.sent = numberBehind(line, "SENT");
  r.received = numberBehind(line, "RECEIVED");
  r.real = milliseconds(static_cast<std::int64_t>(numberBehind(line, "MS")));
  r.outMs = numberBehind(line, "OUT");
  r.inMs = numberBehind(line, "IN");
  r.done = r.sent != 0 && r.sent == r.received;
  if (!r.done) r.trouble = "some bytes did not arrive";
  return r;
}

}  // namespace

std::string StringCondition::name() const { return fmt::format("{} {} {}", calls, byteBits, length); }

double StringResult::realRate() const { return per(2.0 * static_cast<double>(sent) * condition.byteBits, msOf(real)); }
double StringResult::cpuRate() const {
  return per(2.0 * static_cast<double>(sent) * condition.byteBits, static_cast<double>(outMs + inMs));
}
double StringResult::cpuPercent() const { return per(100.0 * static_cast<double>(outMs + inMs), msOf(real)); }
double StringResult::usPerByteOut() const {
  return per(1000.0 * static_cast<double>(outMs), static_cast<double>(sent));
}
double StringResult::usPerByteIn() const {
  return per(1000.0 * static_cast<double>(inMs), static_cast<double>(received));
}

std::vector<StringCondition> rfc415Rows() {
  const CsvTable table = conditionsTable("rfc415_conditions");
  std::vector<StringCondition> rows;
  for (std::size_t n = 0; n < table.rows(); ++n)
    rows.push_back({std::string{table.text(n, "calls")}, static_cast<unsigned>(table.whole(n, "byte_bits").value_or(0)),
                    static_cast<unsigned>(table.whole(n, "length").value_or(0))});
  return rows;
}

Expected<std::vector<StringResult>> sendStrings(const Rfc415Settings& settings, const LabFiles& host,
                                                const std::vector<StringCondition>& rows,
                                                const StringProgress& progress) {
  auto lab = Laboratory::make(settings.machine, host, {});
  if (!lab) return tl::unexpected(lab.error());
  Laboratory& l = **lab;
  const auto places = ChargePlaces::of(l.monitor());
  if (!places) return tl::unexpected(places.error());
  if (auto up = l.boot(); !up) return tl::unexpected(up.error());
  const std::array<LabStep, 4> begin = {{{"\003", "@"},
                                         {"LOGIN GUEST GUEST 1\r", "\n@"},
                                         {"BANDWI\r", "\n*"},
                                         {fmt::format("BITS {}\r", settings.bits), "\n*"}}};
  if (auto done = l.converse(kLine, begin); !done) return tl::unexpected(done.error());
  LabLine& user = l.line(kLine);
  std::vector<StringResult> results;
  for (const StringCondition& c : rows) {
    const std::size_t from = user.printed().size();
    ChargeMeter meter(l.machine(), l.monitor(), *places, l.jobOf(kLine));
    user.add({c.name() + "\r", "\n*"});
    const Duration patience = kPatience + kPatienceForByte * static_cast<std::int64_t>(settings.bits / c.byteBits);
    if (auto done = l.runWhile([&] { return !user.idle(); }, patience, c.name()); !done)
      return tl::unexpected(done.error());
    results.push_back(read(c, std::string_view{user.printed()}.substr(from + c.name().size() + 1)));
    if (results.back().done) assign(results.back(), meter.stretches());
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10
