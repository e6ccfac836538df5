// Machine-file keys of the IMP interface and its cable.
#include "command/host/udp_port.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

constexpr std::int64_t kSlowestCable = 100, kFastestCable = 10'000'000;  // bits per second

ImpInterfaceConfig& imp(D& d) {
  if (!d.devices.imp) d.devices.imp.emplace();
  return *d.devices.imp;
}

// The time of one bit, rounded to a whole nanosecond: rates that divide 1 000 000 000 are exact; the error of others is
// at most half a nanosecond per bit (.0005 per cent at 10 kb/s, .5 per cent at 10 Mb/s).
Duration perBit(std::int64_t bitsPerSecond) { return (seconds(1) + nanoseconds(bitsPerSecond / 2)) / bitsPerSecond; }
std::vector<Key> cableKeys() {
  return {
      {"imp", "rate-to-imp", KeyUnit::BitRate, kSlowestCable, kFastestCable, "100000 bps",
       "BBN Report 1822, RFC 594: 100 kb/s until late 1973; docs/sources/imp.md 4",
       "bit rate of the cable from the host to the IMP",
       [](D& d, T&, const V& v) {
         imp(d).perBitToImp = perBit(v.number);
         return std::string();
       }},
      {"imp", "rate-to-host", KeyUnit::BitRate, kSlowestCable, kFastestCable, "100000 bps",
       "BBN Report 1822, RFC 594: 100 kb/s until late 1973; docs/sources/imp.md 4",
       "bit rate of the cable from the IMP to the host",
       [](D& d, T&, const V& v) {
         imp(d).perBitToHost = perBit(v.number);
         return std::string();
       }},
      {"imp", "host", KeyUnit::Octal, 1, 0377, "4", "NIC 8246: UTAH is 4",
       "the machine's own host address, host*64+IMP, for captures and for the monitor that `boot` starts",
       [](D& d, T&, const V& v) {
         imp(d).host = static_cast<std::uint16_t>(v.number);
         d.hostNumber = HostId{static_cast<unsigned>(v.number)};
         return std::string();
       }},
      {"imp", "looped", KeyUnit::Flag, 0, 1, "false", "", "test plug at the IMP's end: returns what the host sends",
       [](D& d, T&, const V& v) {
         imp(d).looped = v.number != 0;
         return std::string();
       }},
  };
}

// The key `udp` and its options.
std::vector<Key> udpKeys() {
  return {
      {"imp", "udp", KeyUnit::Text, 0, 0, "", "SIMH H316: ATTACH HI1 lport:host:rport; docs/sources/imp.md 12",
       "simulated IMP at the end of the cable: \"udp:LPORT:HOST:RPORT\"; \"udp:LPORT::RPORT\" on this host",
       [](D&, T& t, const V& v) { return takeUdpAddress(t, v.text); }},
      {"imp", "udp-limit", KeyUnit::Count, 3, DatagramSettings::kMostLimit, "443",
       "measured on SIMH's H316 IMP; docs/sources/imp.md 12.4",
       "longest message that the IMP accepts, in 16-bit words including leader and padding",
       [](D&, T& t, const V& v) {
         t.udp.settings.limit = static_cast<unsigned>(v.number);
         t.udpSaid = true;
         return std::string();
       }},
      {"imp", "udp-listen-all", KeyUnit::Flag, 0, 1, "false", "",
       "binds to every address of the host, not only loopback",
       [](D&, T& t, const V& v) {
         t.udp.address.listenAll = v.number != 0;
         t.udpSaid = true;
         return std::string();
       }},
      {"imp", "udp-wait", KeyUnit::Flag, 0, 1, "false", "", "the IMP's ready line is down until its first datagram",
       [](D&, T& t, const V& v) {
         t.udp.settings.assumeReady = v.number == 0;
         t.udpSaid = true;
         return std::string();
       }},
      {"imp", "udp-toggle", KeyUnit::Flag, 0, 1, "false", "",
       "toggles host ready at the start, to make the IMP send a datagram",
       [](D&, T& t, const V& v) {
         t.udp.settings.toggle = v.number != 0;
         t.udpSaid = true;
         return std::string();
       }},
      {"imp", "udp-pad-odd", KeyUnit::Flag, 0, 1, "false",
       "BBN Report 1822: an IMP always pads; docs/sources/imp.md 3.3",
       "pads only messages that do not end at a word boundary",
       [](D&, T& t, const V& v) {
         t.udp.settings.padAlways = v.number == 0;
         t.udpSaid = true;
         return std::string();
       }},
  };
}
}  // namespace

// Sets the address at the other end of a cable; keeps the value of udp-listen-all, which may come before it.
std::string takeUdpAddress(TableEntry& t, const std::string& text) {
  const auto address = UdpAddress::parse(text);
  if (!address) return address.error().text();
  const bool listenAll = t.udp.address.listenAll;
  t.udp.address = *address;
  t.udp.address.listenAll = listenAll;
  t.udpAddressed = true;
  return {};
}

std::vector<Key> impKeys() {
  std::vector<Key> keys = cableKeys();
  for (Key& k : udpKeys()) keys.push_back(std::move(k));
  return keys;
}

// The table alone, without keys, adds the interface.
std::string addImp(MachineDescription& d, TableEntry& t) {
  imp(d);
  if (t.udpSaid && !t.udpAddressed) return "the udp- keys need udp = \"udp:LPORT:HOST:RPORT\"";
  if (t.udpAddressed && d.devices.imp->looped)
    return "a looped cable has no IMP at its end; use udp or looped, not both";
  if (!t.udpAddressed) return {};
  d.impUdp = t.udp;
  return {};
}

}  // namespace utah10
