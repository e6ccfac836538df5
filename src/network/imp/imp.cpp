#include "network/imp/imp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace utah10::subnet {

Imp::Imp(SubnetContext& context, unsigned number, std::string name)
    : context_(context),
      number_(number),
      name_(std::move(name)),
      routing_(number, context.parameters),
      source_(context, *this),
      destination_(context, *this) {}

void Imp::addLine(const LineSetup& setup, double loss) {
  lines_.push_back(std::make_unique<ModemLine>(context_.agenda, *this, context_.parameters, setup));
  loss_.push_back(loss);
  routing_.lines(lineCount());
}

HostSide& Imp::plug(HostId host, HostLink& cable) {
  auto& side = hosts_[host.host()];
  side = std::make_unique<HostSide>(context_, *this, host, cable);
  side->impUp();
  return *side;
}

// The IMPs' clocks are not synchronised; inferred: their phases are spread over the period by IMP number.
void Imp::start() {
  const Duration first = context_.parameters.routingPeriod * number_ / 64;
  context_.agenda.after(first, {SubnetEventKind::Routing, static_cast<std::uint8_t>(number_), 0});
}

// --- The program ---

Duration Imp::cost(const Work& work) const {
  const ImpParameters& p = context_.parameters;
  if (work.kind != WorkKind::Frame || work.frame.kind == FrameKind::Data) return p.perPacket;
  return work.frame.kind == FrameKind::Routing ? p.perRouting : p.perNull;
}

void Imp::queue(Work work) {
  work_.push_back(std::move(work));
  if (!working_) begin();
}

void Imp::begin() {
  working_ = true;
  context_.agenda.after(cost(work_.front()), {SubnetEventKind::Program, static_cast<std::uint8_t>(number_), 0});
}

void Imp::programDone() {
  if (work_.empty()) {  // the program was stopped in the meantime
    working_ = false;
    return;
  }
  const Work work = std::move(work_.front());
  work_.pop_front();
  if (work.kind == WorkKind::Frame) lines_[work.index]->take(work.frame);
  if (work.kind == WorkKind::Local) receive(work.frame.packet);
  if (work.kind == WorkKind::FromHost && hosts_[work.index]) hosts_[work.index]->input().programmed();
  if (work_.empty())
    working_ = false;
  else
    begin();
}

void Imp::programHost(unsigned host) { queue({WorkKind::FromHost, static_cast<std::uint8_t>(host), {}}); }

void Imp::arrive(unsigned line, Frame frame) {
  if (!up_) return;
  if (frame.damaged) return lines_[line]->damaged();
  queue({WorkKind::Frame, static_cast<std::uint8_t>(line), std::move(frame)});
}

// --- Packets ---

bool Imp::takes(const Packet& packet) const {
  if (packet.toFake) return packet.destination.host() == 3;
  const HostSide* side = host(packet.destination.host());
  return side != nullptr && side->alive();
}

bool Imp::room(unsigned imp) const {
  if (imp == number_) return true;
  const int line = routing_.line(imp);
  if (line < 0) return true;  // accept() will drop it
  const unsigned queued = lines_[static_cast<unsigned>(line)]->queued();
  if (queued == 0) return true;
  return queued < context_.parameters.perLine && storeAndForward_ < context_.parameters.storeAndForward;
}

bool Imp::accept(const Packet& packet) {
  if (packet.destination.imp() != number_ && packet.kind == PacketKind::Data && !room(packet.destination.imp()))
    return false;
  reroute(packet);
  return true;
}

void Imp::reroute(const Packet& packet) {
  if (!up_) return;
  if (packet.destination.imp() == number_) return receive(packet);
  const int line = routing_.line(packet.destination.imp());
  if (line >= 0) return forward(static_cast<unsigned>(line), packet);
  context_.journal.add(NetEventKind::Dropped, number_, packet.source,
                       fmt::format("packet for IMP {} dropped: no route", packet.destination.imp()));
}

void Imp::send(const Packet& packet) {
  if (!up_) return;
  if (packet.destination.imp() != number_) return reroute(packet);
  Work work;
  work.kind = WorkKind::Local;
  work.frame.kind = FrameKind::Data;
  work.frame.packet = packet;
  queue(std::move(work));
}

void Imp::forward(unsigned line, const Packet& packet) {
  if (packet.kind == PacketKind::Data) ++storeAndForward_;
  lines_[line]->send(packet);
}

void Imp::released(const Packet& packet) {
  if (packet.kind != PacketKind::Data) return;
  --storeAndForward_;
  retryHosts();
}

void Imp::receive(const Packet& packet) {
  switch (packet.kind) {
    case PacketKind::Allocate:
    case PacketKind::Rfnm:
    case PacketKind::Dead:
    case PacketKind::Incomplete:
      return source_.receive(packet);
    default:
      return destination_.receive(packet);
  }
}

bool Imp::survives(unsigned line) { return !context_.chance.with(loss_[line]); }

// --- Hosts ---

void Imp::tell(HostId id, const Leader& leader) {
  if (HostSide* side = host(id.host())) side->tell(leader);
}

bool Imp::allocated(const Packet& answer) {
  HostSide* side = host(answer.destination.host());
  return side != nullptr && side->input().allocated(answer);
}

void Imp::cancelled(const Packet& answer) {
  if (HostSide* side = host(answer.destination.host())) side->input().cancelled(answer);
}

// In rotation, so that a busy host cannot keep another from a buffer.
void Imp::retryHosts() {
  const unsigned first = turn_;
  for (unsigned k = 0; k < kHosts; ++k) {
    const unsigned i = (first + k) % kHosts;
    if (hosts_[i] && hosts_[i]->input().retry()) turn_ = static_cast<std::uint8_t>((i + 1) % kHosts);
  }
}

// --- Routing ---

void Imp::settleRoutes() {
  routing_.compute([this](unsigned line) {
    const ModemLine& l = *lines_[line];
    return l.alive() ? static_cast<int>(l.queued() + context_.parameters.hopDelay) : -1;
  });
}

void Imp::compute() {
  std::vector<bool> before;
  for (unsigned i = 0; i < Routing::kImps; ++i) before.push_back(reachable(i));
  settleRoutes();
  bool lost = false;
  for (unsigned i = 0; i < Routing::kImps; ++i) {
    if (before[i] == reachable(i)) continue;
    lost = lost || before[i];
    context_.journal.add(before[i] ? NetEventKind::Unreachable : NetEventKind::Reachable, number_, HostId{i},
                         fmt::format("IMP {} {}", i, before[i] ? "is no longer reachable" : "is reachable"));
  }
  if (!lost) return;
  source_.routesChanged();
  destination_.routesChanged();
}

void Imp::routingPeriod() {
  context_.agenda.after(context_.parameters.routingPeriod,
                        {SubnetEventKind::Routing, static_cast<std::uint8_t>(number_), 0});
  if (!up_) return;
  compute();
  for (auto& line : lines_) line->period();
}

void Imp::heard(unsigned line, const std::vector<Route>& routes) { routing_.heard(line, routes); }

void Imp::lineChanged(unsigned line, bool alive) {
  if (!alive) routing_.forget(line);
  context_.journal.add(alive ? NetEventKind::LineUp : NetEventKind::LineDown, number_, HostId{},
                       fmt::format("line to IMP {} {}", lines_[line]->setup().neighbour, alive ? "alive" : "dead"));
  compute();
}

// --- Faults ---

void Imp::set(bool up) {
  if (up == up_) return;
  context_.journal.add(up ? NetEventKind::ImpUp : NetEventKind::ImpDown, number_, HostId{},
                       fmt::format("IMP {} {} {}", number_, name_, up ? "started" : "stopped"));
  up_ = up;
  if (up) ++life_;
  if (!up)
    for (auto& side : hosts_)
      if (side) side->impDown();
  work_.clear();
  source_.restart();
  destination_.restart();
  routing_.forgetAll();
  for (auto& line : lines_) line->restart();
  storeAndForward_ = 0;
  if (up)
    for (auto& side : hosts_)
      if (side) side->impUp();
}

void Imp::Work::state(Archive& a) {
  a.choice(kind, WorkKind::FromHost, "work of an unknown kind");
  a.u8(index);
  frame.state(a);
}

void Imp::state(Archive& a) {
  a.flag(up_);
  a.u32(life_);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    lines_[i]->state(a);
    auto loss = std::bit_cast<std::uint64_t>(loss_[i]);
    a.u64(loss);
    loss_[i] = std::bit_cast<double>(loss);
  }
  for (auto& side : hosts_) {
    a.sameFlag(side != nullptr, "a network with different hosts");
    if (!a.good()) return;
    if (side) side->state(a);
  }
  routing_.state(a);
  source_.state(a);
  destination_.state(a);
  a.list(work_, [&](Work& w) {
    w.state(a);
    const bool line = w.kind != WorkKind::Frame || w.index < lines_.size();
    const bool host = w.kind != WorkKind::FromHost || w.index < kHosts;
    a.check(line && host && w.index < 64, "work of an unknown kind");
  });
  a.flag(working_);
  a.u32(storeAndForward_);
  a.u8(turn_);
}

}  // namespace utah10::subnet
