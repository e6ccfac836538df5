#include "experiments/rfc415/samples.hpp"

#include <fmt/format.h>

#include "experiments/charges/stretch_meter.hpp"
#include "experiments/laboratory/printed_numbers.hpp"
#include "experiments/published/published.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kBandwidth = "BANDWI";
constexpr std::string_view kUnfit = "DO NOT FIT";   // what it prints
constexpr Duration kSamplePatience = seconds(120);  // in addition to that for the bytes

// Assigns the stretches of the processes. Each reads its run time at the beginning and the end.
void assign(StringResult& r, const std::vector<ChargedStretch>& stretches) {
  for (const ChargedStretch& s : stretches) (s.calls[kBout] + s.calls[kSout] > 0 ? r.out : r.in) = s;
  if (stretches.size() != r.condition.processes)
    r.trouble = fmt::format("{} stretches were measured", stretches.size());
}

StringResult sampleOf(const StringCondition& c, std::string_view printed) {
  StringResult r;
  r.condition = c;
  const std::size_t at = printed.find(c.name() + ": SENT");
  if (at == std::string_view::npos) {
    r.trouble = std::string{printed.substr(0, printed.find('\n'))};
    r.fits = r.trouble.find(kUnfit) == std::string::npos;
    if (!r.fits) r.trouble = "does not fit";
    return r;
  }
  const std::string_view line = printed.substr(at, printed.find('\n', at) - at);
  r.sent = numberBehind(line, "SENT");
  r.received = numberBehind(line, "RECEIVED");
  r.real = milliseconds(static_cast<std::int64_t>(numberBehind(line, "MS")));
  if (c.processes == 1) {
    r.outMs = numberBehind(line, "BOTH");
  } else {
    r.outMs = numberBehind(line, "OUT");
    r.inMs = numberBehind(line, "IN");
  }
  r.done = r.sent != 0 && r.sent == r.received;
  if (!r.done) r.trouble = "some bytes did not arrive";
  return r;
}

}  // namespace

std::string StringCondition::name() const {
  return fmt::format("{} {} {}{}", calls, byteBits, length, processes == 1 ? " 1" : "");
}

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

std::string progressText(const StringResult& r) {
  if (!r.done) return fmt::format("{:<13}: {}", r.condition.name(), r.trouble);
  const std::string costs =
      r.condition.processes == 1
          ? fmt::format("both {} us/byte", fixed(r.usPerByteOut(), 1))
          : fmt::format("out {} us/byte, in {}", fixed(r.usPerByteOut(), 1), fixed(r.usPerByteIn(), 1));
  return fmt::format("{:<13}: {:>6} bytes, {} s, {}{}", r.condition.name(), r.received, fixed(secondsOf(r.real), 1),
                     costs, r.trouble.empty() ? "" : ", " + r.trouble);
}

std::vector<StringCondition> rfc415Rows(unsigned processes) {
  const CsvTable table = conditionsTable("rfc415_conditions");
  std::vector<StringCondition> rows;
  for (std::size_t n = 0; n < table.rows(); ++n)
    rows.push_back({std::string{table.text(n, "calls")}, static_cast<unsigned>(table.whole(n, "byte_bits").value_or(0)),
                    static_cast<unsigned>(table.whole(n, "length").value_or(0)), processes});
  return rows;
}

Expected<std::vector<StringResult>> sendStrings(const Rfc415Settings& settings, const LabSite& site,
                                                const std::vector<StringCondition>& rows,
                                                const StringProgress& progress) {
  const auto files = broughtPrograms(site, {kBandwidth});
  if (!files) return tl::unexpected(files.error());
  auto lab = Laboratory::make(settings.machine, site, *files);
  if (!lab) return tl::unexpected(lab.error());
  Laboratory& l = **lab;
  if (auto up = l.boot(); !up) return tl::unexpected(up.error());
  if (auto in = l.logIn(); !in) return tl::unexpected(in.error());
  LabSteps begin = l.run(kBandwidth, {{}, "\n*"});
  begin.push_back({fmt::format("BITS {}\r", settings.bits), "\n*"});
  if (auto done = l.converse(l.measuredLine(), begin); !done) return tl::unexpected(done.error());
  LabLine& user = l.line(l.measuredLine());
  std::vector<StringResult> results;
  for (const StringCondition& c : rows) {
    const std::size_t from = user.printed().size();
    const auto meter = meterOf(l);
    user.add({c.name() + "\r", "\n*"});
    const Duration patience =
        kSamplePatience + kPatienceForByte * static_cast<std::int64_t>(settings.bits / c.byteBits);
    if (auto done = l.runWhile([&] { return !user.idle(); }, patience, c.name()); !done)
      return tl::unexpected(done.error());
    results.push_back(sampleOf(c, std::string_view{user.printed()}.substr(from + c.name().size() + 1)));
    if (results.back().done) assign(results.back(), meter->stretches());
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10
