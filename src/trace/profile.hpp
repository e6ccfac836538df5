// The profile: time and instructions of every routine in every chain of callers, to the last nanosecond.
//
// A tree of calls, one for each context (call_tracker.hpp), and for each node what was spent at each address. Whatever
// a report shows is summed from that, so that every report adds up to the elapsed virtual time: elapsed() equals the
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
  static constexpr std::uint32_t kDeepest = 512;        // recursion beyond it goes round in the nodes there are,
  static constexpr std::size_t kMostNodes = 1'000'000;  // and so does what would make the tree larger than this

  // A routine as called through one chain of callers. Node 0 is nobody; contexts' first frames hang on it.
  struct Node {
    std::uint32_t parent = kRoot;  // always below its own number
    std::uint32_t depth = 0;
    Routine routine;
    bool user = false;  // mode
    ProcessId process = kNoProcess;
    unsigned level = 0;
  };
  // Calls of a routine from one place of a node.
  struct Edge {
    std::uint32_t caller = kRoot;
    std::uint32_t callee = kRoot;
    CodePlace site{};
    std::uint64_t calls = 0;  // without those found in the middle
    std::uint64_t ended = 0;  // of them
    Duration least{};         // time of a call that has ended, with what it called
    Duration most{};
    Cost inclusive{};  // of all that have ended
  };
  struct Spot {
    std::uint32_t node = kRoot;
    CodePlace place;
    Cost cost;
  };

  Profile();
  // What to connect to a machine, or to play a trace into.
  Probe& probe() { return *tracker_; }
  // Forgets everything; stacks too.
  void clear();

  Duration elapsed() const { return tracker_->elapsed(); }
  Duration betweenRuns() const { return tracker_->betweenRuns(); }
  Duration unfinished() const { return tracker_->unfinished(); }
  std::uint64_t instructions() const { return instructions_; }
  const IrregularCalls& irregular() const { return tracker_->irregular(); }
  std::uint64_t merged() const { return merged_; }  // calls that found the tree full or too deep

  const std::vector<Node>& nodes() const { return nodes_; }
  // By node and address.
  std::vector<Spot> spots() const;
  // With calls that are still under way as if they ended now, `calls` and times of single calls aside.
  std::vector<Edge> edges() const;

  void entered(CallContext& context, CallFrame& frame, CodePlace site) override;
  void left(CallContext& context, const CallFrame& frame) override;
  void spent(CallContext& context, CodePlace place, Duration time, unsigned instructions) override;

 private:
  struct EdgeKey {
    std::uint32_t caller = 0;
    std::uint64_t routine = 0;
    std::uint64_t site = 0;  // with process and level, for the callers' root
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
  std::unordered_map<EdgeKey, std::uint32_t, EdgeHash> nodeIndex_;  // site is not looked at
  std::unordered_map<EdgeKey, std::uint32_t, EdgeHash> edgeIndex_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t merged_ = 0;
};

}  // namespace utah10
