// Message ports of several hosts joined without a subnet: every message takes a fixed time, its RFNM the same time
// back.
//
// Losses are those of the subnet: a message is reported incomplete (type 9), vanishes with its RFNM, or its host is
// dead (type 7). The wire keeps its own ledger: it reads RFCs, ALL, RET and CLS as they pass and checks every data
// message against the allocation granted by its receiver and every link against its RFNM. A message is checked when
// it is first sent; a retransmission after a loss has already been charged.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "network/message_port.hpp"
#include "network/ncp/control_message.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10::test {

class DirectWire {
 public:
  // Per 10 000 messages, control messages included.
  struct Losses {
    unsigned incomplete = 0;
    unsigned vanished = 0;
  };

  DirectWire(Scheduler& clock, Duration delay, std::uint64_t seed = 1) : clock_(clock), delay_(delay), random_(seed) {
    event_ = clock.add("wire", [this] { arrive(); });
  }

  MessagePort& port(HostId host);

  void setLosses(const Losses& losses) { losses_ = losses; }
  void setDead(HostId host, bool dead) { dead_[host] = dead; }
  // Sets the IMP's ready line at that host. When it drops, everything in transit to or from the host is lost.
  void setImp(HostId host, bool up);
  // Loses only the RFNM of the next message on that link.
  void loseRfnm(std::uint8_t link) { rfnmToLose_ = link; }
  // Answers the next `times` messages on that link with type 9.
  void failNext(std::uint8_t link, unsigned times) { failing_[link] = times; }

  // All messages sent, in order.
  struct Seen {
    Instant at;
    HostId from;
    Message message;
  };
  std::vector<Seen> seen;
  bool keep = true;                 // fills `seen`; off in a soak test
  std::vector<std::string> faults;  // protocol violations found by the ledger
  std::uint64_t dataMessages = 0, lost = 0;

  // Sends a message as if from `from`, without a RFNM.
  void inject(HostId from, HostId to, Message message);
  // Sends a message from the IMP itself.
  void fromImp(HostId to, ToHost type, HostId about, std::uint8_t link, std::uint8_t subtype = 0);

  void state(Archive& a);

 private:
  using Key = std::array<std::uint32_t, 3>;  // sender, receiver, link
  struct Account {
    std::uint64_t messages = 0, bits = 0;
    bool open = false;
  };
  struct Awaiting {
    Message message;
    bool bounced = false;  // type 9 has been sent
  };
  struct OnWay {
    Instant at;
    HostId from, to;
    Message message;
  };
  struct Port final : MessagePort {
    Port(DirectWire& w, HostId h) : wire(w), host(h) {}
    void attach(MessageUser& u) override { user = &u; }
    void setReady(bool up) override { ready = up; }
    bool impIsReady() const override { return impUp; }
    void send(const Message& message) override { wire.sent(*this, message); }
    std::size_t unsent() const override { return 0; }
    void hold(bool) override {}
    DirectWire& wire;
    HostId host;
    MessageUser* user = nullptr;
    bool ready = false, impUp = true;
  };

  std::uint64_t below(std::uint64_t n);

  void sent(Port& from, const Message& message);
  static std::uint8_t code(ToHost t) { return utah10::code(t); }
  static std::uint8_t code(ToImp t) { return utah10::code(t); }
  static std::uint8_t code(Dead d) { return static_cast<std::uint8_t>(d); }

  void deliver(HostId from, HostId to, const Message& message);
  void fault(std::string what);
  // Checks a message against what its receiver has granted so far.
  void check(HostId from, const Message& message);
  // An allocation counts for the sender when the command has reached it, RET and RTS when they are sent; so the
  // commands of a receiver are examined on arrival (reached()) and those of a sender here.
  void checkControl(HostId from, const Message& message);
  void reached(HostId from, HostId to, const Message& message);

  void arm();
  void arrive();

  Scheduler& clock_;
  Duration delay_;
  std::uint64_t random_;
  EventId event_;
  Losses losses_;
  std::map<HostId, std::unique_ptr<Port>> ports_;
  std::map<HostId, bool> dead_;
  std::map<std::uint8_t, unsigned> failing_;
  std::optional<std::uint8_t> rfnmToLose_;
  std::deque<OnWay> way_;
  std::map<Key, Account> ledger_;
  std::map<Key, Awaiting> awaiting_;
};

}  // namespace utah10::test
