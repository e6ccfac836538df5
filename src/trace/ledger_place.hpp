// The place in which time is spent: the criteria by which the ledger's dimensions can be split.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "utah10/machine/probe.hpp"

namespace utah10 {

enum class LedgerMode : std::uint8_t { Monitor, User, Stopped };

struct LedgerLabel {
  std::string name;
  bool user = false;
  VirtualAddress address;
  bool operator==(const LedgerLabel&) const = default;
};
// Returns the name for an address, at the granularity wanted: the nearest label, or a part of the monitor.
using LabelFinder = std::function<std::optional<LedgerLabel>(bool user, VirtualAddress pc)>;

struct LedgerSplit {
  bool mode = false, process = false, level = false, symbol = false;
};

// Where time was spent. Fields by which the ledger is not split keep these values.
struct LedgerPlace {
  LedgerMode mode = LedgerMode::Monitor;
  ProcessId process = kNoProcess;
  unsigned level = 0;
  const LedgerLabel* label = nullptr;  // null: none; lives as long as the ledger
};
// A set of places for queries; an absent field matches anything. Labels from `first` to `last`.
struct LedgerWhere {
  std::optional<LedgerMode> mode{};
  std::optional<ProcessId> process{};
  std::optional<unsigned> level{};
  std::optional<VirtualAddress> first{}, last{};
  bool holds(const LedgerPlace& place) const;
};

}  // namespace utah10
