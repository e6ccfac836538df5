// The cable between a host and its IMP: a bit wire each way and a ready line from each end.
//
// The builder of a network owns the cables; the host's interface (device 550, a modelled host) and the IMP (modelled,
// or one behind a socket) are its ends and do not know each other. While an end is free, its ready line stays down.
// Whole messages are reported to the observers as they pass (MessageRecord); this takes no virtual time. If the
// sender's ready line drops before a message has ended, the part that has passed is discarded.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "devices/bit_wire.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// A ready line: up while a relay is closed at its owner's end.
class ReadyLine {
 public:
  struct Change {
    Instant at;
    bool up = false;
  };
  static constexpr std::size_t kRemembered = 16;

  explicit ReadyLine(Scheduler& clock) : clock_(clock) {}
  // The owner's end. Setting the current state does nothing.
  void set(bool up);
  bool up() const { return up_; }
  // The other end: called at every change.
  void onChange(std::function<void(bool up)> changed) { changed_ = std::move(changed); }
  // A monitor on the line: sees a change before the other end does.
  void onPassing(std::function<void(bool up)> passing) { passing_ = std::move(passing); }
  // A listener that is neither end: called after both.
  void onSeen(std::function<void(bool up)> seen) { seen_ = std::move(seen); }
  // The latest changes, oldest first.
  const std::deque<Change>& changes() const { return changes_; }

  void state(Archive& a);

 private:
  Scheduler& clock_;
  std::function<void(bool)> changed_;
  std::function<void(bool)> passing_;
  std::function<void(bool)> seen_;
  bool up_ = false;
  std::deque<Change> changes_;
};

class LoopPlug;

struct HostLinkConfig {
  // Report 1822: nominally 100 000 bits a second in each direction (docs/sources/imp.md 4).
  Duration perBitToImp = microseconds(10);
  Duration perBitToHost = microseconds(10);
  std::uint16_t wire = 0;  // its number in captures: host*64+IMP as one octet
};

class HostLink {
 public:
  // `name` begins the names of its event slots ("imp", "host101"). `observers` may be null.
  HostLink(Scheduler& clock, const std::string& name, const HostLinkConfig& config, const Observers* observers);
  ~HostLink();
  HostLink(const HostLink&) = delete;
  HostLink& operator=(const HostLink&) = delete;

  BitWire toImp;
  BitWire toHost;
  ReadyLine hostReady;
  ReadyLine impReady;

  const HostLinkConfig& config() const { return config_; }
  // A listener other than the observers: it receives whole messages even during a replay, as listeners with state
  // must.
  void onMessage(std::function<void(const MessageRecord&)> told) { told_ = std::move(told); }

  // Claims the IMP's end permanently: "the modelled IMP 4". Empty: it is free.
  void takeImpEnd(std::string who) { impEnd_ = std::move(who); }
  const std::string& impEnd() const { return impEnd_; }
  // Puts a plug into the IMP's end permanently.
  void plugLoop();
  bool looped() const { return plug_ != nullptr; }

  // Octets of a message kept for the observers; more than any IMP accepts (8096 bits).
  static constexpr std::size_t kKept = 4096;

  // Raw fields, inside a section that the owner opens. The clock must have been restored before.
  void state(Archive& a);

 private:
  // The part that has passed of a message that has not ended.
  struct Passing {
    std::vector<std::uint8_t> octets;
    std::uint32_t bits = 0;
    Instant began{};
  };
  void pass(Passing& message, const WireBits& bits, const BitWire& wire, bool fromHost);

  Scheduler& clock_;
  HostLinkConfig config_;
  const Observers* observers_;
  std::string impEnd_;
  std::function<void(const MessageRecord&)> told_;
  Passing fromHost_, fromImp_;
  std::unique_ptr<LoopPlug> plug_;
};

}  // namespace utah10
