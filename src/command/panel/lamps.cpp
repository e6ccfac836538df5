#include "command/panel/lamps.hpp"

#include <fmt/format.h>

#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr unsigned kLastBit = 35;

class ListMaker {
 public:
  // A register of `count` bits, numbered as they are in a word.
  void bits(LampGroup g, std::string_view name, unsigned count, unsigned last = kLastBit) {
    begin(g);
    for (unsigned n = last + 1 - count; n <= last; ++n) add(fmt::format("{} {}", name, n), fmt::format("{}", n));
  }
  void levels(LampGroup g, std::string_view name) {
    begin(g);
    for (unsigned n = 1; n <= 7; ++n) add(fmt::format("{} {}", name, n), fmt::format("{}", n));
  }
  template <class Names>
  void single(LampGroup g, const Names& legends, std::string_view prefix = "") {
    begin(g);
    for (const auto& legend : legends) add(std::string{prefix} + lowerCase(legend), std::string{legend});
  }

  LampList list;

 private:
  void begin(LampGroup g) {
    group_ = &list.groups[static_cast<std::size_t>(g)];
    *group_ = {list.names.size(), 0};
  }
  void add(std::string name, std::string legend) {
    list.names.push_back(std::move(name));
    list.legends.push_back(std::move(legend));
    ++group_->count;
  }
  LampList::Group* group_ = nullptr;
};

constexpr std::string_view kStatus[] = {"POWER",     "RUN",   "PROG STOP",   "MEM STOP",
                                        "USER MODE", "PI ON", "MEMORY DATA", "PROGRAM DATA"};
constexpr std::string_view kFlags[] = {"OV", "CRY0", "CRY1", "FOV", "BIS", "USER", "IOT", "CALL", "FXU", "NDV"};
constexpr std::string_view kConditions[] = {"PDL OV", "ADR BREAK", "MEM PROT", "NXM", "CLOCK"};
constexpr std::string_view kPager[] = {"ON", "RELOAD", "TRAP"};
constexpr std::string_view kImp[] = {"HOST READY", "IMP READY", "TO IMP", "FROM IMP"};
constexpr unsigned kPageNumberBits = 11;

}  // namespace

LampList lampList(const LampEquipment& equipment) {
  ListMaker m;
  m.bits(LampGroup::ProgramCounter, "program counter", 18);
  m.bits(LampGroup::Instruction, "instruction", 18, 17);
  m.bits(LampGroup::MemoryAddress, "memory address", 18);
  m.bits(LampGroup::MemoryIndicator, "memory indicator", 36);
  m.levels(LampGroup::PiActive, "pi active");
  m.levels(LampGroup::IobRequest, "iob pi request");
  m.levels(LampGroup::PiRequest, "pi request");
  m.levels(LampGroup::PiInProgress, "pi in progress");
  m.single(LampGroup::Status, kStatus);
  m.single(LampGroup::Flags, kFlags, "flag ");
  m.single(LampGroup::Conditions, kConditions, "condition ");
  if (equipment.pager) {
    m.single(LampGroup::Pager, kPager, "pager ");
    m.bits(LampGroup::PageTable, "user page table", kPageNumberBits);
  }
  m.single(LampGroup::Devices, equipment.devices, "device ");
  if (equipment.imp) m.single(LampGroup::Imp, kImp);
  return std::move(m.list);
}

}  // namespace utah10
