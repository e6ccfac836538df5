// The IMP's side of a host's cable, bits to the host: one message after another, with a timer on how long each takes.
#pragma once

#include <deque>

#include "devices/host_link.hpp"
#include "network/imp/packet.hpp"
#include "network/imp/subnet_context.hpp"

namespace utah10::subnet {

class Imp;

class HostOutput {
 public:
  // A message for the host: the IMP's own, or one from another host with what is needed to answer it.
  struct Item {
    BitString bits;
    bool regular = false, urgent = true;
    Packet about;              // pair, link and number of a regular message
    std::uint8_t buffers = 0;  // buffers it still holds
    void state(Archive& a);
  };

  HostOutput(SubnetContext& context, Imp& imp, HostId host, HostLink& cable);
  void open();
  void close();  // drops the queue; regular messages are answered as dead
  void push(Item item);
  void gone();
  // True if the host has been tardy; the queue has then been dropped.
  bool timer();

  std::size_t queued() const { return queue_.size(); }
  bool stuck() const { return offering_; }
  Instant offeredSince() const { return since_; }
  std::uint64_t messages() const { return messages_; }

  void state(Archive& a);

 private:
  SubnetEvent event() const {
    return {SubnetEventKind::HostTimer, static_cast<std::uint8_t>(host_.imp()),
            static_cast<std::uint8_t>(host_.host())};
  }
  std::size_t boundary() const;
  void offer();
  void watch();
  void drop(PacketKind kind, std::uint8_t subtype);

  SubnetContext& context_;
  Imp& imp_;
  HostId host_;
  HostLink& cable_;
  bool open_ = false;
  std::deque<Item> queue_;
  std::size_t at_ = 0;  // bits of the first message already sent
  bool offering_ = false;
  Instant since_{};  // when the current packet was offered
  Deadline tardy_;
  std::uint64_t messages_ = 0;
};

}  // namespace utah10::subnet
