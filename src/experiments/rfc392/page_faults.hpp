// Page faults of RFC 392's program before and after it was restructured, and of a small editor next to a larger one, on
// machines with little core and other users who work.
//
// One machine measures all programs in turn, each with the same other users: RJS in shapes 0 and 1 sends a deck and
// fetches a print, LED and EDIT make the same changes to the same file. Errors: those of the laboratory. A run whose
// bytes differ is a result with a text in `trouble`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/balance_meter.hpp"
#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

struct PageFaultSettings {
  LabOptions machine;
  std::string program = "LED";  // that the experiment brings along
  std::vector<unsigned> cores = {96, 128, 192, 256};
  std::vector<Swapping> swapping = {Swapping::Drum, Swapping::Disk};
  std::vector<unsigned> users = {2, 6, 12};
  unsigned repeats = 3;                          // each with a seed of its own
  std::uint64_t sent = 18511, received = 16125;  // network bytes of the transfers, two sizes of the paper
  Duration think = seconds(5);                   // mean time of all users before a line or a program
  Duration warmUp = seconds(120);                // for which the others work before the first program
  std::uint64_t seed = 1;

  // Errors: a value out of range.
  Expected<void> check() const;
};

struct PageFaultCondition {
  unsigned coreK = 96;
  Swapping swapping = Swapping::Drum;
  unsigned users = 2;  // at work, with the one who is measured
  std::uint64_t seed = 1;
  std::string name() const;  // "96K, drum, 2 users, seed 1"
};

// All machines that the settings ask for; a core that the system does not take is left out.
std::vector<PageFaultCondition> pageFaultConditions(const PageFaultSettings& settings);

enum class FaultWork : std::uint8_t { Send, Receive, Edit };

// What a program did: a transfer, from the first to the last byte; or the commands of a session with an editor, each
// from its carriage return to the next prompt.
struct ProgramRun {
  std::string program;
  FaultWork work = FaultWork::Send;
  std::uint64_t bytes = 0;  // on the network
  Duration elapsed{};
  std::uint64_t chargedMs = 0;
  bool divided = false;  // the following are known: the system has symbols
  std::uint64_t faults = 0, drumReads = 0, diskReads = 0;
  std::optional<BalanceStay> stay;
  double load = 0;  // 5-minute average at the end
  std::string trouble;
};

struct PageFaultResult {
  PageFaultCondition condition;
  std::vector<ProgramRun> runs;
  std::string trouble;
  bool whole() const { return trouble.empty(); }
};

std::string progressText(const PageFaultResult& result);
using PageFaultProgress = std::function<void(const PageFaultResult&)>;

// Measures each condition on a new machine.
Expected<std::vector<PageFaultResult>> measurePageFaults(const PageFaultSettings& settings, const LabSite& site,
                                                         const std::vector<PageFaultCondition>& conditions,
                                                         const PageFaultProgress& progress);

}  // namespace utah10
