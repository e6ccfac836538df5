// Machine-file keys of the network behind the IMP interface: its map, its lines, the modelled hosts and their services.
#include <fmt/format.h>

#include <algorithm>

#include "command/console/suggestion.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

constexpr std::int64_t kLossUnit = 10'000;

NetworkConfig& net(D& d) {
  if (!d.network) {
    d.network.emplace();
    d.network->subnet.topology = Topology::of1972();
  }
  return *d.network;
}

std::vector<Key> mapKeys() {
  return {
      {"network", "map", KeyUnit::Choice, 0, 0, "1972", "public maps of autumn 1972",
       "topology: 1972, or own, which consists of the [[site]] and [[modem-line]] tables",
       [](D& d, T&, const V& v) {
         if (v.text != "1972" && v.text != "own") return "no map " + v.text + "; use 1972 or own";
         if (v.text == "own") net(d).subnet.topology = {};
         return std::string();
       }},
      {"network", "machine", KeyUnit::Octal, 1, 0377, "4", "NIC 8246: UTAH is 4",
       "host address of the machine: host*64+IMP; the same as imp.host",
       [](D& d, T&, const V& v) {
         const HostId machine{static_cast<unsigned>(v.number)};
         if (d.hostNumber && *d.hostNumber != machine)
           return fmt::format("imp.host is {:o}, network.machine {:o}; give one of them", d.hostNumber->octet(),
                              v.number);
         d.hostNumber = machine;
         return std::string();
       }},
      {"network", "seed", KeyUnit::Count, 0, 1'000'000'000, "1", "", "seed of all random events",
       [](D& d, T&, const V& v) {
         net(d).subnet.seed = static_cast<std::uint64_t>(v.number);
         return std::string();
       }},
      {"network", "loss", KeyUnit::Count, 0, kLossUnit, "0", "", "frames lost per 10000 on every line",
       [](D& d, T&, const V& v) {
         for (LineConfig& l : net(d).subnet.topology.lines)
           l.loss = static_cast<double>(v.number) / static_cast<double>(kLossUnit);
         return std::string();
       }},
      {"network", "host-up-delay", KeyUnit::Time, 0, seconds(3600).count(), "30s", "RFC 394",
       "delay from a host's raising of its ready line until other hosts can reach it",
       [](D& d, T&, const V& v) {
         net(d).subnet.hostUpDelay = Duration{v.number};
         return std::string();
       }},
      {"site", "number", KeyUnit::Count, 1, 63, "1", "", "number of the IMP",
       [](D&, T& t, const V& v) {
         t.site.number = static_cast<unsigned>(v.number);
         return std::string();
       }},
      {"site", "name", KeyUnit::Text, 0, 0, "", "", "name of the IMP",
       [](D&, T& t, const V& v) {
         t.site.name = v.text;
         return std::string();
       }},
  };
}

std::vector<Key> modemLineKeys() {
  return {
      {"modem-line", "from", KeyUnit::Count, 1, 63, "1", "", "IMP at one end",
       [](D&, T& t, const V& v) {
         t.modemLine.from = static_cast<unsigned>(v.number);
         return std::string();
       }},
      {"modem-line", "to", KeyUnit::Count, 1, 63, "1", "", "IMP at the other end",
       [](D&, T& t, const V& v) {
         t.modemLine.to = static_cast<unsigned>(v.number);
         return std::string();
       }},
      {"modem-line", "rate", KeyUnit::BitRate, 100, 10'000'000, "50000 bps", "RFC 508",
       "bit rate of the line in each direction",
       [](D&, T& t, const V& v) {
         t.modemLine.bitsPerSecond = v.number;
         return std::string();
       }},
      {"modem-line", "propagation", KeyUnit::Time, 0, seconds(10).count(), "10ms", "inferred",
       "propagation delay from end to end",
       [](D&, T& t, const V& v) {
         t.modemLine.propagation = Duration{v.number};
         return std::string();
       }},
      {"modem-line", "loss", KeyUnit::Count, 0, kLossUnit, "0", "", "frames lost per 10000",
       [](D&, T& t, const V& v) {
         t.modemLine.loss = static_cast<double>(v.number) / static_cast<double>(kLossUnit);
         return std::string();
       }},
  };
}

std::vector<Key> hostKeys() {
  return {
      {"host", "address", KeyUnit::Octal, 1, 0377, "1", "NIC 8246", "host address: host*64+IMP; UCLA-CCN is 101",
       [](D&, T& t, const V& v) {
         t.host.host.id = HostId{static_cast<unsigned>(v.number)};
         return std::string();
       }},
      {"host", "name", KeyUnit::Text, 0, 0, "", "", "name of the host",
       [](D&, T& t, const V& v) {
         t.host.host.name = v.text;
         return std::string();
       }},
      {"host", "services", KeyUnit::Text, 0, 0, "", "RFC 503: contact sockets; docs/sources/ncp.md 8.1",
       "list of telnet echo discard systat date-time netstat chargen ftp netrjs; a socket may follow: \"echo:5\"",
       [](D&, T& t, const V& v) {
         t.services = v.text;
         return std::string();
       }},
      {"host", "reaction", KeyUnit::Time, 0, seconds(60).count(), "0ns", "not known",
       "delay from the arrival of a message to its processing",
       [](D&, T& t, const V& v) {
         t.host.host.reaction = Duration{v.number};
         return std::string();
       }},
      {"host", "messages", KeyUnit::Count, 1, 65535, "8", "inferred", "messages allocated to a sender",
       [](D&, T& t, const V& v) {
         t.host.host.ncp.messages = static_cast<std::uint16_t>(v.number);
         return std::string();
       }},
      {"host", "bits", KeyUnit::Count, 8, 100'000'000, "32000", "inferred", "bits allocated to a sender",
       [](D&, T& t, const V& v) {
         t.host.host.ncp.bits = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"host", "udp", KeyUnit::Text, 0, 0, "", "SIMH H316",
       "external host that speaks H316 datagrams, instead of a modelled one: \"udp:LPORT:HOST:RPORT\"",
       [](D&, T& t, const V& v) {
         t.udp.settings.assumeReady = false;
         t.udp.settings.limit = DatagramSettings::kMostLimit;
         return takeUdpAddress(t, v.text);
       }},
      {"host", "udp-ready", KeyUnit::Flag, 0, 1, "false", "SIMH H316",
       "the host at udp is ready until it says that it is not: for a daemon that has been running for some time",
       [](D&, T& t, const V& v) {
         t.udp.settings.hostReady = v.number != 0;
         t.udpSaid = true;
         return std::string();
       }},
      {"host", "commands-per-message", KeyUnit::Count, 1, 120, "1", "NIC 8246: any number",
       "largest number of host-host commands in a control message",
       [](D&, T& t, const V& v) {
         t.host.host.ncp.commandsPerMessage = static_cast<unsigned>(v.number);
         return std::string();
       }},
      {"host", "files", KeyUnit::Text, 0, 0, "", "", "folder of its ftp server; without it files are kept in memory",
       [](D&, T& t, const V& v) {
         t.files = v.text;
         return std::string();
       }},
  };
}

std::vector<Key> netrjsKeys() {
  return {
      {"host", "terminals", KeyUnit::Text, 0, 0, "NETUTAH1", "RFC 325", "terminal identifiers known to netrjs",
       [](D&, T& t, const V& v) {
         t.terminals = v.text;
         return std::string();
       }},
      {"host", "restart", KeyUnit::Flag, 0, 1, "false", "RFC 189", "netrjs repeats an interrupted print by itself",
       [](D&, T& t, const V& v) {
         t.restart = v.number != 0;
         return std::string();
       }},
      {"host", "compressed", KeyUnit::Text, 0, 0, "", "RFC 189", "terminals that use compressed records",
       [](D&, T& t, const V& v) {
         t.compressed = v.text;
         return std::string();
       }},
      {"host", "generation", KeyUnit::Choice, 0, 0, "1972", "RFC 189; RFC 589, 599", "version of netrjs: 1972 or 1973",
       [](D&, T& t, const V& v) {
         t.generation = v.text;
         return v.text == "1972" || v.text == "1973" ? std::string() : "no generation " + v.text + "; use 1972 or 1973";
       }},
      {"host", "decks", KeyUnit::Text, 0, 0, "", "",
       "folder for the decks that netrjs reads and for its printed and punched output",
       [](D&, T& t, const V& v) {
         t.decks = v.text;
         return std::string();
       }},
      {"host", "execution", KeyUnit::Time, 0, seconds(86400).count(), "10s", "not known",
       "execution time of a netrjs job whose deck specifies none",
       [](D&, T& t, const V& v) {
         t.batch.execution = Duration{v.number};
         return std::string();
       }},
      {"host", "print-lines", KeyUnit::Count, 0, 1'000'000, "20", "not known",
       "lines printed by a netrjs job whose deck specifies none",
       [](D&, T& t, const V& v) {
         t.batch.lines = static_cast<unsigned>(v.number);
         return std::string();
       }},
  };
}

CcnConfig ccnOf(const T& t) {
  CcnConfig c = CcnConfig::of(t.generation == "1973" ? CcnGeneration::Of1973 : CcnGeneration::Of1972);
  const std::string_view terminals = t.terminals.empty() ? std::string_view{"NETUTAH1"} : t.terminals;
  for (const std::string_view id : wordsOf(terminals)) {
    CcnTerminal terminal;
    terminal.id = id;
    terminal.automaticRestart = t.restart;
    if (std::ranges::count(wordsOf(t.compressed), id) != 0) terminal.form = RecordForm::Compressed;
    c.terminals.push_back(terminal);
  }
  c.batch.execution = t.batch.execution;
  c.batch.lines = t.batch.lines;
  return c;
}

// Adds a service such as "echo:5" to the host; returns an error text or nothing.
std::string addService(T& t, std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  std::uint32_t socket = 0;
  if (colon != std::string::npos) {
    const auto number = wholeNumber<std::uint32_t>(text.substr(colon + 1));
    if (!number || *number % 2 == 0)
      return fmt::format("{}: the socket of a service must be an odd decimal number", text);
    socket = *number;
  }
  if (name == "ftp" && socket == 0) {
    t.host.ftp.emplace();
    t.host.ftp->host = t.host.host.name;
    return {};
  }
  if (name == "netrjs" && socket == 0) {
    t.host.ccn = ccnOf(t);
    return {};
  }
  const auto kind = serviceKindOf(name);
  if (!kind)
    return fmt::format("no service {}; use telnet, echo, discard, systat, date-time, netstat, chargen, ftp, netrjs",
                       text);
  t.host.host.services.push_back({*kind, Socket{socket}});
  return {};
}

}  // namespace

std::vector<Key> networkKeys() {
  std::vector<Key> keys = mapKeys();
  for (auto* more : {&modemLineKeys, &hostKeys, &netrjsKeys})
    for (Key& k : more()) keys.push_back(std::move(k));
  return keys;
}

std::string addNetwork(MachineDescription& d, TableEntry&) {
  net(d).machine = d.hostNumber.value_or(net(d).machine);
  // Captures use the network's address for the machine's cable.
  if (d.devices.imp) d.devices.imp->host = net(d).machine.octet();
  return {};
}

std::string addSite(MachineDescription& d, TableEntry& t) {
  net(d).subnet.topology.imps.push_back(t.site);
  return {};
}

std::string addModemLine(MachineDescription& d, TableEntry& t) {
  net(d).subnet.topology.lines.push_back(t.modemLine);
  return {};
}

std::string addHost(MachineDescription& d, TableEntry& t) {
  for (const std::string_view service : wordsOf(t.services))
    if (std::string what = addService(t, service); !what.empty()) return what;
  if (!t.files.empty() && !t.host.ftp) return "the key `files` needs the service ftp";
  if (!t.decks.empty() && !t.host.ccn) return "the key `decks` needs the service netrjs";
  if (t.udpAddressed) {
    if (!t.services.empty()) return "a host with `udp` provides its own services; remove `services`";
    d.hostLinks.push_back({t.host.host.id, t.udp});
    net(d).outside.push_back(t.host.host.id);
    return {};
  }
  net(d).hosts.push_back(t.host);
  d.hostFolders.push_back({t.host.host.id, t.decks, t.files});
  return {};
}

// Checks the network against the whole description of the machine.
Expected<void> checkNetwork(const MachineDescription& d) {
  if (!d.network || !d.tenexes.empty()) return {};
  if (!d.devices.imp) return fail("network", "the machine has no IMP interface", "add [imp]");
  if (d.devices.imp->looped)
    return fail("network", "a looped cable has no network at its end", "remove looped or [network]");
  return d.network->check();
}

}  // namespace utah10
