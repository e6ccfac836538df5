// How long each bit of PC, IR, MA and the flags was on, from the processor's own history of its last instructions.
//
// The history is kept in any case, so reading it afterwards costs the machine nothing. This is the only place of the
// panel that knows its entries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "utah10/machine/history.hpp"

namespace utah10 {

struct HistoryShares {
  static constexpr std::size_t kBits = 18;
  // Shares of the frame's time, 0 to 1, by bit: the first is the highest bit of the half word.
  using Bits = std::array<float, kBits>;
  Bits pc{}, instruction{}, address{}, flags{};
  // The memory indicators, which keep the word last seen at the watched address.
  Bits indicatorLeft{}, indicatorRight{};
};

// Sums a frame, slice of a run by slice. A machine that runs as fast as it can executes far more instructions in a
// frame than can be summed: of a slice that does not fit into kMostOfFrame, its latest instructions stand for all. The
// more slices a frame has, the fewer of each are enough.
class RegisterTimes {
 public:
  // Instructions of a frame that are summed one by one: fewer than a slice at full speed has.
  static constexpr std::uint64_t kMostOfFrame = 19'999;
  // Of other slices the latest kLatest each, until a frame has kLatestOfFrame of them, and then kLatestThen each.
  static constexpr std::uint64_t kLatest = 128, kLatestOfFrame = 2048, kLatestThen = 16;

  struct Slice {
    Instant from, to;
    VirtualAddress watched;  // the address switches
    Word36 indicator;        // what the memory indicators showed before
    Duration fetch{};        // MA holds the address of an instruction for so long, then the effective address
  };

  // The history must outlive this.
  explicit RegisterTimes(const History& history) : history_(history), seen_(history.count()) {}

  // Call after the slice. Returns the word last seen at the watched address, if there was any.
  std::optional<Word36> add(const Slice& slice);
  // The shares of the frame; the next one begins.
  HistoryShares endFrame();

 private:
  // The time of each value of two nine-bit pieces, taken apart into bits only at the end of the frame.
  class Halves {
   public:
    void add(std::uint32_t half, double time) {
      high_[half >> 9 & 0777] += time;
      low_[half & 0777] += time;
    }
    HistoryShares::Bits take(double total);

   private:
    static constexpr std::size_t kPieceBits = 9;
    using Piece = std::array<double, std::size_t{1} << kPieceBits>;
    static void take(Piece& piece, double total, std::span<float, kPieceBits> bits);

    Piece high_{}, low_{};
  };

  std::uint64_t toSum(std::uint64_t executed);
  void add(const HistoryEntry& entry, Duration time, const Slice& slice);
  void indicate(Word36 word);

  const History& history_;
  std::uint64_t seen_;                         // of the history's instructions
  std::uint64_t left_ = kMostOfFrame;          // instructions that may still be summed one by one in this frame
  std::uint64_t latestLeft_ = kLatestOfFrame;  // until only kLatestThen of a slice stand for all
  Halves pc_, instruction_, address_, flags_, indicatorLeft_, indicatorRight_;
  double total_ = 0;  // of the frame, in nanoseconds
  // Of the slice that is being read, backwards: for how much time each nanosecond stands; the time for which it is not
  // known yet what the indicators show; the latest word seen.
  double weight_ = 1, unshown_ = 0;
  std::optional<Word36> latest_;
};

}  // namespace utah10
