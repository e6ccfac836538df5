// Reads a word of a process's address space without side effects: from a live machine, or from what a probe stream has
// shown so far.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "utah10/machine/machine.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// Returns nothing if the word is not known.
using MemoryPeek = std::function<std::optional<Word36>(bool userSpace, ProcessId, VirtualAddress)>;

// Reads the machine's memory, for the process whose pages are mapped now. The machine must outlive the function.
MemoryPeek peekAt(const Machine& machine);

// Words seen in the processor's memory cycles. A word that a channel has written since keeps the value last seen.
class SeenMemory final : public Probe {
 public:
  std::optional<Word36> peek(bool userSpace, ProcessId process, VirtualAddress a) const;
  // A function that reads from this object, which must outlive it.
  MemoryPeek peeker() const;

  void memory(const MemoryRecord& record) override;
  void pager(const PagerRecord& record) override;
  void instruction(const InstructionRecord& record) override { process_ = record.process; }

 private:
  struct Page {
    bool user = false;
    ProcessId process = kNoProcess;
    std::uint32_t number = 0;
    auto operator<=>(const Page&) const = default;
  };
  ProcessId process_ = kNoProcess;
  std::map<Page, std::uint32_t> pages_;                     // core pages
  std::unordered_map<std::uint32_t, std::uint64_t> words_;  // by physical address
};

}  // namespace utah10
