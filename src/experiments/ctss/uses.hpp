// The desk calculator (roms/calc) under TENEX among other users: uses of the program, each of some interactions, as the
// CTSS memo monitored them.
//
// An interaction goes from the carriage return behind a line until the program has printed its answer and its prompt.
// The charges of a use are those between two readings of the run time by the program, the command RUNTIM: the second
// reading is the last interaction. Errors: those of the laboratory. A wrong answer is a result with a text in
// `trouble`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_split.hpp"
#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

struct CtssSettings {
  LabOptions machine;
  std::string program = "CALC";
  std::vector<unsigned> users = {1, 10, 13, 16, 19};  // a machine for each number
  // The memo has 10 uses of about 40 interactions.
  unsigned uses = 10, interactions = 40;
  // Mean time of all users before a line is finished or a program is run: as Scherr measured on CTSS (MAC-TR-18, 1965).
  Duration think = seconds(35);
  Duration warmUp = seconds(300);  // for which the others work before the first use
  std::uint64_t seed = 1;

  // Errors: a value out of range.
  Expected<void> check() const;
};

struct CtssCondition {
  unsigned users = 1;  // at work, with the one who is measured
  std::string name() const;
};

// The lines that the user types, in turn, and what the program answers.
struct CalcLine {
  std::string text, answer;
};
std::vector<CalcLine> calcLines();

// The command that starts the program, from its carriage return to the first prompt; charges are those of the job.
struct FirstUse {
  Duration elapsed{};
  JobCharge charge;
};

struct CalcUse {
  FirstUse first;
  ChargedStretch stretch;         // of the interactions
  std::uint64_t printedMs = 0;    // the same as the program prints it: the last RUNTIM less the first
  std::vector<Duration> elapsed;  // of each interaction
};

// What the system did from the first use to the end of the last; nothing without its symbols.
struct SystemWork {
  Duration time{};
  std::uint64_t drumReads = 0, drumWrites = 0, diskReads = 0, diskWrites = 0;
  Duration idle{};
  double load = 0;  // mean of the 5-minute averages at the ends of the uses
};

struct CtssResult {
  CtssCondition condition;
  std::vector<CalcUse> uses;
  bool jobKnown = false;  // the charges of the job are known
  std::optional<SystemWork> work;
  std::string trouble;

  bool whole() const { return trouble.empty(); }
};

// A progress line on a finished result.
std::string progressText(const CtssResult& result);
using CtssProgress = std::function<void(const CtssResult&)>;

// Measures each condition on a new machine.
Expected<std::vector<CtssResult>> makeUses(const CtssSettings& settings, const LabSite& site,
                                           const std::vector<CtssCondition>& conditions, const CtssProgress& progress);

}  // namespace utah10
