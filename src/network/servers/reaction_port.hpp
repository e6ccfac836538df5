// A message port that lets a while pass before it hands on what comes from the IMP: the time a host takes to react.
//
// Nothing is known of how quickly the hosts of 1972 did; zero, the default, hands on at once. Messages keep their
// order.
#pragma once

#include <deque>
#include <string>

#include "network/message_port.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class ReactionPort final : public MessagePort, public MessageUser {
 public:
  ReactionPort(Scheduler& clock, MessagePort& port, const std::string& name, Duration reaction);
  ReactionPort(const ReactionPort&) = delete;
  ReactionPort& operator=(const ReactionPort&) = delete;

  void attach(MessageUser& user) override { user_ = &user; }
  void setReady(bool up) override { port_.setReady(up); }
  bool impIsReady() const override { return port_.impIsReady(); }
  void send(const Message& message) override { port_.send(message); }
  std::size_t unsent() const override { return port_.unsent(); }
  void hold(bool holding) override { port_.hold(holding); }

  void arrived(const Message& message) override;
  void impReady(bool up) override;
  void allSent() override;

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  static constexpr std::size_t kMost = 4096;
  struct Waiting {
    Instant at;
    Message message;
  };
  void handOn();

  Scheduler& clock_;
  MessagePort& port_;
  Duration reaction_;
  EventId event_;
  MessageUser* user_ = nullptr;
  std::deque<Waiting> waiting_;
};

}  // namespace utah10
