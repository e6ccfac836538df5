// Machine-file keys of the TENEXes on one network.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "command/machine_file/packaged.hpp"
#include "network/partition.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

// Tables that describe the network, not one machine.
constexpr std::array<std::string_view, 5> kOfNetwork = {"network", "site", "modem-line", "host", "tenex"};

bool goodName(std::string_view name) {
  const auto good = [](char c) {
    const char l = lowerCase(c);
    return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !name.empty() && std::ranges::all_of(name, good);
}

Expected<void> checkOne(const MachineDescription& d, const TenexDescription& t) {
  const auto sites = d.network->subnet.topology.imps;
  if (std::ranges::find(sites, t.host.imp(), &ImpSite::number) == sites.end())
    return fail("tenex", fmt::format("{} is at IMP {}, which does not exist", t.name, t.host.imp()),
                "the low six bits of an address are the IMP's number");
  for (const TenexDescription& other : d.tenexes) {
    if (&other == &t) continue;
    if (sameWord(other.name, t.name)) return fail("tenex", fmt::format("two TENEXes are called {}", t.name));
    if (other.host.imp() == t.host.imp())
      return fail("tenex", fmt::format("{} and {} are at the same IMP, {}", t.name, other.name, t.host.imp()),
                  "each TENEX needs an IMP of its own");
  }
  return {};
}

}  // namespace

std::vector<Key> tenexKeys() {
  return {
      {"tenex", "name", KeyUnit::Text, 0, 0, "", "", "name of the machine at the prompt: letters, digits, hyphens",
       [](D&, T& t, const V& v) {
         t.tenex.name = v.text;
         return goodName(v.text) ? std::string() : "a name has letters, digits and hyphens only";
       }},
      {"tenex", "host", KeyUnit::Octal, 1, 0377, "", "RFC 503", "host address, host*64+IMP; it reaches the monitor",
       [](D&, T& t, const V& v) {
         t.tenex.host = HostId{static_cast<unsigned>(v.number)};
         return std::string();
       }},
      {"tenex", "system", KeyUnit::Choice, 0, 0, "tenex72", "", "the packaged system: tenex72, tenex131 or tenex73",
       [](D&, T& t, const V& v) {
         t.tenex.system = v.text;
         return PackagedSystem::names(v.text) ? std::string()
                                              : "no system " + v.text + "; use tenex72, tenex131 or tenex73";
       }},
      {"tenex", "machine", KeyUnit::Text, 0, 0, "", "",
       "its machine file, whose own [network] and hosts are left out; without it that of `utah10 boot`",
       [](D&, T& t, const V& v) {
         t.tenex.machine = v.text;
         return std::string();
       }},
      {"tenex", "pack", KeyUnit::Text, 0, 0, "", "",
       "TENEX pack that keeps its changes, created if it does not exist; without it they are discarded",
       [](D&, T& t, const V& v) {
         t.tenex.pack = v.text;
         return std::string();
       }},
      {"tenex", "port", KeyUnit::Count, 1, 65535, "", "",
       "TCP port for telnet; without it that of its machine, plus its place among the TENEXes from 0",
       [](D&, T& t, const V& v) {
         t.tenex.port = static_cast<std::uint16_t>(v.number);
         return std::string();
       }},
  };
}

std::string addTenex(MachineDescription& d, TableEntry& t) {
  if (t.tenex.name.empty()) return "a TENEX needs a name";
  if (t.tenex.host == HostId{}) return "a TENEX needs a host address";
  d.tenexes.push_back(t.tenex);
  return {};
}

// Each part of the network is checked as the network of its machine.
Expected<void> checkTenexes(const MachineDescription& d) {
  if (d.tenexes.empty()) return {};
  if (!d.network) return fail("tenex", "there is no network", "add [network]");
  for (const GivenKey& key : d.given)
    if (std::ranges::find(kOfNetwork, key.table) == kOfNetwork.end() ||
        (key.table == "network" && key.key == "machine"))
      return fail(
          "tenex",
          fmt::format("the file describes a network; {}.{} belongs to one machine ({})", key.table, key.key, key.place),
          "the key `machine` of [[tenex]] names a machine file");
  std::vector<HostId> machines;
  for (const TenexDescription& t : d.tenexes) {
    if (auto ok = checkOne(d, t); !ok) return ok;
    machines.push_back(t.host);
  }
  for (const NetworkConfig& part : partitioned(*d.network, machines).parts)
    if (auto ok = part.check(); !ok) return ok;
  return {};
}

}  // namespace utah10
