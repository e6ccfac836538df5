// Where time is spent: what the ledger's dimensions are split by.
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
// The name for an address, as one wishes to see time: the nearest label, or the part of the monitor it is in.
using LabelFinder = std::function<std::optional<LedgerLabel>(bool user, VirtualAddress pc)>;

struct LedgerSplit {
  bool mode = false, process = false, level = false, symbol = false;
};

// Where time was spent. What the ledger is not split by is always as it is here.
struct LedgerPlace {
  LedgerMode mode = LedgerMode::Monitor;
  ProcessId process = kNoProcess;
  unsigned level = 0;
  const LedgerLabel* label = nullptr;  // none; lives as long as the ledger
};
// Places to be asked for; what is not given may be anything. Labels from `first` to `last`.
struct LedgerWhere {
  std::optional<LedgerMode> mode{};
  std::optional<ProcessId> process{};
  std::optional<unsigned> level{};
  std::optional<VirtualAddress> first{}, last{};
  bool holds(const LedgerPlace& place) const;
};

}  // namespace utah10
