// Message ports of several hosts joined without a subnet: every message takes a fixed time, a RFNM the same time back.
//
// Losses as the subnet has them: a message is called incomplete (type 9), vanishes with its RFNM, or its host is dead
// (type 7). The wire keeps a ledger of its own: it reads RFCs, ALL, RET and CLS as they pass and checks every message
// of data against the allocation that its receiver has given, every link against its RFNM. It judges a message when
// it is handed to the wire for the first time; what is sent again after a loss has been paid for.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "utah10/machine/scheduler.hpp"
#include "utah10/network/message_port.hpp"
#include "utah10/network/ncp/control_message.hpp"

namespace utah10::test {

class DirectWire {
 public:
  // Of 10 000 messages; control messages included.
  struct Losses {
    unsigned incomplete = 0;
    unsigned vanished = 0;
  };

  DirectWire(Scheduler& clock, Duration delay, std::uint64_t seed = 1) : clock_(clock), delay_(delay), random_(seed) {
    event_ = clock.add("wire", [this] { arrive(); });
  }

  MessagePort& port(HostId host) {
    auto& p = ports_[host];
    if (p == nullptr) p = std::make_unique<Port>(*this, host);
    return *p;
  }

  void setLosses(const Losses& losses) { losses_ = losses; }
  void setDead(HostId host, bool dead) { dead_[host] = dead; }
  // The next data or control message on that link meets this fate; 0: vanishes, but is delivered (only the RFNM is
  // lost).
  void setImp(HostId host, bool up) {
    auto& p = *ports_.at(host);
    p.impUp = up;
    if (!up) std::erase_if(way_, [&](const OnWay& w) { return w.to == host || w.from == host; });
    p.user->impReady(up);
  }
  // Loses only the RFNM of the next message of that link.
  void loseRfnm(std::uint8_t link) { rfnmToLose_ = link; }
  // Type 9 for so many messages of that link.
  void failNext(std::uint8_t link, unsigned times) { failing_[link] = times; }

  // What was sent by anybody, in order.
  struct Seen {
    Instant at;
    HostId from;
    Message message;
  };
  std::vector<Seen> seen;
  bool keep = true;                 // of `seen`; a soak does not
  std::vector<std::string> faults;  // of protocol, as the ledger sees it
  std::uint64_t dataMessages = 0, lost = 0;

  // Puts a message on the way as if `from` had sent it, without a RFNM.
  void inject(HostId from, HostId to, Message message) {
    message.leader.host = from;
    way_.push_back({clock_.now() + delay_, from, to, std::move(message)});
    arm();
  }
  // A message of the IMP itself.
  void fromImp(HostId to, ToHost type, HostId about, std::uint8_t link, std::uint8_t subtype = 0) {
    Message m;
    m.leader.type = code(type);
    m.leader.host = about;
    m.leader.link = link;
    m.leader.subtype = subtype;
    way_.push_back({clock_.now() + delay_, about, to, m});
    arm();
  }

  void save(StateWriter& out) const {
    out.beginSection("wire");
    out.u64(random_);
    out.u32(static_cast<std::uint32_t>(way_.size()));
    for (const OnWay& w : way_) {
      out.instant(w.at);
      out.u8(w.from.octet());
      out.u8(w.to.octet());
      w.message.bits().save(out);
    }
    out.u32(static_cast<std::uint32_t>(ledger_.size()));
    for (const auto& [key, account] : ledger_) {
      for (const std::uint32_t n : key) out.u32(n);
      out.u64(account.messages);
      out.u64(account.bits);
      out.flag(account.open);
    }
    out.u32(static_cast<std::uint32_t>(awaiting_.size()));
    for (const auto& [key, awaiting] : awaiting_) {
      for (const std::uint32_t n : key) out.u32(n);
      awaiting.message.bits().save(out);
      out.flag(awaiting.bounced);
    }
    out.endSection();
  }
  void restore(StateReader& in) {
    in.beginSection("wire");
    random_ = in.u64();
    way_.clear();
    for (std::uint32_t n = in.u32(); n != 0 && in.good(); --n) {
      OnWay w;
      w.at = in.instant();
      w.from = HostId{unsigned{in.u8()}};
      w.to = HostId{unsigned{in.u8()}};
      BitString bits;
      bits.restore(in);
      w.message = Message::of(bits);
      way_.push_back(w);
    }
    ledger_.clear();
    for (std::uint32_t n = in.u32(); n != 0 && in.good(); --n) {
      Key key = keyOf(in);
      Account& a = ledger_[key];
      a.messages = in.u64();
      a.bits = in.u64();
      a.open = in.flag();
    }
    awaiting_.clear();
    for (std::uint32_t n = in.u32(); n != 0 && in.good(); --n) {
      Key key = keyOf(in);
      BitString bits;
      bits.restore(in);
      awaiting_[key] = {Message::of(bits), in.flag()};
    }
    in.endSection();
  }

 private:
  using Key = std::vector<std::uint32_t>;  // sender, receiver, link
  struct Account {
    std::uint64_t messages = 0, bits = 0;
    bool open = false;
  };
  struct Awaiting {
    Message message;
    bool bounced = false;  // type 9 has come
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

  static Key keyOf(StateReader& in) {
    Key key;
    for (int i = 0; i < 3; ++i) key.push_back(in.u32());
    return key;
  }
  std::uint64_t below(std::uint64_t n) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return (random_ >> 33) % n;
  }

  void sent(Port& from, const Message& message) {
    if (keep) seen.push_back({clock_.now(), from.host, message});
    if (message.leader.type != code(ToImp::Regular)) return;
    const HostId to = message.leader.host;
    const std::uint8_t link = message.leader.link;
    check(from.host, message);
    const auto other = ports_.find(to);
    if (dead_[to] || other == ports_.end() || !other->second->ready || other->second->user == nullptr) {
      ++lost;
      return fromImp(from.host, ToHost::DestinationDead, to, link, code(Dead::Host));
    }
    const bool fails = failing_[link] != 0;
    if (fails) --failing_[link];
    if (fails || below(10'000) < losses_.incomplete) {
      ++lost;
      return fromImp(from.host, ToHost::Incomplete, to, link, static_cast<std::uint8_t>(Lost::InSubnet));
    }
    if (below(10'000) < losses_.vanished) {
      ++lost;
      return;
    }
    deliver(from.host, to, message);
  }
  static std::uint8_t code(ToHost t) { return utah10::code(t); }
  static std::uint8_t code(ToImp t) { return utah10::code(t); }
  static std::uint8_t code(Dead d) { return static_cast<std::uint8_t>(d); }

  void deliver(HostId from, HostId to, const Message& message) {
    Message arriving = message;
    arriving.leader.host = from;
    arriving.text.append(1, 1);  // padding
    while ((arriving.text.size() + Leader::kBits) % 16 != 0) arriving.text.append(0, 1);
    way_.push_back({clock_.now() + delay_, from, to, arriving});
    const std::uint8_t link = message.leader.link;
    if (rfnmToLose_ == link) {
      rfnmToLose_.reset();
    } else {
      Message rfnm;
      rfnm.leader.type = code(ToHost::Rfnm);
      rfnm.leader.host = to;
      rfnm.leader.link = link;
      way_.push_back({clock_.now() + 2 * delay_, to, from, rfnm});
    }
    arm();
  }

  void fault(std::string what) {
    if (faults.size() < 20) faults.push_back(std::move(what));
  }

  // What the sender may do at this moment, by what its receiver has said so far.
  void check(HostId from, const Message& message) {
    const Key key{from.octet(), message.leader.host.octet(), message.leader.link};
    const auto before = awaiting_.find(key);
    if (before != awaiting_.end() && before->second.message == message) return;  // sent again
    if (before != awaiting_.end() && !before->second.bounced)
      fault("a message before the RFNM of the last on link " + std::to_string(key[2]));
    awaiting_[key] = {message, false};
    if (message.leader.link == kControlLink) return checkControl(from, message);
    ++dataMessages;
    Account& account = ledger_[key];
    const NcpHeader header = NcpHeader::of(message.text);
    const std::uint64_t bits = std::uint64_t{header.byteSize} * header.count;
    if (!account.open) fault("data on a link that is not open: " + std::to_string(key[2]));
    if (account.messages == 0 || account.bits < bits) fault("beyond the allocation of link " + std::to_string(key[2]));
    if (account.messages != 0) --account.messages;
    account.bits -= std::min(account.bits, bits);
  }
  // Allocation counts for the sender when the command has reached it, RETs and RTSs when they are sent; so commands of
  // a receiver are looked at on arrival (reached()) and those of a sender here.
  void checkControl(HostId from, const Message& message) {
    each(message, [&](const ControlCommand& c) {
      if (c.op != ControlOp::Ret) return;
      Account& account = ledger_[{from.octet(), message.leader.host.octet(), c.link}];
      if (account.messages < c.messages || account.bits < c.bits) fault("returns more than it has");
      account.messages -= std::min<std::uint64_t>(account.messages, c.messages);
      account.bits -= std::min<std::uint64_t>(account.bits, c.bits);
    });
  }
  void reached(HostId from, HostId to, const Message& message) {
    each(message, [&](const ControlCommand& c) {
      Account& account = ledger_[{to.octet(), from.octet(), c.link}];
      if (c.op == ControlOp::Rts) account = {0, 0, true};
      if (c.op != ControlOp::All) return;
      account.messages += c.messages;
      account.bits += c.bits;
      if (account.messages > 0xFFFF || account.bits > 0xFFFFFFFF) fault("an allocation that is too large");
    });
  }
  template <typename Each>
  static void each(const Message& message, Each what) {
    const NcpHeader header = NcpHeader::of(message.text);
    const BitString text = message.text.from(NcpHeader::kBits);
    for (std::size_t at = 0; at < header.count;) {
      const DecodedCommand d = decodeCommand(text, at, header.count);
      if (d.error.has_value()) return;
      what(d.command);
      at += d.length;
    }
  }

  void arm() {
    Instant soonest = kNever;
    for (const OnWay& w : way_) soonest = std::min(soonest, w.at);
    if (soonest != kNever) clock_.at(event_, soonest);
  }
  void arrive() {
    for (;;) {
      const auto at = std::find_if(way_.begin(), way_.end(), [&](const OnWay& w) { return w.at <= clock_.now(); });
      if (at == way_.end()) break;
      const OnWay w = *at;
      way_.erase(at);
      const auto type = static_cast<ToHost>(w.message.leader.type);
      const Key link{w.to.octet(), w.from.octet(), w.message.leader.link};
      if (type == ToHost::Rfnm || type == ToHost::DestinationDead) awaiting_.erase(link);
      // The same message comes again and has been paid for, or it is given up.
      if (type == ToHost::Incomplete && awaiting_.contains(link)) awaiting_[link].bounced = true;
      if (type == ToHost::Regular && w.message.leader.link == kControlLink) reached(w.from, w.to, w.message);
      Port& port = *ports_.at(w.to);
      if (port.user != nullptr && port.impUp) port.user->arrived(w.message);
    }
    arm();
  }

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
