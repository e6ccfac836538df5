// The memory cycles on every instruction's path: core, fast memory, and the two halves of a read-pause-write.
// Force-inlined like their callers; the rare paths are in datapath_rare.hpp.
#pragma once

#include "machine/datapath.hpp"

namespace utah10 {

template <bool Probed>
template <CycleKind Kind, Access Why, Duration TimingProfile::*Before, Duration TimingProfile::*After>
UTAH10_HOT inline Word36 Datapath<Probed>::readCycle(Space space, std::uint32_t va) {
  spend<Before>();
  Word36 w;
  if (va < p.fastLimit) [[unlikely]]
    w = fastRead(Kind, va);
  else
    w = readCore<Kind, Why>(space, va, nullptr);
  spend<After>();
  return w;
}

template <bool Probed>
template <CycleKind Kind, Access Why>
UTAH10_HOT inline Word36 Datapath<Probed>::readCoreHere(Space space, std::uint32_t va, CoreMemory::Box** held) {
  if constexpr (Probed) {
    if (replaying()) return replayRead(held);
  }
  const WindowEntry& entry = p.window.entry(space, PageNo{va >> 9});
  if (!permits<Kind>(entry, space, va, Why)) [[unlikely]]
    return Word36{};  // an instruction or indirect word out of bounds reads as zero, without a cycle
  const std::uint32_t real = locate(entry, va);
  request();
  CoreMemory::Box* box = p.core.boxOf(PhysicalAddress{real});
  if (held != nullptr) holdBox(held, box, real);
  ++(*p.cycles)[static_cast<std::size_t>(Kind)];
  if (box == nullptr) [[unlikely]]
    return nonexistent(Kind, space, va, real);
  const Instant asked = now;
  if (box->freeAt > now) waitFor(*box);
  const Instant at = now;
  box->freeAt = at + box->cycle;
  const std::uint64_t cell = p.core.cell(PhysicalAddress{real});
  const Word36 w{cell};
  spend(box->read, "memory read");
  p.mi = w;
  if (cell > Word36::kMask) [[unlikely]]
    marked(Kind, space, va, real, cell, asked, at);
  if constexpr (Probed) finishCycle(Kind, space, va, real, w, asked, at);
  return w;
}

template <bool Probed>
template <Duration TimingProfile::*Before, Duration TimingProfile::*After>
UTAH10_HOT inline void Datapath<Probed>::writeCycle(Space space, std::uint32_t va, Word36 w) {
  spend<Before>();
  if (va < p.fastLimit) [[unlikely]]
    fastWrite(va, w);
  else
    writeCore(space, va, w);
  spend<After>();
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::writeCoreHere(Space space, std::uint32_t va, Word36 w) {
  if constexpr (Probed) {
    if (replaying()) {
      p.journal->recall();
      return;
    }
  }
  const WindowEntry& entry = p.window.entry(space, PageNo{va >> 9});
  if (!permits<CycleKind::Write>(entry, space, va, Access::Write)) [[unlikely]]
    return divert(w);
  const std::uint32_t real = locate(entry, va);
  request();
  ++(*p.cycles)[static_cast<std::size_t>(CycleKind::Write)];
  CoreMemory::Box* box = p.core.boxOf(PhysicalAddress{real});
  if (box == nullptr) [[unlikely]] {
    nonexistent(CycleKind::Write, space, va, real);
    return;
  }
  const Instant asked = now;
  if (box->freeAt > now) waitFor(*box);
  const Instant at = now;
  box->freeAt = at + box->cycle;
  const bool watched = p.core.store(PhysicalAddress{real}, w);
  p.mi = w;
  spend(box->write, "memory write");
  if constexpr (Probed)
    finishCycle(CycleKind::Write, space, va, real, w, asked, at);
  else if (watched) [[unlikely]]
    seenCycle(CycleKind::Write, space, va, real, w, asked, at);
}

template <bool Probed>
UTAH10_HOT inline Word36 Datapath<Probed>::readPauseAt(SpaceAddress at) {
  spend<&TimingProfile::pauseBefore>();
  pause_.at = at;
  pause_.separate = at.va < p.fastLimit;
  Word36 w;
  if (pause_.separate) [[unlikely]]
    w = fastRead(CycleKind::FastRead, at.va);
  else
    w = readCore<CycleKind::ReadPause, Access::ReadModifyWrite>(at.space, at.va, &pause_.box);
  spend<&TimingProfile::pauseAfter>();
  return w;
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::writeRestartHere(Word36 w) {
  if (pause_.separate) [[unlikely]] {  // a separate write (gate flow, split cycle)
    spend<&TimingProfile::viaSt2>();
    return writeAt(pause_.at, w);
  }
  spend<&TimingProfile::pauseRestart>();
  if constexpr (Probed) {
    if (replaying()) {
      p.journal->recall();
      spend<&TimingProfile::pauseAfterRestart>();
      return;
    }
  }
  ++(*p.cycles)[static_cast<std::size_t>(CycleKind::WriteRestart)];
  if (pause_.box != nullptr) [[likely]] {
    // The box has been standing since its read; its write half ends now + (cycle - read).
    pause_.box->freeAt =
        now + (pause_.box->cycle > pause_.box->read ? pause_.box->cycle - pause_.box->read : Duration{});
    const bool watched = p.core.store(PhysicalAddress{pause_.real}, w);
    p.mi = w;
    if constexpr (!Probed) {
      if (watched) [[unlikely]]
        seenCycle(CycleKind::WriteRestart, pause_.at.space, pause_.at.va, pause_.real, w, now, now);
    }
  }
  if constexpr (Probed) finishCycle(CycleKind::WriteRestart, pause_.at.space, pause_.at.va, pause_.real, w, now, now);
  spend<&TimingProfile::pauseAfterRestart>();
}

template <bool Probed>
UTAH10_HOT inline Word36 Datapath<Probed>::fastReadHere(CycleKind kind, std::uint32_t va) {
  constexpr std::size_t kToFast = static_cast<std::size_t>(CycleKind::FastFetch);
  if constexpr (Probed) {
    if (replaying()) {
      p.journal->recall();
      return p.ac[va];
    }
  }
  request();
  const std::size_t fast = kind == CycleKind::Fetch      ? kToFast
                           : kind == CycleKind::Indirect ? kToFast + 1
                                                         : static_cast<std::size_t>(CycleKind::FastRead);
  ++(*p.cycles)[fast];
  const Instant at = now;
  const Word36 w = p.ac[va];
  spend<&TimingProfile::fastRead>();
  p.mi = w;
  if constexpr (Probed) finishCycle(static_cast<CycleKind>(fast), p.space, va, va, w, at, at);
  return w;
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::fastWriteHere(std::uint32_t va, Word36 w) {
  if constexpr (Probed) {
    if (replaying()) {
      p.journal->recall();
      p.ac[va] = w;
      return;
    }
  }
  request();
  ++(*p.cycles)[static_cast<std::size_t>(CycleKind::FastWrite)];
  const Instant at = now;
  p.ac[va] = w;
  p.mi = w;
  spend<&TimingProfile::fastWrite>();
  if constexpr (Probed) finishCycle(CycleKind::FastWrite, p.space, va, va, w, at, at);
}

}  // namespace utah10
