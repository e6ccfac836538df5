#include "experiments/rfc508/edges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

namespace {

constexpr std::size_t kEdgeBuffers[] = {1008, 2016, 4032, 8048};
constexpr Duration kEdgeLength = seconds(30);

struct EdgeStalls {
  Duration interval, length;
};
constexpr EdgeStalls kEdgeStalls[] = {{seconds(10), milliseconds(50)},  {seconds(10), milliseconds(200)},
                                      {seconds(10), seconds(1)},        {seconds(60), milliseconds(50)},
                                      {seconds(60), milliseconds(200)}, {seconds(60), seconds(1)}};

std::string beginText(const std::optional<std::int64_t>& rate) {
  return rate ? fmt::format("{} b/s", *rate) : "no rate";
}

}  // namespace

std::vector<EdgeCondition> edgeConditions(const Rfc508Settings& settings) {
  std::vector<EdgeCondition> all;
  const auto add = [&](const char* factor, std::string value, const auto& change) {
    StreamPath path = settings.path;
    change(path);
    for (const std::size_t bits : kEdgeBuffers) all.push_back({factor, value, path, bits});
  };
  add("none", "", [](StreamPath&) {});
  for (unsigned hops = 1; hops <= kMostStreamHops; ++hops)
    add("hops", fmt::format("{}, to {}", hops, streamSite(hops)), [&](StreamPath& p) { p.hops = hops; });
  add("NCP keeps buffers", "", [](StreamPath& p) { p.ncp = StreamNcp::Keeps; });
  for (unsigned hops = 1; hops <= kMostStreamHops; ++hops)
    add("NCP keeps buffers, hops", fmt::format("{}, to {}", hops, streamSite(hops)), [&](StreamPath& p) {
      p.hops = hops;
      p.ncp = StreamNcp::Keeps;
    });
  for (const double loss : {0.001, 0.003, 0.01, 0.03, 0.1})
    add("packets lost", fmt::format("{:g}%", 100 * loss), [&](StreamPath& p) { p.loss = loss; });
  for (const std::int64_t traffic : {5'000, 10'000, 15'000, 20'000, 30'000})
    add("traffic of others", fmt::format("{} b/s", traffic), [&](StreamPath& p) { p.traffic = traffic; });
  for (const int ms : {5, 10, 20, 50, 100})
    add("reaction of hosts", fmt::format("{} ms", ms), [&](StreamPath& p) { p.reaction = milliseconds(ms); });
  for (const EdgeStalls& s : kEdgeStalls)
    add("stalls of the sender", fmt::format("{} ms every {} s", s.length / milliseconds(1), s.interval / seconds(1)),
        [&](StreamPath& p) {
          p.stallInterval = s.interval;
          p.stallLength = s.length;
        });
  return all;
}

std::string EdgeCondition::name() const { return fmt::format("{} {}, {} bits", factor, value, bufferBits); }

std::string progressText(const EdgeResult& r) {
  return fmt::format("{}: gaps from {}", r.condition.name(), beginText(r.begin));
}

Expected<std::vector<EdgeResult>> findEdges(const Rfc508Settings&, const LabSite&,
                                            const std::vector<EdgeCondition>& conditions,
                                            const EdgeProgress& progress) {
  std::vector<EdgeResult> results;
  for (const EdgeCondition& c : conditions) {
    EdgeResult r;
    r.condition = c;
    StreamWorld world{c.path};
    if (auto up = world.connect(); !up) return tl::unexpected(up.error());
    for (std::int64_t rate = kEdgeStep; rate <= kEdgeMost; rate += kEdgeStep) {
      const auto run = world.run({rate, c.bufferBits, kEdgeLength});
      if (!run) return tl::unexpected(run.error());
      const auto& gaps = run->device.gaps;
      const bool open = run->device.openGap > Duration::zero();
      ++r.rates;
      if (gaps.empty() && !open) {
        r.clear = rate;
        continue;
      }
      ++r.withGaps;
      if (r.begin) continue;
      r.begin = rate;
      r.gaps = gaps.size() + (open ? 1 : 0);
      r.longest = run->device.openGap;
      Duration sum = run->device.openGap;
      for (const RealTimeGap& g : gaps) {
        sum += g.length;
        r.longest = std::max(r.longest, g.length);
      }
      r.mean = sum / static_cast<std::int64_t>(r.gaps);
    }
    results.push_back(r);
    if (progress) progress(r);
  }
  return results;
}

}  // namespace utah10
