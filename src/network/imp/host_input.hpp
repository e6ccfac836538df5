// The IMP's side of a host's cable, bits from the host: they are cut into packets as the IMP has buffers for them.
//
// Source: docs/sources/imp.md 3, 6-9. After a message's first packet the IMP asks the destination for eight buffers
// before it takes the second; while it cannot go on, it takes no bit.
#pragma once

#include <optional>

#include "devices/host_link.hpp"
#include "network/imp/packet.hpp"
#include "network/imp/subnet_context.hpp"

namespace utah10::subnet {

class Imp;

class HostInput {
 public:
  enum class Wait : std::uint8_t { Nothing, Window, Allocation, Buffers };

  HostInput(SubnetContext& context, Imp& imp, HostId host, HostLink& cable);
  // Starts or stops taking bits: the host is ready, or not.
  void open();
  void close();
  void arrived(const WireBits& bits);
  // The IMP program has processed the waiting packet.
  void programmed();
  // Something that the host may be waiting for has changed; returns whether a packet has left.
  bool retry() { return dispatch(); }
  // Buffers for message `number` have been granted; false if the host is not waiting for them.
  bool allocated(const Packet& answer);
  // The message now being received has already been answered.
  void cancelled(const Packet& answer);
  void timer();

  Wait waits() const { return wait_; }
  Instant waitsSince() const { return waitsSince_; }
  bool sending() const { return stage_ == Stage::Text; }
  HostId destination() const { return leader_.host; }
  std::uint64_t messages() const { return messages_; }
  // The error message owed to the host after its error flop was set within a message; sent when the host is back.
  std::optional<Leader> takeOwed();

  void state(Archive& a);

 private:
  enum class Stage : std::uint8_t { Leader, Text, Swallow };

  SubnetEvent event() const {
    return {SubnetEventKind::HostTimer, static_cast<std::uint8_t>(host_.imp()),
            static_cast<std::uint8_t>(host_.host())};
  }
  void allow();
  void leaderComplete();
  void leaderEnded();
  void ended();
  void cut();
  bool dispatch();
  bool opened();
  bool provided();
  void abandon(ToHost type, std::uint8_t subtype);
  void swallow();
  void next();
  void wait(Wait w);
  void answer(ToHost type, std::uint8_t subtype);

  SubnetContext& context_;
  Imp& imp_;
  HostId host_;
  HostLink& cable_;
  bool open_ = false;
  Stage stage_ = Stage::Leader;
  BitString head_;  // the leader so far
  BitString text_;  // not yet made into a packet
  Leader leader_;
  std::uint32_t textBits_ = 0;
  bool ended_ = false;
  std::uint8_t pieces_ = 0;
  bool waiting_ = false;  // piece_ is valid
  bool programmed_ = false;
  Packet piece_;
  bool numbered_ = false, requested_ = false, allocated_ = false;
  std::uint32_t number_ = 0;
  Wait wait_ = Wait::Nothing;
  Instant waitsSince_{};
  Deadline patience_;
  std::uint8_t owed_ = 0;  // 0 nothing, 1 type 1/0, 2 type 8
  std::uint64_t messages_ = 0;
};

}  // namespace utah10::subnet
