// The network behind a machine's IMP interface: a subnet, the machine's cable to one of its IMPs, and modelled hosts
// with their services at others. It runs on the machine's clock and is part of the machine's state.
//
// Errors: check() reports errors in a configuration. Constructing a Network from one that fails check() is undefined.
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
#include "utah10/machine/archive.hpp"

namespace utah10 {

struct NetworkHostConfig {
  HostConfig host;
  std::optional<CcnConfig> ccn;  // NETRJS
  std::optional<FtpConfig> ftp;  // the old file transfer protocol
};

struct NetworkConfig {
  SubnetConfig subnet;
  HostId machine{4, 0};     // the address of the machine's cable: UTAH
  std::string machineName;  // empty: the name of its IMP, if it is host 0
  std::vector<NetworkHostConfig> hosts;
  std::vector<HostId> outside;  // cables whose host end is outside the model

  // Sets the time that the clocks of all hosts show at power-on, in seconds since 1970.
  void setDate(std::int64_t date);
  // Reports the first error: an IMP that does not exist, a host that appears twice.
  Expected<void> check() const;
};

// Where modelled hosts keep files: folders on the user's computer. Null: in memory.
struct NetworkFiles {
  std::function<CcnFiles*(const HostConfig&)> ccn;
  std::function<std::unique_ptr<FileStore>(const HostConfig&)> ftp;
};

class Network final : public StatePart {
 public:
  // Everything runs on `clock`; `cable` is the machine's. Hosts raise their ready lines at once.
  Network(Scheduler& clock, const Observers* observers, HostLink& cable, const NetworkConfig& config,
          const NetworkFiles& files = {});
  ~Network() override;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  const NetworkConfig& config() const { return config_; }
  Subnet& subnet() { return subnet_; }
  const Subnet& subnet() const { return subnet_; }
  const std::vector<std::unique_ptr<Host>>& hosts() const { return hosts_; }
  // By name, in either case, or by octal address; null if there is none.
  Host* host(std::string_view nameOrAddress) const;
  // The name of a host or of the machine, such as "UTAH"; the octal address if it has none.
  std::string nameOf(HostId id) const;

  void state(Archive& a) override;

 private:
  NetworkConfig config_;
  Subnet subnet_;
  std::vector<std::unique_ptr<Host>> hosts_;
};

}  // namespace utah10
