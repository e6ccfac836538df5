// Machine-file keys of [[memory]].
#include <fmt/format.h>

#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"

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
    return fmt::format("no memory type \"{}\"; use {}", v.text, known);
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
      {"memory", "kind", KeyUnit::Choice, 0, 0, "MA10", "the rows kind.* of config --explain",
       "type of the memory; sets read, write and cycle", &setKind},
      {"memory", "read", KeyUnit::Time, 0, kSecond, "610ns", "set by kind", "read access time: from request to data",
       [](D&, T& t, const V& v) {
         t.box.kind.readAccess = Duration{v.number};
         return std::string();
       }},
      {"memory", "write", KeyUnit::Time, 0, kSecond, "200ns", "set by kind",
       "write time: from request to release of the processor",
       [](D&, T& t, const V& v) {
         t.box.kind.writeAccess = Duration{v.number};
         return std::string();
       }},
      {"memory", "cycle", KeyUnit::Time, 0, kSecond, "1us", "set by kind", "cycle time: from one request to the next",
       [](D&, T& t, const V& v) {
         t.box.kind.cycle = Duration{v.number};
         return std::string();
       }},
      {"memory", "base", KeyUnit::Octal, 0, 0777777, "0", "", "first address of the first box",
       [](D&, T& t, const V& v) {
         t.box.base = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"memory", "size", KeyUnit::Words, 1024, 262144, "16K", "MA10: 16K words per box", "size of a box",
       [](D&, T& t, const V& v) {
         t.box.words = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"memory", "count", KeyUnit::Count, 1, 64, "1", "", "number of boxes, at consecutive addresses",
       [](D&, T& t, const V& v) {
         t.count = v.number;
         return std::string();
       }},
      {"memory", "interleave", KeyUnit::Count, 1, 4, "1", "",
       "interleaving factor: 1, 2 or 4 boxes share consecutive addresses",
       [](D&, T& t, const V& v) {
         t.box.interleave = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
      {"memory", "ports", KeyUnit::Count, 1, 8, "4", "MA10: four ports",
       "number of ports for the processor and channels",
       [](D&, T& t, const V& v) {
         t.box.ports = static_cast<std::uint32_t>(v.number);
         return std::string();
       }},
  };
}

}  // namespace utah10
