// A modelled host: its end of a cable, its NCP and its services.
//
// It answers in no time of its own unless told to take some (HostConfig::reaction): nothing is known of how quickly the
// hosts of 1972 did, and what is measured is the other end. Errors: a service that is not known by name is the
// configuration's reader's to refuse (serviceKindOf()).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/host_port.hpp"
#include "network/ncp/ncp.hpp"
#include "network/servers/host_service.hpp"
#include "network/servers/reaction_port.hpp"
#include "utah10/machine/state_part.hpp"

namespace utah10 {

// The small servers; NETRJS and FTP are added by Host::add().
enum class ServiceKind : std::uint8_t { Telnet, Echo, Discard, Systat, DateTime, Netstat, CharacterGenerator };

// "echo", "discard", "telnet", "systat", "date-time", "netstat", "chargen".
std::optional<ServiceKind> serviceKindOf(std::string_view name);
std::string_view nameOf(ServiceKind kind);
// The contact socket of RFC 503 (docs/sources/ncp.md 8.1).
Socket usualSocket(ServiceKind kind);

struct ServiceConfig {
  ServiceKind kind = ServiceKind::Echo;
  Socket socket;  // 0: the usual one
};

struct HostConfig {
  HostId id;
  std::string name;  // "UCLA-CCN"
  std::vector<ServiceConfig> services;
  NcpConfig ncp;
  // From a message's being complete to its being looked at.
  Duration reaction = Duration::zero();
  // What the date-time server says at power-on, in seconds since 1 January 1970: 1 October 1972, 00:00.
  std::int64_t date = 86'745'600;
};

class Host final : public StatePart {
 public:
  // On a cable of the subnet's.
  Host(Scheduler& clock, HostLink& cable, const HostConfig& config);
  // On a port of another kind, whose state is its owner's.
  Host(Scheduler& clock, MessagePort& port, const HostConfig& config);
  ~Host() override;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  const HostConfig& config() const { return config_; }
  Ncp& ncp() { return *ncp_; }
  const Ncp& ncp() const { return *ncp_; }
  // Before anything runs, always in the same order.
  void add(std::unique_ptr<HostService> service);
  const std::vector<std::unique_ptr<HostService>>& services() const { return services_; }
  // None if there is none of that name.
  HostService* service(std::string_view name) const;

  // Ready line up or down.
  void comeUp() { ncp_->comeUp(); }
  void goDown() { ncp_->goDown(); }

  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  void make(MessagePort& port);
  std::unique_ptr<HostService> make(const ServiceConfig& service);
  std::string systat() const;
  std::string netstat() const;

  Scheduler& clock_;
  HostConfig config_;
  std::string slot_;
  std::unique_ptr<HostPort> port_;  // none: another's
  std::unique_ptr<ReactionPort> reaction_;
  std::unique_ptr<Ncp> ncp_;
  std::vector<std::unique_ptr<HostService>> services_;
};

}  // namespace utah10
