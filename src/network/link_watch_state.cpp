// The statistics of a cable in a snapshot.
#include "network/link_watch.hpp"

namespace utah10 {

namespace {
using Host = LinkWatch::Host;
constexpr std::uint32_t kMostHosts = 256;

void put(StateWriter& out, const std::optional<Instant>& at) {
  out.flag(at.has_value());
  out.instant(at.value_or(kPowerOn));
}
std::optional<Instant> getInstant(StateReader& in) {
  const bool there = in.flag();
  const Instant at = in.instant();
  return there ? std::optional{at} : std::nullopt;
}

void put(StateWriter& out, const std::optional<LinkWatch::Word>& word) {
  out.flag(word.has_value());
  const LinkWatch::Word w = word.value_or(LinkWatch::Word{});
  out.instant(w.at);
  for (const std::uint8_t b : {w.type, w.subtype, w.link}) out.u8(b);
}
std::optional<LinkWatch::Word> getWord(StateReader& in) {
  const bool there = in.flag();
  LinkWatch::Word w;
  w.at = in.instant();
  for (std::uint8_t* b : {&w.type, &w.subtype, &w.link}) *b = in.u8();
  return there ? std::optional{w} : std::nullopt;
}

void put(StateWriter& out, const Host& h) {
  for (const std::uint64_t n : {h.sent, h.received, h.answered, h.dead, h.incomplete, h.lost}) out.u64(n);
  for (const auto* at : {&h.lastSent, &h.lastReceived, &h.lastRfnm}) put(out, *at);
  put(out, h.lastDead);
  put(out, h.lastIncomplete);
  out.duration(h.longestWait);
  out.duration(h.waits);
}
Host getHost(StateReader& in) {
  Host h;
  for (std::uint64_t* n : {&h.sent, &h.received, &h.answered, &h.dead, &h.incomplete, &h.lost}) *n = in.u64();
  for (auto* at : {&h.lastSent, &h.lastReceived, &h.lastRfnm}) *at = getInstant(in);
  h.lastDead = getWord(in);
  h.lastIncomplete = getWord(in);
  h.longestWait = in.duration();
  h.waits = in.duration();
  return h;
}

void put(StateWriter& out, const LinkWatch::Way& way) {
  out.u64(way.messages);
  out.u64(way.bits);
  for (const std::uint64_t n : way.byType) out.u64(n);
  out.u64(way.noLeader);
}
LinkWatch::Way getWay(StateReader& in) {
  LinkWatch::Way way;
  way.messages = in.u64();
  way.bits = in.u64();
  for (std::uint64_t& n : way.byType) n = in.u64();
  way.noLeader = in.u64();
  return way;
}

LinkWatch::Recent getRecent(StateReader& in) {
  LinkWatch::Recent r;
  r.at = in.instant();
  r.length = in.duration();
  r.fromHost = in.flag();
  r.bits = in.u32();
  const std::vector<std::byte> octets = in.bytes();
  if (octets.size() > LinkWatch::kLongest) in.reject("a kept message that is too long");
  for (const std::byte b : octets) r.octets.push_back(static_cast<std::uint8_t>(b));
  return r;
}

void put(StateWriter& out, const std::pair<const LinkWatch::LinkKey, LinkWatch::Open>& o) {
  out.u8(o.first.first.octet());
  out.u8(o.first.second);
  out.instant(o.second.since);
  out.u32(o.second.bits);
  out.u32(o.second.messages);
}
void put(StateWriter& out, const std::pair<const HostId, Host>& h) {
  out.u8(h.first.octet());
  put(out, h.second);
}
void put(StateWriter& out, const LinkWatch::Reset& r) {
  out.u8(static_cast<std::uint8_t>(r.why));
  out.instant(r.at);
  out.u32(r.open);
}
void put(StateWriter& out, const LinkWatch::Recent& r) {
  out.instant(r.at);
  out.duration(r.length);
  out.flag(r.fromHost);
  out.u32(r.bits);
  out.bytes(std::as_bytes(std::span{r.octets}));
}

template <class List>
void putAll(StateWriter& out, const List& list) {
  out.u32(static_cast<std::uint32_t>(list.size()));
  for (const auto& one : list) put(out, one);
}

// Calls `get` for each item of a list; rejects a list of more than `most`.
template <class F>
void getAll(StateReader& in, std::size_t most, F get) {
  const std::uint32_t n = in.u32();
  if (n > most) return in.reject("a list that is too long");
  for (std::uint32_t k = 0; k < n && in.good(); ++k) get();
}
}  // namespace

void LinkWatch::saveCounters(StateWriter& out) const {
  out.beginSection(name_ + ".watch");
  out.instant(since_);
  for (const Way& way : ways_) put(out, way);
  out.u64(unasked_);
  out.u64(unwatched_);
  putAll(out, open_);
  putAll(out, hosts_);
  putAll(out, resets_);
  putAll(out, recent_);
  out.endSection();
}

void LinkWatch::restoreCounters(StateReader& in) {
  in.beginSection(name_ + ".watch");
  since_ = in.instant();
  for (Way& way : ways_) way = getWay(in);
  unasked_ = in.u64();
  unwatched_ = in.u64();
  open_.clear(), hosts_.clear(), resets_.clear(), recent_.clear();
  getAll(in, kMostOpen, [&] {
    const HostId id{in.u8()};
    const std::uint8_t link = in.u8();
    Open& open = open_[{id, link}];
    open.since = in.instant();
    open.bits = in.u32();
    open.messages = in.u32();
    if (open.messages != 0) return;
    open.messages = 1;
    in.reject("a waiting link without a message");
  });
  getAll(in, kMostHosts, [&] {
    const HostId id{in.u8()};
    hosts_[id] = getHost(in);
  });
  getAll(in, kResets, [&] {
    const std::uint8_t why = in.u8();
    if (why > static_cast<std::uint8_t>(Reset::Why::Interface)) in.reject("a reset of an unknown kind");
    const Instant at = in.instant();
    resets_.push_back({static_cast<Reset::Why>(why), at, in.u32()});
  });
  getAll(in, kRecent, [&] { recent_.push_back(getRecent(in)); });
  in.endSection();
}

}  // namespace utah10
