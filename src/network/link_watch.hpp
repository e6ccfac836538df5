// What has passed over a host's cable, as somebody beside it would keep book: counts by type, which link waits for
// which RFNM, what each host was last heard of, the last messages.
//
// Always on: fed by the cable (HostLink::onMessage, ReadyLine::onSeen), no probe. It is no part of the state that
// decides the future, so it is saved with the counters: a hash does not know of it, going back does. Sources:
// docs/sources/imp.md 8 (types; since August 1972 one of 5, 7, 8 and 9 answers each regular message), 9.2 (one message
// a link), 10 (a reset loses the messages on their way). Bounded: kMostOpen links, kRecent messages, 256 hosts.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "devices/host_link.hpp"
#include "network/leader.hpp"
#include "utah10/machine/state_part.hpp"

namespace utah10 {

class LinkWatch final : public StatePart {
 public:
  static constexpr std::size_t kMostOpen = 1024, kRecent = 64, kResets = 8, kLongest = 1024;

  // A regular message that nothing has answered yet.
  struct Open {
    Instant since;           // its last bit
    std::uint32_t bits = 0;  // the latest message's
    std::uint32_t messages = 1;
  };
  using LinkKey = std::pair<HostId, std::uint8_t>;

  // The latest message of one type about a host.
  struct Word {
    Instant at;
    std::uint8_t type = 0, subtype = 0, link = 0;
  };
  struct Host {
    std::uint64_t sent = 0, received = 0, answered = 0;  // regular messages; RFNMs
    std::uint64_t dead = 0, incomplete = 0, lost = 0;    // types 7, 9; on their way when something was reset
    std::optional<Instant> lastSent, lastReceived, lastRfnm;
    std::optional<Word> lastDead, lastIncomplete;
    Duration longestWait{}, waits{};  // for RFNMs
  };
  // Why everything on its way was lost.
  struct Reset {
    enum class Why : std::uint8_t { HostReadyDown, ImpReadyDown, Interface } why = Why::Interface;
    Instant at;
    std::uint32_t open = 0;  // links that waited
  };
  struct Recent {
    Instant at;
    Duration length{};
    bool fromHost = true;
    std::uint32_t bits = 0;
    std::vector<std::uint8_t> octets;  // cut at kLongest
  };
  struct Way {
    std::uint64_t messages = 0, bits = 0;
    std::array<std::uint64_t, 16> byType{};
    std::uint64_t noLeader = 0;  // shorter than 32 bits
  };

  // `name` is that of its section. Becomes the cable's listener.
  LinkWatch(Scheduler& clock, HostLink& cable, std::string name);
  ~LinkWatch() override;
  LinkWatch(const LinkWatch&) = delete;
  LinkWatch& operator=(const LinkWatch&) = delete;

  const Way& fromHost() const { return ways_[0]; }
  const Way& fromImp() const { return ways_[1]; }
  const std::map<LinkKey, Open>& open() const { return open_; }
  const std::map<HostId, Host>& hosts() const { return hosts_; }
  const std::deque<Reset>& resets() const { return resets_; }
  const std::deque<Recent>& recent() const { return recent_; }
  std::uint64_t unasked() const { return unasked_; }      // answers that nobody waited for
  std::uint64_t unwatched() const { return unwatched_; }  // messages too many to wait for
  Instant since() const { return since_; }
  const HostLink& cable() const { return cable_; }
  // All but what is still on its way.
  void clear();

  void save(StateWriter&) const override {}
  void restore(StateReader&) override {}
  void saveCounters(StateWriter& out) const override;
  void restoreCounters(StateReader& in) override;

 private:
  void message(const MessageRecord& record);
  void sent(const Leader& leader, const MessageRecord& record);
  void received(const Leader& leader, Instant at);
  void answered(const Leader& leader, Host& host, Instant at);
  void loseAll(Reset::Why why);
  void keep(const MessageRecord& record);

  Scheduler& clock_;
  HostLink& cable_;
  const std::string name_;
  Instant since_;
  std::array<Way, 2> ways_;
  std::map<LinkKey, Open> open_;
  std::map<HostId, Host> hosts_;
  std::deque<Reset> resets_;
  std::deque<Recent> recent_;
  std::uint64_t unasked_ = 0, unwatched_ = 0;
};

}  // namespace utah10
