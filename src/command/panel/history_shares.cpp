#include "command/panel/history_shares.hpp"

#include <algorithm>
#include <utility>

namespace utah10 {

namespace {

// The word that the instruction moved from or to the watched address.
std::optional<Word36> seenAt(const HistoryEntry& entry, VirtualAddress watched) {
  if (entry.pcWord.pc() == watched) return entry.instruction.word();
  if (entry.e == watched.bits()) return entry.data;
  return std::nullopt;
}

double nanoseconds(Duration d) { return static_cast<double>(d.count()); }

}  // namespace

HistoryShares::Bits RegisterTimes::Halves::take(double total) {
  HistoryShares::Bits bits{};
  for (std::size_t n = 0; n < bits.size() && total > 0; ++n) {
    const Piece& piece = n < 9 ? high_ : low_;
    const std::size_t mask = std::size_t{0400} >> n % 9;
    double on = 0;
    for (std::size_t value = 0; value < piece.size(); ++value)
      if ((value & mask) != 0) on += piece[value];
    bits[n] = static_cast<float>(std::min(on / total, 1.0));
  }
  high_.fill(0);
  low_.fill(0);
  return bits;
}

// How many of a slice's instructions are looked at.
std::uint64_t RegisterTimes::mostOf(std::uint64_t executed) {
  if (executed > left_) return kMostOfSlice;
  left_ -= executed;
  return executed;
}

std::optional<Word36> RegisterTimes::add(const Slice& slice) {
  const std::uint64_t count = history_.count(), before = std::exchange(seen_, count);
  const std::uint64_t executed = count - (before <= count ? before : 0);  // it has been cleared
  // One more: what a slice has begun, the next one may end.
  const std::uint64_t most = std::min<std::uint64_t>(mostOf(executed) + 1, history_.size());
  std::uint64_t looked = 0;
  Instant began = slice.to;
  for (; looked < most && began > slice.from; ++looked) {
    const Instant at = history_.ago(looked).began;
    if (at > began) break;  // from another time, before the machine went back
    began = std::max(at, slice.from);
  }
  if (began == slice.to) return std::nullopt;
  weight_ = nanoseconds(slice.to - slice.from) / nanoseconds(slice.to - began);
  total_ += nanoseconds(slice.to - slice.from);
  latest_.reset();
  Instant next = slice.to;
  for (std::uint64_t n = 0; n < looked; ++n) {
    const HistoryEntry entry = history_.ago(n);
    const Instant at = std::max(entry.began, slice.from);
    add(entry, next - at, slice);
    next = at;
  }
  indicate(slice.indicator);
  return latest_;
}

void RegisterTimes::add(const HistoryEntry& entry, Duration time, const Slice& slice) {
  const double all = nanoseconds(time) * weight_, fetching = nanoseconds(std::min(time, slice.fetch)) * weight_;
  const std::uint32_t at = entry.pcWord.pc().bits();
  pc_.add(at, all);
  instruction_.add(entry.instruction.word().left().bits(), all);
  address_.add(at, fetching);
  address_.add(entry.e, all - fetching);
  flags_.add(entry.pcWord.flags(), all);
  unshown_ += all;
  const auto word = seenAt(entry, slice.watched);
  if (!word) return;
  indicate(*word);
  if (!latest_) latest_ = word;
}

// The indicators have shown the word from here to the instruction that is known already to have changed them.
void RegisterTimes::indicate(Word36 word) {
  indicatorLeft_.add(word.left().bits(), unshown_);
  indicatorRight_.add(word.right().bits(), unshown_);
  unshown_ = 0;
}

HistoryShares RegisterTimes::endFrame() {
  left_ = kMostOfFrame;
  const double total = std::exchange(total_, 0);
  return {pc_.take(total),    instruction_.take(total),   address_.take(total),
          flags_.take(total), indicatorLeft_.take(total), indicatorRight_.take(total)};
}

}  // namespace utah10
