// A modelled host's view of the network: whole messages to and from its IMP. A HostPort sends them over a cable bit
// by bit; a test may connect two programs directly.
#pragma once

#include <cstddef>

#include "network/leader.hpp"

namespace utah10 {

// The user of a port: the host's program.
class MessageUser {
 public:
  virtual ~MessageUser() = default;
  // A complete message from the IMP; its text ends with padding.
  virtual void arrived(const Message& message) = 0;
  // The IMP's ready line has changed. When it comes up again, whatever was in transit is lost.
  virtual void impReady(bool up) = 0;
  // Everything sent has crossed the cable.
  virtual void allSent() {}
};

class MessagePort {
 public:
  virtual ~MessagePort() = default;
  virtual void attach(MessageUser& user) = 0;
  // Sets the host's ready line.
  virtual void setReady(bool up) = 0;
  virtual bool impIsReady() const = 0;
  // Queues a message; messages are sent in order.
  virtual void send(const Message& message) = 0;
  // The number of messages still queued.
  virtual std::size_t unsent() const = 0;
  // While held, the host takes no messages (it has no buffer) and the IMP must wait.
  virtual void hold(bool holding) = 0;
};

}  // namespace utah10
