// Faults between Utah and Los Angeles during a transfer: a line fails, lines are noisy, an IMP stops, the host at the
// other end crashes. Everything recovers automatically. The seed determines the fault and its time.
#pragma once

#include <string>

#include "experiments/laboratory/laboratory.hpp"
#include "word/chance.hpp"

namespace utah10 {

class Faults {
 public:
  Faults(Laboratory& lab, std::uint64_t seed) : lab_(lab), chance_(seed) {}

  // Plans a fault for a transfer that begins now and takes about `length`; returns its text: "line 4-22 down for 12 s".
  std::string plan(Duration length);

 private:
  unsigned ccnImp() const { return lab_.network().host(kCcnName)->config().id.imp(); }
  std::int64_t between(std::int64_t least, std::int64_t most);
  std::string lineFails(Instant at);
  std::string linesAreNoisy(Instant at, Duration length);
  std::string impStops(Instant at);
  std::string hostDies(Instant at);

  Laboratory& lab_;
  Chance chance_;
};

}  // namespace utah10
