#include "network/host.hpp"

#include <fmt/format.h>

#include <array>

#include "network/servers/small_servers.hpp"
#include "network/servers/telnet_hello.hpp"

namespace utah10 {

namespace {

struct ServiceRow {
  ServiceKind kind;
  std::string_view name;
  std::uint32_t socket;
};

constexpr std::array<ServiceRow, 7> kServices{{{ServiceKind::Telnet, "telnet", 1},
                                               {ServiceKind::Echo, "echo", 7},
                                               {ServiceKind::Discard, "discard", 9},
                                               {ServiceKind::Systat, "systat", 11},
                                               {ServiceKind::DateTime, "date-time", 13},
                                               {ServiceKind::Netstat, "netstat", 15},
                                               {ServiceKind::CharacterGenerator, "chargen", 19}}};

const ServiceRow& row(ServiceKind kind) { return kServices[static_cast<std::size_t>(kind) % kServices.size()]; }

}  // namespace

std::optional<ServiceKind> serviceKindOf(std::string_view name) {
  for (const ServiceRow& k : kServices)
    if (k.name == name) return k.kind;
  return std::nullopt;
}

std::string_view nameOf(ServiceKind kind) { return row(kind).name; }
Socket usualSocket(ServiceKind kind) { return Socket{row(kind).socket}; }

Host::Host(Scheduler& clock, HostLink& cable, const HostConfig& config)
    : clock_(clock), config_(config), port_(std::make_unique<HostPort>(cable)) {
  make(*port_);
}

Host::Host(Scheduler& clock, MessagePort& port, const HostConfig& config) : clock_(clock), config_(config) {
  make(port);
}

Host::~Host() = default;

void Host::make(MessagePort& port) {
  slot_ = fmt::format("host{:03o}", config_.id.octet());
  reaction_ = std::make_unique<ReactionPort>(clock_, port, slot_, config_.reaction);
  ncp_ = std::make_unique<Ncp>(clock_, *reaction_, slot_ + ".ncp", config_.ncp);
  for (const ServiceConfig& s : config_.services) add(make(s));
}

std::unique_ptr<HostService> Host::make(const ServiceConfig& service) {
  const Socket socket = service.socket == Socket{} ? usualSocket(service.kind) : service.socket;
  switch (service.kind) {
    case ServiceKind::Telnet:
      return std::make_unique<TelnetHello>(*ncp_, socket, config_.name + ": HELLO. LOGOUT ENDS.");
    case ServiceKind::Echo:
      return std::make_unique<EchoServer>(*ncp_, socket);
    case ServiceKind::Discard:
      return std::make_unique<DiscardServer>(*ncp_, socket);
    case ServiceKind::CharacterGenerator:
      return std::make_unique<CharacterGenerator>(*ncp_, socket);
    case ServiceKind::Systat:
      return std::make_unique<TextServer>(*ncp_, "systat", socket, [this] { return systat(); });
    case ServiceKind::Netstat:
      return std::make_unique<TextServer>(*ncp_, "netstat", socket, [this] { return netstat(); });
    case ServiceKind::DateTime:
      break;
  }
  return std::make_unique<TextServer>(*ncp_, "date-time", socket, [this] {
    return dateText(config_.date + clock_.now().time_since_epoch() / seconds(1)) + "\r\n";
  });
}

void Host::add(std::unique_ptr<HostService> service) {
  service->open();
  services_.push_back(std::move(service));
}

HostService* Host::service(std::string_view name) const {
  for (const auto& s : services_)
    if (s->name() == name) return s.get();
  return nullptr;
}

std::string Host::systat() const {
  std::string text = fmt::format("{} UP {} SECONDS\r\n", config_.name, clock_.now().time_since_epoch() / seconds(1));
  for (const auto& s : services_) text += fmt::format("{}: {}\r\n", s->name(), s->status());
  return text;
}

std::string Host::netstat() const {
  std::string text = "LOCAL FOREIGN HOST LINK SIZE STATE\r\n";
  for (const ConnectionView& v : ncp_->connections())
    text += fmt::format("{:o} {:o} {:03o} {} {} {}\r\n", v.local.number(), v.foreign.number(), v.host.octet(), v.link,
                        v.byteSize, v.state);
  return text;
}

void Host::state(Archive& a) {
  a.section(slot_, [&] {
    a.sameFlag(port_ != nullptr, config_.name + " is on a different kind of cable");
    if (port_ != nullptr && a.good()) port_->state(a);
    reaction_->state(a);
    a.sameU32(services_.size(), config_.name + " has different services");
    for (const auto& s : services_) {
      a.sameName(s->name(), config_.name + " has service");
      if (a.good()) s->state(a);
    }
  });
  ncp_->state(a);
}

}  // namespace utah10
