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

// The half of the piece in which a bit is on tells its time; then both halves are one, in which that bit does not
// count.
void RegisterTimes::Halves::take(Piece& piece, double total, std::span<float, kPieceBits> bits) {
  for (std::size_t n = 0, half = piece.size() / 2; n < kPieceBits; ++n, half /= 2) {
    double on = 0;
    for (std::size_t value = 0; value < half; ++value) {
      on += piece[half + value];
      piece[value] += piece[half + value];
    }
    bits[n] = total > 0 ? static_cast<float>(std::min(on / total, 1.0)) : 0;
  }
  piece.fill(0);
}

HistoryShares::Bits RegisterTimes::Halves::take(double total) {
  HistoryShares::Bits bits{};
  const std::span<float, HistoryShares::kBits> all{bits};
  take(high_, total, all.first<kPieceBits>());
  take(low_, total, all.last<kPieceBits>());
  return bits;
}

// How many of the instructions of a slice are summed: all, or the latest.
std::uint64_t RegisterTimes::toSum(std::uint64_t executed) {
  if (executed <= left_) {
    left_ -= executed;
    return executed;
  }
  const std::uint64_t most = latestLeft_ < kLatest ? kLatestThen : kLatest;
  latestLeft_ -= std::min(latestLeft_, most);
  return most;
}

std::optional<Word36> RegisterTimes::add(const Slice& slice) {
  const std::uint64_t count = history_.count(), before = std::exchange(seen_, count);
  const std::uint64_t executed = count - (before <= count ? before : 0);  // it has been cleared
  const std::uint64_t summed = std::min<std::uint64_t>(toSum(executed), history_.size());
  Instant from = slice.from;
  if (0 < summed && summed < executed) from = std::clamp(history_.ago(summed - 1).began, slice.from, slice.to);
  weight_ = from < slice.to ? nanoseconds(slice.to - slice.from) / nanoseconds(slice.to - from) : 1;
  // One more: what a slice has begun, the next one may end.
  const std::uint64_t most = std::min<std::uint64_t>(summed + 1, history_.size());
  latest_.reset();
  Instant next = slice.to;
  for (std::uint64_t n = 0; n < most && next > from; ++n) {
    const HistoryEntry entry = history_.ago(n);
    if (entry.began > next) break;  // from another time, before the machine went back
    const Instant at = std::max(entry.began, from);
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
  latestLeft_ = kLatestOfFrame;
  const double total = std::exchange(total_, 0);
  return {pc_.take(total),    instruction_.take(total),   address_.take(total),
          flags_.take(total), indicatorLeft_.take(total), indicatorRight_.take(total)};
}

}  // namespace utah10
