// Core memory: boxes of several kinds, each with ports, that serve one request at a time.
//
// Rules (KA10 and memory prints): on a read the data come after the access time and the box stays busy for its cycle;
// on a write the requester is released after the write access and the box stays busy for its cycle; a read-pause-write
// holds the box from the read until the cycle that its write restart completes. A request to a busy box waits; when a
// box comes free, waiting device ports are served in order of port number, then the processor (inferred: processors
// were wired to the last port so that channels would not overrun).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/machine/scheduler.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Sizes and bases are in words, multiples of 1024.

// Times of one kind of memory, with where they come from.
struct MemoryKind {
  std::string_view name;
  Duration readAccess;   // request to data
  Duration writeAccess;  // request to release of the requester
  Duration cycle;        // request to the next request
  std::string_view source;
};
// MA10, MB10, MD10, ME10, MF10 and "ideal" (never busy, .60/.20: the conditions of the published timing).
std::span<const MemoryKind> memoryKinds();
const MemoryKind* findMemoryKind(std::string_view name);

struct MemoryBoxConfig {
  MemoryKind kind;
  std::uint32_t base = 0;       // first address, multiple of 1024
  std::uint32_t words = 16384;  // multiple of 1024
  // Boxes that share consecutive addresses: box i of n takes the addresses congruent to i modulo n over the union of
  // their ranges. 1 = not interleaved. Interleaved boxes are equal in size and listed one after another.
  std::uint32_t interleave = 1;
  std::uint32_t ports = 4;
};

class MemoryPort;

// Called for every word that a device writes into core through its own port, which a processor's probe does not see.
class PortWatch {
 public:
  virtual ~PortWatch() = default;
  virtual void portWrites(std::string_view port, PhysicalAddress a, Word36 before, Word36 now) = 0;
};

class CoreMemory {
 public:
  static constexpr std::uint32_t kMaxWords = 262144;
  // A word with this bit set has bad parity.
  static constexpr std::uint64_t kBadParity = std::uint64_t{1} << 36;
  // An observer is interested in a word with this bit set.
  static constexpr std::uint64_t kWatched = std::uint64_t{1} << 37;

  static Expected<void> check(const std::vector<MemoryBoxConfig>& boxes);
  // The configuration must have passed check().
  CoreMemory(Scheduler& clock, const std::vector<MemoryBoxConfig>& boxes);
  CoreMemory(const CoreMemory&) = delete;
  CoreMemory& operator=(const CoreMemory&) = delete;

  struct Box {
    Instant freeAt = kPowerOn;  // busy until then
    Duration read;
    Duration write;
    Duration cycle;
    std::uint32_t ports = 0;
    std::uint32_t base = 0, words = 0;  // its addresses, unless it is interleaved; then both are 0
    std::uint64_t served = 0;           // requests served, and the time they waited: statistics, not state
    Duration waited{};
  };

  // Which box holds an address; null when none does (a reference there gets no acknowledge).
  Box* boxOf(PhysicalAddress a) { return boxAt_[boxIndex(a)]; }
  bool exists(PhysicalAddress a) const { return boxAt_[boxIndex(a)] != nullptr; }
  // The table behind boxOf(), for translated code: an entry for each address modulo 4 of each 1024 words.
  const Box* const* boxTable() const { return boxAt_.data(); }
  std::uint32_t words() const { return size_; }  // one past the highest address
  const std::vector<Box>& boxes() const { return boxes_; }
  std::vector<Box>& boxes() { return boxes_; }

  // The stored word with its parity bit and mark, for the processor's cycles. The address must exist.
  std::uint64_t& cell(PhysicalAddress a) { return cells_[a.bits()]; }
  // Makes parity good and keeps the mark; true if there is one.
  bool store(PhysicalAddress a, Word36 w) {
    std::uint64_t& cell = cells_[a.bits()];
    const std::uint64_t mark = cell & kWatched;
    cell = w.bits() | mark;
    return mark != 0;
  }
  // Marks a word, where there is memory; no part of the machine's state. unwatch(): all of them.
  void watch(PhysicalAddress a);
  void unwatch();

  // Waits, letting virtual time pass, until the box is free for the processor.
  void waitFor(Box& box);

  // Access for console, debugger and loader: no time, no parity check. A deposit makes parity good.
  Word36 peek(PhysicalAddress a) const { return exists(a) ? Word36{cells_[a.bits()]} : Word36{}; }
  bool poke(PhysicalAddress a, Word36 w);
  // The next read of this word sees a parity error (until it is rewritten).
  bool injectParityError(PhysicalAddress a);
  // Completes the transfers that are over and not yet noticed: at the end of a run.
  void settle();
  void watchPorts(PortWatch* watch) { portWatch_ = watch; }  // null: none
  bool badParity(PhysicalAddress a) const { return exists(a) && (cells_[a.bits()] & kBadParity) != 0; }

  void state(Archive& a);

 private:
  friend class MemoryPort;
  static constexpr std::uint32_t boxIndex(PhysicalAddress a) { return (a.bits() >> 10) * 4 + (a.bits() & 3); }

  Scheduler& clock_;
  std::vector<Box> boxes_;
  std::vector<Box*> boxAt_;  // by boxIndex(), of all addresses that there can be; null: there is no memory
  std::vector<std::uint64_t> cells_;
  std::vector<MemoryPort*> ports_;
  std::vector<PhysicalAddress> watched_;
  std::uint32_t size_ = 0;
  PortWatch* portWatch_ = nullptr;
};

// A device's own way into core (a DF10 channel, a drum): one transfer at a time, real addresses.
class MemoryPort {
 public:
  struct Result {
    Word36 word;               // data read
    bool nonexistent = false;  // no memory acknowledged
    bool parityError = false;
  };
  using Done = std::function<void(Result)>;

  // `number` is the port's priority, 0 the highest; `name` appears in snapshots. `done` runs when the data are there
  // (read) or the port is released (write).
  MemoryPort(CoreMemory& core, Scheduler& clock, std::string name, unsigned number, Done done);
  MemoryPort(const MemoryPort&) = delete;
  MemoryPort& operator=(const MemoryPort&) = delete;
  ~MemoryPort();

  // `unnoticed`: `done` will do nothing that anything but its device could notice (Scheduler::atLeisure).
  void read(PhysicalAddress a, bool unnoticed = false);
  void write(PhysicalAddress a, Word36 w, bool unnoticed = false);
  // It may be noticed after all.
  void hasten();
  // After a restoration.
  void setUnnoticed(bool unnoticed) { unnoticed_ = unnoticed; }
  bool busy() const { return state_ != State::Idle; }
  unsigned number() const { return number_; }

  void state(Archive& a);

 private:
  friend class CoreMemory;
  void settle();
  enum class State : std::uint8_t { Idle, Waiting, Transferring };
  void request();
  void proceed();
  void begin(CoreMemory::Box& box);
  bool outranked(const CoreMemory::Box& box) const;

  CoreMemory& core_;
  Scheduler& clock_;
  EventId event_;
  unsigned number_;
  Done done_;
  State state_ = State::Idle;
  bool writing_ = false;
  bool unnoticed_ = false;
  PhysicalAddress address_;
  Word36 data_;
  Result result_;
};

}  // namespace utah10
