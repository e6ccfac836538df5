// The IMP's side of a host's cable, bits to the host: messages one after another, with a watch on how long it takes.
#pragma once

#include <deque>

#include "devices/host_link.hpp"
#include "network/imp/packet.hpp"
#include "network/imp/subnet_context.hpp"

namespace utah10::subnet {

class Imp;

class HostOutput {
 public:
  // A message for the host: the IMP's own, or another host's with what its answer needs.
  struct Item {
    BitString bits;
    bool regular = false, urgent = true;
    Packet about;              // the pair, link and number of a regular one
    std::uint8_t buffers = 0;  // it still holds
  };

  HostOutput(SubnetContext& context, Imp& imp, HostId host, HostLink& cable);
  void open();
  void close();  // what waits is dropped; regular messages are answered as dead
  void push(Item item);
  void gone();
  // True: the host has been tardy. Everything has been dropped.
  bool timer();

  std::size_t queued() const { return queue_.size(); }
  bool stuck() const { return offering_; }
  Instant offeredSince() const { return since_; }
  std::uint64_t messages() const { return messages_; }

  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  SubnetEvent event() const {
    return {SubnetEvent::Kind::HostTimer, static_cast<std::uint8_t>(host_.imp()),
            static_cast<std::uint8_t>(host_.host())};
  }
  std::size_t boundary() const;
  void offer();
  void watch();
  void drop(Packet::Kind kind, std::uint8_t subtype);

  SubnetContext& context_;
  Imp& imp_;
  HostId host_;
  HostLink& cable_;
  bool open_ = false;
  std::deque<Item> queue_;
  std::size_t at_ = 0;  // bits of the first that have gone
  bool offering_ = false;
  Instant since_{};  // the present packet is offered
  Deadline tardy_;
  std::uint64_t messages_ = 0;
};

}  // namespace utah10::subnet
