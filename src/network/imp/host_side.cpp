#include "network/imp/host_side.hpp"

#include <fmt/format.h>

#include "network/imp/imp.hpp"

namespace utah10::subnet {

HostSide::HostSide(SubnetContext& context, Imp& imp, HostId host, HostLink& cable)
    : context_(context),
      imp_(imp),
      host_(host),
      cable_(cable),
      input_(context, imp, host, cable),
      output_(context, imp, host, cable) {
  cable_.hostReady.onChange([this](bool up) { ready(up); });
  cable_.toHost.onGone([this] { output_.gone(); });
  cable_.toImp.onArrival([this](const WireBits& bits) {
    silent_ = false;
    input_.arrived(bits);
  });
}

void HostSide::note(NetEventKind kind, std::string text) {
  context_.journal.add(kind, host_.imp(), host_, std::move(text));
}

void HostSide::impUp() {
  cable_.impReady.set(true);
  ready(cable_.hostReady.up());
}

void HostSide::impDown() {
  up_ = flapping_ = saidGoingDown_ = false;
  flap_.clear();
  input_.close();
  input_.takeOwed();
  output_.close();
  cable_.impReady.set(false);
}

void HostSide::ready(bool up) {
  if (!imp_.up() || up == up_) return;
  up_ = up;
  note(up ? NetEventKind::HostUp : NetEventKind::HostDown, up ? "host ready line up" : "host ready line dropped");
  silent_ = false;
  if (!up) {
    input_.close();
    output_.close();
    return;
  }
  aliveFrom_ = context_.agenda.now() + context_.hostUpDelay;
  if (!flapping_) greet();
}

void HostSide::greet() {
  output_.open();
  Leader l;
  l.type = code(ToHost::Nop);
  for (int i = 0; i < 3; ++i) tell(l);
  l.type = code(ToHost::Reset);
  tell(l);
  if (const auto owed = input_.takeOwed()) tell(*owed);
  input_.open();
}

bool HostSide::alive() const {
  const bool present = up_ && !silent_ && !flapping_ && !saidGoingDown_;
  return imp_.up() && present && context_.agenda.now() >= aliveFrom_;
}

void HostSide::tell(const Leader& leader) {
  HostOutput::Item item;
  item.bits = leader.bits();
  output_.push(std::move(item));
}

void HostSide::goingDown(std::uint16_t word) {
  saidGoingDown_ = true;
  goingDown_ = word;
  note(NetEventKind::HostDown, fmt::format("host announces that it is going down, {:06o}", word));
}

void HostSide::speaks() {
  if (!saidGoingDown_) return;
  saidGoingDown_ = false;
  note(NetEventKind::HostUp, "host is sending again");
}

void HostSide::timer() {
  input_.timer();
  if (output_.timer()) {
    note(NetEventKind::Tardy, "host accepted no packet for too long; dead until it sends a bit");
    input_.close();
    output_.close();
    silent_ = true;
    flapping_ = true;
    cable_.impReady.set(false);
    flap_.set(context_.agenda, context_.agenda.now() + context_.parameters.flap, event());
  }
  if (!flap_.passed(context_.agenda, event()) || !flapping_) return;
  flapping_ = false;
  cable_.impReady.set(true);
  if (up_) greet();
}

std::string HostSide::why() const {
  if (!imp_.up()) return "its IMP is down";
  if (!up_) return saidGoingDown_ ? "host ready line down, as announced" : "host ready line down";
  if (flapping_) return "was tardy; the IMP's ready line is being dropped and raised";
  if (saidGoingDown_) return "host announced that it was going down and has sent no message since";
  if (silent_) return "was tardy and has not sent a bit since";
  if (context_.agenda.now() < aliveFrom_) return "ready line up for less than the host-up delay";
  return {};
}

HostView HostSide::view() const {
  HostView v;
  v.host = host_;
  v.impName = imp_.name();
  v.impUp = imp_.up();
  v.hostReady = cable_.hostReady.up();
  v.impReady = cable_.impReady.up();
  v.alive = alive();
  v.why = why();
  if (up_) v.aliveFrom = aliveFrom_;
  if (saidGoingDown_) v.goingDown = goingDown_;
  const auto last = [](const ReadyLine& line) -> std::optional<ReadyLine::Change> {
    if (line.changes().empty()) return {};
    return line.changes().back();
  };
  v.hostChange = last(cable_.hostReady);
  v.impChange = last(cable_.impReady);
  v.fromHost = input_.messages();
  v.toHost = output_.messages();
  v.queued = output_.queued();
  static constexpr const char* kWaits[] = {"", "an answer to a message of the same pair", "buffers at the destination",
                                           "buffers for the line"};
  v.inputWaits = kWaits[static_cast<unsigned>(input_.waits())];
  if (output_.stuck()) v.offeredSince = output_.offeredSince();
  return v;
}

void HostSide::state(Archive& a) {
  input_.state(a);
  output_.state(a);
  a.flag(up_, silent_, flapping_, saidGoingDown_);
  a.instant(aliveFrom_);
  flap_.state(a);
  a.u32(goingDown_);
}

}  // namespace utah10::subnet
