// What was found in what RFC 392 proposed: every number of the report, computed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/charges/charge_split.hpp"

namespace utah10 {

// All transfers of one direction by one program. A bit is one of the protocol of RFC 189 in all of them, so that the
// same deck has the same number of bits whatever went over the network.
struct ProposalCosts {
  std::string proposal, program;
  bool send = true;
  std::size_t transfers = 0, whole = 0;
  std::uint64_t bytes = 0;  // of RFC 189's protocol
  double chargedSeconds = 0, usPerBit = 0;
  std::optional<double> confidence;   // of usPerBit, from several runs: half of the 95 % interval
  std::optional<double> ofReference;  // usPerBit over that of the reference
  Duration elapsed{};
  std::uint64_t messages = 0;
  double networkBitsPerBit = 0;
  double callsPerByte = 0;  // monitor calls by the program
  std::uint64_t pageFaults = 0;
  double dollarsPerMegabit = 0;
  std::array<double, kChargeParts> usPerByte{};
  double networkUsPerByte = 0;  // of usPerByte: the network's pass and interrupts

  double of(ChargePart part) const { return usPerByte[static_cast<std::size_t>(part)]; }
};

struct ProposalsFindings {
  std::string machine;
  std::vector<ProposalCosts> costs;
  double dollarsPerCpuHour = 0;
  double paperLeast = 0, paperMost = 0;  // dollars of a megabit
  bool divided = true;                   // charged time is divided into parts

  // Null if it was not measured.
  const ProposalCosts* of(std::string_view program, bool send) const;
};

}  // namespace utah10
