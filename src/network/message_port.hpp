// What a modelled host has of the network: whole messages to and from its IMP. A host port puts them on a cable bit by
// bit; a test may connect two programs directly.
#pragma once

#include <cstddef>

#include "network/leader.hpp"

namespace utah10 {

// The host's end of it.
class MessageUser {
 public:
  virtual ~MessageUser() = default;
  // A message from the IMP, complete; a text that ends with padding.
  virtual void arrived(const Message& message) = 0;
  // The IMP's ready line has changed. Up again: what was on its way is lost.
  virtual void impReady(bool up) = 0;
  // All that was sent is on the other side of the cable.
  virtual void allSent() {}
};

class MessagePort {
 public:
  virtual ~MessagePort() = default;
  virtual void attach(MessageUser& user) = 0;
  // The host's ready line.
  virtual void setReady(bool up) = 0;
  virtual bool impIsReady() const = 0;
  // Queues a message; they go in order, one after another.
  virtual void send(const Message& message) = 0;
  // Messages that have not gone.
  virtual std::size_t unsent() const = 0;
  // The host does not take messages (it has no buffer): the IMP must wait.
  virtual void hold(bool holding) = 0;
};

}  // namespace utah10
