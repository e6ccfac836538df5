#include "devices/host_link.hpp"

#include <algorithm>
#include <limits>

#include "devices/loop_plug.hpp"

namespace utah10 {

void ReadyLine::set(bool up) {
  if (up == up_) return;
  up_ = up;
  changes_.push_back({clock_.now(), up});
  if (changes_.size() > kRemembered) changes_.pop_front();
  if (passing_) passing_(up);
  if (changed_) changed_(up);
  if (seen_) seen_(up);
}

void ReadyLine::state(Archive& a) {
  a.flag(up_);
  a.list(changes_, kRemembered, "a ready line with too many changes", [&](Change& c) {
    a.instant(c.at);
    a.flag(c.up);
  });
}

HostLink::HostLink(Scheduler& clock, const std::string& name, const HostLinkConfig& config, const Observers* observers)
    : toImp(clock, name + ".to-imp", config.perBitToImp),
      toHost(clock, name + ".to-host", config.perBitToHost),
      hostReady(clock),
      impReady(clock),
      clock_(clock),
      config_(config),
      observers_(observers) {
  toImp.onPassing([this](const WireBits& bits) { pass(fromHost_, bits, toImp, true); });
  toHost.onPassing([this](const WireBits& bits) { pass(fromImp_, bits, toHost, false); });
  hostReady.onPassing([this](bool up) {
    if (!up) fromHost_ = {};
  });
  impReady.onPassing([this](bool up) {
    if (!up) fromImp_ = {};
  });
  toImp.onWithdrawn([this] { fromHost_ = {}; });
  toHost.onWithdrawn([this] { fromImp_ = {}; });
}

HostLink::~HostLink() = default;

void HostLink::plugLoop() {
  plug_ = std::make_unique<LoopPlug>(*this);
  takeImpEnd("a loop plug");
}

void HostLink::pass(Passing& message, const WireBits& bits, const BitWire& wire, bool fromHost) {
  if (message.bits == 0) message.began = clock_.now() - bits.count * wire.perBit();
  for (unsigned i = bits.count; i-- > 0; ++message.bits) {
    if (message.bits == std::numeric_limits<std::uint32_t>::max()) break;  // a sender whose message does not end
    if (message.bits / 8 >= kKept) continue;
    if (message.bits % 8 == 0) message.octets.push_back(0);
    const auto bit = static_cast<unsigned>(bits.value >> i) & 1u;
    message.octets.back() = static_cast<std::uint8_t>(message.octets.back() | bit << (7 - message.bits % 8));
  }
  if (!bits.last) return;
  const MessageRecord record{clock_.now(),  clock_.now() - message.began, config_.wire, fromHost, message.bits,
                             message.octets};
  if (observers_ != nullptr) observers_->message(record);
  if (told_) told_(record);
  message = {};
}

void HostLink::state(Archive& a) {
  toImp.state(a);
  toHost.state(a);
  hostReady.state(a);
  impReady.state(a);
  for (Passing* m : {&fromHost_, &fromImp_}) {
    a.bytes(m->octets);
    a.u32(m->bits);
    a.instant(m->began);
    const std::size_t octets = m->bits / 8 + (m->bits % 8 != 0 ? 1 : 0);
    a.check(m->octets.size() == std::min(octets, kKept), "a message whose length does not match its bits");
    if (!a.good()) *m = {};
  }
  a.sameFlag(looped(), "a cable with a different end");
  if (plug_) plug_->state(a);
}

}  // namespace utah10
