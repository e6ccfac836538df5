// Looking at a word of a process's space without touching anything: from a live machine, or from what a probe stream
// has shown so far.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "utah10/machine/machine.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// Nothing: the word is not known.
using MemoryPeek = std::function<std::optional<Word36>(bool userSpace, ProcessId, VirtualAddress)>;

// The machine's own words, of the process whose pages are mapped now. The machine must live as long.
MemoryPeek peekAt(const Machine& machine);

// What the processor's memory cycles have shown. Words that a channel wrote since are as the processor saw them last.
class SeenMemory final : public Probe {
 public:
  std::optional<Word36> peek(bool userSpace, ProcessId process, VirtualAddress a) const;
  // Looks here; this must live as long.
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
