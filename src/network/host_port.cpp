#include "network/host_port.hpp"

#include <algorithm>

namespace utah10 {

HostPort::HostPort(HostLink& cable) : cable_(cable) {
  cable_.toImp.onGone([this] { gone(); });
  cable_.toHost.onArrival([this](const WireBits& bits) { arrived(bits); });
  cable_.impReady.onChange([this](bool up) {
    forget();
    if (user_ != nullptr) user_->impReady(up);
  });
  cable_.toHost.allow(kGroup);
}

void HostPort::forget() {
  cable_.toImp.withdraw();
  queue_.clear();
  offered_ = 0;
  incoming_.clear();
  dropping_ = false;
}

void HostPort::setReady(bool up) {
  if (up == cable_.hostReady.up()) return;
  forget();
  cable_.hostReady.set(up);
}

void HostPort::hold(bool holding) {
  holding_ = holding;
  cable_.toHost.allow(holding ? 0 : kGroup);
}

void HostPort::sendBits(const BitString& bits) {
  if (bits.empty()) return;
  queue_.push_back(bits);
  if (queue_.size() == 1) offer();
}

void HostPort::offer() {
  const BitString& message = queue_.front();
  WireBits group;
  group.count = static_cast<unsigned>(std::min<std::size_t>(kGroup, message.size() - offered_));
  group.value = message.field(offered_, group.count);
  offered_ += group.count;
  group.last = offered_ == message.size();
  cable_.toImp.offer(group);
}

void HostPort::gone() {
  if (queue_.empty()) return;
  if (offered_ < queue_.front().size()) return offer();
  queue_.pop_front();
  offered_ = 0;
  if (!queue_.empty()) return offer();
  if (user_ != nullptr) user_->allSent();
}

void HostPort::arrived(const WireBits& bits) {
  if (!dropping_) incoming_.append(bits.value, bits.count);
  if (incoming_.size() > kMostArriving) {
    dropping_ = true;
    incoming_.clear();
  }
  if (bits.last) {
    BitString whole;
    std::swap(whole, incoming_);
    const bool dropped = dropping_;
    dropping_ = false;
    if (dropped) {
      ++tooLong_;
    } else if (whole.size() < Leader::kBits) {
      ++tooShort_;
    } else if (user_ != nullptr) {
      user_->arrived(Message::of(whole));
    }
  }
  if (!holding_) cable_.toHost.allow(kGroup);
}

void HostPort::state(Archive& a) {
  a.list(queue_, [&](BitString& m) {
    m.state(a);
    a.check(!m.empty(), "a host port with an empty message");
  });
  a.u64(offered_);
  incoming_.state(a);
  a.flag(holding_, dropping_);
  a.u64(tooShort_, tooLong_);
  a.check(offered_ <= (queue_.empty() ? 0 : queue_.front().size()), "a host port past the end of its message");
  a.check(incoming_.size() <= kMostArriving, "a host port with too long a message");
}

}  // namespace utah10
