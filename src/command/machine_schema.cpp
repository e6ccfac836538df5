#include "machine_schema.hpp"

#include <fmt/format.h>

namespace utah10 {

namespace {

using D = MachineDescription;
using M = MemoryEntry;
using V = KeyValue;
constexpr std::int64_t kSecond = 1'000'000'000;

std::string setKind(D&, M& m, const V& v) {
  const MemoryKind* kind = findMemoryKind(v.text);
  if (kind == nullptr) {
    std::string known;
    for (const MemoryKind& k : memoryKinds()) known += fmt::format("{}{}", known.empty() ? "" : ", ", k.name);
    return fmt::format("no memory kind \"{}\"; known: {}", v.text, known);
  }
  m.box.kind = *kind;
  return {};
}

std::string setTiming(D& d, M&, const V& v) {
  if (TimingProfile::find(v.text) == nullptr) return "no timing profile \"" + v.text + "\"; use srm or gate";
  d.machine.timing = v.text;
  return {};
}

constexpr Key kKeys[] = {
    {"machine", "name", KeyUnit::Text, 0, 0, "utah10", "", "what the machine is called",
     [](D& d, M&, const V& v) {
       d.name = v.text;
       return std::string();
     }},
    {"processor", "timing", KeyUnit::Choice, 0, 0, "srm", "SRM timing chart; gate: delay lines of the drawings",
     "timing profile of the processor", &setTiming},
    {"processor", "fast-memory", KeyUnit::Flag, 0, 1, "true", "FM ENB switch",
     "accumulators in fast memory; off, they are core locations 0-17",
     [](D& d, M&, const V& v) {
       d.fastMemory = v.number != 0;
       return std::string();
     }},
    {"memory", "kind", KeyUnit::Choice, 0, 0, "MA10", "see memory kinds below", "gives read, write and cycle",
     &setKind},
    {"memory", "read", KeyUnit::Time, 0, kSecond, "610ns", "of the kind", "request to data",
     [](D&, M& m, const V& v) {
       m.box.kind.readAccess = Duration{v.number};
       return std::string();
     }},
    {"memory", "write", KeyUnit::Time, 0, kSecond, "200ns", "of the kind", "request to release",
     [](D&, M& m, const V& v) {
       m.box.kind.writeAccess = Duration{v.number};
       return std::string();
     }},
    {"memory", "cycle", KeyUnit::Time, 0, kSecond, "1us", "of the kind", "request to the next request",
     [](D&, M& m, const V& v) {
       m.box.kind.cycle = Duration{v.number};
       return std::string();
     }},
    {"memory", "base", KeyUnit::Octal, 0, 0777777, "0", "", "first address of the first box",
     [](D&, M& m, const V& v) {
       m.box.base = static_cast<std::uint32_t>(v.number);
       return std::string();
     }},
    {"memory", "size", KeyUnit::Words, 1024, 262144, "16K", "MA10: 16K words a box", "words a box",
     [](D&, M& m, const V& v) {
       m.box.words = static_cast<std::uint32_t>(v.number);
       return std::string();
     }},
    {"memory", "count", KeyUnit::Count, 1, 64, "1", "", "boxes one after another",
     [](D&, M& m, const V& v) {
       m.count = v.number;
       return std::string();
     }},
    {"memory", "interleave", KeyUnit::Count, 1, 4, "1", "", "boxes that share consecutive addresses: 1, 2 or 4",
     [](D&, M& m, const V& v) {
       m.box.interleave = static_cast<std::uint32_t>(v.number);
       return std::string();
     }},
    {"memory", "ports", KeyUnit::Count, 1, 8, "4", "MA10: four ports", "processor and channels that can be connected",
     [](D&, M& m, const V& v) {
       m.box.ports = static_cast<std::uint32_t>(v.number);
       return std::string();
     }},
    {"tty", "speed", KeyUnit::Rate, 1, 100000, "10 cps", "Model 33 and 35 Teletype, 110 baud", "console speed",
     [](D& d, M&, const V& v) {
       d.devices.console.tty = static_cast<int>(v.number);
       return std::string();
     }},
    {"ptr", "speed", KeyUnit::Rate, 1, 100000, "300 cps", "SRM, Paper Tape Reader", "reader speed",
     [](D& d, M&, const V& v) {
       d.devices.console.ptr = static_cast<int>(v.number);
       return std::string();
     }},
    {"ptr", "tape", KeyUnit::Text, 0, 0, "", "", "host file mounted at the start",
     [](D& d, M&, const V& v) {
       d.readerTape = v.text;
       return std::string();
     }},
    {"ptp", "speed", KeyUnit::Rate, 1, 100000, "50 cps", "SRM, Paper Tape Punch", "punch speed",
     [](D& d, M&, const V& v) {
       d.devices.console.ptp = static_cast<int>(v.number);
       return std::string();
     }},
    {"ptp", "tape", KeyUnit::Text, 0, 0, "", "", "host file that receives what is punched",
     [](D& d, M&, const V& v) {
       d.punchTape = v.text;
       return std::string();
     }},
    {"history", "entries", KeyUnit::Count, 1, 16777216, "65536", "", "instructions remembered",
     [](D& d, M&, const V& v) {
       d.historyEntries = static_cast<std::size_t>(v.number);
       return std::string();
     }},
};

}  // namespace

std::span<const Key> machineKeys() { return kKeys; }

std::string_view unitText(KeyUnit unit) {
  switch (unit) {
    case KeyUnit::Text:
      return "text";
    case KeyUnit::Choice:
      return "name";
    case KeyUnit::Flag:
      return "true or false";
    case KeyUnit::Time:
      return "duration (\"610ns\", \"1us\")";
    case KeyUnit::Rate:
      return "rate (\"300 cps\")";
    case KeyUnit::Words:
      return "words (\"16K\")";
    case KeyUnit::Octal:
      return "octal address (\"040000\")";
    case KeyUnit::Count:
      return "number";
  }
  return "";
}

}  // namespace utah10
