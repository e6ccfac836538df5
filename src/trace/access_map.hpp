// The last instruction to read, write and execute each word, with time and counts, collected from a probe stream.
//
// Words are those of core, or of each process's address spaces (Config::byProcess). Each reference belongs to the
// instruction that made it: its PC, mode and process. The pager's own references count as reads and writes.
// Accumulators are not core. A channel writes core without a record: a word that differs from the value last seen was
// changed by a channel or from the console.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "utah10/machine/probe.hpp"

namespace utah10 {

// The last of a word's references of one kind.
struct Touch {
  std::uint64_t count = 0;
  Instant at;
  VirtualAddress pc;
  ProcessId process = kNoProcess;
  bool user = false;  // mode of that PC
  bool pager = false;
};

struct WordAccess {
  Touch read;  // includes indirect words
  Touch written;
  Touch executed;
  std::optional<Word36> last;  // value last seen
  bool outside = false;        // changed without a reference by the processor

  bool touched() const { return read.count + written.count + executed.count != 0; }
};

// The location of a word: in core, or in a process's user or executive space.
struct AccessPlace {
  ProcessId process = kNoProcess;  // none: core
  bool user = false;
  std::uint32_t address = 0;
  auto operator<=>(const AccessPlace&) const = default;
};

// A word read or executed before any write that this map has seen; `first` is its first such reference.
struct UnwrittenRead {
  AccessPlace place;
  VirtualAddress virtualAddress;
  Touch first;  // `count` counts all such references
  Word36 word;  // zero: most likely the word was never written at all
};

class AccessMap final : public Probe {
 public:
  struct Config {
    bool byProcess = false;
  };
  AccessMap() : AccessMap(Config{}) {}
  explicit AccessMap(Config config) : config_(config) {}

  bool byProcess() const { return config_.byProcess; }
  // Null: the word has not been referenced.
  const WordAccess* at(AccessPlace place) const;
  // Ordered by place.
  std::vector<UnwrittenRead> unwritten() const;
  // Number of times the word at a virtual address was executed, summed over all processes.
  std::uint64_t executed(bool userSpace, VirtualAddress a) const;

  struct PageUse {
    AccessPlace page;  // first word of the page
    unsigned executed = 0, read = 0, written = 0;
  };
  // Number of words referenced, by page.
  std::vector<PageUse> pages() const;

  void memory(const MemoryRecord& record) override;
  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;

 private:
  using Page = std::array<WordAccess, 512>;
  struct Doer {
    PcWord pcWord;
    bool executes = true;  // fetches count as execution
  };
  AccessPlace placeOf(const MemoryRecord& record) const;
  WordAccess& word(AccessPlace place);
  void settle(const Doer& doer);
  void settle(const MemoryRecord& record, const Doer& doer);

  Config config_;
  ProcessId process_ = kNoProcess;
  std::vector<MemoryRecord> waiting_;  // references of the current instruction
  std::map<AccessPlace, std::unique_ptr<Page>> words_;
  std::map<AccessPlace, UnwrittenRead> unwritten_;
  std::array<std::map<std::uint32_t, std::uint64_t>, 2> executed_;  // [user space] by virtual address
};

}  // namespace utah10
