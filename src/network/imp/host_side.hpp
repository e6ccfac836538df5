// A host as its IMP sees it: its cable, whether it is alive, and if not, why.
//
// Source: RFC 394 (docs/sources/imp.md 8, 10, 12.2). Others see a host half a minute after its ready line came up;
// then, and after every drop of the IMP's ready line, three NOPs and an interface reset precede anything else. A host
// that takes nothing for half a minute is tardy: its messages are dropped, the IMP's ready line is dropped and raised,
// and it is dead until it sends a bit. A host that says that it goes down is dead at once, whatever its ready line
// does, until it sends a regular message or a NOP (measured on the IMP program of 1973).
#pragma once

#include "network/imp/host_input.hpp"
#include "network/imp/host_output.hpp"

namespace utah10::subnet {

class HostSide {
 public:
  HostSide(SubnetContext& context, Imp& imp, HostId host, HostLink& cable);
  HostSide(const HostSide&) = delete;
  HostSide& operator=(const HostSide&) = delete;

  // The IMP starts or stops.
  void impUp();
  void impDown();
  bool alive() const;
  void tell(const Leader& leader);
  // goingDown() is for type 2, speaks() for a regular message or a NOP.
  void goingDown(std::uint16_t word);
  void speaks();
  void timer();

  HostInput& input() { return input_; }
  HostOutput& output() { return output_; }
  const HostLink& cable() const { return cable_; }
  HostView view() const;

  void state(Archive& a);

 private:
  SubnetEvent event() const {
    return {SubnetEventKind::HostTimer, static_cast<std::uint8_t>(host_.imp()),
            static_cast<std::uint8_t>(host_.host())};
  }
  void ready(bool up);
  void greet();
  void note(NetEventKind kind, std::string text);
  std::string why() const;

  SubnetContext& context_;
  Imp& imp_;
  HostId host_;
  HostLink& cable_;
  HostInput input_;
  HostOutput output_;
  bool up_ = false;      // its ready line, as the IMP program has seen it
  bool silent_ = false;  // it was tardy and has not sent a bit
  Instant aliveFrom_ = kNever;
  Deadline flap_;
  bool flapping_ = false;
  std::uint16_t goingDown_ = 0;
  bool saidGoingDown_ = false;  // and has sent no message since
};

}  // namespace utah10::subnet
