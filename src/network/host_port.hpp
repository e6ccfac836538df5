// A modelled host's end of its cable: whole messages on one side, bits with a "last" line on the other.
//
// Source: BBN Report 1822 as RFC 394 and TENEX show it (docs/sources/imp.md 3, 10). Bits leave and arrive in groups of
// at most 64 at the cable's speed. When either ready line falls, everything on its way is lost, unsent messages
// included: whoever uses the port begins again after impReady(true). The port holds no event of its own and must not
// outlive the cable. Errors: messages shorter than a leader or longer than an IMP can send are dropped and counted.
#pragma once

#include <cstdint>
#include <deque>

#include "devices/host_link.hpp"
#include "network/message_port.hpp"

namespace utah10 {

class HostPort final : public MessagePort {
 public:
  // The most an IMP can send: the longest message and sixteen bits of padding.
  static constexpr std::size_t kMostArriving = Message::kMostBits + 16;
  static constexpr unsigned kGroup = 64;  // bits offered at a time

  explicit HostPort(HostLink& cable);
  HostPort(const HostPort&) = delete;
  HostPort& operator=(const HostPort&) = delete;

  void attach(MessageUser& user) override { user_ = &user; }
  void setReady(bool up) override;
  bool impIsReady() const override { return cable_.impReady.up(); }
  void send(const Message& message) override { sendBits(message.bits()); }
  std::size_t unsent() const override { return queue_.size(); }
  void hold(bool holding) override;

  // Sends any bits as one message, to test how an IMP handles a malformed one. An empty string is not sent.
  void sendBits(const BitString& bits);
  bool holding() const { return holding_; }
  // Malformed messages from the IMP.
  std::uint64_t tooShort() const { return tooShort_; }
  std::uint64_t tooLong() const { return tooLong_; }

  // Raw fields, inside a section that the owner opens. The cable is saved by its owner.
  void state(Archive& a);

 private:
  void offer();
  void gone();
  void arrived(const WireBits& bits);
  void forget();

  HostLink& cable_;
  MessageUser* user_ = nullptr;
  std::deque<BitString> queue_;  // the first message is on the wire
  std::size_t offered_ = 0;      // bits of the first message sent or on offer
  BitString incoming_;
  bool holding_ = false;
  bool dropping_ = false;  // the message is too long: the rest is discarded
  std::uint64_t tooShort_ = 0, tooLong_ = 0;
};

}  // namespace utah10
