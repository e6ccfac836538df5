// A probe that accounts for time and references, to compare what it is told: everything, or what it has declared.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <map>
#include <tuple>
#include <vector>

#include "utah10/machine/machine.hpp"

namespace utah10::test {

class Account final : public Probe {
 public:
  Account(Interests wanted, bool declares) : wanted_(std::move(wanted)), declares_(declares) {}
  const Interests* interests() const override { return declares_ ? &wanted_ : nullptr; }
  bool wantsNext(unsigned, bool user) const override { return user && lastWord_ % 8 == 3; }
  void started(Instant at) override { last_ = std::max(last_, at); }
  void stopped(Instant at, StopReason) override { last_ = std::max(last_, at); }
  void passed(const PassedRecord& r) override {
    follow(r.user);
    account(r.until, r.level, r.user);
    ++together_;
  }
  void pageReferred(VirtualAddress a) override { refer(a); }
  void instruction(const InstructionRecord& r) override {
    follow(r.entry.pcWord.user());
    account(r.ended, r.level, r.entry.pcWord.user());
    latest_ = {r.entry.began, r.entry.instruction.word().bits()};
    ++told_;
  }
  void memory(const MemoryRecord& r) override {
    if (isUsers(r.space)) refer(r.virtualAddress);
    if (r.kind >= CycleKind::MapRead || !wants(r)) return;
    references_.emplace_back(r.at, r.kind, r.physicalAddress.bits(), r.word.bits(), r.waited, r.length);
    lastWord_ = r.word.bits();
  }

  std::size_t references() const { return references_.size(); }
  std::size_t told() const { return told_; }
  std::size_t together() const { return together_; }
  friend void expectSame(const Account& a, const Account& b) {
    ASSERT_EQ(a.references_, b.references_);
    ASSERT_EQ(a.times_, b.times_);
    ASSERT_EQ(a.pages_, b.pages_);
    ASSERT_EQ(a.changes_, b.changes_);
  }

 private:
  bool wants(const MemoryRecord& r) const {
    return std::ranges::count(wanted_.cells, r.physicalAddress) != 0 ||
           (r.space == Space::Exec && std::ranges::count(wanted_.places, r.virtualAddress) != 0);
  }
  void refer(VirtualAddress a) {
    if (!a.isAc()) pages_.set(a.page().number());
  }
  void follow(bool user) {
    if (user != user_) changes_.push_back(latest_);
    user_ = user;
  }
  // Time by level, mode, and the last word that was seen at one of the places.
  void account(Instant until, unsigned level, bool user) {
    if (until == last_) return;
    times_[{level, user, lastWord_}] += until - last_;
    last_ = until;
  }

  Interests wanted_;
  bool declares_;
  Instant last_;
  bool user_ = false;
  std::uint64_t lastWord_ = 0;
  std::size_t told_ = 0, together_ = 0;
  std::map<std::tuple<unsigned, bool, std::uint64_t>, Duration> times_;
  std::vector<std::tuple<Instant, CycleKind, std::uint32_t, std::uint64_t, Duration, Duration>> references_;
  std::vector<std::pair<Instant, std::uint64_t>> changes_;  // the last instruction before another mode
  std::pair<Instant, std::uint64_t> latest_;
  std::bitset<512> pages_;
};

}  // namespace utah10::test
