#include "command/net/cable_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

namespace {
std::string octetText(std::span<const std::uint8_t> octets) { return {octets.begin(), octets.end()}; }

std::span<const std::uint8_t> octetsOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Applies an input from the recorder, live or replayed.
void give(DatagramLink& end, const RecordedInput& in) {
  switch (in.kind) {
    case RecordedInputKind::Connect:
      return end.attach(DatagramSettings::parse(in.keys).value_or(DatagramSettings{}));
    case RecordedInputKind::Disconnect:
      return end.detach();
    case RecordedInputKind::Datagram:
      return end.receive(octetsOf(in.keys));
    case RecordedInputKind::Keys:
      return;
  }
}
}  // namespace

CablePorts::CablePorts(Machine& machine, Recorder& recorder) : machine_(machine), recorder_(recorder) {}

CablePorts::~CablePorts() {
  for (Cable& c : cables_) {
    machine_.exclude(*c.watch);
    if (c.end) machine_.exclude(*c.end);
    recorder_.takes(c.name, {});
  }
}

CablePorts::Cable& CablePorts::add(const std::string& name, HostLink& cable) {
  Cable& c =
      cables_.emplace_back(Cable{name, cable, std::make_unique<LinkWatch>(machine_.clock(), cable, name), nullptr});
  machine_.include(*c.watch);
  return c;
}

void CablePorts::watch(const std::string& name, HostLink& cable) { add(name, cable); }

void CablePorts::offer(const std::string& name, HostLink& cable, DatagramLink::Role role) {
  Cable& c = add(name, cable);
  c.end = std::make_unique<DatagramLink>(machine_.clock(), cable, role, name + ".datagrams");
  machine_.include(*c.end);
  recorder_.takes(name, [end = c.end.get()](const RecordedInput& in) { give(*end, in); });
}

CablePorts::Cable* CablePorts::cable(std::string_view name) {
  const auto at = std::ranges::find(cables_, name, &Cable::name);
  return at == cables_.end() ? nullptr : &*at;
}

Expected<const UdpPort*> CablePorts::attach(std::string_view name, const UdpAddress& address,
                                            const DatagramSettings& settings) {
  Cable* c = cable(name);
  if (c == nullptr) return fail("", fmt::format("there is no cable \"{}\"", name));
  if (!c->end)
    return fail("", fmt::format("the other end of {} is {}", name, c->link.impEnd()),
                "the machine file of a machine at a real IMP has no [network], no [[host]] and no looped");
  if (c->port) return fail("", fmt::format("{} is attached to {}", name, c->port->peerText()), "detach it first");
  auto port = UdpPort::open(address);
  if (!port) return tl::unexpected(port.error());
  c->port = std::move(*port);
  c->port->muteWhile([this] { return !live_ || recorder_.replaying(); });
  c->end->connect(c->port.get());
  recorder_.input({RecordedInputKind::Connect, c->name, settings.text()});
  return c->port.get();
}

Expected<bool> CablePorts::detach(std::string_view name) {
  Cable* c = cable(name);
  if (c == nullptr || !c->end) return fail("", fmt::format("nothing can be attached to \"{}\"", name));
  const bool was = c->port != nullptr || c->end->attached();
  if (c->end->attached()) recorder_.input({RecordedInputKind::Disconnect, c->name, {}});
  c->end->connect(nullptr);
  c->port.reset();
  return was;
}

bool CablePorts::anyAttached() const {
  return std::ranges::any_of(cables_, [](const Cable& c) { return c.port != nullptr; });
}

// Reconnects after a snapshot that was saved without a peer. Datagrams that the cable cannot take yet remain in the
// host's socket buffer.
void CablePorts::poll(Cable& c) {
  if (!c.end->attached()) recorder_.input({RecordedInputKind::Connect, c.name, c.end->settings().text()});
  for (int n = 0; n < kMostAPoll && c.end->waiting() < DatagramLink::kMostWaiting / 2; ++n) {
    const auto octets = c.port->receive();
    if (!octets) return;
    recorder_.input({RecordedInputKind::Datagram, c.name, octetText(*octets)});
  }
}

std::vector<std::string> CablePorts::poll(bool live) {
  std::vector<std::string> told;
  live_ = live;
  for (Cable& c : cables_) {
    if (!c.port) continue;
    if (live) poll(c);
    if (const std::string trouble = c.port->takeTrouble(); !trouble.empty())
      told.push_back(fmt::format("{}: {}; further errors are only counted, see net", c.name, trouble));
  }
  return told;
}

void CablePorts::clearCounts() {
  for (Cable& c : cables_) {
    c.watch->clear();
    if (c.end) c.end->clearCounts();
    if (c.port) c.port->clearCounts();
  }
}

}  // namespace utah10
