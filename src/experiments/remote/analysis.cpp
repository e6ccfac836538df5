#include "experiments/remote/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/published/agreement.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

constexpr double kPercent = 100;
constexpr double kMillisecondsOfSecond = 1000;

std::string rateText(std::int64_t rate) {
  if (rate % 1'000'000 == 0) return fmt::format("{} Mb/s", rate / 1'000'000);
  return fmt::format("{} kb/s", static_cast<double>(rate) / 1000);
}

std::string orderText(bool sweep) { return sweep ? "in passes" : "part by part"; }

double pagesOf(const PagingResult& r) { return static_cast<double>(r.pageIns + r.pageOuts); }

PagingTimes timesOf(const PagingResult& r) {
  PagingTimes t;
  t.name = r.condition.name();
  t.elapsed = secondsOf(r.stretch.elapsed());
  t.user = secondsOf(r.stretch.split[ChargePart::User]);
  t.system = secondsOf(r.stretch.charged()) - t.user;
  t.waiting = t.elapsed - secondsOf(r.stretch.charged());
  t.shares = {per(kPercent * t.user, t.elapsed), per(kPercent * t.system, t.elapsed),
              per(kPercent * t.waiting, t.elapsed)};
  t.pageIns = r.pageIns;
  t.pageOuts = r.pageOuts;
  if (r.pageIns != 0) t.waitPerPage = per(kMillisecondsOfSecond * t.waiting, pagesOf(r));
  t.error = r.error;
  return t;
}

double protocolOf(const PagingResult& r) { return secondsOf(r.link.adapter + r.link.host); }

CommandTimes commandsOf(const PagingResult& r) {
  CommandTimes c;
  c.link = rateText(r.condition.variant.rate);
  c.name = r.condition.name();
  c.commands = r.reads + r.writes;
  const auto each = [&](Duration all) { return per(msOf(all), static_cast<double>(c.commands)); };
  c.wire = each(r.link.wire);
  c.protocol = each(r.link.adapter + r.link.host);
  c.latency = each(r.link.latency);
  c.core = each(r.coreTime);
  c.all = each(r.commandTime);
  c.queue = c.all - c.wire - c.protocol - c.latency - c.core;
  c.repeated = r.link.repeated;
  return c;
}

// The rule of 1995 divides all waiting by the speed; that of 1996, what the protocol leaves of it.
RuleError ruleOf(const PagingResult& first, const PagingResult& faster) {
  const PagingTimes from = timesOf(first), to = timesOf(faster);
  const double speed = faster.condition.speed;
  const double protocol = std::min(protocolOf(first), from.waiting);
  RuleError e;
  e.speed = faster.condition.speed;
  e.measured = to.elapsed;
  e.waiting = to.waiting;
  e.ruleWaiting = from.waiting / speed;
  e.rule = from.user + from.system + e.ruleWaiting;
  e.error = per(kPercent * (e.rule - e.measured), e.measured);
  e.lateRule = from.user + from.system + protocol + (from.waiting - protocol) / speed;
  e.lateError = per(kPercent * (e.lateRule - e.measured), e.measured);
  return e;
}

// The runs of a variant, by speed; empty if one of them has failed.
using Runs = std::vector<const PagingResult*>;
Runs runsOf(const std::vector<PagingResult>& results, const PagingVariant& v) {
  Runs runs;
  for (const PagingResult& r : results)
    if (r.done && r.condition.backing == Backing::Remote && r.condition.variant == v) runs.push_back(&r);
  if (runs.size() != std::size(kSpeeds)) runs.clear();
  return runs;
}

const PagingResult* runOf(const std::vector<PagingResult>& results, Backing backing) {
  const auto at =
      std::ranges::find_if(results, [&](const PagingResult& r) { return r.done && r.condition.backing == backing; });
  return at == results.end() ? nullptr : &*at;
}

RuleFindings ruleFindingsOf(const PagingVariant& v, const Runs& runs) {
  RuleFindings f;
  f.link = rateText(v.rate);
  f.order = orderText(v.sweep);
  f.protocolUs = usOf(v.protocol);
  const PagingTimes first = timesOf(*runs.front());
  f.elapsed = first.elapsed;
  f.waiting = first.waiting;
  f.waitingShare = first.shares.waiting;
  for (std::size_t n = 1; n < runs.size(); ++n) f.speeds.push_back(ruleOf(*runs.front(), *runs[n]));
  return f;
}

// Percent by which the pages moved at any speed differ at most from those at speed 1.
double pagesDifferIn(const Runs& runs) {
  double most = 0;
  for (const PagingResult* r : runs)
    most = std::max(most, per(kPercent * std::abs(pagesOf(*r) - pagesOf(*runs.front())), pagesOf(*runs.front())));
  return most;
}

// A row of the comparison: the value of each link.
template <class Value>
PaperRow rowOf(std::string item, const std::vector<Runs>& links, const std::vector<std::string>& names, double paper,
               const Value& value) {
  PaperRow row{std::move(item), {}, paper, {}};
  for (std::size_t n = 0; n < links.size(); ++n) {
    row.ours.push_back(value(links[n]));
    if (agree(row.ours.back(), paper)) row.agrees += (row.agrees.empty() ? "" : ", ") + names[n];
  }
  if (row.agrees.empty()) row.agrees = "none";
  return row;
}

std::vector<PaperRow> paperRows(const RemoteFindings& f, const std::vector<Runs>& links, const PagingResult* disk,
                                const RemotePaper& p) {
  const auto row = [&](std::string item, double paper, const auto& value) {
    return rowOf(std::move(item), links, f.links, paper, value);
  };
  const auto share = [&](std::string item, double paper, double TimeShares::*part, bool fast) {
    return row(std::move(item), paper,
               [=](const Runs& runs) { return timesOf(fast ? *runs.back() : *runs.front()).shares.*part; });
  };
  const double all = (p.user + p.system + p.blocking) / kPercent;
  const double pages = f.scale.paperPages;
  const auto data = static_cast<double>(f.scale.dataPages);
  std::vector<PaperRow> rows = {
      share("user %", p.user / all, &TimeShares::user, false),
      share("system %", p.system / all, &TimeShares::system, false),
      share("waiting %", p.blocking / all, &TimeShares::waiting, false),
      share("user % at x10", p.x10User, &TimeShares::user, true),
      share("system % at x10", p.x10System, &TimeShares::system, true),
      share("waiting % at x10", p.x10Blocking, &TimeShares::waiting, true),
      row("page-ins per page of data", p.pageIns / pages,
          [=](const Runs& r) { return static_cast<double>(r.front()->pageIns) / data; }),
      row("page-outs per page of data", p.pageOuts / pages,
          [=](const Runs& r) { return static_cast<double>(r.front()->pageOuts) / data; }),
      row("waiting ms per page moved", per(kMillisecondsOfSecond * p.blocking, p.pageIns + p.pageOuts),
          [](const Runs& r) { return timesOf(*r.front()).waitPerPage.value_or(0); }),
      row("wire ms per page moved", p.wirePerPage, [](const Runs& r) { return commandsOf(*r.front()).wire; }),
      row("protocol ms per page moved", p.softwarePerPage,
          [](const Runs& r) { return commandsOf(*r.front()).protocol; }),
      row("protocol / wire", per(p.softwarePerPage, p.wirePerPage), [](const Runs& r) {
        const CommandTimes c = commandsOf(*r.front());
        return per(c.protocol, c.wire);
      })};
  if (disk != nullptr)
    rows.push_back(row("wait per page, disk / remote", per(p.serviceDisk, p.serviceRemote), [&](const Runs& r) {
      return per(timesOf(*disk).waitPerPage.value_or(0), timesOf(*r.front()).waitPerPage.value_or(0));
    }));
  return rows;
}

RemoteScale scaleOf(const RemoteSettings& s) {
  const RemotePaperScale paper = remotePaperScale();
  RemoteScale scale;
  scale.points = std::uint64_t{1} << s.size;
  scale.dataPages = s.dataPages();
  scale.pageBits = RemoteLink::kPageOctets * 8;
  scale.dataKiloWords = static_cast<double>(scale.points * 2) / 1024;
  scale.paperPages = paper.dataPages();
  scale.paperPageBits = paper.pageBits;
  scale.paperDataOverOnset = per(paper.dataMegabytes, paper.onsetMegabytes);
  scale.wireMs =
      per(kMillisecondsOfSecond * static_cast<double>(scale.pageBits), static_cast<double>(s.declared().rate));
  scale.paperWireMs = per(kMillisecondsOfSecond * paper.pageBits, paper.bitsPerSecond);
  return scale;
}

// The links of the comparison: variants that differ from the declared one at most in the rate.
void compare(RemoteFindings& f, const RemoteSettings& s, const std::vector<PagingResult>& results,
             const RemotePaper& paper) {
  std::vector<Runs> links;
  for (const PagingVariant& v : s.variants()) {
    Runs runs = runsOf(results, v);
    if (runs.empty()) continue;
    f.rules.push_back(ruleFindingsOf(v, runs));
    f.pagesDiffer = std::max(f.pagesDiffer, pagesDifferIn(runs));
    if (v.protocol != s.declared().protocol || v.sweep != s.declared().sweep) continue;
    for (const PagingResult* r : runs) f.commands.push_back(commandsOf(*r));
    f.links.push_back(rateText(v.rate));
    links.push_back(std::move(runs));
  }
  f.paper = paperRows(f, links, runOf(results, Backing::Disk), paper);
}

}  // namespace

RemoteFindings remoteConditions(const RemoteSettings& s) {
  RemoteFindings f;
  f.machine = machineOf(s, {Backing::Remote, s.declared(), 1}).text();
  f.link = fmt::format("{}, {}, {} us one way, {} us of protocol for each message at either end, packets of {} octets",
                       rateText(s.declared().rate),
                       s.machine.remote.fullDuplex ? "full duplex" : "one wire for both directions",
                       usOf(s.machine.remote.latency), usOf(s.declared().protocol), s.machine.remote.packetOctets);
  f.order = orderText(s.sweep);
  f.quick = s.quick;
  f.scale = scaleOf(s);
  return f;
}

RemoteFindings analyse(const RemoteSettings& s, const std::vector<PagingResult>& results, const RemotePaper& paper) {
  RemoteFindings f = remoteConditions(s);
  for (const PagingResult& r : results) {
    if (!r.done) {
      f.troubles.push_back(r.condition.name() + ": " + r.trouble);
      continue;
    }
    if (!(r.condition.variant == s.declared())) continue;
    f.cases.push_back(timesOf(r));
    addTimes(f.split, r.condition.name(), r.stretch);
    if (r.condition.backing != Backing::Core) f.scale.frames = r.frames;
  }
  f.scale.dataOverFrames = per(static_cast<double>(f.scale.dataPages), static_cast<double>(f.scale.frames));
  if (const PagingResult* core = runOf(results, Backing::Core)) f.inCoreWaiting = timesOf(*core).waiting;
  compare(f, s, results, paper);
  std::vector<double> errors;
  for (const RuleFindings& r : f.rules)
    for (const RuleError& e : r.speeds) errors.push_back(e.error);
  f.errors = rangeOf(errors);
  if (!f.rules.empty()) {
    const RuleError& last = f.rules.front().speeds.back();
    f.fallen = per(kPercent * (f.rules.front().waiting - last.waiting), f.rules.front().waiting);
  }
  return f;
}

}  // namespace utah10
