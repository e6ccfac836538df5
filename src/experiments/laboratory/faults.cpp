#include "experiments/laboratory/faults.hpp"

#include <fmt/format.h>

namespace utah10 {

namespace {
constexpr double kNoise = 0.05;  // fraction of frames lost
}  // namespace

std::int64_t Faults::between(std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(chance_.below(static_cast<std::uint64_t>(most - least + 1)));
}

// Makes a line on the present route fail.
std::string Faults::lineFails(Instant at) {
  const std::vector<unsigned> way = lab_.network().subnet().path(lab_.network().config().machine.imp(), ccnImp());
  if (way.size() < 2) return "none: there is no route to CCN";
  const auto hop = static_cast<std::size_t>(between(0, static_cast<std::int64_t>(way.size()) - 2));
  const unsigned a = way[hop], b = way[hop + 1];
  const std::int64_t length = between(2, 30);
  lab_.at(at, [this, a, b] { lab_.network().subnet().setLine(a, b, false); });
  lab_.at(at + seconds(length), [this, a, b] { lab_.network().subnet().setLine(a, b, true); });
  return fmt::format("line {}-{} down for {} s", a, b, length);
}

std::string Faults::linesAreNoisy(Instant at, Duration length) {
  const auto all = [this](double loss) {
    for (const LineConfig& l : lab_.network().config().subnet.topology.lines)
      lab_.network().subnet().setLoss(l.from, l.to, loss);
  };
  lab_.at(at, [all] { all(kNoise); });
  lab_.at(at + length, [all] { all(0); });
  return fmt::format("{:.0f} % of the frames lost on all lines", kNoise * 100);
}

std::string Faults::impStops(Instant at) {
  const std::int64_t length = between(3, 40);
  const unsigned imp = ccnImp();
  lab_.at(at, [this, imp] { lab_.network().subnet().setImp(imp, false); });
  lab_.at(at + seconds(length), [this, imp] { lab_.network().subnet().setImp(imp, true); });
  return fmt::format("IMP {} down for {} s", imp, length);
}

std::string Faults::hostDies(Instant at) {
  const std::int64_t length = between(1, 60);
  lab_.at(at, [this] { lab_.network().host(kCcnName)->goDown(); });
  lab_.at(at + seconds(length), [this] { lab_.network().host(kCcnName)->comeUp(); });
  return fmt::format("{} down for {} s", kCcnName, length);
}

std::string Faults::plan(Duration length) {
  const Instant at = lab_.now() + length / 100 * between(5, 80);
  switch (between(0, 3)) {
    case 0:
      return lineFails(at);
    case 1:
      return linesAreNoisy(at, length);
    case 2:
      return impStops(at);
    default:
      return hostDies(at);
  }
}

}  // namespace utah10
