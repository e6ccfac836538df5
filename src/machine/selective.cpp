#include "machine/selective.hpp"

#include "machine/processor.hpp"

namespace utah10 {

void Selective::begin(Processor& p) {
  on_ = !p.observers.empty() && !p.observers.everythingWanted();
  if (!on_) return;
  noted_ = instead_ = apart_ = false;
  nested_ = 0;
  ended_ = told_ = p.clock.now();
  look(p);
  mark(p);
}

void Selective::end(Processor& p) {
  if (!on_) return;
  catchUp(Committed::atRest(p));
  p.core.unwatch();
  on_ = false;
}

// Words of pages that are not mapped now are marked when the pager loads them.
void Selective::mark(Processor& p) {
  (void)p.observers.takeChanged();
  p.core.unwatch();
  places_.clear();
  p.observers.each([&](const Probe& probe) {
    const Interests* wanted = probe.interests();
    if (wanted == nullptr) return;  // connected during the run: everything from the next one on
    for (const PhysicalAddress a : wanted->cells) p.core.watch(a);
    places_.insert(places_.end(), wanted->places.begin(), wanted->places.end());
  });
  for (const VirtualAddress a : places_)
    if (const auto real = p.map->peek(Space::Exec, a); real) p.core.watch(*real);
}

void Selective::loaded(Processor& p, PageNo page, std::uint32_t core) const {
  for (const VirtualAddress a : places_)
    if (a.page() == page) p.core.watch(PhysicalAddress{core << 9 | a.offset()});
}

void Selective::remapping(const Committed& at, PagerAction how) {
  if (how != PagerAction::Base && how != PagerAction::Mode) return;
  catchUp(at);
  if (how == PagerAction::Mode) at.p.observers.interestsChanged();  // what is mapped now is loaded without a word
  note(at.p);
}

void Selective::look(const Processor& p) {
  level_ = p.pi.holding();
  user_ = p.user();
}

bool Selective::wants(const Processor& p) const { return on_ && p.observers.wantsNext(level_, user_); }

void Selective::catchUp(const Committed& at) {
  if (ended_ == told_) return;
  told_ = ended_;
  const PassedRecord record{ended_, level_, user_};
  at.p.observers.each([&](Probe& probe) { probe.passed(record); });
}

void Selective::note(Processor& p) {
  noted_ = true;
  if (!apart_) p.running = false;
}

void Selective::finish(const Committed& at) {
  Processor& p = at.p;
  if (!instead_) {
    catchUp(at);
    tellOf(p);
  }
  ended_ = told_ = p.clock.now();
  noted_ = instead_ = false;
  nested_ = 0;
  look(p);
  if (p.observers.takeChanged()) mark(p);
  p.running = p.stop == StopReason::None && !p.pageTrap;
}

// Of what an XCT has executed before the XCT itself, as it has ended first.
void Selective::tellOf(Processor& p) const {
  bool target = true;
  for (std::size_t n = nested_; target && n < p.history.size(); ++n) {
    const HistoryEntry entry = p.history.ago(n);
    target = (entry.context & kHistoryXct) != 0;
    const InstructionRecord record{entry, p.clock.now(), level_, p.process, p.ac};
    p.observers.each([&](Probe& probe) { probe.instruction(record); });
  }
}

void Selective::forget(const Committed& at) {
  Processor& p = at.p;
  if (!on_) return;
  catchUp(at);
  if (noted_) p.running = p.stop == StopReason::None && !p.pageTrap;
  noted_ = instead_ = apart_ = false;
  nested_ = 0;
  look(p);
}

void Selective::enter(const Committed& at) {
  catchUp(at);
  apart_ = true;
  entries_ = at.p.history.count();
}

void Selective::leave(Processor& p, bool instead) {
  nested_ += static_cast<std::size_t>(p.history.count() - entries_);
  instead_ = instead;
  apart_ = false;
  note(p);
}

void Selective::modeChanged(Processor& p) {
  if (on_ && (p.pi.holding() != level_ || p.user() != user_)) note(p);
}

}  // namespace utah10
