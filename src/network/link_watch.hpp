// Statistics of the messages on a host's cable, for the operator: counts by type, which link waits for which RFNM,
// the last word about each host, and the most recent messages.
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
#include "utah10/machine/archive.hpp"

namespace utah10 {

class LinkWatch final : public StatePart {
 public:
  static constexpr std::size_t kMostOpen = 1024, kRecent = 64, kResets = 8, kLongest = 1024;

  // An unanswered regular message.
  struct Open {
    Instant since;           // of its last bit
    std::uint32_t bits = 0;  // of the latest message
    std::uint32_t messages = 1;
    void state(Archive& a);
  };
  using LinkKey = std::pair<HostId, std::uint8_t>;

  // The latest message of one type about a host.
  struct Word {
    Instant at;
    std::uint8_t type = 0, subtype = 0, link = 0;
    void state(Archive& a);
  };
  struct WatchedHost {
    std::uint64_t sent = 0, received = 0, answered = 0;  // regular messages; RFNMs
    std::uint64_t dead = 0, incomplete = 0, lost = 0;    // types 7 and 9; messages outstanding at a reset
    std::optional<Instant> lastSent, lastReceived, lastRfnm;
    std::optional<Word> lastDead, lastIncomplete;
    Duration longestWait{}, waits{};  // for RFNMs
    void state(Archive& a);
  };
  // An event that lost what was in transit; a type 10 that only tells of the lines' drop before it loses nothing.
  struct Reset {
    enum class Why : std::uint8_t { HostReadyDown, ImpReadyDown, Interface } why = Why::Interface;
    Instant at;
    std::uint32_t open = 0;  // links that were waiting
    void state(Archive& a);
  };
  struct Recent {
    Instant at;
    Duration length{};
    bool fromHost = true;
    std::uint32_t bits = 0;
    std::vector<std::uint8_t> octets;  // cut at kLongest
    void state(Archive& a);
  };
  struct Way {
    std::uint64_t messages = 0, bits = 0;
    std::array<std::uint64_t, 16> byType{};
    std::uint64_t noLeader = 0;  // shorter than 32 bits
    void state(Archive& a);
  };

  // `name` is the name of its snapshot section. Installs itself as the cable's listener.
  LinkWatch(Scheduler& clock, HostLink& cable, std::string name);
  ~LinkWatch() override;
  LinkWatch(const LinkWatch&) = delete;
  LinkWatch& operator=(const LinkWatch&) = delete;

  const Way& fromHost() const { return ways_[0]; }
  const Way& fromImp() const { return ways_[1]; }
  const std::map<LinkKey, Open>& open() const { return open_; }
  const std::map<HostId, WatchedHost>& hosts() const { return hosts_; }
  const std::deque<Reset>& resets() const { return resets_; }
  const std::deque<Recent>& recent() const { return recent_; }
  std::uint64_t unasked() const { return unasked_; }      // answers without a message
  std::uint64_t unwatched() const { return unwatched_; }  // messages beyond kMostOpen
  Instant since() const { return since_; }
  const HostLink& cable() const { return cable_; }
  // Clears everything except outstanding messages.
  void clear();

  void state(Archive&) override {}
  void counters(Archive& a) override;

 private:
  void message(const MessageRecord& record);
  void sent(const Leader& leader, const MessageRecord& record);
  void received(const Leader& leader, Instant at);
  void answered(const Leader& leader, WatchedHost& host, Instant at);
  void interfaceReset();
  void loseAll(Reset::Why why);
  void note(Reset::Why why, std::size_t open);
  void keep(const MessageRecord& record);

  Scheduler& clock_;
  HostLink& cable_;
  const std::string name_;
  Instant since_;
  std::array<Way, 2> ways_;
  std::map<LinkKey, Open> open_;
  std::map<HostId, WatchedHost> hosts_;
  std::deque<Reset> resets_;
  std::deque<Recent> recent_;
  std::uint64_t unasked_ = 0, unwatched_ = 0;
};

}  // namespace utah10
