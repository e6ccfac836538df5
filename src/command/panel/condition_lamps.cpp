#include "command/panel/condition_lamps.hpp"

#include <algorithm>
#include <vector>

#include "devices/host_link.hpp"
#include "machine/apr.hpp"

namespace utah10 {

namespace {

constexpr std::uint64_t kConditionBits[] = {0200000, 0040000, 0020000, 0010000, 0001000};  // CONI APR
constexpr std::uint64_t kHostReady = 1, kImpReady = 2;
constexpr std::size_t kHostBit = 0, kImpBit = 1;

std::uint64_t readyLines(const HostLink* cable) {
  if (cable == nullptr) return 0;
  return (cable->hostReady.up() ? kHostReady : 0) | (cable->impReady.up() ? kImpReady : 0);
}

struct Change {
  Instant at;
  std::uint64_t line;
  bool up;
};

// Of both lines since then, in order.
std::vector<Change> changesSince(const HostLink& cable, Instant since) {
  std::vector<Change> all;
  const auto add = [&](const ReadyLine& line, std::uint64_t bit) {
    for (const ReadyLine::Change& c : line.changes())
      if (c.at >= since) all.push_back({c.at, bit, c.up});
  };
  add(cable.hostReady, kHostReady);
  add(cable.impReady, kImpReady);
  std::ranges::stable_sort(all, {}, &Change::at);
  return all;
}

}  // namespace

ConditionLamps::ConditionLamps(Machine& machine, const HostLink* cable)
    : machine_(machine), apr_(dynamic_cast<Apr*>(&machine.cpu().apr())), cable_(cable), looked_(machine.now()) {
  conditions_.begin(conditions(), looked_);
  ready_.begin(readyLines(cable_), looked_);
  apr_->listen(this);
}

ConditionLamps::~ConditionLamps() { apr_->listen(nullptr); }

std::uint64_t ConditionLamps::conditions() const {
  const std::uint64_t coni = apr_->coni().bits();
  std::uint64_t bits = 0;
  for (std::size_t n = 0; n < std::size(kConditionBits); ++n)
    if ((coni & kConditionBits[n]) != 0) bits |= std::uint64_t{1} << n;
  return bits;
}

void ConditionLamps::conditionsChanged() { conditions_.become(conditions(), machine_.now()); }

void ConditionLamps::look() {
  if (cable_ == nullptr) return;
  const Instant now = machine_.now();
  if (now >= looked_) {
    std::uint64_t bits = ready_.bits();
    for (const Change& c : changesSince(*cable_, looked_)) {
      bits = c.up ? bits | c.line : bits & ~c.line;
      ready_.become(bits, c.at);
    }
  }
  ready_.become(readyLines(cable_), now);
  looked_ = now;
}

void ConditionLamps::endFrame(const LampList& lamps, LampLevels& levels) {
  look();
  conditionsChanged();
  conditions_.endFrame(machine_.now());
  ready_.endFrame(machine_.now());
  for (std::size_t n = 0; n < std::size(kConditionBits); ++n)
    levels[lamps.at(LampGroup::Conditions, n)] = conditions_.share(n);
  if (!lamps.has(LampGroup::Imp)) return;
  levels[lamps.at(LampGroup::Imp, static_cast<std::size_t>(ImpLamp::HostReady))] = ready_.share(kHostBit);
  levels[lamps.at(LampGroup::Imp, static_cast<std::size_t>(ImpLamp::ImpReady))] = ready_.share(kImpBit);
}

}  // namespace utah10
