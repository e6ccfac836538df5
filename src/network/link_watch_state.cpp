// The statistics of a cable in a snapshot.
#include <algorithm>

#include "network/link_watch.hpp"

namespace utah10 {

void LinkWatch::Open::state(Archive& a) {
  a.instant(since);
  a.u32(bits, messages);
  a.check(messages != 0, "a waiting link without a message");
  messages = std::max(messages, 1u);
}

void LinkWatch::Word::state(Archive& a) {
  a.instant(at);
  a.u8(type, subtype, link);
}

void LinkWatch::WatchedHost::state(Archive& a) {
  a.u64(sent, received, answered, dead, incomplete, lost);
  for (auto* at : {&lastSent, &lastReceived, &lastRfnm}) a.optional(*at, [&](Instant& t) { a.instant(t); });
  for (auto* word : {&lastDead, &lastIncomplete}) a.optional(*word, [&](Word& w) { w.state(a); });
  a.duration(longestWait, waits);
}

void LinkWatch::Reset::state(Archive& a) {
  a.choice(why, Why::Interface, "a reset of an unknown kind");
  a.instant(at);
  a.u32(open);
}

void LinkWatch::Recent::state(Archive& a) {
  a.instant(at);
  a.duration(length);
  a.flag(fromHost);
  a.u32(bits);
  a.bytes(octets);
  a.check(octets.size() <= kLongest, "a kept message that is too long");
}

void LinkWatch::Way::state(Archive& a) {
  a.u64(messages, bits);
  a.u64s(byType);
  a.u64(noLeader);
}

void LinkWatch::counters(Archive& a) {
  constexpr std::size_t kMostHosts = 256;
  constexpr std::string_view kTooLong = "a list that is too long";
  const auto key = [&](LinkKey& k) { a.u8(k.first, k.second); };
  a.section(name_ + ".watch", [&] {
    a.instant(since_);
    for (Way& way : ways_) way.state(a);
    a.u64(unasked_, unwatched_);
    a.table(open_, kMostOpen, kTooLong, key, [&](Open& open) { open.state(a); });
    a.table(
        hosts_, kMostHosts, kTooLong, [&](HostId& id) { a.u8(id); }, [&](WatchedHost& h) { h.state(a); });
    a.list(resets_, kResets, kTooLong, [&](Reset& r) { r.state(a); });
    a.list(recent_, kRecent, kTooLong, [&](Recent& r) { r.state(a); });
  });
}

}  // namespace utah10
