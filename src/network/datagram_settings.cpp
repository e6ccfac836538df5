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

void DatagramLink::save(StateWriter& out) const {
  out.beginSection(name_);
  out.flag(attached_);
  out.text(settings_.text());
  out.u8(static_cast<std::uint8_t>(toggles_));
  rule_.save(out);
  collected_.save(out);
  out.u32(collectedBits_);
  pieces_.save(out);
  out.flag(skipping_);
  out.u32(static_cast<std::uint32_t>(queue_.size()));
  for (const BitString& message : queue_) message.save(out);
  out.u32(offered_);
  out.endSection();
}

void DatagramLink::restore(StateReader& in) {
  in.beginSection(name_);
  attached_ = in.flag();
  const auto settings = DatagramSettings::parse(in.text());
  if (!settings) return in.reject("unreadable settings");
  settings_ = *settings;
  toggles_ = in.u8();
  if (toggles_ > 2 || (toggles_ != 0) != clock_.pending(toggle_)) in.reject("a toggle without a timer");
  rule_.restore(in);
  collected_.restore(in);
  collectedBits_ = in.u32();
  pieces_.restore(in);
  skipping_ = in.flag();
  const std::uint32_t waiting = in.u32();
  if (waiting > kMostWaiting) return in.reject("more waiting messages than the queue holds");
  queue_.clear();
  for (std::uint32_t n = 0; n < waiting && in.good(); ++n) queue_.emplace_back().restore(in);
  offered_ = in.u32();
  const std::size_t first = queue_.empty() ? 0 : queue_.front().size();
  const bool empty = std::ranges::any_of(queue_, [](const BitString& m) { return m.empty(); });
  if (offered_ > first || empty || pieces_.size() > kMostBits || collected_.size() > collectedBits_)
    return in.reject("an offer of more bits than the message has");
  in.endSection();
}

void DatagramLink::saveCounters(StateWriter& out) const {
  out.beginSection(name_ + ".counts");
  for (const std::uint64_t n : {counts_.received, counts_.sent, counts_.messagesIn, counts_.messagesOut, counts_.gaps,
                                counts_.missing, counts_.restarts})
    out.u64(n);
  for (const std::uint64_t n : counts_.dropped) out.u64(n);
  out.u32(static_cast<std::uint32_t>(troubles_.size()));
  for (const Trouble& t : troubles_) {
    out.instant(t.at);
    out.u8(static_cast<std::uint8_t>(t.why));
    out.u32(t.size);
  }
  out.endSection();
}

void DatagramLink::restoreCounters(StateReader& in) {
  in.beginSection(name_ + ".counts");
  for (std::uint64_t* n : {&counts_.received, &counts_.sent, &counts_.messagesIn, &counts_.messagesOut, &counts_.gaps,
                           &counts_.missing, &counts_.restarts})
    *n = in.u64();
  for (std::uint64_t& n : counts_.dropped) n = in.u64();
  const std::uint32_t size = in.u32();
  if (size > kTroubles) return in.reject("more dropped datagrams than are kept");
  troubles_.clear();
  for (std::uint32_t n = 0; n < size; ++n) {
    Trouble t{in.instant(), DatagramDrop::TooShort, 0};
    const std::uint8_t why = in.u8();
    if (why >= kDatagramDrops) return in.reject("an unknown drop reason");
    t.why = static_cast<DatagramDrop>(why);
    t.size = in.u32();
    troubles_.push_back(t);
  }
  in.endSection();
}

}  // namespace utah10
