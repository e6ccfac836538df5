#include "reference_pager.hpp"

namespace utah10::test {

namespace {

using W = ReferencePager::W;

// Bit n of a word, counted from the left as on the PDP-10.
constexpr W bit(unsigned n) { return W{1} << (35 - n); }
// Bits first to last as a number.
constexpr W field(W w, unsigned first, unsigned last) {
  return (w >> (35 - last)) & ((W{1} << (last - first + 1)) - 1);
}

constexpr W kIndirect = bit(0);
constexpr W kShared = bit(1);
constexpr W kReadable = bit(2);
constexpr W kWritable = bit(3);
constexpr W kExecutable = bit(4);
constexpr W kTrapToUser = bit(8);
constexpr W kCopyOnWrite = bit(9);
constexpr W kAccess = bit(12);
constexpr W kNotInCore = bit(14) | bit(15) | bit(16) | bit(17);

constexpr std::uint32_t kMonitorMap = 03000;
constexpr std::uint32_t kCst = 04000;
constexpr std::uint32_t kSpt = 020000;
constexpr W kModified = bit(9);

bool reads(ReferenceKind k) { return k == ReferenceKind::Read || k == ReferenceKind::ReadModifyWrite; }
bool writes(ReferenceKind k) { return k == ReferenceKind::Write || k == ReferenceKind::ReadModifyWrite; }
bool executes(ReferenceKind k) { return k == ReferenceKind::Execute; }

}  // namespace

unsigned ReferencePager::Outcome::cause() const {
  for (unsigned n = 2; n <= 8; ++n)
    if ((status & bit(n)) != 0) return n;
  return 0;
}

std::vector<ReferencePager::Cycle> ReferencePager::conditions(std::uint32_t e) {
  Outcome out;
  const std::uint32_t code = e & 7;
  if (code == 0) {
    const W w71 = read(out, CycleKind::MapRead, 071);
    const W w72 = read(out, CycleKind::MapRead, 072);
    limit_ = static_cast<std::uint32_t>(field(w71, 3, 5));
    userTable_ = static_cast<std::uint32_t>(field(w71, 7, 17));
    acBase_ = static_cast<std::uint32_t>(field(w71, 18, 22));
    psb_ = static_cast<std::uint32_t>(field(w71, 25, 35));
    age_ = field(w72, 0, 8);
    use_ = field(w72, 10, 35);
    ars_.assign(registers, {});
  }
  for (Ar& ar : ars_)
    if ((code == 1 && ar.monitor) || (code == 3 && !ar.monitor)) ar.valid = false;
  if (code >= 4) on_ = code >= 6;
  if (code >= 6) residentMapped_ = code == 7;
  return out.cycles;
}

W ReferencePager::read(Outcome& out, CycleKind kind, std::uint32_t address) {
  const W w = memory.at(address);
  out.cycles.push_back({kind, address, w});
  return w;
}

ReferencePager::Outcome ReferencePager::translate(const Reference& r) {
  Outcome out;
  const bool resident = r.monitor && r.va < 0100000;
  if (!on_ || (resident && !residentMapped_)) {
    out.mapped = false;
    out.physical = r.va;
    return out;
  }
  ++now_;
  ars_.resize(registers);
  Ar* ar = find(r);
  const bool covered = ar != nullptr && (!reads(r.kind) || ar->read) && (!writes(r.kind) || ar->write) &&
                       (!executes(r.kind) || ar->execute);
  if (covered) {
    ar->used = now_;
    out.hit = true;
    out.physical = (ar->core << 9) | (r.va & 0777);
    return out;
  }
  Walk w{r, out};
  const auto core = follow(w);
  if (core && serve(w, *core))
    out.physical = (*core << 9) | (r.va & 0777);
  else
    trap(w);
  return out;
}

ReferencePager::Ar* ReferencePager::find(const Reference& r) {
  for (Ar& ar : ars_)
    if (ar.valid && ar.monitor == r.monitor && ar.page == r.va >> 9) return &ar;
  return nullptr;
}

std::uint32_t ReferencePager::mapWord(const Reference& r) const {
  const std::uint32_t page = r.va >> 9;
  if (!r.monitor) return (userTable_ << 9) + page;
  return page < 0600 ? kMonitorMap + page : psbBase() + page;
}

void ReferencePager::fail(Walk& w, unsigned group, W causes) const { w.out.status = (W{group} << 34) | causes; }

// Whether one pointer of the chain refuses the reference. "No access" is reported alone, as by KISRV; all other
// refusals of a pointer are reported together: PAGEM (WCPY) looks for bits 4 and 6 in addition to bit 3.
bool ReferencePager::refused(Walk& w, W pointer) const {
  const unsigned group = w.out.tables == 0 ? 2 : 3;
  const bool odd = (pointer & (bit(10) | bit(11))) == (bit(10) | bit(11));  // PAGEM, TAB2: as if without access
  if ((pointer & kAccess) == 0 || odd) return fail(w, group, bit(5)), true;
  W causes = 0;
  if ((pointer & kTrapToUser) != 0) causes |= bit(4);
  if (reads(w.r.kind) && (pointer & kReadable) == 0) causes |= bit(6);
  if (executes(w.r.kind) && (pointer & kExecutable) == 0) causes |= bit(6);
  if (writes(w.r.kind) && (pointer & kCopyOnWrite) != 0) causes |= bit(3);
  if (writes(w.r.kind) && (pointer & kWritable) == 0) causes |= bit(7);
  if (causes != 0) return fail(w, group, causes), true;
  w.acc &= pointer;
  w.copy = w.copy || (pointer & kCopyOnWrite) != 0;
  return false;
}

// From the map word to the core page; nothing: the status has been set.
std::optional<std::uint32_t> ReferencePager::follow(Walk& w) {
  const std::uint32_t page = w.r.va >> 9;
  if (!w.r.monitor && limit_ != 0 && page >= 040 * limit_) return fail(w, 2, bit(8)), std::nullopt;
  W pointer = read(w.out, CycleKind::MapRead, mapWord(w.r));
  for (;;) {
    if (refused(w, pointer)) return std::nullopt;
    const auto index = static_cast<std::uint32_t>(field(pointer, 14, 26));
    if ((pointer & (kIndirect | kShared)) == (kIndirect | kShared))
      return fail(w, w.out.tables == 0 ? 2 : 3, bit(8)), std::nullopt;
    if ((pointer & kIndirect) != 0) {
      if (w.out.tables == 2) return fail(w, 1, bit(8)), std::nullopt;
      const W table = read(w.out, CycleKind::MapRead, kSpt + index);
      if ((table & kNotInCore) != 0) return fail(w, 1, w.out.tables == 0 ? bit(4) : bit(7)), std::nullopt;
      ++w.out.tables;
      const auto base = static_cast<std::uint32_t>(field(table, 25, 35)) << 9;
      pointer = read(w.out, CycleKind::MapRead, base + static_cast<std::uint32_t>(field(pointer, 27, 35)));
      continue;
    }
    if ((pointer & kShared) != 0) {
      w.out.shared = true;
      const W word = read(w.out, CycleKind::MapRead, kSpt + index);
      if ((word & kNotInCore) != 0) return fail(w, 1, w.out.tables == 0 ? bit(3) : bit(6)), std::nullopt;
      return static_cast<std::uint32_t>(field(word, 25, 35));
    }
    if ((pointer & kNotInCore) != 0) {
      // PAGEM does the same for all of these; its TAB1 calls group 1 bit 5 "2nd indirect priv not in core".
      if (w.out.tables == 2) return fail(w, 1, bit(5)), std::nullopt;
      return fail(w, w.out.tables == 0 ? 2 : 3, bit(2)), std::nullopt;
    }
    return static_cast<std::uint32_t>(field(pointer, 25, 35));
  }
}

// The core status of the final page, and an AR for it.
bool ReferencePager::serve(Walk& w, std::uint32_t core) {
  W word = read(w.out, CycleKind::CstRead, kCst + core);
  if (field(word, 0, 2) == 0) return fail(w, 0, bit(2) >> field(word, 3, 4)), false;
  word = (age_ << 27) | (word & ~(W{0777} << 27)) | use_;
  if (writes(w.r.kind)) word |= kModified;
  memory.at(kCst + core) = word;
  w.out.cycles.push_back({CycleKind::CstWrite, kCst + core, word});
  load(w, core, (word & kModified) != 0);
  return true;
}

void ReferencePager::load(const Walk& w, std::uint32_t core, bool modified) {
  Ar* same = find(w.r);
  Ar& ar = same != nullptr ? *same : victim();
  const bool mayWrite = (w.acc & kWritable) != 0 && !w.copy;
  ar = {.valid = true,
        .monitor = w.r.monitor,
        .page = w.r.va >> 9,
        .core = core,
        .read = (w.acc & kReadable) != 0,
        .write = mayWrite && (writes(w.r.kind) || (writeWhenModified && modified)),
        .execute = (w.acc & kExecutable) != 0,
        .used = now_};
}

ReferencePager::Ar& ReferencePager::victim() {
  if (leastRecent) {
    Ar* oldest = &ars_.front();
    for (Ar& ar : ars_) {
      if (!ar.valid) return ar;
      if (ar.used < oldest->used) oldest = &ar;
    }
    return *oldest;
  }
  Ar& ar = ars_[next_ % ars_.size()];
  next_ = (next_ + 1) % ars_.size();
  return ar;
}

void ReferencePager::trap(Walk& w) {
  const Reference& r = w.r;
  W& status = w.out.status;
  if (r.piCycle) status |= bit(12);
  if (r.indirect) status |= bit(13);
  if (reads(r.kind)) status |= bit(14);
  if (writes(r.kind)) status |= bit(15);
  if (executes(r.kind)) status |= bit(16);
  if (r.monitor) status |= bit(17);
  status |= r.va;
  memory.at(psbBase() + 0571) = status;
  w.out.cycles.push_back({CycleKind::TrapWrite, psbBase() + 0571, status});
  if (r.kind != ReferenceKind::Write) return;
  memory.at(psbBase() + 0572) = r.datum;
  w.out.cycles.push_back({CycleKind::TrapWrite, psbBase() + 0572, r.datum});
}

}  // namespace utah10::test
