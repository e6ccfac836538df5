// A machine with the pager and the reference pager over the same random tables, for the property test.
//
// Core: MMAP in page 3, CST in 4-7, SPT in 20-37; user page tables in core pages 600-603, PSBs in 604-607, second page
// tables in 610-627; data in 200-577 and, for unmapped references, 40-77. Table words are random, but most lead
// somewhere: data writes never reach a table. The trap's own words (70, 1100, PSB page 777) are always good.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "reference_pager.hpp"
#include "support/random.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10::test {

// Statistics of the references.
struct PagerStatistics {
  std::uint64_t references = 0;
  std::uint64_t hits = 0;
  std::uint64_t real = 0;
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> traps;  // by group and first cause bit
  std::array<std::array<std::uint64_t, 2>, 3> walks{};  // successful walks, by tables followed and shared or not
  std::array<std::uint64_t, 4> kinds{};                 // by ReferenceKind
  std::array<std::uint64_t, 2> spaces{};                // user, monitor
  void count(const ReferencePager::Reference& r, const ReferencePager::Outcome& o);
};

class PagerWorld {
 public:
  PagerWorld(Random& random, const PagerConfig& config, PagerStatistics& statistics);

  // Changes some words, may execute a CONO, then makes one reference of a random kind on both. Returns the
  // difference, or "".
  std::string step();
  // Words that differ anywhere in core.
  std::string compareAll();

 private:
  using W = std::uint64_t;

  struct Seen final : Probe {
    struct Record {
      CycleKind kind;
      std::uint32_t va;
      std::uint32_t real;
      W word;
      bool operator==(const Record&) const = default;
    };
    std::vector<Record> cycles;
    void memory(const MemoryRecord& r) override {
      if (r.kind >= CycleKind::MapRead)
        cycles.push_back({r.kind, r.virtualAddress.bits(), r.physicalAddress.bits(), r.word.bits()});
    }
  };
  // The expected result of one instruction.
  struct Expected {
    std::vector<Seen::Record> cycles;
    std::vector<std::uint32_t> written;
    bool trapped = false;
    std::uint32_t pc = 0;
    std::uint32_t flags = 0;  // those that are compared
    W ac1 = 0;
  };

  void set(std::uint32_t real, W w);
  W mapWord();
  W sptWord(bool table);
  W statusWord();
  W bases();
  void buildTables();
  void changeSomething();
  void cono(std::uint32_t e);
  void conoSomething();
  std::uint32_t pickPage(bool monitor);
  std::uint32_t pickAddress(bool monitor, std::uint32_t from, std::uint32_t to);
  W instructionFor(ReferenceKind k, bool previous) const;

  // Makes the reference of a step on the reference pager.
  std::optional<std::uint32_t> refer(ReferencePager::Reference r);
  void trap(std::uint32_t savedPc);
  bool fetch(std::uint32_t va, bool user, W instruction);
  void operand(ReferencePager::Reference r);
  void observe(bool on);
  void moveToAnotherMachine();
  void monitorInstruction();
  void previousContextInstruction();
  void chosenByXct();
  void userInstruction();
  std::string compare();
  std::string describe(const std::vector<Seen::Record>& cycles) const;

  Random& random_;
  PagerStatistics& statistics_;
  MachineConfig config_;
  std::unique_ptr<Machine> machine_;
  bool observed_ = true;
  ReferencePager reference_;
  Seen seen_;
  Expected expected_;
  std::string what_;
  std::string conoDifference_;
  std::uint32_t pc_ = 0;
  std::uint32_t flags_ = 0;
  bool mapped_ = false;  // resident monitor
  std::vector<std::uint32_t> userPages_;
  std::vector<std::uint32_t> monitorPages_;
  std::vector<std::uint32_t> dataIndexes_;
  std::vector<std::uint32_t> tableIndexes_;
};

}  // namespace utah10::test
