#include "network/servers/reaction_port.hpp"

namespace utah10 {

ReactionPort::ReactionPort(Scheduler& clock, MessagePort& port, const std::string& name, Duration reaction)
    : clock_(clock), port_(port), reaction_(reaction), event_(clock.add(name + ".reaction", [this] { handOn(); })) {
  port.attach(*this);
}

// The IMP must wait while too many messages are unprocessed.
void ReactionPort::arrived(const Message& message) {
  if (user_ == nullptr) return;
  if (reaction_ == Duration::zero()) return user_->arrived(message);
  waiting_.push_back({clock_.now() + reaction_, message});
  if (waiting_.size() == 1) clock_.at(event_, waiting_.front().at);
  if (waiting_.size() == kMost) port_.hold(true);
}

void ReactionPort::handOn() {
  if (waiting_.size() == kMost) port_.hold(false);
  while (!waiting_.empty() && waiting_.front().at <= clock_.now()) {
    const Message message = waiting_.front().message;
    waiting_.pop_front();
    user_->arrived(message);
  }
  if (!waiting_.empty()) clock_.at(event_, waiting_.front().at);
}

void ReactionPort::impReady(bool up) {
  waiting_.clear();
  clock_.cancel(event_);
  if (user_ != nullptr) user_->impReady(up);
}

void ReactionPort::allSent() {
  if (user_ != nullptr) user_->allSent();
}

void ReactionPort::state(Archive& a) {
  a.list(waiting_, kMost, "more messages than a host holds", [&](Waiting& w) {
    a.instant(w.at);
    w.message.state(a);
  });
}

}  // namespace utah10
