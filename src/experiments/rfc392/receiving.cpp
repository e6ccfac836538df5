#include "experiments/rfc392/receiving.hpp"

#include <algorithm>
#include <array>

#include "experiments/rfc392/costs.hpp"
#include "experiments/rfc392/rows.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kNoSurvivor = "no surviving network program does so for each byte";
constexpr std::string_view kBothSources =
    "neither 1.28 nor 1.33 has it; RFC 415 has 99 to 136 us for a BIN or a BOUT, on average, where it would be 360";

// Sources: TENEX 1.28 and 1.33; RFCs 325, 392, 415, 557; the note on TENEX 1.32 (docs/sources).
constexpr std::array<ReceivingHypothesis, 14> kHypotheses = {{
    {"what survives: BIN and BOUT, the NCP of December 1971", "RJS", "",
     "the source of 1.28, which itself gives 24.6 us/bit here", "the paper's receives cost three times as much"},
    {"SIN for a transaction, SOUT for a line", "RJS1S", "", "programs of the time write lines with SOUT",
     "the paper speaks of BIN and BOUT"},
    {"GTSTS after each BIN", "RJS1E", "",
     "a third of the loops in surviving programs does so; BBN's step from 32 to 19 s/Mb is 104 us a byte, a fast BIN and "
     "a GTSTS are 103",
     "5 us/bit"},
    {"PBIN for each byte from the network", "RJS1I", "", "the connection may be the primary input of a fork",
     kNoSurvivor},
    {"PBOUT for each character", "RJS1T", "", "printing to a file: its JFN as the primary output",
     "the paper speaks of BOUT"},
    {"DOBE after each character", "RJS1D", "", "the note on 1.32 found such waits in RJS, for sending",
     "a disk file has nothing to wait for"},
    {"SIBE before each BIN", "RJS1P", "", "a program that must not wait asks first",
     "the transfer has a fork of its own (RFC 325); no surviving network program does so for each byte"},
    {"GDSTS before each BIN", "RJS1G", "", "GDSTS tells whether the connection is open, and with whom", kNoSurvivor},
    {"input unbuffered, room for the sender when the ring is empty", "RJS", "UNBUF2",
     "the mirror of the output, which was unbuffered; the paper blames BIN and BOUT alike", kBothSources},
    {"input unbuffered, room for the sender at each BIN", "RJS", "UNBUF1",
     "as before, with allocation where the surviving code has it", kBothSources},
    {"input unbuffered outside modes 5 and 7, room for the sender at each BIN", "RJS", "UNBUF3",
     "as before, by the modes that decide on output; the unbuffered rows of RFC 415 fit with it as well (rfc415 "
     "--generation 72 --monitor UNBUF3), and the buffered ones if both ends were opened in mode 7",
     "in 1.28 and 1.33 these modes concern output only"},
    {"PBIN and PBOUT", "RJS1TI", "", "both JFNs as primary ones: the least program", kNoSurvivor},
    {"SIBE before each BIN, DOBE after each character", "RJS1PD", "", "as for each of them", "as for each of them"},
    {"JFNs that belong to the receiving fork", "RJS1O", "",
     "GTJFN's bit 7 existed; in 1.28 it makes every call for them a slow one",
     "more than the paper has; for the sender, BBN's 96.5, 32 and 19 s/Mb exclude it"},
}};

}  // namespace

std::span<const ReceivingHypothesis> receivingHypotheses() { return kHypotheses; }

std::vector<RangeCase> receivingCases(const Rfc392Settings& given) {
  std::vector<RangeCase> cases;
  for (const ReceivingHypothesis& h : kHypotheses) {
    Rfc392Settings s = given;
    s.program = h.program;
    s.machine.monitor = h.monitor;
    cases.push_back({std::string{h.name}, std::move(s)});
  }
  return cases;
}

std::vector<TransferCondition> receivingRows() {
  auto rows = rfc392QuickRows();
  const auto sent = std::ranges::find_if(
      rows, [](const TransferCondition& c) { return c.send && static_cast<double>(c.bytes) >= kBig; });
  const TransferCondition send = *sent;
  std::erase_if(rows, [](const TransferCondition& c) { return c.send || static_cast<double>(c.bytes) < kBig; });
  rows.insert(rows.begin(), send);
  return rows;
}

}  // namespace utah10
