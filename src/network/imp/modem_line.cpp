#include "network/imp/modem_line.hpp"

#include <algorithm>

namespace utah10::subnet {

ModemLine::ModemLine(Agenda& agenda, LineOwner& owner, const ImpParameters& parameters, const LineSetup& setup)
    : agenda_(agenda), owner_(owner), parameters_(parameters), setup_(setup) {}

void ModemLine::send(Packet packet) {
  (packet.urgent() ? urgent_ : plain_).push_back(std::move(packet));
  pump();
}

unsigned ModemLine::unacknowledged() const {
  return static_cast<unsigned>(
      std::count_if(channels_.begin(), channels_.end(), [](const Channel& c) { return c.busy; }));
}

void ModemLine::pump() {
  if (sending_) return;
  Frame frame;
  if (choose(frame)) put(std::move(frame));
}

bool ModemLine::choose(Frame& frame) {
  if (routing_) {
    routing_ = false;
    frame.kind = FrameKind::Routing;
    frame.heardYou = say_;
    frame.routes = owner_.routes();
    return true;
  }
  if (!alive_) return false;
  if (late(frame) || fresh(frame, urgent_) || fresh(frame, plain_)) return true;
  return owes_;  // a null packet
}

bool ModemLine::late(Frame& frame) {
  Channel* oldest = nullptr;
  for (Channel& c : channels_)
    if (c.busy && c.again <= agenda_.now() && (oldest == nullptr || c.again < oldest->again)) oldest = &c;
  if (oldest == nullptr) return false;
  frame.kind = FrameKind::Data;
  frame.channel = static_cast<std::uint8_t>(oldest - channels_.data());
  frame.odd = oldest->odd;
  frame.packet = oldest->packet;
  ++counts_.again;
  counts_.againBits += static_cast<std::uint64_t>(frame.bits(parameters_));
  return true;
}

bool ModemLine::fresh(Frame& frame, std::deque<Packet>& from) {
  if (from.empty()) return false;
  for (unsigned i = 0; i < std::min<unsigned>(parameters_.channels, 8); ++i) {
    Channel& c = channels_[i];
    if (c.busy) continue;
    c.busy = true;
    c.odd = !c.odd;
    c.packet = std::move(from.front());
    from.pop_front();
    frame.kind = FrameKind::Data;
    frame.channel = static_cast<std::uint8_t>(i);
    frame.odd = c.odd;
    frame.packet = c.packet;
    return true;
  }
  return false;
}

void ModemLine::put(Frame frame) {
  if (frame.kind != FrameKind::Routing) {
    frame.acknowledged = taken_;
    owes_ = false;
  }
  const std::int64_t bits = frame.bits(parameters_);
  const Duration time{bits * 1'000'000'000 / setup_.bitsPerSecond};
  const Instant gone = agenda_.now() + time;
  count(frame, bits, time);
  if (frame.kind == FrameKind::Data) {
    channels_[frame.channel].again = gone + parameters_.retransmit;
    again_.set(agenda_, channels_[frame.channel].again, event(SubnetEventKind::LineTimer));
  }
  frame.damaged = !owner_.survives(setup_.index) || broken_;
  sending_ = true;
  agenda_.at(gone, event(SubnetEventKind::LineFree));
  const Instant arrives = gone + setup_.propagation;
  onWire_.push_back({onWire_.empty() ? arrives : std::max(arrives, onWire_.back().arrives), std::move(frame)});
  if (!setup_.trunk) agenda_.at(onWire_.back().arrives, event(SubnetEventKind::FrameArrives));
}

void ModemLine::count(const Frame& frame, std::int64_t bits, Duration time) {
  ++counts_.frames;
  counts_.busy += time;
  counts_.bits += static_cast<std::uint64_t>(bits);
  if (frame.kind == FrameKind::Data) ++counts_.packets;
  if (frame.kind == FrameKind::Routing) counts_.routingBits += static_cast<std::uint64_t>(bits);
  if (frame.kind == FrameKind::Null) counts_.nullBits += static_cast<std::uint64_t>(bits);
}

void ModemLine::free() {
  sending_ = false;
  pump();
}

void ModemLine::timer() {
  if (!again_.passed(agenda_, event(SubnetEventKind::LineTimer))) return;
  Instant next = kNever;
  for (const Channel& c : channels_)
    if (c.busy && c.again > agenda_.now()) next = std::min(next, c.again);
  again_.set(agenda_, next, event(SubnetEventKind::LineTimer));
  pump();
}

Frame ModemLine::arrival() {
  if (onWire_.empty()) return {FrameKind::Null, 0, false, 0, false, true, {}, {}};
  Frame frame = std::move(onWire_.front().frame);
  onWire_.pop_front();
  return frame;
}

std::vector<std::pair<Instant, Frame>> ModemLine::takeSent() {
  std::vector<std::pair<Instant, Frame>> out;
  for (OnWire& w : onWire_) out.emplace_back(w.arrives, std::move(w.frame));
  onWire_.clear();
  return out;
}

void ModemLine::acknowledged(std::uint8_t bits) {
  for (unsigned i = 0; i < channels_.size(); ++i) {
    Channel& c = channels_[i];
    if (!c.busy || ((bits >> i & 1) != 0) != c.odd) continue;
    c.busy = false;
    c.again = kNever;
    const Packet gone = std::move(c.packet);
    c.packet = {};
    owner_.released(gone);
  }
}

void ModemLine::take(const Frame& frame) {
  if (frame.kind == FrameKind::Routing) {
    heard_ = true;
    heardUs_ = heardUs_ || frame.heardYou;
    if (alive_) owner_.heard(setup_.index, frame.routes);
    return;
  }
  if (!alive_) return;
  acknowledged(frame.acknowledged);
  if (frame.kind == FrameKind::Data) takeData(frame);
  pump();
}

void ModemLine::takeData(const Frame& frame) {
  const auto bit = static_cast<std::uint8_t>(1u << frame.channel);
  if (((taken_ & bit) != 0) == frame.odd) {
    ++counts_.duplicates;
    owes_ = true;
    return;
  }
  if (!owner_.accept(frame.packet)) {
    ++counts_.refused;
    return;
  }
  taken_ = static_cast<std::uint8_t>(taken_ ^ bit);
  owes_ = true;
}

void ModemLine::period() {
  if (alive_) {
    missed_ = heardUs_ ? 0 : missed_ + 1;
    if (missed_ >= parameters_.lineTries) set(false);
  } else if (quiet_ != 0) {
    --quiet_;
    good_ = 0;
  } else {
    good_ = heardUs_ ? good_ + 1 : 0;
    if (good_ >= parameters_.lineTries) set(true);
  }
  say_ = heard_ && (alive_ || quiet_ == 0);
  routing_ = true;
  heard_ = heardUs_ = false;
  pump();
}

void ModemLine::set(bool alive) {
  alive_ = alive;
  missed_ = good_ = 0;
  quiet_ = alive ? 0 : 2 * parameters_.lineTries;
  std::deque<Packet> left;
  for (Channel& c : channels_)
    if (c.busy) left.push_back(std::move(c.packet));
  for (std::deque<Packet>* queue : {&urgent_, &plain_})
    for (Packet& p : *queue) left.push_back(std::move(p));
  forgetChannels();
  owner_.lineChanged(setup_.index, alive);
  // Packets not sent are rerouted; one sent but not acknowledged may then arrive twice, which its number reveals.
  for (Packet& p : left) {
    owner_.released(p);
    owner_.reroute(p);
  }
}

void ModemLine::forgetChannels() {
  channels_ = {};
  urgent_.clear();
  plain_.clear();
  taken_ = 0;
  owes_ = false;
  again_.clear();
}

void ModemLine::restart() {
  forgetChannels();
  routing_ = false;
  alive_ = false;
  heard_ = heardUs_ = false;
  missed_ = good_ = 0;
  quiet_ = 2 * parameters_.lineTries;
}

void ModemLine::cut(bool broken) {
  broken_ = broken;
  if (!broken) return;
  for (OnWire& w : onWire_) w.frame.damaged = true;
}

void ModemLine::Channel::state(Archive& a) {
  a.flag(busy, odd);
  a.instant(again);
  if (a.reading()) packet = {};
  if (busy) packet.state(a);
}

void ModemLine::state(Archive& a) {
  a.duration(setup_.propagation);
  a.check(setup_.propagation >= Duration{} && setup_.propagation <= seconds(3600),
          "a line whose propagation time is out of range");
  for (auto* queue : {&urgent_, &plain_}) a.list(*queue, [&](Packet& p) { p.state(a); });
  for (Channel& c : channels_) c.state(a);
  a.u8(taken_);
  a.flag(owes_, routing_, say_, sending_, broken_, alive_, heard_, heardUs_);
  a.list(onWire_, [&](OnWire& w) {
    a.instant(w.arrives);
    w.frame.state(a);
  });
  again_.state(a);
  a.u32(missed_, quiet_, good_);
  LineCounts& c = counts_;
  a.u64(c.frames, c.packets, c.again, c.damaged, c.duplicates, c.refused);
  a.u64(c.bits, c.routingBits, c.nullBits, c.againBits);
  a.duration(c.busy);
}

}  // namespace utah10::subnet
