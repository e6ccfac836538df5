#include "command/panel/history_shares.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace utah10 {

namespace {

// Sums the time of each value of two nine-bit pieces, and takes the pieces apart into bits only at the end.
class HalfWordTimes {
 public:
  void add(std::uint32_t half, std::int64_t time) {
    high_[half >> 9 & 0777] += time;
    low_[half & 0777] += time;
  }
  HistoryShares::Bits shares(std::int64_t total) const {
    HistoryShares::Bits bits{};
    if (total == 0) return bits;
    for (std::size_t n = 0; n < bits.size(); ++n) {
      const Piece& piece = n < 9 ? high_ : low_;
      const std::size_t mask = std::size_t{0400} >> n % 9;
      std::int64_t on = 0;
      for (std::size_t value = 0; value < piece.size(); ++value)
        if ((value & mask) != 0) on += piece[value];
      bits[n] = static_cast<float>(static_cast<double>(on) / static_cast<double>(total));
    }
    return bits;
  }

 private:
  using Piece = std::array<std::int64_t, 512>;
  Piece high_{}, low_{};
};

// The word that the instruction moved from or to the watched address.
std::optional<Word36> seenAt(const HistoryEntry& entry, VirtualAddress watched) {
  if (entry.pcWord.pc() == watched) return entry.instruction.word();
  if (entry.e == watched.bits()) return entry.data;
  return std::nullopt;
}

// The registers' times, added from the latest instruction to the earliest.
class RegisterTimes {
 public:
  void add(const HistoryEntry& entry, std::int64_t time, const HistoryQuestion& question) {
    const std::int64_t fetching = std::min(time, question.fetch.count());
    const std::uint32_t at = entry.pcWord.pc().bits();
    pc_.add(at, time);
    instruction_.add(entry.instruction.word().left().bits(), time);
    address_.add(at, fetching);
    address_.add(entry.e, time - fetching);
    flags_.add(entry.pcWord.flags(), time);
    unseen_ += time;
    if (const auto word = seenAt(entry, question.watched)) indicate(*word, true);
  }
  HistoryShares shares(Duration covered, Word36 indicatorBefore) {
    indicate(indicatorBefore, false);
    const std::int64_t total = covered.count();
    return {pc_.shares(total),
            instruction_.shares(total),
            address_.shares(total),
            flags_.shares(total),
            left_.shares(total),
            right_.shares(total),
            indicator_.value_or(indicatorBefore),
            indicator_.has_value(),
            covered};
  }

 private:
  // The indicators have shown the word from here to the instruction that is known already to have changed them.
  void indicate(Word36 word, bool seen) {
    left_.add(word.left().bits(), unseen_);
    right_.add(word.right().bits(), unseen_);
    unseen_ = 0;
    if (seen && !indicator_) indicator_ = word;
  }

  HalfWordTimes pc_, instruction_, address_, flags_, left_, right_;
  std::optional<Word36> indicator_;
  std::int64_t unseen_ = 0;
};

}  // namespace

HistoryShares historyShares(const History& history, const HistoryQuestion& question) {
  RegisterTimes times;
  Instant next = question.to;
  const std::size_t most = std::min(history.size(), kMostOfHistory);
  for (std::size_t n = 0; n < most && next > question.from; ++n) {
    const HistoryEntry entry = history.ago(n);
    if (entry.began > next) break;  // from another time, before the machine went back
    const Instant began = std::max(entry.began, question.from);
    times.add(entry, (next - began).count(), question);
    next = began;
  }
  return times.shares(question.to - next, question.indicator);
}

}  // namespace utah10
