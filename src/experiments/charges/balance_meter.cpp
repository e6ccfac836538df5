#include "experiments/charges/balance_meter.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "experiments/charges/stretch_meter.hpp"
#include "experiments/laboratory/laboratory.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

bool within(std::uint32_t a, std::uint32_t table, std::uint32_t words) { return a >= table && a < table + words; }

constexpr std::uint64_t kNoSlot = 0777777777777;
constexpr std::uint64_t kNoneBit = 0100000000000;  // BSNONE

}  // namespace

BalanceStay& BalanceStay::operator+=(const BalanceStay& other) {
  inside += other.inside;
  pageWait += other.pageWait;
  outside += other.outside;
  expelled += other.expelled;
  pagesBy += other.pagesBy;
  reservedBy += other.reservedBy;
  own |= other.own;
  return *this;
}

double BalanceStay::pages() const { return per(static_cast<double>(pagesBy), static_cast<double>(inside.count())); }

double BalanceStay::reserved() const {
  return per(static_cast<double>(reservedBy), static_cast<double>(inside.count()));
}

std::optional<BalanceMeter::Places> BalanceMeter::Places::of(const SymbolMap& monitor) {
  Places p;
  const std::array<std::pair<std::string_view, std::uint32_t*>, 10> all = {{{"FKPT", &p.fkpt},
                                                                            {"FKWSP", &p.fkwsp},
                                                                            {"FKNR", &p.fknr},
                                                                            {"FKJOB", &p.fkjob},
                                                                            {"FORKX", &p.forkx},
                                                                            {"BALSET", &p.balset},
                                                                            {"WTLST", &p.wtlst},
                                                                            {"GOLST", &p.golst},
                                                                            {"NFKS", &p.forks},
                                                                            {"NBP", &p.slots}}};
  for (const auto& [name, to] : all) {
    const auto value = monitor.value(name);
    if (!value) return std::nullopt;
    *to = value->right().bits();
  }
  return p;
}

std::unique_ptr<BalanceMeter> BalanceMeter::of(Laboratory& lab) {
  const auto places = Places::of(lab.monitor());
  const int job = lab.jobOf(lab.measuredLine());
  if (!places || job < 0) return nullptr;
  return std::unique_ptr<BalanceMeter>{new BalanceMeter{lab.machine(), *places, static_cast<unsigned>(job)}};
}

BalanceMeter::BalanceMeter(Machine& machine, const Places& at, unsigned job)
    : machine_(machine), at_(at), job_(job), forks_(at.forks) {
  const auto word = [&](std::uint32_t a) { return machine_.core().peek(PhysicalAddress{a}); };
  for (std::uint32_t n = 0; n < at_.forks; ++n) {
    Fork& f = forks_[n];
    f.since = machine_.now();
    f.where = whereOf(word(at_.fkpt + n));
    f.pages = word(at_.fkwsp + n).right().bits();
    f.reserved = word(at_.fknr + n).right().bits();
  }
  for (std::uint32_t n = 0; n < at_.slots; ++n) onSlot(word(at_.balset + n), machine_.now());
  onRunning(word(at_.forkx).right().bits());
  declare();
  machine_.cpu().connect(*this);
}

BalanceMeter::~BalanceMeter() { machine_.cpu().disconnect(*this); }

bool BalanceMeter::ours(std::uint32_t fork) const {
  return machine_.core().peek(PhysicalAddress{at_.fkjob + fork}).left().bits() == job_;
}

// The left half of FKPT is 0 in the balance set, else the list that the process is on.
BalanceMeter::Where BalanceMeter::whereOf(Word36 word) const {
  const std::uint32_t list = word.left().bits();
  if (list == 0) return Where::Inside;
  return list == at_.golst ? Where::Ready : Where::Elsewhere;
}

// Accounts for the time up to now.
void BalanceMeter::settle(std::uint32_t fork, Instant at) {
  Fork& f = forks_[fork];
  const Duration d = at - f.since;
  f.since = at;
  if (f.where == Where::Elsewhere || !ours(fork)) return;
  if (f.where == Where::Ready) {
    f.stay.outside += d;
    return;
  }
  f.stay.inside += d;
  if (f.waits) f.stay.pageWait += d;
  f.stay.pagesBy += d.count() * f.pages;
  f.stay.reservedBy += d.count() * f.reserved;
}

void BalanceMeter::onList(std::uint32_t fork, Word36 word) {
  Fork& f = forks_[fork];
  const Where to = whereOf(word);
  if (f.where == Where::Inside && to == Where::Ready && ours(fork)) ++f.stay.expelled;
  if (to != Where::Inside) f.waits = false;
  f.where = to;
}

// A word of BALSET: a process, and in bit 0 whether it waits for a page.
void BalanceMeter::onSlot(Word36 word, Instant at) {
  if (word.bits() == kNoSlot || (word.bits() & kNoneBit) != 0) return;
  const std::uint32_t fork = word.right().bits();
  if (fork >= at_.forks) return;
  settle(fork, at);
  forks_[fork].waits = word.sign();
}

// The pages of the process are told of from now on, as it refers to them again.
void BalanceMeter::onRunning(std::uint32_t fork) {
  runs_ = fork < at_.forks && ours(fork) ? &forks_[fork] : nullptr;
  if (runs_ == nullptr) return;
  machine_.cpu().window().clearUsers();
}

void BalanceMeter::declare() {
  const auto table = [&](std::uint32_t first, std::uint32_t words) {
    for (std::uint32_t n = 0; n < words; ++n) interests_.cells.emplace_back(first + n);
  };
  table(at_.forkx, 1);
  for (const std::uint32_t first : {at_.fkpt, at_.fkwsp, at_.fknr}) table(first, at_.forks);
  table(at_.balset, at_.slots);
}

void BalanceMeter::pageReferred(VirtualAddress a) {
  constexpr std::uint32_t kAccumulators = 020, kPageWords = 512;
  if (runs_ != nullptr && a.bits() >= kAccumulators) runs_->stay.own.set(a.bits() / kPageWords);
}

void BalanceMeter::memory(const MemoryRecord& r) {
  if (r.user) pageReferred(r.virtualAddress);
  if (!isWrite(r.kind)) return;
  const std::uint32_t a = r.physicalAddress.bits();
  if (a == at_.forkx) {
    onRunning(r.word.right().bits());
  } else if (within(a, at_.fkpt, at_.forks)) {
    settle(a - at_.fkpt, r.at);
    onList(a - at_.fkpt, r.word);
  } else if (within(a, at_.fkwsp, at_.forks)) {
    settle(a - at_.fkwsp, r.at);
    forks_[a - at_.fkwsp].pages = r.word.right().bits();
  } else if (within(a, at_.fknr, at_.forks)) {
    settle(a - at_.fknr, r.at);
    forks_[a - at_.fknr].reserved = r.word.right().bits();
  } else if (within(a, at_.balset, at_.slots)) {
    onSlot(r.word, r.at);
  }
}

BalanceStay BalanceMeter::stay(unsigned fork) const { return fork < forks_.size() ? forks_[fork].stay : BalanceStay{}; }

BalanceStay BalanceMeter::stay() const {
  BalanceStay all;
  for (const Fork& f : forks_) all += f.stay;
  return all;
}

}  // namespace utah10
