#include "experiments/rfc415/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/published/agreement.hpp"

namespace utah10 {

namespace {

// Bits of both rings of a connection of 1972, words of 36 bits (roms/monitor). No string of the paper is longer than a
// message of 1973, 7987 bits, and shorter than this.
constexpr unsigned kRings = 2 * 128 * 36;
constexpr double kInstructionsPerByte = 2;   // of our loop
constexpr unsigned kNarrow = 8, kWide = 36;  // bits of a byte

double mean(const std::vector<double>& values) {
  return per(std::accumulate(values.begin(), values.end(), 0.0), static_cast<double>(values.size()));
}

SampleFindings findingsOf(const StringResult& r, const Rfc415PaperRow& paper) {
  const bool apart = r.condition.processes == 2;
  return {.calls = r.condition.calls,
          .byteBits = r.condition.byteBits,
          .length = r.condition.length,
          .processes = r.condition.processes,
          .realRate = r.realRate(),
          .cpuRate = r.cpuRate(),
          .cpuPercent = r.cpuPercent(),
          .usPerByteOut = apart ? std::optional{r.usPerByteOut()} : std::nullopt,
          .usPerByteIn = apart ? std::optional{r.usPerByteIn()} : std::nullopt,
          .usPerByte = r.usPerByte(),
          .paperRealRate = paper.realRate,
          .paperCpuRate = paper.cpuRate,
          .paperCpuPercent = paper.cpuPercent,
          .paperUsPerByte = paper.usPerByte,
          .overPaper = per(r.usPerByte(), paper.usPerByte),
          .done = r.done,
          .trouble = r.trouble};
}

// A complete sample and the paper's.
struct SamplePair {
  const StringResult* ours;
  const Rfc415PaperRow* paper;
};
using Samples = std::vector<SamplePair>;

// Of the same calls, byte size and number of processes, in the order of their first samples.
std::vector<Samples> grouped(const std::vector<StringResult>& results, const std::vector<Rfc415PaperRow>& paper) {
  std::vector<Samples> groups;
  for (std::size_t n = 0; n < results.size(); ++n) {
    if (!results[n].done) continue;
    const StringCondition& c = results[n].condition;
    const auto same = [&](const Samples& group) {
      const StringCondition& other = group.front().ours->condition;
      return other.calls == c.calls && other.byteBits == c.byteBits && other.processes == c.processes;
    };
    const auto group = std::ranges::find_if(groups, same);
    (group == groups.end() ? groups.emplace_back() : *group).push_back({&results[n], &paper[n % paper.size()]});
  }
  return groups;
}

template <class Value>
std::vector<double> valuesOf(const Samples& samples, const Value& value) {
  std::vector<double> values;
  for (const SamplePair& s : samples) values.push_back(value(s));
  return values;
}

HalfCosts halfOf(const Samples& samples, double (StringResult::*charged)() const, ChargedStretch StringResult::*half) {
  HalfCosts costs;
  costs.charged = mean(valuesOf(samples, [&](const SamplePair& s) { return (s.ours->*charged)(); }));
  for (std::size_t n = 0; n < kChargeParts; ++n)
    costs.parts[n] = mean(valuesOf(samples, [&](const SamplePair& s) {
      return usOf((s.ours->*half).split.parts[n]) / static_cast<double>(s.ours->sent);
    }));
  return costs;
}

double ofBothHalves(const StringGroup& g, ChargePart part) {
  const auto n = static_cast<std::size_t>(part);
  return (g.out.parts[n] + g.in.parts[n]) / 2;
}

double oursOf(const SamplePair& s) { return s.ours->usPerByte(); }
double paperOf(const SamplePair& s) { return s.paper->usPerByte; }

std::optional<LongStrings> longStringsOf(const Samples& samples) {
  Samples some[2];  // short, long
  for (const SamplePair& s : samples)
    some[s.ours->condition.length * s.ours->condition.byteBits > kRings ? 1 : 0].push_back(s);
  if (some[0].empty() || some[1].empty()) return std::nullopt;
  LongStrings l;
  l.ours = mean(valuesOf(some[1], oursOf)) / mean(valuesOf(some[0], oursOf));
  l.paper = mean(valuesOf(some[1], paperOf)) / mean(valuesOf(some[0], paperOf));
  l.agrees = std::abs(l.ours - l.paper) <= kAgreement;
  return l;
}

// us a string at both ends, beyond what its bytes cost: the slope of us per byte over 1/length.
double usPerString(const Samples& samples) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const SamplePair& s : samples) {
    const double inverse = 1.0 / s.ours->condition.length;
    n += 1;
    x += inverse;
    y += oursOf(s);
    xx += inverse * inverse;
    xy += inverse * oursOf(s);
  }
  const double determinant = n * xx - x * x;
  return determinant <= 0 ? 0 : 2 * (n * xy - x * y) / determinant;
}

SampleMiss missOf(const SamplePair& s, const StringGroup& g) {
  constexpr double kWithin = 0.1;  // as a fraction
  const double ours = oursOf(s), paper = paperOf(s);
  if (std::abs(per(ours, paper) - 1) <= kWithin) return SampleMiss::None;
  if (ours < paper) return paper > g.paperRange.least * (1 + kWithin) ? SampleMiss::Waits : SampleMiss::Program;
  const double ofString = g.usPerString / 2 / s.ours->condition.length;
  return ofString >= ours - paper * (1 + kWithin) ? SampleMiss::String : SampleMiss::Calls;
}

StringGroup groupOf(const Samples& samples) {
  StringGroup g;
  g.calls = samples.front().ours->condition.calls;
  g.byteBits = samples.front().ours->condition.byteBits;
  g.processes = samples.front().ours->condition.processes;
  const auto ours = valuesOf(samples, oursOf), paper = valuesOf(samples, paperOf);
  g.range = *rangeOf(ours);
  g.paperRange = *rangeOf(paper);
  g.mean = mean(ours);
  g.paperMean = mean(paper);
  g.overPaper = g.mean / g.paperMean;
  g.rate = mean(valuesOf(samples, [](const SamplePair& s) { return s.ours->realRate(); }));
  g.paperRate = mean(valuesOf(samples, [](const SamplePair& s) { return s.paper->kilobitsPerSecond; }));
  g.out = halfOf(samples, &StringResult::usPerByteOut, &StringResult::out);
  g.in = halfOf(samples, &StringResult::usPerByteIn, &StringResult::in);
  const double less = g.paperMean - g.mean;
  g.agreement = agree(g.mean, g.paperMean) ? StringAgreement::Agrees
                : less > 0                 ? StringAgreement::Less
                                           : StringAgreement::More;
  g.difference = std::abs(less);
  g.user = ofBothHalves(g, ChargePart::User);
  g.inCalls = ofBothHalves(g, ChargePart::Monitor);
  g.usPerString = usPerString(samples);
  g.moreInstructions = less / (g.user / kInstructionsPerByte);
  g.longStrings = longStringsOf(samples);
  return g;
}

// Shows whether the cost is per byte or per bit.
std::vector<WidthCost> widthCosts(const std::vector<StringGroup>& groups) {
  std::vector<WidthCost> widths;
  for (const char* calls : {"BIN", "SIN"}) {
    const auto of = [&](unsigned bits) {
      return std::ranges::find_if(
          groups, [&](const StringGroup& g) { return g.calls == calls && g.byteBits == bits && g.processes == 2; });
    };
    const auto wide = of(kWide), narrow = of(kNarrow);
    if (wide == groups.end() || narrow == groups.end()) continue;
    widths.push_back({calls, wide->mean / narrow->mean, wide->paperMean / narrow->paperMean});
  }
  return widths;
}

}  // namespace

Rfc415Findings rfc415Conditions(const Rfc415Settings& settings) {
  Rfc415Findings f;
  f.machine = settings.machine.text();
  f.ofJanuary1973 = settings.machine.system == Rfc415Settings{}.machine.system;
  f.bits = settings.bits;
  return f;
}

Rfc415Findings analyse(const Rfc415Settings& settings, const std::vector<StringResult>& results,
                       const std::vector<Rfc415PaperRow>& paper) {
  Rfc415Findings f = rfc415Conditions(settings);
  for (std::size_t n = 0; n < results.size(); ++n) {
    const StringResult& r = results[n];
    f.samples.push_back(findingsOf(r, paper[n % paper.size()]));
    if (r.condition.processes == 1) {
      ++f.alone.of;
      if (!r.fits) ++f.alone.rows;
      addTimes(f.split, r.condition.name(), r.out);
      continue;
    }
    addTimes(f.split, r.condition.name() + " out", r.out);
    addTimes(f.split, r.condition.name() + " in", r.in);
    f.divided = f.divided && r.out.divided && r.in.divided;
  }
  for (const Samples& samples : grouped(results, paper)) {
    const StringGroup& g = f.groups.emplace_back(groupOf(samples));
    for (const SamplePair& s : samples) {
      SampleFindings& found = f.samples[static_cast<std::size_t>(s.ours - results.data())];
      found.miss = missOf(s, g);
      if (g.processes != 2) continue;
      ++f.made;
      if (found.miss == SampleMiss::None) ++f.near;
    }
  }
  for (const StringGroup& g : f.groups) {
    if (g.processes != 2) continue;
    ++f.apart;
    if (g.agreement == StringAgreement::Agrees) ++f.agree;
  }
  f.widths = widthCosts(f.groups);
  return f;
}

}  // namespace utah10
