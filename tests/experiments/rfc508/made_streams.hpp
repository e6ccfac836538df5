// Results of streams made by hand.
#pragma once

#include <vector>

#include "experiments/rfc508/streams.hpp"

namespace utah10::test {

// A stream that sent what its rate makes of its time.
inline StreamResult madeStream(const StreamCondition& c) {
  StreamResult r;
  r.condition = c;
  r.done = true;
  r.buffers = static_cast<std::uint64_t>(c.test.bitsPerSecond * (c.test.length / seconds(1))) / c.test.bufferBits;
  r.bits = r.buffers * c.test.bufferBits;
  r.times = {r.buffers, milliseconds(50), milliseconds(80), milliseconds(60)};
  return r;
}

inline StreamResult withGaps(StreamResult r, std::uint64_t gaps, int longest, int sum, int shortest) {
  r.gaps = gaps;
  r.longest = milliseconds(longest);
  r.sum = milliseconds(sum);
  r.shortest = milliseconds(shortest);
  return r;
}

inline StreamCondition condition(StreamPart part, std::int64_t rate, std::size_t bits) {
  StreamCondition c;
  c.part = part;
  c.test = {rate, bits, seconds(30)};
  if (part == StreamPart::Kept) c.path.ncp = StreamNcp::Keeps;
  return c;
}

// All streams of the experiment, none of them with gaps.
inline std::vector<StreamResult> madeStreams(const Rfc508Settings& settings) {
  std::vector<StreamResult> all;
  for (const auto& piece : rfc508Pieces(settings))
    for (const StreamCondition& c : piece) all.push_back(madeStream(c));
  return all;
}

}  // namespace utah10::test
