// Keys of [[memory]].
#include <fmt/format.h>

#include "command/machine_schema.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;
constexpr std::int64_t kSecond = 1'000'000'000;

std::string setKind(D&, T& t, const V& v) {
  const MemoryKind* kind = findMemoryKind(v.text);
  if (kind == nullptr) {
    std::string known;
    for (const MemoryKind& k : memoryKinds()) known += fmt::format("{}{}", known.empty() ? "" : ", ", k.name);
    return fmt::format("no memory kind \"{}\"; known: {}", v.text, known);
  }
  t.box.kind = *kind;
  return {};
}
}  // namespace

std::string addMemory(MachineDescription& d, TableEntry& t) {
  for (std::int64_t n = 0; n < t.count; ++n) {
    d.machine.memory.push_back(t.box);
    t.box.base += t.box.words;
  }
  const auto ok = CoreMemory::check(d.machine.memory);
  return ok ? std::string() : ok.error().text();
}

std::vector<Key> memoryKeys() {
  return {
      {"memory", "kind", KeyUnit::Choice, 0, 0, "MA10", "see memory kinds below", "gives read, write and cycle",
       &setKind},
      {"memory", "read", KeyUnit::Time, 0, kSecond, "610ns", "of the kind", "request to data",
       [](D&, T& t, const V& v) {
         t.box.kind.readAccess = Duration{v.number};
         return std::string();
       }},
      {"memory", "write", KeyUnit::Time, 0, kSecond, "200ns", "of the kind", "request to release",
       [](D&, T& t, const V& v) {
         t.box.kind.writeAccess = Duration{v.number};
         return std::string();
       }},
      {"memory", "cycle", KeyUnit::Time, 0, kSecond, "1us", "of the kind", "request to the next request",
       [](D&, T& t, const V& v) {
         t.box.kind.cycle = Duration{v.number};
         return std::string();
       }},
      {"memory", "base", KeyUnit::Octal, 0, 0777777, "0", "", "first address of the first box",
       [](D&, T& t, const V& v) {
         t.box.base = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"memory", "size", KeyUnit::Words, 1024, 262144, "16K", "MA10: 16K words a box", "words a box",
       [](D&, T& t, const V& v) {
         t.box.words = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"memory", "count", KeyUnit::Count, 1, 64, "1", "", "boxes one after another",
       [](D&, T& t, const V& v) {
         t.count = v.number;
         return std::string();
       }},
      {"memory", "interleave", KeyUnit::Count, 1, 4, "1", "", "boxes that share consecutive addresses: 1, 2 or 4",
       [](D&, T& t, const V& v) {
         t.box.interleave = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"memory", "ports", KeyUnit::Count, 1, 8, "4", "MA10: four ports", "processor and channels that can be connected",
       [](D&, T& t, const V& v) {
         t.box.ports = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
  };
}

}  // namespace utah10
