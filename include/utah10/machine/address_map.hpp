// Virtual to physical translation: by the protection and relocation registers, or by a pager.
//
// The processor keeps a window of granted pages (512 of 1000 words a space) and calls the map only for a reference
// that the window does not cover. A map fills the window with what its hardware would hold, and empties it when that
// changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "utah10/machine/archive.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// Previous: user space as the monitor of a TENEX machine reaches it from executive mode (UMOVE, XCT with bits); such
// references do not pass the processor's own registers.
// Real: interrupt and trap locations, and accumulators in core; never passed to a map.
enum class Space : std::uint8_t { Exec, User, Previous, Real };
constexpr bool isUsers(Space s) { return s == Space::User || s == Space::Previous; }

struct WindowEntry {
  std::uint32_t base = 0;  // physical address of word 0 of the page
  Rights rights;           // granted without calling the map
  Duration cost{};         // time the mapping adds to a reference
};

class TranslationWindow {
 public:
  TranslationWindow() {
    for (std::uint32_t page = 0; page < 512; ++page)
      entry(Space::Real, PageNo{page}) = {page << 9, Rights::all(), Duration{}};
  }
  WindowEntry& entry(Space s, PageNo page) { return entries_[static_cast<std::size_t>(s)][page.number()]; }
  const WindowEntry& entry(Space s, PageNo page) const { return entries_[static_cast<std::size_t>(s)][page.number()]; }
  void clear(Space s) { entries_[static_cast<std::size_t>(s)].fill({}); }
  void clearUsers() {
    for (const Space s : {Space::User, Space::Previous}) clear(s);
  }
  void clear() {
    clear(Space::Exec);
    clearUsers();
  }

 private:
  std::array<std::array<WindowEntry, 512>, 4> entries_{};
};

// Thrown by a map when a reference may not be made; caught only where the processor begins instructions.
struct InstructionAbort {
  enum class Reason : std::uint8_t { Protection, PageTrap, MemoryStop, Interrupt, Endless } reason = Reason::Protection;
};

class AddressMap {
 public:
  virtual ~AddressMap() = default;
  // Grants the reference by filling the window entry of its page, or throws InstructionAbort. May spend time.
  virtual void grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) = 0;
  // Takes no time and changes nothing; returns nothing when the address is not mapped.
  virtual std::optional<PhysicalAddress> peek(Space space, VirtualAddress va) const = 0;
  virtual void state(Archive& a) = 0;
};

}  // namespace utah10
