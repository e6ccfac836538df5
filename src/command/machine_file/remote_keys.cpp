// Machine-file keys of the paging adapter, its link and the host behind it.
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "devices/remote_memory.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

constexpr std::string_view kTable = "remote-memory";
constexpr std::int64_t kMessagesLostOf = 10'000;
constexpr std::int64_t kFastest = 100'000'000'000;
constexpr std::int64_t kLongest = seconds(1000).count();

RemoteMemoryConfig& remote(D& d) {
  if (!d.devices.remote) d.devices.remote.emplace(RemoteMemoryConfig{.port = DeviceConfig::kRemotePort});
  return *d.devices.remote;
}

// A key of a duration, for the member of the configuration.
template <Duration RemoteMemoryConfig::*member>
Key timeKey(std::string_view name, std::int64_t least, std::string value, std::string_view meaning) {
  return {kTable, name, KeyUnit::Time, least, kLongest, std::move(value), "", meaning, [](D& d, T&, const V& v) {
            remote(d).*member = Duration{v.number};
            return std::string();
          }};
}

std::vector<Key> wireKeys() {
  return {{kTable, "rate", KeyUnit::BitRate, 1000, kFastest, "10000000 bps", "IEEE 802.3",
           "rate of the wire between adapter and host",
           [](D& d, T&, const V& v) {
             remote(d).bitsPerSecond = v.number;
             return std::string();
           }},
          {kTable, "full-duplex", KeyUnit::Flag, 0, 1, "false", "IEEE 802.3: one cable",
           "a wire for each direction; if false, one for both",
           [](D& d, T&, const V& v) {
             remote(d).fullDuplex = v.number != 0;
             return std::string();
           }},
          {kTable, "packet", KeyUnit::Count, 84, 65535, "1500", "IEEE 802.3",
           "most octets in a packet, with the IP and UDP headers, without Ethernet's",
           [](D& d, T&, const V& v) {
             remote(d).packetOctets = static_cast<unsigned>(v.number);
             return std::string();
           }},
          {kTable, "loss", KeyUnit::Count, 0, kMessagesLostOf, "0", "", "messages lost per 10000",
           [](D& d, T&, const V& v) {
             remote(d).loss = static_cast<double>(v.number) / static_cast<double>(kMessagesLostOf);
             return std::string();
           }},
          {kTable, "seed", KeyUnit::Count, 0, 1'000'000'000, "1", "", "seed of the loss", [](D& d, T&, const V& v) {
             remote(d).seed = static_cast<std::uint64_t>(v.number);
             return std::string();
           }}};
}

std::vector<Key> exchangeKeys() {
  return {timeKey<&RemoteMemoryConfig::latency>("latency", 0, "5us", "time of a message from one end to the other"),
          timeKey<&RemoteMemoryConfig::adapterTime>(
              "adapter-time", 0, "100us", "time of the adapter's processor for each message that it sends or receives"),
          timeKey<&RemoteMemoryConfig::hostTime>(
              "host-time", 0, "100us", "time of the host's processor for each message that it receives or sends"),
          timeKey<&RemoteMemoryConfig::timeLimit>(
              "time-limit", 1, "200ms",
              "time without an answer after which a message is sent again; doubles with each attempt"),
          {kTable, "attempts", KeyUnit::Count, 1, 1000, "8", "",
           "how often a message is sent before the adapter reports an error",
           [](D& d, T&, const V& v) {
             remote(d).attempts = static_cast<unsigned>(v.number);
             return std::string();
           }},
          {kTable, "pages", KeyUnit::Count, 1, RemoteMemory::kMostPages, "3060", "as many as a Bryant drum has",
           "pages of 512 words that the host keeps", [](D& d, T&, const V& v) {
             remote(d).pages = static_cast<std::uint32_t>(v.number);
             return std::string();
           }}};
}
}  // namespace

std::vector<Key> remoteKeys() {
  std::vector<Key> keys = wireKeys();
  for (Key& k : exchangeKeys()) keys.push_back(std::move(k));
  return keys;
}

std::string addRemoteMemory(MachineDescription& d, TableEntry&) {
  remote(d);
  return {};
}

}  // namespace utah10
