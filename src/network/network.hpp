// The network behind a machine's IMP interface: a subnet, the machine's cable plugged into one of its IMPs, and
// modelled hosts with their services at others. It lives on the machine's clock and is part of its state.
//
// Errors: check() says what is wrong with a configuration. Built from one that is not sound is undefined.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/server.hpp"
#include "network/host.hpp"
#include "network/imp/subnet.hpp"
#include "network/servers/file_store.hpp"
#include "network/servers/ftp_config.hpp"
#include "utah10/machine/state_part.hpp"

namespace utah10 {

struct NetworkHostConfig {
  HostConfig host;
  std::optional<CcnConfig> ccn;  // NETRJS
  std::optional<FtpConfig> ftp;  // old file transfer protocol
};

struct NetworkConfig {
  SubnetConfig subnet;
  HostId machine{4, 0};  // where the machine's cable goes: UTAH
  std::vector<NetworkHostConfig> hosts;
  std::vector<HostId> outside;  // cables whose host's end is somebody else's

  // What the clocks of all hosts show at power-on, in seconds since 1970.
  void setDate(std::int64_t date);
  // Says what is wrong, if anything: an IMP that is not there, a host twice.
  Expected<void> check() const;
};

// Where modelled hosts keep files: folders of the user's. Null: they keep them in their heads.
struct NetworkFiles {
  std::function<CcnFiles*(const HostConfig&)> ccn;
  std::function<std::unique_ptr<FileStore>(const HostConfig&)> ftp;
};

class Network final : public StatePart {
 public:
  // Everything on `clock`; `cable` is the machine's. Hosts raise their ready lines at once.
  Network(Scheduler& clock, const Observers* observers, HostLink& cable, const NetworkConfig& config,
          const NetworkFiles& files = {});
  ~Network() override;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  const NetworkConfig& config() const { return config_; }
  Subnet& subnet() { return subnet_; }
  const Subnet& subnet() const { return subnet_; }
  const std::vector<std::unique_ptr<Host>>& hosts() const { return hosts_; }
  // By name, in either case, or octal address; null if there is none.
  Host* host(std::string_view nameOrAddress) const;
  // The name of a host, or of the machine: "UTAH"; its octal address if it has none.
  std::string nameOf(HostId id) const;

  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  NetworkConfig config_;
  Subnet subnet_;
  std::vector<std::unique_ptr<Host>> hosts_;
};

}  // namespace utah10
