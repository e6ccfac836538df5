#include "network/link_watch.hpp"

#include <algorithm>

namespace utah10 {

LinkWatch::LinkWatch(Scheduler& clock, HostLink& cable, std::string name)
    : clock_(clock), cable_(cable), name_(std::move(name)), since_(clock.now()) {
  cable.onMessage([this](const MessageRecord& record) { message(record); });
  cable.hostReady.onSeen([this](bool up) {
    if (!up) loseAll(Reset::Why::HostReadyDown);
  });
  cable.impReady.onSeen([this](bool up) {
    if (!up) loseAll(Reset::Why::ImpReadyDown);
  });
}

LinkWatch::~LinkWatch() {
  cable_.onMessage({});
  cable_.hostReady.onSeen({});
  cable_.impReady.onSeen({});
}

void LinkWatch::message(const MessageRecord& record) {
  Way& way = ways_[record.fromHost ? 0 : 1];
  ++way.messages;
  way.bits += record.bits;
  keep(record);
  if (record.bits < Leader::kBits) {
    ++way.noLeader;
    return;
  }
  const Leader leader = Leader::of(BitString{record.octets.first(Leader::kBits / 8), Leader::kBits});
  ++way.byType[leader.type];
  if (record.fromHost)
    sent(leader, record);
  else
    received(leader, record.at);
}

void LinkWatch::keep(const MessageRecord& record) {
  const auto octets = record.octets.first(std::min(record.octets.size(), kLongest));
  recent_.push_back({record.at, record.length, record.fromHost, record.bits, {octets.begin(), octets.end()}});
  if (recent_.size() > kRecent) recent_.pop_front();
}

void LinkWatch::sent(const Leader& leader, const MessageRecord& record) {
  if (leader.type != code(ToImp::Regular)) return;
  WatchedHost& host = hosts_[leader.host];
  ++host.sent;
  host.lastSent = record.at;
  const LinkKey key{leader.host, leader.link};
  if (const auto at = open_.find(key); at != open_.end()) {
    ++at->second.messages;
    at->second.bits = record.bits;
  } else if (open_.size() < kMostOpen) {
    open_.emplace(key, Open{record.at, record.bits, 1});
  } else {
    ++unwatched_;
  }
}

void LinkWatch::received(const Leader& leader, Instant at) {
  const Word word{at, leader.type, leader.subtype, leader.link};
  switch (static_cast<ToHost>(leader.type)) {
    case ToHost::Regular: {
      WatchedHost& host = hosts_[leader.host];
      ++host.received;
      host.lastReceived = at;
      return;
    }
    case ToHost::DestinationDead: {
      WatchedHost& host = hosts_[leader.host];
      ++host.dead;
      host.lastDead = word;
      return answered(leader, host, at);
    }
    case ToHost::Incomplete: {
      WatchedHost& host = hosts_[leader.host];
      ++host.incomplete;
      host.lastIncomplete = word;
      return answered(leader, host, at);
    }
    case ToHost::Rfnm:
    case ToHost::ErrorInData:
      return answered(leader, hosts_[leader.host], at);
    case ToHost::Reset:
      return interfaceReset();
    default:
      return;
  }
}

// If two messages are outstanding on a link, against the rules, the first answer counts for the first.
void LinkWatch::answered(const Leader& leader, WatchedHost& host, Instant at) {
  const auto open = open_.find({leader.host, leader.link});
  if (leader.type == code(ToHost::Rfnm)) {
    ++host.answered;
    host.lastRfnm = at;
  }
  if (open == open_.end()) {
    ++unasked_;
    return;
  }
  if (leader.type == code(ToHost::Rfnm)) {
    host.waits += at - open->second.since;
    host.longestWait = std::max(host.longestWait, at - open->second.since);
  }
  if (--open->second.messages == 0) open_.erase(open);
}

void LinkWatch::loseAll(Reset::Why why) {
  note(why, open_.size());
  for (const auto& [key, open] : open_) hosts_[key.first].lost += open.messages;
  open_.clear();
}

// The first type 10 after the lines have come up tells what their drop has lost. It waits on the cable until the host
// takes input: TENEX 1.34 sends before, and what it has sent since the lines are up is answered as usual.
void LinkWatch::interfaceReset() {
  Instant up = kPowerOn;
  for (const ReadyLine* line : {&cable_.hostReady, &cable_.impReady})
    for (const ReadyLine::Change& c : line->changes())
      if (c.up) up = std::max(up, c.at);
  const auto told = [up](const Reset& r) { return r.why == Reset::Why::Interface && r.at >= up; };
  if (std::ranges::any_of(resets_, told)) return loseAll(Reset::Why::Interface);
  note(Reset::Why::Interface, 0);
}

void LinkWatch::note(Reset::Why why, std::size_t open) {
  resets_.push_back({why, clock_.now(), static_cast<std::uint32_t>(open)});
  if (resets_.size() > kResets) resets_.pop_front();
}

void LinkWatch::clear() {
  since_ = clock_.now();
  ways_ = {};
  hosts_.clear();
  resets_.clear();
  recent_.clear();
  unasked_ = unwatched_ = 0;
}

}  // namespace utah10
