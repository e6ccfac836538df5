#include "network/servers/traffic_source.hpp"

#include <fmt/format.h>

namespace utah10 {

TrafficSource::TrafficSource(Scheduler& clock, Ncp& ncp, std::string name, const TrafficConfig& config)
    : clock_(clock),
      ncp_(ncp),
      name_(std::move(name)),
      config_(config),
      self_(ncp.enrol(*this)),
      icp_(ncp, *this),
      event_(clock.add(name_ + ".message", [this] { message(); })),
      chance_(config.seed) {}

void TrafficSource::call() { icp_.call(config_.host, config_.socket, config_.byteSize); }

void TrafficSource::connected(const IcpPair& pair) {
  pair_ = pair;
  connected_ = true;
  next();
}

void TrafficSource::closed(ConnectionId, CloseReason) {
  connected_ = false;
  clock_.cancel(event_);
}

void TrafficSource::next() { clock_.after(event_, chance_.exponential(config_.interval)); }

void TrafficSource::message() {
  if (ncp_.unsent(pair_.output) < kMostWaiting * config_.messageBits) {
    BitString bits;
    bits.resize(config_.messageBits);
    ncp_.send(pair_.output, bits);
    ++messages_;
  }
  next();
}

std::string TrafficSource::status() const { return fmt::format("{} messages", messages_); }

void TrafficSource::state(Archive& a) {
  icp_.state(a);
  pair_.state(a);
  std::uint64_t chance = chance_.state();
  a.u64(chance, messages_);
  if (a.reading()) chance_.set(chance);
  a.flag(connected_);
}

}  // namespace utah10
