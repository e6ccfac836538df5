// The profile: time and instructions of every routine in every chain of callers, exact to the nanosecond.
//
// A tree of calls for each context (call_tracker.hpp), and for each node the time and instructions spent at each
// address. All reports are sums over these, so each of them adds up to the elapsed virtual time: elapsed() equals the
// sum of all spots, betweenRuns() and unfinished().
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "trace/call_tracker.hpp"

namespace utah10 {

struct Cost {
  Duration time{};
  std::uint64_t instructions = 0;
  Cost& operator+=(const Cost& o) {
    time += o.time;
    instructions += o.instructions;
    return *this;
  }
  bool operator==(const Cost&) const = default;
};

class Profile final : public CallListener {
 public:
  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kDeepest = 512;        // deeper recursion is merged into existing nodes,
  static constexpr std::size_t kMostNodes = 1'000'000;  // as are calls that would make the tree larger than this

  // A routine called through one chain of callers. Node 0 is the root, to which contexts' first frames are attached.
  struct Node {
    std::uint32_t parent = kRoot;  // always less than its own number
    std::uint32_t depth = 0;
    Routine routine;
    bool user = false;  // mode
    ProcessId process = kNoProcess;
    unsigned level = 0;
  };
  // Calls of a routine from one location in a node.
  struct Edge {
    std::uint32_t caller = kRoot;
    std::uint32_t callee = kRoot;
    CodePlace site{};
    std::uint64_t calls = 0;  // excludes calls that tracking joined in the middle
    std::uint64_t ended = 0;  // number of them that have ended
    Duration least{};         // time of one completed call, including calls it made
    Duration most{};
    Cost inclusive{};  // of all completed calls
  };
  struct Spot {
    std::uint32_t node = kRoot;
    CodePlace place;
    Cost cost;
  };

  Profile();
  // The probe to connect to a machine, or to play a trace into.
  Probe& probe() { return *tracker_; }
  // Forgets everything, including the stacks.
  void clear();

  Duration elapsed() const { return tracker_->elapsed(); }
  Duration betweenRuns() const { return tracker_->betweenRuns(); }
  Duration unfinished() const { return tracker_->unfinished(); }
  std::uint64_t instructions() const { return instructions_; }
  const IrregularCalls& irregular() const { return tracker_->irregular(); }
  std::uint64_t merged() const { return merged_; }  // calls merged because the tree was full or too deep

  const std::vector<Node>& nodes() const { return nodes_; }
  // Ordered by node and address.
  std::vector<Spot> spots() const;
  // Open calls are included as if they ended now, except in `calls` and in the times of single calls.
  std::vector<Edge> edges() const;

  void entered(CallContext& context, CallFrame& frame, CodePlace site) override;
  void left(CallContext& context, const CallFrame& frame) override;
  void spent(CallContext& context, CodePlace place, Duration time, unsigned instructions) override;

 private:
  struct EdgeKey {
    std::uint32_t caller = 0;
    std::uint64_t routine = 0;
    std::uint64_t site = 0;  // includes process and level for callers that are the root
    bool operator==(const EdgeKey&) const = default;
  };
  struct EdgeHash {
    std::size_t operator()(const EdgeKey& k) const;
  };
  struct Slot {
    std::uint64_t key = 0;  // node, space and address, plus 1; 0: free
    Cost cost;
  };

  std::uint32_t nodeFor(std::uint32_t caller, const CallFrame& frame, const CallContext& context);
  Slot& slot(std::uint64_t key);
  void grow();

  std::unique_ptr<CallTracker> tracker_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::unordered_map<EdgeKey, std::uint32_t, EdgeHash> nodeIndex_;  // ignores `site`
  std::unordered_map<EdgeKey, std::uint32_t, EdgeHash> edgeIndex_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t merged_ = 0;
};

}  // namespace utah10
