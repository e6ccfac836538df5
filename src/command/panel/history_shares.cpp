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

// For how much time each nanosecond of the latest instructions stands.
double RegisterTimes::weightOf(const Slice& slice, std::uint64_t most) const {
  Instant began = slice.to;
  for (std::uint64_t n = 0; n < most && began > slice.from; ++n) {
    const Instant at = history_.ago(n).began;
    if (at > began) break;
    began = std::max(at, slice.from);
  }
  return began == slice.to ? 1 : nanoseconds(slice.to - slice.from) / nanoseconds(slice.to - began);
}

std::optional<Word36> RegisterTimes::add(const Slice& slice) {
  const std::uint64_t count = history_.count(), before = std::exchange(seen_, count);
  const std::uint64_t executed = count - (before <= count ? before : 0);  // it has been cleared
  const bool all = executed <= left_;
  if (all) left_ -= executed;
  // One more: what a slice has begun, the next one may end.
  const std::uint64_t most = std::min<std::uint64_t>(all ? executed + 1 : kMostOfSlice, history_.size());
  weight_ = all ? 1 : weightOf(slice, most);
  latest_.reset();
  Instant next = slice.to;
  for (std::uint64_t n = 0; n < most && next > slice.from; ++n) {
    const HistoryEntry entry = history_.ago(n);
    if (entry.began > next) break;  // from another time, before the machine went back
    const Instant at = std::max(entry.began, slice.from);
    add(entry, next - at, slice);
    next = at;
  }
  indicate(slice.indicator);
  total_ += nanoseconds(slice.to - next) * weight_;
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
