// A message port that delays messages from the IMP by the reaction time of the host.
//
// Nothing is known about the reaction times of the hosts of 1972; zero, the default, passes messages on at once.
// Messages keep their order.
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

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

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
