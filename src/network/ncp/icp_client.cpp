#include <algorithm>

#include "network/ncp/icp.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kMostCalls = 4096;

}  // namespace

IcpClient::IcpClient(Ncp& ncp, IcpCaller& caller) : ncp_(ncp), self_(ncp.enrol(*this)), caller_(caller) {}

Socket IcpClient::call(HostId host, Socket contact, unsigned byteSize, unsigned sockets) {
  if (calls_.size() >= kMostCalls) return {};
  Call c;
  c.byteSize = byteSize;
  c.pair.host = host;
  c.pair.user = ncp_.allocateSockets(std::max(sockets, 4u));
  c.contact = ncp_.connect(self_, c.pair.user, host, contact, kContactBits);
  if (!c.contact) return {};
  ncp_.allow(c.contact, 1, kContactBits);
  calls_.push_back(c);
  return c.pair.user;
}

IcpClient::Call* IcpClient::callOf(ConnectionId id) {
  const auto at = std::ranges::find_if(
      calls_, [&](const Call& c) { return c.contact == id || c.pair.input == id || c.pair.output == id; });
  return at == calls_.end() || !id ? nullptr : &*at;
}

void IcpClient::opened(ConnectionId id) {
  Call* call = callOf(id);
  if (call == nullptr) return;
  if (call->contact == id) return ncp_.limit(id, ncp_.config().patience);
  (call->pair.input == id ? call->inputOpen : call->outputOpen) = true;
  if (!call->inputOpen || !call->outputOpen) return;
  const IcpPair pair = call->pair;
  std::erase_if(calls_, [&](const Call& c) { return &c == call; });
  ncp_.hand(pair.input, caller_.user());
  ncp_.hand(pair.output, caller_.user());
  caller_.connected(pair);
}

void IcpClient::received(ConnectionId id) {
  Call* call = callOf(id);
  if (call == nullptr || call->contact != id || ncp_.waiting(id) < kContactBits) return;
  const BitString s = ncp_.take(id, kContactBits);
  if (s.size() < kContactBits) return;  // bytes of an unusual size: the time limit ends the call
  call->contact = {};
  ncp_.close(id);
  IcpPair& p = call->pair;
  p.base = Socket{static_cast<std::uint32_t>(s.field(0, kContactBits))};
  p.output = ncp_.connect(self_, p.user.plus(3), p.host, p.base, call->byteSize);
  p.input = ncp_.connect(self_, p.user.plus(2), p.host, p.base.plus(1), 0);
  if (!p.output || !p.input) fail(*call, CloseReason::Refused);
}

void IcpClient::fail(Call& call, CloseReason reason) {
  const Call copy = call;
  std::erase_if(calls_, [&](const Call& c) { return &c == &call; });
  ncp_.abort(copy.contact);
  ncp_.abort(copy.pair.input);
  ncp_.abort(copy.pair.output);
  caller_.failed(copy.pair.user, reason);
}

void IcpClient::closed(ConnectionId id, CloseReason reason) {
  if (Call* call = callOf(id); call != nullptr) fail(*call, reason);
}

void IcpClient::state(Archive& a) {
  a.list(calls_, kMostCalls, "more calls than a host can make", [&](Call& c) {
    a.u32(c.contact);
    c.pair.state(a);
    a.u32(c.byteSize);
    a.flag(c.inputOpen, c.outputOpen);
  });
}

}  // namespace utah10
