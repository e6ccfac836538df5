#include "network/imp/trunk_line.hpp"

namespace utah10::subnet {

Duration TrunkLine::lookahead() const {
  const LineSetup& s = imp_.line(line_).setup();
  Frame shortest;
  return Duration{shortest.bits(context_.parameters) * 1'000'000'000 / s.bitsPerSecond} + s.propagation;
}

std::vector<TrunkFrame> TrunkLine::sent() {
  std::vector<TrunkFrame> out;
  for (const auto& [arrives, frame] : imp_.line(line_).takeSent()) {
    StateWriter content;
    content.beginSection("frame");
    frame.save(content);
    content.endSection();
    out.push_back({arrives, content.take()});
  }
  return out;
}

void TrunkLine::deliver(const TrunkFrame& frame) {
  Coming c;
  c.at = frame.arrives;
  StateReader in{frame.content};
  in.beginSection("frame");
  c.frame.restore(in);
  in.endSection();
  if (!in.good()) {
    c.frame = {};
    c.frame.damaged = true;
  }
  coming_.push_back(std::move(c));
  context_.agenda.at(frame.arrives, {SubnetEvent::Kind::FrameArrives, kTrunks, index_});
}

void TrunkLine::arrival() {
  if (coming_.empty()) return;
  Frame frame = std::move(coming_.front().frame);
  coming_.pop_front();
  if (imp_.line(line_).broken()) frame.damaged = true;
  imp_.arrive(line_, std::move(frame));
}

void TrunkLine::save(StateWriter& out) const {
  out.u32(static_cast<std::uint32_t>(coming_.size()));
  for (const Coming& c : coming_) {
    out.instant(c.at);
    c.frame.save(out);
  }
}

void TrunkLine::restore(StateReader& in) {
  coming_.clear();
  const std::uint32_t n = in.u32();
  for (std::uint32_t i = 0; i < n && in.good(); ++i) {
    Coming& c = coming_.emplace_back();
    c.at = in.instant();
    c.frame.restore(in);
  }
}

}  // namespace utah10::subnet
