#include "network/ncp/icp.hpp"

#include <algorithm>

namespace utah10 {

void IcpPair::state(Archive& a) {
  a.u8(host);
  a.u32(base, user, input, output);
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

void IcpServer::state(Archive& a) {
  a.flag(open_);
  a.u32(listening_);
  a.u64(served_, refused_, failed_);
  a.list(calls_, kMostCalls, "more callers than a service accepts", [&](Call& c) {
    a.u32(c.contact);
    c.pair.state(a);
    a.flag(c.told, c.inputOpen, c.outputOpen);
  });
}

}  // namespace utah10
