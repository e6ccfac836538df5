#include "network/direct_wire.hpp"

#include <algorithm>

namespace utah10::test {

namespace {

// Calls `each` for every command of a control message that can be decoded.
template <typename Each>
void each(const Message& message, Each what) {
  const NcpHeader header = NcpHeader::of(message.text);
  const BitString text = message.text.from(NcpHeader::kBits);
  for (std::size_t at = 0; at < header.count;) {
    const DecodedCommand d = decodeCommand(text, at, header.count);
    if (d.error.has_value()) return;
    what(d.command);
    at += d.length;
  }
}

}  // namespace

MessagePort& DirectWire::port(HostId host) {
  auto& p = ports_[host];
  if (p == nullptr) p = std::make_unique<Port>(*this, host);
  return *p;
}

void DirectWire::setImp(HostId host, bool up) {
  auto& p = *ports_.at(host);
  p.impUp = up;
  if (!up) std::erase_if(way_, [&](const OnWay& w) { return w.to == host || w.from == host; });
  p.user->impReady(up);
}

void DirectWire::inject(HostId from, HostId to, Message message) {
  message.leader.host = from;
  way_.push_back({clock_.now() + delay_, from, to, std::move(message)});
  arm();
}

void DirectWire::fromImp(HostId to, ToHost type, HostId about, std::uint8_t link, std::uint8_t subtype) {
  Message m;
  m.leader.type = code(type);
  m.leader.host = about;
  m.leader.link = link;
  m.leader.subtype = subtype;
  way_.push_back({clock_.now() + delay_, about, to, m});
  arm();
}

void DirectWire::state(Archive& a) {
  const auto key = [&](Key& k) {
    for (std::uint32_t& n : k) a.u32(n);
  };
  a.section("wire", [&] {
    a.u64(random_);
    for (auto& [host, p] : ports_) a.flag(p->ready, p->impUp);
    a.list(way_, [&](OnWay& w) {
      a.instant(w.at);
      a.u8(w.from, w.to);
      w.message.state(a);
    });
    a.table(ledger_, key, [&](Account& account) {
      a.u64(account.messages, account.bits);
      a.flag(account.open);
    });
    a.table(awaiting_, key, [&](Awaiting& awaiting) {
      awaiting.message.state(a);
      a.flag(awaiting.bounced);
    });
  });
}

std::uint64_t DirectWire::below(std::uint64_t n) {
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  return (random_ >> 33) % n;
}

void DirectWire::sent(Port& from, const Message& message) {
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

void DirectWire::deliver(HostId from, HostId to, const Message& message) {
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

void DirectWire::fault(std::string what) {
  if (faults.size() < 20) faults.push_back(std::move(what));
}

void DirectWire::check(HostId from, const Message& message) {
  const Key key{from.octet(), message.leader.host.octet(), message.leader.link};
  const auto before = awaiting_.find(key);
  if (before != awaiting_.end() && before->second.message == message) return;  // a retransmission
  if (before != awaiting_.end() && !before->second.bounced)
    fault("a message before the RFNM of the previous one on link " + std::to_string(key[2]));
  awaiting_[key] = {message, false};
  if (message.leader.link == kControlLink) return checkControl(from, message);
  ++dataMessages;
  Account& account = ledger_[key];
  const NcpHeader header = NcpHeader::of(message.text);
  const std::uint64_t bits = std::uint64_t{header.byteSize} * header.count;
  if (!account.open) fault("data on a link that is not open: " + std::to_string(key[2]));
  if (account.messages == 0 || account.bits < bits)
    fault("more data than the allocation of link " + std::to_string(key[2]));
  if (account.messages != 0) --account.messages;
  account.bits -= std::min(account.bits, bits);
}

void DirectWire::checkControl(HostId from, const Message& message) {
  each(message, [&](const ControlCommand& c) {
    if (c.op != ControlOp::Ret) return;
    Account& account = ledger_[{from.octet(), message.leader.host.octet(), c.link}];
    if (account.messages < c.messages || account.bits < c.bits) fault("returns more than it has");
    account.messages -= std::min<std::uint64_t>(account.messages, c.messages);
    account.bits -= std::min<std::uint64_t>(account.bits, c.bits);
  });
}

void DirectWire::reached(HostId from, HostId to, const Message& message) {
  each(message, [&](const ControlCommand& c) {
    Account& account = ledger_[{to.octet(), from.octet(), c.link}];
    if (c.op == ControlOp::Rts) account = {0, 0, true};
    if (c.op != ControlOp::All) return;
    account.messages += c.messages;
    account.bits += c.bits;
    if (account.messages > 0xFFFF || account.bits > 0xFFFFFFFF) fault("an allocation that is too large");
  });
}

void DirectWire::arm() {
  Instant soonest = kNever;
  for (const OnWay& w : way_) soonest = std::min(soonest, w.at);
  if (soonest != kNever) clock_.at(event_, soonest);
}

void DirectWire::arrive() {
  for (;;) {
    const auto at = std::find_if(way_.begin(), way_.end(), [&](const OnWay& w) { return w.at <= clock_.now(); });
    if (at == way_.end()) break;
    const OnWay w = *at;
    way_.erase(at);
    const auto type = static_cast<ToHost>(w.message.leader.type);
    const Key link{w.to.octet(), w.from.octet(), w.message.leader.link};
    if (type == ToHost::Rfnm || type == ToHost::DestinationDead) awaiting_.erase(link);
    // The same message will come again, already charged to the allocation, or be given up.
    if (type == ToHost::Incomplete && awaiting_.contains(link)) awaiting_[link].bounced = true;
    if (type == ToHost::Regular && w.message.leader.link == kControlLink) reached(w.from, w.to, w.message);
    Port& port = *ports_.at(w.to);
    if (port.user != nullptr && port.impUp) port.user->arrived(w.message);
  }
  arm();
}

}  // namespace utah10::test
