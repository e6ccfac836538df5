// Keys of the IMP interface and its cable.
#include "machine_schema.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

constexpr std::int64_t kSlowest = 100, kFastest = 10'000'000;  // bits a second

ImpInterfaceConfig& imp(D& d) {
  if (!d.devices.imp) d.devices.imp.emplace();
  return *d.devices.imp;
}

// The time of one bit, rounded to a whole nanosecond: rates that divide 1 000 000 000 are exact, others off by half a
// nanosecond a bit at most (.0005 per cent at 10 kb/s, .5 per cent at 10 Mb/s).
Duration perBit(std::int64_t bitsPerSecond) { return (seconds(1) + nanoseconds(bitsPerSecond / 2)) / bitsPerSecond; }
}  // namespace

std::vector<Key> impKeys() {
  return {
      {"imp", "rate-to-imp", KeyUnit::BitRate, kSlowest, kFastest, "100000 bps",
       "BBN 1822, nominal; of BBN's own interface not known", "bits of the cable towards the IMP",
       [](D& d, T&, const V& v) {
         imp(d).perBitToImp = perBit(v.number);
         return std::string();
       }},
      {"imp", "rate-to-host", KeyUnit::BitRate, kSlowest, kFastest, "100000 bps",
       "BBN 1822, nominal; of BBN's own interface not known", "bits of the cable towards the host",
       [](D& d, T&, const V& v) {
         imp(d).perBitToHost = perBit(v.number);
         return std::string();
       }},
      {"imp", "host", KeyUnit::Octal, 0, 0377, "4", "NIC 8246: UTAH is 4", "host*64+IMP, as captures name the cable",
       [](D& d, T&, const V& v) {
         imp(d).host = static_cast<std::uint16_t>(v.number);
         return std::string();
       }},
      {"imp", "looped", KeyUnit::Flag, 0, 1, "false", "", "a test plug at the IMP's end: what is sent comes back",
       [](D& d, T&, const V& v) {
         imp(d).looped = v.number != 0;
         return std::string();
       }},
  };
}

// An empty table does it, too.
std::string addImp(MachineDescription& d, TableEntry&) {
  imp(d);
  return {};
}

}  // namespace utah10
