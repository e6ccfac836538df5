#include "experiments/rfc392/transfers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>

#include "experiments/laboratory/background.hpp"
#include "experiments/laboratory/faults.hpp"
#include "experiments/rjs/deck_maker.hpp"
#include "experiments/rjs/rjs_desk.hpp"
#include "word/chance.hpp"

namespace utah10 {

namespace {

constexpr Duration kPerByte = milliseconds(5);  // time limit per byte without other users
constexpr Duration kRecovery = seconds(60);     // for the network after a fault
constexpr unsigned kFaultyAttempts = 2, kMostAttempts = 5;

class Transfers {
 public:
  Transfers(const Rfc392Settings& settings, const std::vector<TransferCondition>& rows)
      : settings_(settings), rows_(rows) {}

  Expected<void> prepare(const LabSite& site);
  Expected<std::vector<TransferResult>> run(const TransferProgress& progress);

 private:
  std::uint64_t seedOf(const TransferCondition& c) const { return settings_.seed * 1000 + c.table * 100 + c.row; }
  Expected<TransferResult> one(const TransferCondition& c);
  Expected<void> arrive(const TransferCondition& c);
  Expected<void> attempt(TransferResult& result);
  Expected<void> signOnAgain();
  Expected<RjsTransfer> transfer(const TransferCondition& c);
  void compareSent(TransferResult& r) const;
  Expected<void> compareFetched(std::vector<TransferResult>& results);

  const Rfc392Settings& settings_;
  const std::vector<TransferCondition>& rows_;
  Laboratory& lab() const { return *desk_->lab; }
  RjsTypist& user() const { return *desk_->user; }
  double mostLoad() const { return std::ranges::max(rows_, {}, &TransferCondition::load).load; }

  std::optional<RjsDesk> desk_;
  std::optional<Background> others_;
  std::optional<Faults> faults_;
  std::map<std::string, std::vector<std::string>> decks_;  // files of each send
};

Expected<void> Transfers::prepare(const LabSite& site) {
  std::vector<LabFile> files;
  // On a pack they are always there, so that every row finds the same pack; a tape has no room to spare.
  if (mostLoad() > 0 || !site.system.filesOnTape()) files = backgroundFiles(site.system.others);
  for (const TransferCondition& c : rows_) {
    if (!c.send) continue;
    auto deck = deckOf(c.bytes, {.job = c.name(), .work = kNoOutput, .seed = seedOf(c)});
    if (!deck) return fail(c.name(), fmt::format("there is no deck of {} bytes", c.bytes));
    auto some = stackFiles(site.system.user, c.name(), *deck);
    if (!some) return tl::unexpected(some.error());
    std::ranges::move(*some, std::back_inserter(files));
    decks_[c.name()] = std::move(*deck);
  }
  auto desk = RjsDesk::make(settings_.machine, settings_.program, site, files);
  if (!desk) return tl::unexpected(desk.error());
  desk_ = std::move(*desk);
  return {};
}

Expected<RjsTransfer> Transfers::transfer(const TransferCondition& c) {
  const Duration patience =
      kCcnPatience + static_cast<std::int64_t>(c.bytes) * kPerByte * static_cast<std::int64_t>(2 + c.load * 2);
  if (!c.send) return user().fetch(c.name() + ".PRT", patience);
  return user().send(stackNames(c.name(), decks_[c.name()].size()), patience);
}

// Makes one attempt. With --faults a fault occurs during it, but not in the last attempts.
Expected<void> Transfers::attempt(TransferResult& result) {
  const TransferCondition& c = result.condition;
  if (settings_.faults && result.attempts < kFaultyAttempts) {
    const Duration length = static_cast<std::int64_t>(c.bytes) * (kPerByte / 5) + seconds(1);
    result.faults +=
        (result.faults.empty() ? "" : ", ") + faults_->plan(length * static_cast<std::int64_t>(1 + c.load));
  }
  const auto made = measureTransfer(
      *desk_, [&] { return transfer(c); }, result);
  if (made || !settings_.faults) return made;
  result.done = false;
  result.trouble = "the transfer stopped";
  return {};
}

// Signs on again after a connection has broken, as soon as the network and CCN are available.
Expected<void> Transfers::signOnAgain() {
  constexpr unsigned kMostCalls = 10;
  for (unsigned n = 1;; ++n) {
    if (auto done = lab().runFor(kRecovery); !done) return done;
    if (auto idle = user().abort(); !idle) return idle;
    if (auto out = user().quit(); !out) return out;
    const auto on = user().signOn(kRjsTerminal);
    if (on || n == kMostCalls) return on;
  }
}

// Brings the load to the row's, then waits for the moment of the command. CCN prints first: the load would not last.
Expected<void> Transfers::arrive(const TransferCondition& c) {
  if (!c.send && c.load > 0)
    if (auto there = printAtCcn(lab(), c.name(), c.bytes); !there) return there;
  if (auto ready = others_->bringTo(c.load); !ready || settings_.repeat == 0) return ready;
  Chance chance(seedOf(c));
  return lab().runFor(Duration{static_cast<std::int64_t>(chance.below(kLongestPhase.count()))});
}

Expected<TransferResult> Transfers::one(const TransferCondition& c) {
  TransferResult result;
  result.condition = c;
  if (auto ready = arrive(c); !ready) return tl::unexpected(ready.error());
  std::vector<std::string> stopped;  // reason for the failure of each earlier attempt
  for (bool again = true; again;) {
    if (!c.send)
      if (auto there = printAtCcn(lab(), c.name(), c.bytes); !there) return tl::unexpected(there.error());
    if (auto done = attempt(result); !done) return tl::unexpected(done.error());
    if (c.send && result.done) compareSent(result);
    again = !(result.done && (result.intact || !c.send)) && result.attempts < kMostAttempts;
    if (!again) break;
    stopped.push_back(result.trouble);
    if (auto on = signOnAgain(); !on) return tl::unexpected(on.error());
  }
  for (const std::string& why : stopped) result.faults += (result.faults.empty() ? "" : ", ") + ("stopped: " + why);
  return result;
}

// Compares the deck that CCN has read with the files.
void Transfers::compareSent(TransferResult& r) const {
  const std::vector<std::string>& stack = decks_.at(r.condition.name());
  r.characters = std::accumulate(stack.begin(), stack.end(), std::uint64_t{0},
                                 [](std::uint64_t sum, const std::string& deck) { return sum + deck.size(); });
  const std::string wrong = compareStack(lab(), r.condition.name(), stack);
  r.intact = wrong.empty();
  if (!r.intact && r.trouble.empty()) r.trouble = wrong;
}

// Compares the files on the disk with CCN's prints.
Expected<void> Transfers::compareFetched(std::vector<TransferResult>& results) {
  std::vector<std::string> names;
  for (const TransferResult& r : results)
    if (!r.condition.send) names.push_back(user().fileName(r.condition.name() + ".PRT"));
  const auto files = lab().writtenFiles(names, user().leaving());
  if (!files) return tl::unexpected(files.error());
  auto next = files->begin();
  for (TransferResult& r : results) {
    if (r.condition.send) continue;
    const Expected<FileContents>& file = *next++;
    const std::string wrong = comparePrint(lab(), r.condition.name(), file);
    if (file) r.characters = file->bytes;
    r.intact = wrong.empty();
    if (!file || r.trouble.empty()) r.trouble = wrong;
  }
  return {};
}

Expected<std::vector<TransferResult>> Transfers::run(const TransferProgress& progress) {
  if (auto up = desk_->open(); !up) return tl::unexpected(up.error());
  others_.emplace(lab(), settings_.seed);
  faults_.emplace(lab(), settings_.seed + seedOf(rows_.front()));
  if (auto in = others_->logIn(mostLoad()); !in) return tl::unexpected(in.error());
  std::vector<TransferResult> results;
  for (const TransferCondition& c : rows_) {
    auto result = one(c);
    if (!result)
      return tl::unexpected(Error{c.name() + ": " + result.error().where, result.error().what, result.error().hint});
    results.push_back(std::move(*result));
    if (progress) progress(results.back());
  }
  others_->rest();
  if (auto done = compareFetched(results); !done) return tl::unexpected(done.error());
  return results;
}

}  // namespace

Rfc392Settings repeated(Rfc392Settings settings, unsigned repeat) {
  settings.seed += repeat;
  settings.repeat = repeat;
  return settings;
}

Expected<std::vector<TransferResult>> makeTransfers(const Rfc392Settings& settings, const LabSite& site,
                                                    const std::vector<TransferCondition>& rows,
                                                    const TransferProgress& progress) {
  Transfers transfers(settings, rows);
  if (auto ready = transfers.prepare(site); !ready) return tl::unexpected(ready.error());
  return transfers.run(progress);
}

}  // namespace utah10
