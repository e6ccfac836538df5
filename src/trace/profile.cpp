#include "trace/profile.hpp"

#include <algorithm>

namespace utah10 {

namespace {

constexpr std::size_t kFirstSlots = 4096;  // a power of two

constexpr std::uint64_t mixed(std::uint64_t x) {
  x *= 0x9e3779b97f4a7c15;
  return x ^ (x >> 29);
}

constexpr std::uint64_t packed(const Routine& r, bool user) {
  return static_cast<std::uint64_t>(r.kind) << 32 | std::uint64_t{user} << 31 | std::uint64_t{r.user} << 30 | r.number;
}

constexpr std::uint64_t spotKey(std::uint32_t node, CodePlace place) {
  return (std::uint64_t{node} << 19 | std::uint64_t{place.user} << 18 | place.address) + 1;
}

}  // namespace

std::size_t Profile::EdgeHash::operator()(const EdgeKey& k) const {
  return static_cast<std::size_t>(mixed(mixed(mixed(k.routine) + k.site) + k.caller));
}

Profile::Profile() { clear(); }

void Profile::clear() {
  if (tracker_)  // keeps its address: machines hold a reference to it
    *tracker_ = CallTracker{*this};
  else
    tracker_ = std::make_unique<CallTracker>(*this);
  nodes_.assign(1, Node{});
  edges_.clear();
  nodeIndex_.clear();
  edgeIndex_.clear();
  slots_.assign(kFirstSlots, Slot{});
  used_ = 0;
  instructions_ = merged_ = 0;
}

// --- Spots

Profile::Slot& Profile::slot(std::uint64_t key) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = static_cast<std::size_t>(mixed(key)) & mask;
  while (slots_[i].key != key) {
    if (slots_[i].key == 0) {
      if (used_ * 2 >= slots_.size()) {
        grow();
        return slot(key);
      }
      ++used_;
      slots_[i].key = key;
      break;
    }
    i = (i + 1) & mask;
  }
  return slots_[i];
}

void Profile::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  used_ = 0;
  for (const Slot& s : old)
    if (s.key != 0) slot(s.key).cost = s.cost;
}

void Profile::spent(CallContext& context, CodePlace place, Duration time, unsigned instructions) {
  Cost& cost = slot(spotKey(context.stack.top().node, place)).cost;
  cost.time += time;
  cost.instructions += instructions;
  instructions_ += instructions;
}

std::vector<Profile::Spot> Profile::spots() const {
  std::vector<Spot> all;
  all.reserve(used_);
  for (const Slot& s : slots_) {
    if (s.key == 0) continue;
    const std::uint64_t key = s.key - 1;
    const auto address = static_cast<std::uint32_t>(key & VirtualAddress::kMask);
    all.push_back({static_cast<std::uint32_t>(key >> 19), {(key >> 18 & 1) != 0, address}, s.cost});
  }
  std::ranges::sort(all, {}, [](const Spot& s) { return spotKey(s.node, s.place); });
  return all;
}

// --- Calls

std::uint32_t Profile::nodeFor(std::uint32_t caller, const CallFrame& frame, const CallContext& context) {
  const std::uint64_t owner = caller == kRoot ? std::uint64_t{context.level} << 32 | context.process : 0;
  const EdgeKey key{caller, packed(frame.routine, frame.user), owner};
  if (const auto found = nodeIndex_.find(key); found != nodeIndex_.end()) return found->second;
  const std::uint32_t depth = nodes_[caller].depth + 1;
  if (depth > kDeepest || nodes_.size() >= kMostNodes) {
    ++merged_;
    for (std::uint32_t n = caller; n != kRoot; n = nodes_[n].parent)
      if (nodes_[n].routine == frame.routine && nodes_[n].user == frame.user) return n;
    if (nodes_.size() >= kMostNodes && caller != kRoot) return nodeFor(kRoot, frame, context);
  }
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({caller, depth, frame.routine, frame.user, context.process, context.level});
  nodeIndex_.emplace(key, node);
  return node;
}

void Profile::entered(CallContext& context, CallFrame& frame, CodePlace site) {
  const std::uint32_t caller = context.stack.empty() ? kRoot : context.stack.top().node;
  frame.node = nodeFor(caller, frame, context);
  const EdgeKey key{caller, frame.node, std::uint64_t{site.user} << 18 | site.address};
  const auto [found, added] = edgeIndex_.try_emplace(key, static_cast<std::uint32_t>(edges_.size()));
  if (added) edges_.push_back({.caller = caller, .callee = frame.node, .site = site});
  frame.edge = found->second;
  if (frame.counted) ++edges_[frame.edge].calls;
}

void Profile::left(CallContext& context, const CallFrame& frame) {
  Edge& edge = edges_[frame.edge];
  const Duration time = context.time - frame.began;
  edge.inclusive += {time, context.instructions - frame.beganInstructions};
  if (!frame.counted) return;
  edge.least = edge.ended == 0 ? time : std::min(edge.least, time);
  edge.most = edge.ended == 0 ? time : std::max(edge.most, time);
  ++edge.ended;
}

std::vector<Profile::Edge> Profile::edges() const {
  std::vector<Edge> all = edges_;
  for (const CallContext& c : tracker_->contexts())
    for (const CallFrame& f : c.stack.frames())
      all[f.edge].inclusive += {c.time - f.began, c.instructions - f.beganInstructions};
  return all;
}

}  // namespace utah10
