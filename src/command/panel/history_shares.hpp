// How long each bit of PC, IR, MA and the flags was on, from the processor's own history of its last instructions.
//
// The history is kept in any case, so reading it afterwards costs the machine nothing. This is the only place of the
// panel that knows its entries.
#pragma once

#include <array>
#include <cstddef>

#include "utah10/machine/history.hpp"

namespace utah10 {

struct HistoryShares {
  static constexpr std::size_t kBits = 18;
  // Shares of `covered`, 0 to 1, by bit: the first is the highest bit of the half word.
  using Bits = std::array<float, kBits>;
  Bits pc{}, instruction{}, address{}, flags{};
  // The memory indicators, which keep the word last seen at the watched address; and that word.
  Bits indicatorLeft{}, indicatorRight{};
  Word36 indicator;
  bool watchedSeen = false;
  // Nothing: no instruction of the history lies in the stretch.
  Duration covered{};
};

// The most instructions that are looked at: the latest of them, if the stretch has more.
constexpr std::size_t kMostOfHistory = 16384;

struct HistoryQuestion {
  Instant from, to;
  VirtualAddress watched;  // the address switches
  Word36 indicator;        // what the memory indicators showed before
  Duration fetch{};        // MA holds the address of an instruction for so long, then the effective address
};
HistoryShares historyShares(const History& history, const HistoryQuestion& question);

}  // namespace utah10
