#include "experiments/rfc557/analysis.hpp"

#include <algorithm>
#include <utility>

#include "experiments/published/agreement.hpp"
#include "experiments/report/report_numbers.hpp"
#include "experiments/rjs/transfer.hpp"

namespace utah10 {

namespace {

using Results = std::vector<const ChainResult*>;

std::optional<double> ratio(double a, double b) { return b == 0 ? std::nullopt : std::optional{a / b}; }

MegabitCost costOf(const ChainResult& r) { return {r.secondsPerMegabit(), r.userPerMegabit(), r.monitorPerMegabit()}; }

// Microseconds of a byte: a second a megabit is a microsecond a bit.
FtpFindings::ByteCosts byteCosts(const ChainResult& r, double paper) {
  const auto part = [&](ChargePart p) {
    return per(usOf(r.stretch.split[p]) * r.condition.byteBits, static_cast<double>(r.bits));
  };
  return {.all = r.secondsPerMegabit() * r.condition.byteBits,
          .paper = paper * r.condition.byteBits,
          .program = part(ChargePart::User),
          .calls = part(ChargePart::Monitor),
          .interrupts = part(ChargePart::Interrupt),
          .pageTraps = part(ChargePart::PageTrap),
          .scheduler = part(ChargePart::Scheduler)};
}

// `before`: the previous one in the table, or null.
ChainStep stepOf(const ChainResult& r, const ChainResult* before, const Rfc557Paper& paper) {
  const std::size_t at = r.condition.shape - 1;
  ChainStep s;
  s.name = r.condition.name();
  s.shape = r.condition.shape;
  s.cost = costOf(r);
  if (before != nullptr) s.step = ratio(before->secondsPerMegabit(), s.cost.all);
  s.paper = paper.shapes[at];
  if (at != 0) s.paperStep = ratio(paper.shapes[at - 1], s.paper);
  if (at + 1 == kRjsShapes) s.paperCost = MegabitCost{s.paper, paper.lastUser, paper.lastMonitor};
  s.overPaper = ratio(s.cost.all, s.paper);
  return s;
}

ChainComparison::PagesSaving pagesSaving(const ChainResult& bytes, const ChainResult& pages, const Rfc557Paper& paper) {
  ChainComparison::PagesSaving s;
  s.ours = bytes.secondsPerMegabit() - pages.secondsPerMegabit();
  s.paper = paper.shapes[1] - paper.shapes[2];
  s.oursUs = s.ours * kNetworkByteBits;  // a second per megabit is a microsecond per bit
  s.paperUs = paper.fileByBytesUs;
  s.bins = bytes.stretch.calls[kBin];
  return s;
}

ChainComparison::MonitorParts monitorParts(const ChainResult& r, const Rfc557Paper& paper) {
  const auto share = [&](ChargePart p) { return usOf(r.stretch.split[p]) / static_cast<double>(r.bits); };
  ChainComparison::MonitorParts m;
  m.calls = share(ChargePart::Monitor);
  m.interrupts = share(ChargePart::Interrupt);
  m.pageTraps = share(ChargePart::PageTrap);
  m.scheduler = share(ChargePart::Scheduler);
  m.slowBouts = r.stretch.slowBout;
  m.bouts = r.stretch.calls[kBout];
  m.boutUs = per(usOf(r.stretch.split[ChargePart::Monitor]), static_cast<double>(m.bouts));
  m.paperUs = paper.networkOutputUs;
  return m;
}

std::optional<ChainComparison> comparisonOf(const Results& chain, const Rfc557Paper& paper) {
  const ChainResult* shapes[kRjsShapes];
  for (unsigned n = 0; n < kRjsShapes; ++n) {
    const auto at = std::ranges::find(chain, n + 1, [](const ChainResult* r) { return r->condition.shape; });
    if (at == chain.end()) return std::nullopt;
    shapes[n] = *at;
  }
  ChainComparison c;
  for (const ChainResult* r : shapes) c.ours.push_back(r->secondsPerMegabit());
  c.paper.assign(paper.shapes.begin(), paper.shapes.end());
  for (std::size_t n = 0; n + 1 < kRjsShapes; ++n) {
    c.ourSteps[n] = c.ours[n] / c.ours[n + 1];
    c.paperSteps[n] = c.paper[n] / c.paper[n + 1];
  }
  c.last = costOf(*shapes[2]);
  c.paperLast = {c.paper[2], paper.lastUser, paper.lastMonitor};
  if (shapes[0]->stretch.divided && !agree(c.ourSteps[0], c.paperSteps[0]))
    c.buffered =
        ChainComparison::BufferedSaving{c.ours[0] - c.ours[1], c.paper[0] - c.paper[1], shapes[0]->stretch.slowBout};
  if (!agree(c.ourSteps[1], c.paperSteps[1])) c.pages = pagesSaving(*shapes[1], *shapes[2], paper);
  c.userAgrees = agree(c.last.user, c.paperLast.user);
  if (shapes[2]->stretch.divided && !agree(c.last.monitor, c.paperLast.monitor))
    c.monitor = monitorParts(*shapes[2], paper);
  return c;
}

FtpFindings ftpOf(const ChainResult& r, const Results& all, const Rfc557Paper& paper) {
  const auto isText = [&](const ChainResult* other) {
    return other->condition.operation == r.condition.operation && other->condition.byBytes == r.condition.byBytes &&
           other->condition.byteBits == kTextBits;
  };
  FtpFindings f;
  f.name = r.condition.name();
  f.store = r.condition.operation == ChainOperation::FtpStore;
  f.text = r.condition.byteBits == kTextBits;
  f.cost = costOf(r);
  if (const auto text = std::ranges::find_if(all, isText); text != all.end())
    f.factor = ratio((*text)->secondsPerMegabit(), f.cost.all);
  f.rfc557 = f.text ? paper.text : paper.wide;
  f.agrees = agree(f.cost.all, f.rfc557);
  if (r.condition.byBytes) {
    if (r.stretch.divided) f.byte = byteCosts(r, f.rfc557);
    return f;
  }
  f.rfc594 = paper.transfer(r.condition);
  f.paperFactor = ratio(paper.transfer({.operation = r.condition.operation}), *f.rfc594);
  f.agrees = f.agrees || agree(f.cost.all, *f.rfc594);
  return f;
}

}  // namespace

Rfc557Findings rfc557Conditions(const Rfc557Settings& settings) {
  Rfc557Findings f;
  f.machine = settings.machine.text();
  f.rjsMachine = settings.rjsMachine.text();
  f.bits = settings.bits;
  f.ftpMeasured = settings.ftp;
  return f;
}

Rfc557Findings analyse(const Rfc557Settings& settings, const std::vector<ChainResult>& results,
                       const Rfc557Paper& paper) {
  Rfc557Findings f = rfc557Conditions(settings);
  Results chain, ftp;
  for (const ChainResult& r : results) {
    addTimes(f.split, r.condition.name(), r.stretch);
    f.counts.push_back({r.condition.name(), r.bits, r.realRate(), countsOf(r.stretch), r.whole(), r.trouble});
    if (r.done) (r.condition.operation == ChainOperation::RjsSend ? chain : ftp).push_back(&r);
  }
  const ChainResult* before = nullptr;
  for (const ChainResult* r : chain) {
    f.chain.push_back(stepOf(*r, std::exchange(before, r), paper));
    f.chain.back().monitor = settings.rjsMachine.name;
  }
  f.comparison = comparisonOf(chain, paper);
  for (const ChainResult* r : ftp) {
    f.ftp.push_back(ftpOf(*r, ftp, paper));
    f.ftp.back().monitor = settings.machine.name;
  }
  return f;
}

}  // namespace utah10
