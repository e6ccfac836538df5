// The ledger's time between runs, its intervals, its keys, and its queries.
#include <algorithm>

#include "trace/ledger.hpp"

namespace utah10 {

using namespace ledger;

namespace {

// A key: label 20 bits, process 16, level 3, mode 2.
constexpr unsigned kLevelShift = 2, kProcessShift = 5, kLabelShift = 21;

}  // namespace

bool LedgerWhere::holds(const LedgerPlace& p) const {
  if ((mode && p.mode != *mode) || (process && p.process != *process) || (level && p.level != *level)) return false;
  if (!first && !last) return true;
  return p.label != nullptr && (!first || p.label->address.bits() >= first->bits()) &&
         (!last || p.label->address.bits() <= last->bits());
}

Ledger::Ledger(LedgerSplit split, LabelFinder labels) : split_(split), find_(std::move(labels)) {
  if (!find_) split_.symbol = false;
  if (split_.symbol) labelOf_.assign(2, std::vector<std::uint32_t>(std::size_t{1} << 18));
  pieces_.reserve(64);
}

std::uint64_t Ledger::key(bool user, ProcessId process, unsigned level, PcWord at) {
  std::uint64_t k = 0;
  if (split_.mode && user) k |= static_cast<std::uint64_t>(LedgerMode::User);
  if (split_.level) k |= std::uint64_t{level} << kLevelShift;
  if (split_.process) k |= std::uint64_t{process} << kProcessShift;
  if (split_.symbol) k |= std::uint64_t{labelId(user, at.pc().bits())} << kLabelShift;
  return k;
}

// 0: no label; n + 1: label n.
std::uint32_t Ledger::labelId(bool user, std::uint32_t pc) {
  std::uint32_t& known = labelOf_[user ? 1 : 0][pc];
  if (known != 0) return known - 1;
  const std::optional<LedgerLabel> label = find_(user, VirtualAddress{pc});
  if (!label) {
    known = 1;
    return 0;
  }
  const auto at = std::ranges::find_if(labels_, [&](const auto& l) { return *l == *label; });
  known = static_cast<std::uint32_t>(at - labels_.begin()) + 2;
  if (at == labels_.end()) labels_.push_back(std::make_unique<LedgerLabel>(*label));
  return known - 1;
}

LedgerPlace Ledger::place(std::uint64_t k) const {
  const auto label = static_cast<std::size_t>(k >> kLabelShift);
  return {static_cast<LedgerMode>(k & 3), static_cast<ProcessId>(k >> kProcessShift & 0xffff),
          static_cast<unsigned>(k >> kLevelShift & 7), label == 0 ? nullptr : labels_[label - 1].get()};
}

void Ledger::begin(Instant now) {
  from_ = cursor_ = sampledTo_ = now;
  records_ = Records::Stopped;
}

void Ledger::clear(Instant now) {
  upTo(now);
  finishSample();
  forget(cursor_);
}

void Ledger::forget(Instant now) {
  total_.clear();
  current_.clear();
  plain_ = {};
  pieces_.clear();
  from_ = cursor_ = sampledTo_ = now;
  if (sampler_ != nullptr) boundary_ = now + interval_;
  calls_.clear(now);
  faults_.clear();
}

// An older snapshot was restored: what was counted later does not apply to it.
void Ledger::notBefore(Instant at) {
  if (at >= cursor_) return;
  finishSample();
  forget(at);
}

// Counts time outside any instruction; pending pieces stay as they are.
void Ledger::idle(Instant to) {
  if (to <= cursor_) return;
  std::uint64_t k = split_.mode ? static_cast<std::uint64_t>(LedgerMode::Stopped) : 0;
  if (split_.process) k |= std::uint64_t{process_} << kProcessShift;
  while (cursor_ < to) {
    const Instant end = pieces_.empty() ? std::min(to, std::max(boundary_, cursor_ + Duration{1})) : to;
    LedgerRow& row = current_.row(k);
    for (const LedgerBucket b : {kInstructionStopped, kCycleStopped, kPagerStopped, kFaultStopped, kInterruptStopped,
                                 kJsysStopped, kIoStopped})
      row.at(b).time += end - cursor_;
    cursor_ = end;
    if (cursor_ >= boundary_ && pieces_.empty()) finishSample();
  }
}

void Ledger::started(Instant at) {
  if (records_ == Records::None) begin(at);
  notBefore(at);
  if (records_ == Records::Stopped) idle(at);
  records_ = Records::Running;
}

void Ledger::stopped(Instant at, StopReason) {
  if (records_ == Records::None) begin(at);
  if (records_ == Records::Running) advance(at);
  resumed_ = !pieces_.empty();
  records_ = Records::Stopped;
}

void Ledger::upTo(Instant now) {
  if (records_ == Records::None) begin(now);
  notBefore(now);
  if (records_ == Records::Stopped) idle(now);
}

Ledger::Owner Ledger::underWay() const {
  Owner owner{.instruction = kUnderWay};
  if (split_.process) owner.key = std::uint64_t{process_} << kProcessShift;
  return owner;
}

void Ledger::every(Duration interval, LedgerSampler* sampler) {
  finishSample();
  sampler_ = sampler;
  interval_ = interval;
  sampledTo_ = cursor_;
  boundary_ = sampler == nullptr ? kNever : cursor_ + interval;
}

// The processor may be stopped in the middle of an instruction, whose time then remains under way.
void Ledger::finishSample() {
  if (!pieces_.empty()) charge(0, pieces_.size(), underWay());
  pieces_.clear();
  settlePlain();
  if (sampler_ != nullptr && cursor_ != sampledTo_) sampler_->sample(*this, current_, sampledTo_, cursor_);
  total_.add(current_);
  current_.clear();
  sampledTo_ = cursor_;
  while (boundary_ <= cursor_) boundary_ += interval_;
}

LedgerTable Ledger::totals() const {
  LedgerTable all;
  all.add(total_);
  all.add(current_);
  plain_.to(all);
  if (!pieces_.empty()) charge(all, pieces_.data(), pieces_.data() + pieces_.size(), underWay());
  return all;
}

Duration Ledger::time(const std::function<bool(const LedgerPlace&, LedgerBucket)>& wanted, LedgerDimension d) const {
  Duration sum{};
  totals().each([&](std::uint64_t k, LedgerBucket b, const LedgerCell& c) {
    if (dimensionOf(b) == d && wanted(place(k), b)) sum += c.time;
  });
  return sum;
}

Duration Ledger::time(const LedgerWhere& where) const {
  return time([&](const LedgerPlace& p, LedgerBucket) { return where.holds(p); }, LedgerDimension::Instruction);
}

}  // namespace utah10
