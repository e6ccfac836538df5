// Which fork and which job of TENEX the processor runs, as the tables of the monitor in core say: FORKX is the fork,
// FKJOB has its job. Ours and BBN's have the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/symbols.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Console;
class Debugger;

struct ForkTables {
  VirtualAddress forkx;
  VirtualAddress fkjob;
  std::optional<VirtualAddress> insked;  // not 0: the scheduler runs

  // Error: the symbols are not those of such a monitor.
  static Expected<ForkTables> of(const SymbolMap& monitor);
  // The fork for which the processor works; nothing at interrupt level and in the scheduler.
  std::optional<std::uint32_t> running(const Ka10& cpu) const;
  std::uint32_t jobOf(const Ka10& cpu, std::uint32_t fork) const;
  bool operator==(const ForkTables&) const = default;
};

// Limits a breakpoint to a fork, to the forks of a job, or to both.
struct ForkLimit {
  ForkTables tables;
  std::optional<std::uint32_t> job;
  std::optional<std::uint32_t> fork;

  bool holds(const Ka10& cpu) const;
  std::string text() const;  // ", job 3"
  bool operator==(const ForkLimit&) const = default;
};

// A fork that exists.
struct ForkStatus {
  std::uint32_t fork = 0;
  std::uint32_t job = 0;
  std::string line;                  // ", line 3"; empty: none
  bool runs = false;                 // the processor works for it
  std::optional<std::uint32_t> psb;  // core page of its process storage block, if that is in core
};
Expected<std::vector<ForkStatus>> forksOf(Debugger& debugger);

// The forks with their jobs and lines.
Expected<void> showForks(Debugger& debugger, Console& console);

}  // namespace utah10
