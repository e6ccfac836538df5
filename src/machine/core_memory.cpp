#include "utah10/machine/core_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace utah10 {

namespace {
// The timing chart itself gives only the access times .60 and .20. The rest are DEC catalogue figures as commonly
// quoted, unverified (docs/sources/timing.md 6).
constexpr std::string_view kChart = "SRM timing chart conditions: never busy";
constexpr std::string_view kCatalogue = "DEC catalogue figures, recalled, unverified; docs/sources/timing.md 6";
constexpr MemoryKind kKinds[] = {
    {"ideal", nanoseconds(600), nanoseconds(200), nanoseconds(0), kChart},
    {"MA10", nanoseconds(610), nanoseconds(200), nanoseconds(1000), kCatalogue},
    {"MB10", nanoseconds(600), nanoseconds(200), nanoseconds(1650), kCatalogue},
    {"MD10", nanoseconds(830), nanoseconds(330), nanoseconds(1800), kCatalogue},
    {"ME10", nanoseconds(610), nanoseconds(200), nanoseconds(1000), kCatalogue},
    {"MF10", nanoseconds(610), nanoseconds(200), nanoseconds(950), kCatalogue},
};

std::string nameOf(std::size_t i, const MemoryBoxConfig& b) {
  return fmt::format("memory box {} ({} at {:06o})", i, b.kind.name, b.base);
}

// Boxes i..i+n-1 interleave as one run; checks its shape.
Expected<void> checkRun(const std::vector<MemoryBoxConfig>& boxes, std::size_t i) {
  const MemoryBoxConfig& first = boxes[i];
  for (std::size_t k = i; k < i + first.interleave; ++k) {
    if (k >= boxes.size() || boxes[k].interleave != first.interleave || boxes[k].words != first.words)
      return fail(nameOf(i, first),
                  fmt::format("interleaves {} ways, but its neighbours do not match", first.interleave),
                  "interleaved boxes are equal and listed one after another");
    if (boxes[k].base != first.base + (k - i) * first.words)
      return fail(nameOf(k, boxes[k]), "does not follow the box it is interleaved with",
                  fmt::format("its base should be {:06o}", first.base + (k - i) * first.words));
  }
  return {};
}
}  // namespace

std::span<const MemoryKind> memoryKinds() { return kKinds; }

const MemoryKind* findMemoryKind(std::string_view name) {
  for (const MemoryKind& k : kKinds)
    if (k.name == name) return &k;
  return nullptr;
}

Expected<void> CoreMemory::check(const std::vector<MemoryBoxConfig>& boxes) {
  if (boxes.empty()) return fail("memory", "there is none", "give at least one box");
  if (boxes.size() > 64) return fail("memory", "more than 64. boxes");
  std::vector<bool> taken(kMaxWords / 1024);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const MemoryBoxConfig& b = boxes[i];
    if (b.words == 0 || b.words % 1024 != 0 || b.base % 1024 != 0)
      return fail(nameOf(i, b), "base and size must be multiples of 1K words");
    if (b.base >= kMaxWords || b.words > kMaxWords - b.base)
      return fail(nameOf(i, b), "reaches beyond 256K words", "a KA10 addresses 000000-777777");
    if (b.kind.readAccess < Duration{} || b.kind.writeAccess < Duration{} || b.kind.cycle < Duration{})
      return fail(nameOf(i, b), "a time is negative");
    if (b.ports == 0) return fail(nameOf(i, b), "has no port for the processor");
    for (std::uint32_t k = b.base / 1024; k < (b.base + b.words) / 1024; ++k) {
      if (taken[k]) return fail(nameOf(i, b), fmt::format("overlaps another box at {:06o}", k * 1024));
      taken[k] = true;
    }
    if (b.interleave != 1 && b.interleave != 2 && b.interleave != 4)
      return fail(nameOf(i, b), "interleave must be 1, 2 or 4");
  }
  for (std::size_t i = 0; i < boxes.size(); i += boxes[i].interleave)
    if (auto ok = checkRun(boxes, i); !ok) return ok;
  return {};
}

CoreMemory::CoreMemory(Scheduler& clock, const std::vector<MemoryBoxConfig>& boxes)
    : clock_(clock), boxAt_((PhysicalAddress::kMask + 1) / 1024 * 4) {
  for (const MemoryBoxConfig& b : boxes) {
    Box box;
    box.read = b.kind.readAccess;
    box.write = b.kind.writeAccess;
    box.cycle = b.kind.cycle;
    box.ports = b.ports;
    if (b.interleave == 1) {
      box.base = b.base;
      box.words = b.words;
    }
    boxes_.push_back(box);
    size_ = std::max(size_, b.base + b.words);
  }
  for (std::size_t i = 0; i < boxes.size(); i += boxes[i].interleave) {
    const std::uint32_t ways = boxes[i].interleave;
    const std::uint32_t first = boxes[i].base / 1024;
    for (std::uint32_t block = first; block < first + ways * boxes[i].words / 1024; ++block)
      for (std::uint32_t low = 0; low < 4; ++low) boxAt_[block * 4 + low] = &boxes_[i + low % ways];
  }
  cells_.assign(size_, 0);
}

void CoreMemory::waitFor(Box& box) {
  const Instant asked = clock_.now();
  while (box.freeAt > clock_.now()) clock_.idleUntil(box.freeAt);  // device ports are served first
  box.waited += clock_.now() - asked;
}

void CoreMemory::watch(PhysicalAddress a) {
  if (!exists(a) || (cell(a) & kWatched) != 0) return;
  cell(a) |= kWatched;
  watched_.push_back(a);
}

void CoreMemory::unwatch() {
  for (const PhysicalAddress a : watched_) cell(a) &= ~kWatched;
  watched_.clear();
}

bool CoreMemory::poke(PhysicalAddress a, Word36 w) {
  if (!exists(a)) return false;
  store(a, w);
  return true;
}

bool CoreMemory::injectParityError(PhysicalAddress a) {
  if (!exists(a)) return false;
  cells_[a.bits()] |= kBadParity;
  return true;
}

void CoreMemory::settle() {
  for (MemoryPort* port : ports_) port->settle();
}

void CoreMemory::state(Archive& a) {
  const std::vector<PhysicalAddress> watched = watched_;
  unwatch();
  a.section("core", [&] {
    a.sameU32(boxes_.size(), "the machine has different memory boxes");
    for (Box& b : boxes_) {
      // How long a box has been free does not affect the future.
      Instant busyUntil = b.freeAt > clock_.now() ? b.freeAt : kPowerOn;
      a.instant(busyUntil);
      if (a.reading()) b.freeAt = busyUntil;
    }
    a.sameU32(size_, "the machine has a different size of core memory");
    a.reserve(std::size_t{size_} * 8);
    const auto cells = std::span{cells_}.first(size_);
    a.u64s(cells);
    if (!a.reading()) return;
    for (std::uint64_t& cell : cells) cell &= Word36::kMask | kBadParity;
  });
  for (const PhysicalAddress w : watched) watch(w);
}

}  // namespace utah10
