// A modelled host: its end of a cable, its NCP and its services.
//
// It answers without delay unless HostConfig::reaction is set: nothing is known about the response times of the hosts
// of 1972, and measurements are taken at the other end. Errors: the reader of the configuration must reject unknown
// service names (serviceKindOf()).
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
#include "utah10/machine/archive.hpp"

namespace utah10 {

// The small servers; Host::add() adds NETRJS and FTP.
enum class ServiceKind : std::uint8_t { Telnet, Echo, Discard, Systat, DateTime, Netstat, CharacterGenerator };

// "echo", "discard", "telnet", "systat", "date-time", "netstat", "chargen".
std::optional<ServiceKind> serviceKindOf(std::string_view name);
std::string_view nameOf(ServiceKind kind);
// The contact socket of RFC 503 (docs/sources/ncp.md 8.1).
Socket usualSocket(ServiceKind kind);

struct ServiceConfig {
  ServiceKind kind = ServiceKind::Echo;
  Socket socket;  // 0: the usual socket
};

struct HostConfig {
  HostId id;
  std::string name;  // "UCLA-CCN"
  std::vector<ServiceConfig> services;
  NcpConfig ncp;
  // From the arrival of a complete message until the host processes it.
  Duration reaction = Duration::zero();
  // The time shown by the date-time server at power-on, in seconds since 1 January 1970: 1 October 1972, 00:00.
  std::int64_t date = 86'745'600;
};

class Host final : public StatePart {
 public:
  // Connects to a cable of the subnet.
  Host(Scheduler& clock, HostLink& cable, const HostConfig& config);
  // Connects to a port of another kind, whose state its owner saves.
  Host(Scheduler& clock, MessagePort& port, const HostConfig& config);
  ~Host() override;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  const HostConfig& config() const { return config_; }
  Ncp& ncp() { return *ncp_; }
  const Ncp& ncp() const { return *ncp_; }
  // Call before anything runs, always in the same order.
  void add(std::unique_ptr<HostService> service);
  const std::vector<std::unique_ptr<HostService>>& services() const { return services_; }
  // Null if there is no service of that name.
  HostService* service(std::string_view name) const;

  // Raises or drops the ready line.
  void comeUp() { ncp_->comeUp(); }
  void goDown() { ncp_->goDown(); }

  void state(Archive& a) override;

 private:
  void make(MessagePort& port);
  std::unique_ptr<HostService> make(const ServiceConfig& service);
  std::string systat() const;
  std::string netstat() const;

  Scheduler& clock_;
  HostConfig config_;
  std::string slot_;
  std::unique_ptr<HostPort> port_;  // null: the port has another owner
  std::unique_ptr<ReactionPort> reaction_;
  std::unique_ptr<Ncp> ncp_;
  std::vector<std::unique_ptr<HostService>> services_;
};

}  // namespace utah10
