// Where gaps begin: streams at rising rates on paths that differ in one thing, for each of four buffers.
//
// Errors are those of StreamWorld.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/rfc508/streams.hpp"

namespace utah10 {

// A path, and the buffer with which its rates are tried.
struct EdgeCondition {
  std::string factor;  // "hops", "line errors"; the table has a block for each
  std::string value;   // "3"
  StreamPath path;
  std::size_t bufferBits = 0;
  std::string name() const;  // "hops 3, 1008 bits"
};

// The rates that are tried, bits per second.
constexpr std::int64_t kEdgeStep = 1200, kEdgeMost = 42'000;

struct EdgeResult {
  EdgeCondition condition;
  std::optional<std::int64_t> begin{};  // the least rate with a gap
  std::optional<std::int64_t> clear{};  // the highest one without: higher than `begin` if chance decides
  unsigned rates = 0, withGaps = 0;     // that were tried, and that had gaps
  // At `begin`, within the 30 s of the test.
  std::uint64_t gaps = 0;
  Duration mean{}, longest{};

  bool whole() const { return true; }
};

// All conditions; the other things are those of the settings' path.
std::vector<EdgeCondition> edgeConditions(const Rfc508Settings& settings);

std::string progressText(const EdgeResult& result);

using EdgeProgress = std::function<void(const EdgeResult&)>;

// `site` is not used: no PDP-10 takes part.
Expected<std::vector<EdgeResult>> findEdges(const Rfc508Settings& settings, const LabSite& site,
                                            const std::vector<EdgeCondition>& conditions, const EdgeProgress& progress);

}  // namespace utah10
