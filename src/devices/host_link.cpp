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

void ReadyLine::save(StateWriter& out) const {
  out.flag(up_);
  out.u32(static_cast<std::uint32_t>(changes_.size()));
  for (const Change& c : changes_) {
    out.instant(c.at);
    out.flag(c.up);
  }
}

void ReadyLine::restore(StateReader& in) {
  up_ = in.flag();
  changes_.clear();
  const std::uint32_t n = in.u32();
  if (n > kRemembered) return in.reject("a ready line with too many changes");
  for (std::uint32_t i = 0; i < n; ++i) {
    const Instant at = in.instant();
    changes_.push_back({at, in.flag()});
  }
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

void HostLink::save(StateWriter& out) const {
  toImp.save(out);
  toHost.save(out);
  hostReady.save(out);
  impReady.save(out);
  for (const Passing* m : {&fromHost_, &fromImp_}) {
    out.bytes(std::as_bytes(std::span{m->octets}));
    out.u32(m->bits);
    out.instant(m->began);
  }
  out.flag(looped());
  if (plug_) plug_->save(out);
}

void HostLink::restore(StateReader& in) {
  toImp.restore(in);
  toHost.restore(in);
  hostReady.restore(in);
  impReady.restore(in);
  for (Passing* m : {&fromHost_, &fromImp_}) {
    const std::vector<std::byte> kept = in.bytes();
    m->octets.clear();
    for (const std::byte b : kept) m->octets.push_back(static_cast<std::uint8_t>(b));
    m->bits = in.u32();
    m->began = in.instant();
    const std::size_t octets = m->bits / 8 + (m->bits % 8 != 0 ? 1 : 0);
    if (m->octets.size() != std::min(octets, kKept)) in.reject("a message whose length does not match its bits");
    if (!in.good()) *m = {};
  }
  if (in.flag() != looped() && in.good()) in.reject("a cable with a different end");
  if (plug_) plug_->restore(in);
}

}  // namespace utah10
