// Every key a machine file may hold: the one table behind reading, errors and `config --explain`.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "utah10/command/machine_file.hpp"

namespace utah10 {

enum class KeyUnit { Text, Choice, Flag, Time, Rate, Words, Octal, Count };

struct MemoryEntry {  // one [[memory]] table, before it becomes boxes
  MemoryBoxConfig box;
  std::int64_t count = 1;
};

// A value as read: number in the unit's own measure (ns, per second, words, count, 0 or 1), or text.
struct KeyValue {
  std::int64_t number = 0;
  std::string text;
};

struct Key {
  std::string_view table;
  std::string_view name;
  KeyUnit unit;
  std::int64_t least;
  std::int64_t most;
  std::string_view value;  // default
  std::string_view source;
  std::string_view meaning;
  // Puts the value where it belongs; returns what is wrong with it, or nothing.
  std::string (*apply)(MachineDescription&, MemoryEntry&, const KeyValue&);
};

std::span<const Key> machineKeys();
std::string_view unitText(KeyUnit unit);

}  // namespace utah10
