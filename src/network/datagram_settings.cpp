// Settings of a datagram link as text, and its state in a snapshot.
#include <algorithm>

#include "network/datagram_link.hpp"

#include "word/whole_number.hpp"

namespace utah10 {

namespace {
std::string_view takeWord(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}
}  // namespace

std::string DatagramSettings::text() const {
  std::string s = "limit " + std::to_string(limit);
  if (!assumeReady) s += " wait";
  if (hostReady) s += " ready";
  if (toggle) s += " toggle";
  if (!padAlways) s += " odd";
  return s;
}

std::optional<DatagramSettings> DatagramSettings::parse(std::string_view text) {
  DatagramSettings s;
  while (!text.empty()) {
    const std::string_view word = takeWord(text);
    if (word == "wait") {
      s.assumeReady = false;
    } else if (word == "ready") {
      s.hostReady = true;
    } else if (word == "toggle") {
      s.toggle = true;
    } else if (word == "odd") {
      s.padAlways = false;
    } else if (word == "limit") {
      const auto n = wholeNumber<unsigned>(takeWord(text));
      if (!n || *n < 3 || *n > kMostLimit) return std::nullopt;
      s.limit = *n;
    } else {
      return std::nullopt;
    }
  }
  return s;
}

void DatagramLink::state(Archive& a) {
  a.section(name_, [&] {
    a.flag(attached_);
    std::string settings = settings_.text();
    a.text(settings);
    if (a.reading()) {
      const auto theirs = DatagramSettings::parse(settings);
      if (!theirs) return a.reject("unreadable settings");
      settings_ = *theirs;
    }
    a.u8(toggles_);
    a.check(toggles_ <= 2 && (toggles_ != 0) == clock_.pending(toggle_), "a toggle without a timer");
    rule_.state(a);
    collected_.state(a);
    a.u32(collectedBits_);
    pieces_.state(a);
    a.flag(skipping_);
    a.list(queue_, kMostWaiting, "more waiting messages than the queue holds", [&](BitString& m) { m.state(a); });
    a.u32(offered_);
    const std::size_t first = queue_.empty() ? 0 : queue_.front().size();
    const bool empty = std::ranges::any_of(queue_, [](const BitString& m) { return m.empty(); });
    a.check(offered_ <= first && !empty && pieces_.size() <= kMostBits && collected_.size() <= collectedBits_,
            "an offer of more bits than the message has");
  });
}

void DatagramLink::counters(Archive& a) {
  a.section(name_ + ".counts", [&] {
    DatagramCounts& c = counts_;
    a.u64(c.received, c.sent, c.messagesIn, c.messagesOut, c.gaps, c.missing, c.restarts);
    for (std::uint64_t& n : c.dropped) a.u64(n);
    a.list(troubles_, kTroubles, "more dropped datagrams than are kept", [&](Trouble& t) {
      a.instant(t.at);
      a.choice(t.why, DatagramDrop::NoPort, "an unknown drop reason");
      a.u32(t.size);
    });
  });
}

}  // namespace utah10
