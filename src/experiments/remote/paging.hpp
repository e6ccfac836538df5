// Measures a transform that is larger than core (roms/fft) on one machine after another, which differ in what the
// monitor swaps to: disk, drum, or the memory of another host behind a link; and with everything in core.
//
// User, system and waiting time are those of the monitor's own accounting, between the program's two readings of its
// run time. Errors are those of the laboratory, and a system whose monitor has no driver for remote memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "devices/remote_memory.hpp"
#include "experiments/charges/charge_split.hpp"
#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

// The link, and the order in which the transform takes its points.
struct PagingVariant {
  std::int64_t rate = 0;  // of the link, b/s
  Duration protocol{};    // of either processor, for each message
  bool sweep = false;     // in passes over all points
  bool operator==(const PagingVariant&) const = default;
};

struct RemoteSettings {
  LabOptions machine{.coreK = 128};  // the one of the runs that page; its link is the first variant's
  unsigned size = 16;                // of the transform: 2^size points
  bool sweep = false;
  bool quick = false;  // disk, the first variant, all in core
  std::string program = "FFT";

  Expected<void> check() const;
  std::uint32_t dataPages() const;
  PagingVariant declared() const;
  // The declared one, and others that differ from it in one point.
  std::vector<PagingVariant> variants() const;
};

enum class Backing : std::uint8_t { Disk, Drum, Remote, Core };
constexpr unsigned kSpeeds[] = {1, 2, 10};

// One run. `speed` multiplies the rate of the variant's link.
struct PagingCondition {
  Backing backing = Backing::Remote;
  PagingVariant variant;
  unsigned speed = 1;
  std::string name() const;
};

// In the order of the report: what is not remote memory; then each variant at each speed.
std::vector<PagingCondition> pagingConditions(const RemoteSettings& settings);
// The machine of a run.
LabOptions machineOf(const RemoteSettings& settings, const PagingCondition& condition);

struct PagingResult {
  PagingCondition condition;
  bool done = false;
  std::string trouble;                    // reason if not done
  double error = 0;                       // of the data transformed back
  std::uint64_t clockMs = 0, usedMs = 0;  // as the program reads them
  ChargedStretch stretch;
  std::uint64_t pageIns = 0, pageOuts = 0;  // of the swapping device, the monitor's counts
  std::uint32_t frames = 0;                 // that the monitor swaps with
  // Of the adapter; zero without one.
  std::uint64_t reads = 0, writes = 0;
  Duration coreTime{}, commandTime{};
  RemoteCounts link;

  bool whole() const { return done; }
};

std::string progressText(const PagingResult& result);

using PagingProgress = std::function<void(const PagingResult&)>;

// Makes the runs in sequence, each on a new machine.
Expected<std::vector<PagingResult>> runPaging(const RemoteSettings& settings, const LabSite& site,
                                              const std::vector<PagingCondition>& conditions,
                                              const PagingProgress& progress);

}  // namespace utah10
