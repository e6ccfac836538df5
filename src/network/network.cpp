#include "network/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "network/servers/ftp_service.hpp"
#include "network/servers/telnet_hello.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

bool hasImp(const Topology& topology, unsigned number) {
  return std::ranges::any_of(topology.imps, [&](const ImpSite& i) { return i.number == number; });
}

Expected<void> checkHost(const NetworkConfig& config, HostId id, const std::string& name) {
  if (id.imp() == 0 || !hasImp(config.subnet.topology, id.imp()))
    return fail("network", fmt::format("host {} is at IMP {}, which does not exist", name, id.imp()),
                "the low six bits of an address are the IMP's number");
  return {};
}

std::unique_ptr<FileStore> storeOf(const NetworkFiles& files, const HostConfig& host) {
  std::unique_ptr<FileStore> store;
  if (files.ftp) store = files.ftp(host);
  return store != nullptr ? std::move(store) : std::make_unique<MemoryFileStore>();
}

// The host number identifies the cable in captures.
HostLinkConfig wireOf(HostId host) {
  HostLinkConfig config;
  config.wire = host.octet();
  return config;
}

void addCcn(Scheduler& clock, Host& host, const CcnConfig& config, CcnFiles* files) {
  auto server = std::make_unique<CcnServer>(clock, host.ncp(), config, files);
  if (auto* logger = dynamic_cast<TelnetHello*>(host.service("telnet"))) logger->offer(*server);
  host.add(std::move(server));
}

// Every service needs a socket of its own: a second service at a socket would never be called.
Expected<void> checkSockets(const NetworkHostConfig& h) {
  std::set<Socket> taken;
  std::vector<Socket> sockets;
  for (const ServiceConfig& s : h.host.services)
    sockets.push_back(s.socket == Socket{} ? usualSocket(s.kind) : s.socket);
  if (h.ftp) sockets.push_back(Socket{3});
  if (h.ccn)
    for (const CcnContact& c : h.ccn->contacts) sockets.push_back(Socket{c.socket});
  for (const Socket socket : sockets)
    if (!taken.insert(socket).second)
      return fail("network", fmt::format("host {} has two services at socket {}", h.host.name, socket.number()),
                  "another socket after a colon: \"systat:111\"; netrjs has 11, 13 and 15");
  return {};
}

}  // namespace

void NetworkConfig::setDate(std::int64_t date) {
  for (NetworkHostConfig& h : hosts) {
    h.host.date = date;
    if (h.ftp) h.ftp->startedAt = date;
  }
}

Expected<void> NetworkConfig::check() const {
  if (auto sound = subnet.check(); !sound) return sound;
  if (auto sound = checkHost(*this, machine, "of the machine"); !sound) return sound;
  std::set<HostId> taken{machine};
  for (const NetworkHostConfig& h : hosts) {
    if (auto sound = checkHost(*this, h.host.id, h.host.name); !sound) return sound;
    if (!taken.insert(h.host.id).second)
      return fail("network", fmt::format("two hosts have address {:o}", h.host.id.octet()));
    const auto called = [&](const NetworkHostConfig& other) { return sameWord(other.host.name, h.host.name); };
    if (!h.host.name.empty() && std::ranges::count_if(hosts, called) > 1)
      return fail("network", fmt::format("two hosts are called {}", h.host.name));
    if (auto sound = checkSockets(h); !sound) return sound;
    if (h.ccn)
      if (auto sound = h.ccn->check(); !sound) return sound;
  }
  for (const HostId id : outside) {
    if (auto sound = checkHost(*this, id, "outside"); !sound) return sound;
    if (!taken.insert(id).second) return fail("network", fmt::format("two hosts have address {:o}", id.octet()));
  }
  return {};
}

Network::Network(Scheduler& clock, const Observers* observers, HostLink& cable, const NetworkConfig& config,
                 const NetworkFiles& files)
    : config_(config), subnet_(clock, config.subnet, observers) {
  cable.takeImpEnd(fmt::format("the modelled IMP {}.", config.machine.imp()));
  subnet_.plug(config.machine, cable);
  for (const NetworkHostConfig& h : config.hosts) {
    hosts_.push_back(std::make_unique<Host>(clock, subnet_.cable(h.host.id, wireOf(h.host.id)), h.host));
    Host& host = *hosts_.back();
    if (h.ftp)
      host.add(std::make_unique<FtpService>(clock, host.ncp(), fmt::format("host{:03o}.ftp", h.host.id.octet()),
                                            storeOf(files, h.host), *h.ftp));
    if (h.ccn) addCcn(clock, host, *h.ccn, files.ccn ? files.ccn(h.host) : nullptr);
  }
  for (const HostId id : config.outside) subnet_.cable(id, wireOf(id));
  for (const auto& host : hosts_) host->comeUp();
}

Network::~Network() = default;

Host* Network::host(std::string_view nameOrAddress) const {
  for (const auto& h : hosts_)
    if (sameWord(h->config().name, nameOrAddress) || fmt::format("{:o}", h->config().id.octet()) == nameOrAddress)
      return h.get();
  return nullptr;
}

std::string Network::nameOf(HostId id) const {
  for (const auto& h : hosts_)
    if (h->config().id == id && !h->config().name.empty()) return h->config().name;
  if (id == config_.machine && !config_.machineName.empty()) return config_.machineName;
  if (id.host() == 0)
    for (const ImpSite& i : config_.subnet.topology.imps)
      if (i.number == id.imp() && !i.name.empty()) return i.name;
  return fmt::format("{:o}", id.octet());
}

void Network::state(Archive& a) {
  subnet_.state(a);
  for (const auto& h : hosts_)
    if (a.good()) h->state(a);
}

}  // namespace utah10
