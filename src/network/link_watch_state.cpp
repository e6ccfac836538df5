// The book of a cable as bytes.
#include "utah10/network/link_watch.hpp"

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
  if (octets.size() > LinkWatch::kLongest) in.reject("a message longer than is kept");
  for (const std::byte b : octets) r.octets.push_back(static_cast<std::uint8_t>(b));
  return r;
}
}  // namespace

void LinkWatch::saveCounters(StateWriter& out) const {
  out.beginSection(name_ + ".watch");
  out.instant(since_);
  for (const Way& way : ways_) put(out, way);
  out.u64(unasked_);
  out.u64(unwatched_);
  out.u32(static_cast<std::uint32_t>(open_.size()));
  for (const auto& [key, open] : open_) {
    out.u8(key.first.octet());
    out.u8(key.second);
    out.instant(open.since);
    out.u32(open.bits);
    out.u32(open.messages);
  }
  out.u32(static_cast<std::uint32_t>(hosts_.size()));
  for (const auto& [id, host] : hosts_) {
    out.u8(id.octet());
    put(out, host);
  }
  out.u32(static_cast<std::uint32_t>(resets_.size()));
  for (const Reset& r : resets_) {
    out.u8(static_cast<std::uint8_t>(r.why));
    out.instant(r.at);
    out.u32(r.open);
  }
  out.u32(static_cast<std::uint32_t>(recent_.size()));
  for (const Recent& r : recent_) {
    out.instant(r.at);
    out.duration(r.length);
    out.flag(r.fromHost);
    out.u32(r.bits);
    out.bytes(std::as_bytes(std::span{r.octets}));
  }
  out.endSection();
}

void LinkWatch::restoreCounters(StateReader& in) {
  in.beginSection(name_ + ".watch");
  since_ = in.instant();
  for (Way& way : ways_) way = getWay(in);
  unasked_ = in.u64();
  unwatched_ = in.u64();
  const auto count = [&in](std::size_t most) -> std::uint32_t {
    const std::uint32_t n = in.u32();
    if (n > most) in.reject("more than is kept");
    return in.good() ? n : 0;
  };
  open_.clear(), hosts_.clear(), resets_.clear(), recent_.clear();
  for (std::uint32_t n = count(kMostOpen); n > 0; --n) {
    const HostId id{in.u8()};
    const std::uint8_t link = in.u8();
    Open& open = open_[{id, link}];
    open.since = in.instant();
    open.bits = in.u32();
    open.messages = in.u32();
    if (open.messages == 0) in.reject("a link that waits for nothing");
  }
  for (std::uint32_t n = count(kMostHosts); n > 0; --n) {
    const HostId id{in.u8()};
    hosts_[id] = getHost(in);
  }
  for (std::uint32_t n = count(kResets); n > 0; --n) {
    const std::uint8_t why = in.u8();
    if (why > static_cast<std::uint8_t>(Reset::Why::Interface)) in.reject("a reset that is none");
    const Instant at = in.instant();
    resets_.push_back({static_cast<Reset::Why>(why), at, in.u32()});
  }
  for (std::uint32_t n = count(kRecent); n > 0; --n) recent_.push_back(getRecent(in));
  in.endSection();
}

}  // namespace utah10
