#include "trace/access_map.hpp"

#include "utah10/machine/ka10.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kPageMask = 0777;

bool fast(CycleKind k) { return k >= CycleKind::FastFetch && k <= CycleKind::FastWrite; }
bool fetches(CycleKind k) { return k == CycleKind::Fetch || k == CycleKind::FastFetch; }
bool ofPager(CycleKind k) { return k >= CycleKind::MapRead; }
bool writes(CycleKind k) {
  return k == CycleKind::Write || k == CycleKind::WriteRestart || k == CycleKind::CstWrite || k == CycleKind::TrapWrite;
}

Touch& kindOf(WordAccess& w, CycleKind k) { return fetches(k) ? w.executed : writes(k) ? w.written : w.read; }

AccessPlace firstOf(AccessPlace place) {
  place.address &= ~kPageMask;
  return place;
}

void touch(Touch& t, const Touch& by) {
  const std::uint64_t count = t.count + 1;
  t = by;
  t.count = count;
}

}  // namespace

AccessPlace AccessMap::placeOf(const MemoryRecord& r) const {
  if (!config_.byProcess || ofPager(r.kind)) return {kNoProcess, false, r.physicalAddress.bits()};
  return {process_, r.user, r.virtualAddress.bits()};
}

WordAccess& AccessMap::word(AccessPlace place) {
  std::unique_ptr<Page>& page = words_[firstOf(place)];
  if (!page) page = std::make_unique<Page>();
  return (*page)[place.address & kPageMask];
}

const WordAccess* AccessMap::at(AccessPlace place) const {
  const auto page = words_.find(firstOf(place));
  if (page == words_.end()) return nullptr;
  const WordAccess& w = (*page->second)[place.address & kPageMask];
  return w.touched() ? &w : nullptr;
}

std::uint64_t AccessMap::executed(bool userSpace, VirtualAddress a) const {
  const auto found = executed_[userSpace ? 1 : 0].find(a.bits());
  return found == executed_[userSpace ? 1 : 0].end() ? 0 : found->second;
}

std::vector<UnwrittenRead> AccessMap::unwritten() const {
  std::vector<UnwrittenRead> all;
  for (const auto& [place, read] : unwritten_) all.push_back(read);
  return all;
}

std::vector<AccessMap::PageUse> AccessMap::pages() const {
  std::vector<PageUse> all;
  for (const auto& [place, page] : words_) {
    PageUse use{place};
    for (const WordAccess& w : *page) {
      use.executed += w.executed.count != 0;
      use.read += w.read.count != 0;
      use.written += w.written.count != 0;
    }
    all.push_back(use);
  }
  return all;
}

void AccessMap::memory(const MemoryRecord& r) { waiting_.push_back(r); }

void AccessMap::settle(const MemoryRecord& r, const Doer& doer) {
  const bool fetch = fetches(r.kind);
  if (fetch && !doer.executes) return;
  if (fetch) ++executed_[r.user ? 1 : 0][r.virtualAddress.bits()];
  if (fast(r.kind)) return;
  const AccessPlace place = placeOf(r);
  WordAccess& w = word(place);
  const Touch by{1, r.at, doer.pcWord.pc(), process_, doer.pcWord.user(), ofPager(r.kind)};
  touch(kindOf(w, r.kind), by);
  if (!writes(r.kind)) {
    if (w.last && *w.last != r.word) w.outside = true;
    if (w.written.count == 0 && !w.outside && !by.pager) {
      const auto [first, isNew] = unwritten_.try_emplace(place, UnwrittenRead{place, r.virtualAddress, by, r.word});
      if (!isNew) ++first->second.first.count;
    }
  } else {
    w.outside = false;
  }
  w.last = r.word;
}

void AccessMap::settle(const Doer& doer) {
  for (const MemoryRecord& r : waiting_) settle(r, doer);
  waiting_.clear();
}

void AccessMap::instruction(const InstructionRecord& r) {
  process_ = r.process;
  settle({r.entry.pcWord, true});
}

// The references it made count, but it was not executed.
void AccessMap::abandoned(const AbandonRecord& r) { settle({r.pcWord, false}); }

void AccessMap::interrupt(const InterruptRecord& r) { settle({r.pcWord, false}); }

// Earlier references were made with the old page mapping.
void AccessMap::pager(const PagerRecord& r) {
  if (r.kind == PagerAction::Base) process_ = r.process;
}

}  // namespace utah10
