#include "network/servers/real_time_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

RealTimeSource::RealTimeSource(Scheduler& clock, Ncp& ncp, std::string name, const RealTimeConfig& config)
    : clock_(clock),
      ncp_(ncp),
      name_(std::move(name)),
      config_(config),
      self_(ncp.enrol(*this)),
      icp_(ncp, *this),
      playedEvent_(clock.add(name_ + ".played", [this] { played(); })),
      lookEvent_(clock.add(name_ + ".look", [this] { look(); })),
      endEvent_(clock.add(name_ + ".end", [this] { end(); })),
      lineEvent_(clock.add(name_ + ".line", [this] { lineRead(); })),
      stallEvent_(clock.add(name_ + ".stall", [this] { stall(); })),
      chance_(config.seed) {}

void RealTimeSource::call() {
  if (icp_.call(config_.host, config_.socket, config_.byteSize) == Socket{}) failure_ = CloseReason::Refused;
}

void RealTimeSource::connected(const IcpPair& pair) {
  pair_ = pair;
  connected_ = true;
  if (config_.stallInterval > Duration::zero()) clock_.after(stallEvent_, chance_.exponential(config_.stallInterval));
}

void RealTimeSource::failed(Socket, CloseReason reason) { failure_ = reason; }

void RealTimeSource::closed(ConnectionId, CloseReason reason) {
  connected_ = false;
  failure_ = reason;
  for (const EventId e : {playedEvent_, lookEvent_, endEvent_, lineEvent_, stallEvent_}) clock_.cancel(e);
  testing_ = false;
}

void RealTimeSource::received(ConnectionId id) { ncp_.take(id, ncp_.waiting(id)); }

bool RealTimeSource::idle() const {
  return !testing_ && writes_.empty() && !reading_ && full_ == 0 && kept_ == 0 &&
         (!connected_ || ncp_.unsent(pair_.output) == 0);
}

std::string RealTimeSource::status() const {
  return fmt::format("{}, {} buffers, {} gaps", testing_ ? "playing" : "idle", result_.buffers, result_.gaps.size());
}

// --- The device ---

void RealTimeSource::start(const RealTimeTest& test) {
  test_ = test;
  result_ = {};
  testing_ = true;
  gapSince_.reset();
  if (stalled_) noteStall(clock_.when(stallEvent_) - clock_.now());
  clock_.after(endEvent_, test.length);
  playedSince_ = clock_.now();
  playedInRow_ = 0;
  play(0);
}

// Plays out a buffer; the end of each is computed from the first one, so that no rounding error accumulates.
void RealTimeSource::play(unsigned buffer) {
  playing_ = buffer;
  ++playedInRow_;
  const std::int64_t bits = playedInRow_ * static_cast<std::int64_t>(test_.bufferBits);
  const std::int64_t whole = bits / test_.bitsPerSecond, rest = bits % test_.bitsPerSecond;
  clock_.at(playedEvent_, playedSince_ + seconds(whole) + nanoseconds(rest * 1'000'000'000 / test_.bitsPerSecond));
}

void RealTimeSource::played() {
  ++result_.buffers;
  writing_[playing_] = true;
  writes_.push_back(static_cast<std::uint8_t>(playing_));
  serve();
  const unsigned next = (playing_ + 1) % kBuffers;
  if (!writing_[next]) return play(next);
  gapSince_ = clock_.now();
  clock_.after(lookEvent_, kLook);
}

void RealTimeSource::look() {
  const unsigned next = (playing_ + 1) % kBuffers;
  if (writing_[next]) return clock_.after(lookEvent_, kLook);
  if (result_.gaps.size() < kMostGaps) result_.gaps.push_back({*gapSince_, clock_.now() - *gapSince_});
  gapSince_.reset();
  playedSince_ = clock_.now();
  playedInRow_ = 0;
  play(next);
}

void RealTimeSource::end() {
  if (gapSince_) result_.openGap = clock_.now() - *gapSince_;
  gapSince_.reset();
  clock_.cancel(playedEvent_);
  clock_.cancel(lookEvent_);
  testing_ = false;
}

// --- The host ---

// Does whatever the program can do now.
void RealTimeSource::serve() {
  if (stalled_ || !connected_) return;
  while (handOver()) {
  }
  readLine();
}

bool RealTimeSource::handOver() {
  if (full_ == 0) return false;
  const std::size_t unsent = ncp_.unsent(pair_.output);
  const bool keeps = config_.ncpBits == 0;
  if (keeps ? unsent != 0 : unsent + test_.bufferBits > std::max(config_.ncpBits, test_.bufferBits)) return false;
  ncp_.send(pair_.output, contents());
  --full_;
  if (keeps) ++kept_;
  return true;
}

bool RealTimeSource::readLine() {
  if (reading_ || writes_.empty() || full_ + kept_ >= config_.buffers) return false;
  reading_ = true;
  clock_.after(lineEvent_, transferTime());
  return true;
}

Duration RealTimeSource::transferTime() const {
  return nanoseconds(static_cast<std::int64_t>(test_.bufferBits) * 1'000'000'000 / config_.lineBitsPerSecond);
}

// The line's interrupt tells the device at once; the program learns of it when it runs.
void RealTimeSource::lineRead() {
  writing_[writes_.front()] = false;
  writes_.pop_front();
  reading_ = false;
  ++full_;
  serve();
}

void RealTimeSource::confirmed(ConnectionId id) {
  if (id != pair_.output) return;
  if (ncp_.unsent(id) == 0) kept_ = 0;
  serve();
}

void RealTimeSource::stall() {
  stalled_ = !stalled_;
  if (!stalled_) {
    clock_.after(stallEvent_, chance_.exponential(config_.stallInterval));
    return serve();
  }
  const Duration length = chance_.exponential(config_.stallLength);
  if (testing_) noteStall(length);
  clock_.after(stallEvent_, length);
}

void RealTimeSource::noteStall(Duration length) {
  ++result_.stalls;
  result_.longestStall = std::max(result_.longestStall, length);
}

// Alternating bits in words of sixteen.
BitString RealTimeSource::contents() const {
  BitString bits;
  for (std::size_t at = 0; at < test_.bufferBits; at += 16) bits.append(at % 32 == 0 ? 0x5555 : 0xAAAA, 16);
  bits.resize(test_.bufferBits);
  return bits;
}

void RealTimeGap::state(Archive& a) {
  a.instant(begun);
  a.duration(length);
}

void RealTimeResult::state(Archive& a) {
  a.u64(buffers);
  a.list(gaps, [&](RealTimeGap& g) { g.state(a); });
  a.duration(openGap, longestStall);
  a.u64(stalls);
}

void RealTimeSource::state(Archive& a) {
  icp_.state(a);
  pair_.state(a);
  std::uint64_t chance = chance_.state();
  a.u64(chance);
  if (a.reading()) chance_.set(chance);
  bool failedBefore = failure_.has_value();
  CloseReason why = failure_.value_or(CloseReason::ByUs);
  a.flag(connected_, failedBefore);
  a.choice(why, CloseReason::TimedOut, "a connection that failed for an unknown reason");
  if (a.reading()) failure_ = failedBefore ? std::optional{why} : std::nullopt;
  a.u64(test_.bitsPerSecond, test_.bufferBits);
  a.duration(test_.length);
  result_.state(a);
  a.flag(testing_, writing_[0], writing_[1], reading_, stalled_);
  a.u32(playing_);
  a.instant(playedSince_);
  a.u64(playedInRow_);
  a.list(writes_, kBuffers, "more writes than buffers", [&](std::uint8_t& w) {
    a.u8(w);
    a.check(w < kBuffers, "a buffer that the device does not have");
  });
  bool gap = gapSince_.has_value();
  Instant since = gapSince_.value_or(Instant{});
  a.flag(gap);
  a.instant(since);
  if (a.reading()) gapSince_ = gap ? std::optional{since} : std::nullopt;
  a.u32(full_, kept_);
  a.check(playing_ < kBuffers && full_ <= config_.buffers && kept_ <= config_.buffers, "more buffers than there are");
  a.check(!reading_ || !writes_.empty(), "a transfer of no buffer");
}

}  // namespace utah10
