// The lamps of the panel: their groups, their names, and how bright each is.
//
// A lamp is known by its place in the list; a group is a stretch of the list: a register, the seven levels of an
// interrupt register, or single lamps that stand together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

enum class LampGroup : std::uint8_t {
  ProgramCounter,
  Instruction,
  MemoryAddress,
  MemoryIndicator,
  PiActive,
  IobRequest,
  PiRequest,
  PiInProgress,
  Status,
  Flags,
  Conditions,  // of the processor, as CONI APR shows them
  Pager,
  PageTable,  // core page of the running process's page table
  Devices,
  Imp,
};
constexpr std::size_t kLampGroups = 15;

// Places within their groups.
enum class StatusLamp : std::uint8_t { Power, Run, ProgStop, MemStop, UserMode, PiOn, MemoryData, ProgramData };
enum class PagerLamp : std::uint8_t { On, Reload, Trap };
enum class ImpLamp : std::uint8_t { HostReady, ImpReady, ToImp, FromImp };

struct LampList {
  struct Group {
    std::size_t first = 0, count = 0;
  };
  std::vector<std::string> names;    // "program counter 35", "run"
  std::vector<std::string> legends;  // as engraved: "35", "RUN"
  std::array<Group, kLampGroups> groups{};

  std::size_t size() const { return names.size(); }
  const Group& group(LampGroup g) const { return groups[static_cast<std::size_t>(g)]; }
  std::size_t at(LampGroup g, std::size_t n) const { return group(g).first + n; }
  bool has(LampGroup g) const { return group(g).count != 0; }
};

// `devices`: legends of the devices whose activity has a lamp. Without a pager or an IMP their groups are empty.
struct LampEquipment {
  bool pager = false, imp = false;
  std::vector<std::string> devices;
};
LampList lampList(const LampEquipment& equipment);

// By lamp, 0 to 1.
using LampLevels = std::vector<float>;

}  // namespace utah10
