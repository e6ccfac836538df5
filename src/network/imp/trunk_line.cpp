#include "network/imp/trunk_line.hpp"

namespace utah10::subnet {

Duration TrunkLine::lookahead() const {
  const LineSetup& s = imp_.line(line_).setup();
  Frame shortest;
  return Duration{shortest.bits(context_.parameters) * 1'000'000'000 / s.bitsPerSecond} + s.propagation;
}

namespace {
void content(Archive& a, Frame& frame) {
  a.section("frame", [&] { frame.state(a); });
}
}  // namespace

std::vector<TrunkFrame> TrunkLine::sent() {
  std::vector<TrunkFrame> frames;
  for (auto& [arrives, frame] : imp_.line(line_).takeSent()) {
    Archive out = Archive::writer();
    content(out, frame);
    frames.push_back({arrives, out.take()});
  }
  return frames;
}

void TrunkLine::deliver(const TrunkFrame& frame) {
  Coming c;
  c.at = frame.arrives;
  Archive in = Archive::reader(frame.content);
  content(in, c.frame);
  if (!in.good()) {
    c.frame = {};
    c.frame.damaged = true;
  }
  coming_.push_back(std::move(c));
  context_.agenda.at(frame.arrives, {SubnetEventKind::FrameArrives, kTrunks, index_});
}

void TrunkLine::arrival() {
  if (coming_.empty()) return;
  Frame frame = std::move(coming_.front().frame);
  coming_.pop_front();
  if (imp_.line(line_).broken()) frame.damaged = true;
  imp_.arrive(line_, std::move(frame));
}

void TrunkLine::state(Archive& a) {
  a.list(coming_, [&](Coming& c) {
    a.instant(c.at);
    c.frame.state(a);
  });
}

}  // namespace utah10::subnet
