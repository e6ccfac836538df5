// Machine-file keys of the whole machine and of its processor.
#include "command/host/pacer.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

std::string setTiming(D& d, T&, const V& v) {
  if (TimingProfile::find(v.text) == nullptr) return "no timing profile \"" + v.text + "\"; use srm or gate";
  d.machine.timing = v.text;
  return {};
}
std::string setEngine(D& d, T&, const V& v) {
  const auto engine = findEngine(v.text);
  if (!engine) return "no engine \"" + v.text + "\"; use reference or fast";
  d.machine.engine = *engine;
  return {};
}
}  // namespace

std::vector<Key> processorKeys() {
  return {
      {"machine", "name", KeyUnit::Text, 0, 0, "utah10", "", "name of the machine",
       [](D& d, T&, const V& v) {
         d.name = v.text;
         return std::string();
       }},
      {"machine", "pace", KeyUnit::Text, 0, 0, "auto", "",
       "pace of virtual time against the host's clock: real, off, a rate (2.0), or auto: real with an IMP attached",
       [](D& d, T&, const V& v) {
         const auto pace = PaceSetting::parse(v.text);
         if (!pace) return pace.error().text();
         d.pace = *pace;
         return std::string();
       }},
      {"processor", "timing", KeyUnit::Choice, 0, 0, "srm",
       "SRM timing chart; gate: delay lines of the drawings; docs/sources/timing.md 2",
       "timing profile of the processor", &setTiming},
      {"processor", "engine", KeyUnit::Choice, 0, 0, "fast", "",
       "how the host executes instructions: fast, which translates frequent ones, or reference, which interprets each; "
       "results are the same",
       &setEngine},
      {"processor", "fast-memory", KeyUnit::Flag, 0, 1, "true", "FM ENB switch",
       "accumulators are in fast memory; if false, in core locations 0-17",
       [](D& d, T&, const V& v) {
         d.fastMemory = v.number != 0;
         return std::string();
       }},
      {"history", "entries", KeyUnit::Count, 1, 16777216, "65536", "",
       "number of instructions kept for the command history",
       [](D& d, T&, const V& v) {
         d.historyEntries = static_cast<std::size_t>(v.number);
         return std::string();
       }},
  };
}

}  // namespace utah10
