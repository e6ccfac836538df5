// Keys of the devices.
#include "machine_schema.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;
}  // namespace

std::vector<Key> deviceKeys() {
  return {
      {"tty", "speed", KeyUnit::Rate, 1, 100000, "10 cps", "Model 33 and 35 Teletype, 110 baud", "console speed",
       [](D& d, T&, const V& v) {
         d.devices.console.tty = static_cast<int>(v.number);
         return std::string();
       }},
      {"ptr", "speed", KeyUnit::Rate, 1, 100000, "300 cps", "SRM, Paper Tape Reader", "reader speed",
       [](D& d, T&, const V& v) {
         d.devices.console.ptr = static_cast<int>(v.number);
         return std::string();
       }},
      {"ptr", "tape", KeyUnit::Text, 0, 0, "", "", "host file mounted at the start",
       [](D& d, T&, const V& v) {
         d.mounts.push_back({"ptr", v.text, {}});
         return std::string();
       }},
      {"ptp", "speed", KeyUnit::Rate, 1, 100000, "50 cps", "SRM, Paper Tape Punch", "punch speed",
       [](D& d, T&, const V& v) {
         d.devices.console.ptp = static_cast<int>(v.number);
         return std::string();
       }},
      {"ptp", "tape", KeyUnit::Text, 0, 0, "", "", "host file that receives what is punched",
       [](D& d, T&, const V& v) {
         d.mounts.push_back({"ptp", v.text, {}});
         return std::string();
       }},
  };
}

}  // namespace utah10
