#include "network/ncp/icp.hpp"

#include <algorithm>

namespace utah10 {

void savePair(StateWriter& out, const IcpPair& pair) {
  out.u8(pair.host.octet());
  out.u32(pair.base.number());
  out.u32(pair.user.number());
  out.u32(pair.input.number());
  out.u32(pair.output.number());
}

IcpPair restorePair(StateReader& in) {
  IcpPair pair;
  pair.host = HostId{unsigned{in.u8()}};
  pair.base = Socket{in.u32()};
  pair.user = Socket{in.u32()};
  pair.input = ConnectionId{in.u32()};
  pair.output = ConnectionId{in.u32()};
  return pair;
}

IcpServer::IcpServer(Ncp& ncp, Socket contact, unsigned byteSize, IcpService& service)
    : ncp_(ncp), self_(ncp.enrol(*this)), contact_(contact), byteSize_(byteSize), service_(service) {}

void IcpServer::open() {
  if (open_) return;
  open_ = true;
  listening_ = ncp_.listen(self_, contact_);
}

void IcpServer::close() {
  if (!open_) return;
  open_ = false;
  ncp_.close(listening_);
  listening_ = {};
}

IcpServer::Call* IcpServer::callOf(ConnectionId id) {
  const auto at = std::ranges::find_if(
      calls_, [&](const Call& c) { return c.contact == id || c.pair.input == id || c.pair.output == id; });
  return at == calls_.end() || !id ? nullptr : &*at;
}

void IcpServer::requested(ConnectionId id) {
  if (open_) listening_ = ncp_.listen(self_, contact_);
  const HostId host = ncp_.hostOf(id);
  if (calls_.size() >= kMostCalls || !service_.admits(host)) {
    ++refused_;
    return ncp_.refuse(id);
  }
  Call call;
  call.contact = id;
  call.pair.host = host;
  call.pair.user = ncp_.foreignSocket(id);
  call.pair.base = ncp_.allocateSockets(service_.sockets());
  calls_.push_back(call);
  ncp_.accept(id, kContactBits);
  ncp_.limit(id, ncp_.config().patience);
}

void IcpServer::opened(ConnectionId id) {
  Call* call = callOf(id);
  if (call == nullptr) return;
  if (call->contact == id) {
    BitString s;
    s.append(call->pair.base.number(), kContactBits);
    return ncp_.send(id, s);
  }
  (call->pair.input == id ? call->inputOpen : call->outputOpen) = true;
  if (!call->inputOpen || !call->outputOpen) return;
  const IcpPair pair = call->pair;
  std::erase_if(calls_, [&](const Call& c) { return &c == call; });
  ++served_;
  ncp_.hand(pair.input, service_.user());
  ncp_.hand(pair.output, service_.user());
  service_.started(pair);
}

void IcpServer::drained(ConnectionId id) {
  if (Call* call = callOf(id); call != nullptr && call->contact == id) proceed(*call);
}

// RFC 202: both RFCs are sent whichever the user answers first; the one for S precedes that for S+1.
void IcpServer::proceed(Call& call) {
  if (call.told) return;
  call.told = true;
  ncp_.close(call.contact);
  IcpPair& p = call.pair;
  p.input = ncp_.connect(self_, p.base, p.host, p.user.plus(3), 0);
  p.output = ncp_.connect(self_, p.base.plus(1), p.host, p.user.plus(2), byteSize_);
  if (!p.input || !p.output) drop(call);
}

void IcpServer::drop(Call& call) {
  ++failed_;
  const IcpPair pair = call.pair;
  std::erase_if(calls_, [&](const Call& c) { return &c == &call; });
  ncp_.abort(pair.input);
  ncp_.abort(pair.output);
}

void IcpServer::closed(ConnectionId id, CloseReason) {
  if (id == listening_) listening_ = {};
  Call* call = callOf(id);
  if (call == nullptr) return;
  if (call->contact != id) return drop(*call);
  const auto view = ncp_.connection(id);
  const bool arrived = view.has_value() && view->bitsSent == kContactBits;
  if (arrived) proceed(*call);
  call = callOf(id);
  if (call == nullptr) return;
  call->contact = {};
  if (!arrived && !call->told) drop(*call);
}

void IcpServer::save(StateWriter& out) const {
  out.flag(open_);
  out.u32(listening_.number());
  out.u64(served_);
  out.u64(refused_);
  out.u64(failed_);
  out.u32(static_cast<std::uint32_t>(calls_.size()));
  for (const Call& c : calls_) {
    out.u32(c.contact.number());
    savePair(out, c.pair);
    out.flag(c.told);
    out.flag(c.inputOpen);
    out.flag(c.outputOpen);
  }
}

void IcpServer::restore(StateReader& in) {
  open_ = in.flag();
  listening_ = ConnectionId{in.u32()};
  served_ = in.u64();
  refused_ = in.u64();
  failed_ = in.u64();
  calls_.clear();
  const std::uint32_t count = in.u32();
  if (count > kMostCalls) return in.reject("more callers than a service accepts");
  for (std::uint32_t i = 0; i < count; ++i) {
    Call c;
    c.contact = ConnectionId{in.u32()};
    c.pair = restorePair(in);
    c.told = in.flag();
    c.inputOpen = in.flag();
    c.outputOpen = in.flag();
    calls_.push_back(c);
  }
}

}  // namespace utah10
