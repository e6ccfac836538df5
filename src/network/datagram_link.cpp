#include "network/datagram_link.hpp"

#include <algorithm>
#include <numeric>

#include "network/leader.hpp"

namespace utah10 {

namespace {
constexpr unsigned kRoom = 64;  // the bits that the link always accepts
constexpr unsigned kWord = 16;
// 16-bit words: the leader and one packet, then a packet at a time (docs/sources/imp.md 12.3).
constexpr std::size_t kFirstPiece = 65, kNextPiece = 63;

std::vector<std::uint16_t> wordsOf(const BitString& bits) {
  std::vector<std::uint16_t> words;
  words.reserve(bits.size() / kWord + 1);
  for (std::size_t at = 0; at < bits.size(); at += kWord)
    words.push_back(static_cast<std::uint16_t>(bits.field(at, kWord)));
  return words;
}
}  // namespace

std::uint64_t DatagramCounts::drops() const { return std::accumulate(dropped.begin(), dropped.end(), std::uint64_t{}); }

DatagramLink::DatagramLink(Scheduler& clock, HostLink& cable, Role role, std::string name)
    : clock_(clock),
      cable_(cable),
      role_(role),
      name_(std::move(name)),
      in_(role == Role::Imp ? cable.toImp : cable.toHost),
      out_(role == Role::Imp ? cable.toHost : cable.toImp),
      line_(role == Role::Imp ? cable.impReady : cable.hostReady),
      farLine_(role == Role::Imp ? cable.hostReady : cable.impReady),
      toggle_(clock.add(name_ + ".toggle", [this] { toggled(); })) {
  in_.onArrival([this](const WireBits& bits) { bitsArrived(bits); });
  out_.onGone([this] { bitsGone(); });
  farLine_.onChange([this](bool up) { farLineChanged(up); });
}

DatagramLink::~DatagramLink() {
  in_.onArrival({});
  out_.onGone({});
  farLine_.onChange({});
}

// --- Plug and ready lines ---

void DatagramLink::attach(const DatagramSettings& settings) {
  if (attached_) setLine(false);
  attached_ = true;
  settings_ = settings;
  settings_.limit = std::clamp(settings_.limit, 3u, DatagramSettings::kMostLimit);
  rule_.forget();
  toggles_ = settings_.toggle ? 2 : 0;
  tellReady(settings_.toggle || farLine_.up());
  clock_.cancel(toggle_);
  if (settings_.toggle) clock_.after(toggle_, kToggle);
  settings_.assumeReady = role_ == Role::Imp ? settings_.assumeReady : settings_.hostReady;
  if (settings_.assumeReady) setLine(true);
}

// The line goes up at once, then down, then to its true state.
void DatagramLink::toggled() {
  if (toggles_ == 0) return;
  --toggles_;
  tellReady(toggles_ == 0 && farLine_.up());
  if (toggles_ != 0) clock_.after(toggle_, kToggle);
}

void DatagramLink::detach() {
  if (!attached_) return;
  toggles_ = 0;
  clock_.cancel(toggle_);
  tellReady(false);
  attached_ = false;
  setLine(false);
}

void DatagramLink::farLineChanged(bool up) {
  if (!up) {  // the host will neither take waiting messages nor finish the one it began
    flushOut();
    collected_.clear();
    collectedBits_ = 0;
  }
  if (attached_ && toggles_ == 0) tellReady(up);
}

// A datagram that only reports the ready line always has LAST set.
void DatagramLink::tellReady(bool up) { send(true, up, {}); }

// While its line is down, this end takes no bits and has none to send.
void DatagramLink::setLine(bool up) {
  if (!up) {
    flushOut();
    pieces_.clear();
    skipping_ = false;
    collected_.clear();
    collectedBits_ = 0;
  }
  line_.set(up);
  in_.allow(up ? kRoom : 0);
}

void DatagramLink::flushOut() {
  queue_.clear();
  offered_ = 0;
  out_.withdraw();
}

// --- From the cable to the peer ---

void DatagramLink::bitsArrived(const WireBits& bits) {
  collectedBits_ += bits.count;
  if (collectedBits_ <= settings_.limit * kWord) collected_.append(bits.value, bits.count);
  if (bits.last) messageCollected();
  in_.allow(line_.up() ? kRoom : 0);
}

void DatagramLink::messageCollected() {
  // The simulated IMP needs no padding: a message of whole words that just fits the limit is sent without it.
  const bool odd = collectedBits_ % kWord != 0, full = collectedBits_ == settings_.limit * kWord;
  if (role_ == Role::Imp && (odd || (settings_.padAlways && !full)) && ++collectedBits_ <= settings_.limit * kWord)
    collected_.append(1, 1);
  const bool fits = collectedBits_ <= settings_.limit * kWord;
  if (!fits && role_ == Role::Imp) refuse();
  if (fits) {
    ++counts_.messagesOut;
    sendMessage(wordsOf(collected_));
  } else {
    drop(DatagramDrop::Refused, collectedBits_);
  }
  collected_.clear();
  collectedBits_ = 0;
}

// Answers as the IMP would, so that the host learns of it.
void DatagramLink::refuse() {
  const Leader sent = Leader::of(collected_);
  Leader answer;
  answer.type = code(ToHost::Incomplete);
  answer.host = sent.host;
  answer.link = sent.link;
  answer.id = sent.id;
  answer.subtype = static_cast<std::uint8_t>(Lost::TooLong);
  if (sent.type == code(ToImp::Regular)) enqueue(answer.bits());
}

void DatagramLink::sendMessage(const std::vector<std::uint16_t>& words) {
  const bool regular = !words.empty() && (words[0] >> 8 & 017) == code(ToHost::Regular);
  const bool ready = farLine_.up();
  if (role_ == Role::Imp || !regular) return send(true, ready, words);
  std::span<const std::uint16_t> rest{words};
  for (std::size_t most = kFirstPiece; !rest.empty(); most = kNextPiece) {
    const std::size_t n = std::min(most, rest.size());
    send(false, ready, rest.first(n));
    rest = rest.subspan(n);
  }
  send(true, ready, {});
}

void DatagramLink::send(bool last, bool ready, std::span<const std::uint16_t> words) {
  if (port_ == nullptr) return drop(DatagramDrop::NoPort, Datagram::kHead + 2 + 2 * words.size());
  ++counts_.sent;
  port_->send(Datagram{sequence_++, last, ready, {words.begin(), words.end()}}.octets());
}

// --- From the peer to the cable ---

void DatagramLink::receive(std::span<const std::uint8_t> octets) {
  ++counts_.received;
  if (!attached_) return drop(DatagramDrop::Detached, octets.size());
  const DatagramRead read = readDatagram(octets);
  if (!read.datagram) return drop(read.why, octets.size());
  const std::optional<std::uint32_t> expected = rule_.expected();
  const SequenceRule::Verdict verdict = rule_.judge(read.datagram->sequence);
  if (verdict == SequenceRule::Verdict::Old) return drop(DatagramDrop::Old, octets.size());
  const bool ahead = verdict == SequenceRule::Verdict::Ahead, restart = verdict == SequenceRule::Verdict::Restart;
  if (ahead) ++counts_.gaps, counts_.missing += read.datagram->sequence - *expected;
  if (restart) ++counts_.restarts;
  if (restart) pieces_.clear(), skipping_ = false;
  take(*read.datagram, ahead);
  if (restart && toggles_ == 0) tellReady(farLine_.up());
}

// After a gap it is unknown whether these words begin a message; the message begun is abandoned, and everything up to
// the next LAST is skipped. Inferred: a gap between messages is taken to have lost whole messages, as every small
// message fits in one datagram.
void DatagramLink::take(const Datagram& d, bool lost) {
  if (lost && !pieces_.empty()) {
    drop(DatagramDrop::Torn, pieces_.size());
    pieces_.clear();
    skipping_ = true;
  }
  if (!d.ready) {
    if (!d.words.empty()) drop(DatagramDrop::NotReady, d.words.size() * kWord);
    return setLine(false);
  }
  if (!line_.up()) setLine(true);
  if (pieces_.size() + d.words.size() * kWord > kMostBits) {
    drop(DatagramDrop::TooLong, pieces_.size() + d.words.size() * kWord);
    pieces_.clear();
    skipping_ = true;
  }
  if (!skipping_)
    for (const std::uint16_t w : d.words) pieces_.append(w, kWord);
  if (d.last) assembled();
}

void DatagramLink::assembled() {
  skipping_ = false;
  if (pieces_.empty()) return;  // a report of the ready line alone
  BitString message = std::exchange(pieces_, {});
  if (!farLine_.up()) return drop(DatagramDrop::HostDown, message.size());
  if (role_ == Role::Host && message.size() > Message::kMostBits) dropPadding(message);
  ++counts_.messagesIn;
  enqueue(std::move(message));
}

// B.4: the longest message and its padding, a one and zeros, make whole words. Our IMP adds its own padding and
// accepts no bit beyond the longest message; it refuses messages that are too long for other reasons.
void DatagramLink::dropPadding(BitString& message) {
  if (message.size() != Message::kMostBits + 1) return;
  std::size_t one = message.size();
  while (one != 0 && message.size() - one < kWord && message.field(one - 1, 1) == 0) --one;
  if (one != 0 && message.field(one - 1, 1) != 0) message.resize(one - 1);
}

void DatagramLink::enqueue(BitString message) {
  if (queue_.size() >= kMostWaiting) return drop(DatagramDrop::QueueFull, message.size());
  queue_.push_back(std::move(message));
  offerNext();
}

void DatagramLink::offerNext() {
  if (queue_.empty() || out_.busy()) return;
  const BitString& message = queue_.front();
  const auto n = static_cast<unsigned>(std::min<std::size_t>(kRoom, message.size() - offered_));
  const WireBits bits{message.field(offered_, n), n, offered_ + n == message.size()};
  offered_ += n;
  out_.offer(bits);
}

void DatagramLink::bitsGone() {
  if (!queue_.empty() && offered_ >= queue_.front().size()) {
    queue_.pop_front();
    offered_ = 0;
  }
  offerNext();
}

void DatagramLink::drop(DatagramDrop why, std::size_t size) {
  ++counts_.dropped[static_cast<std::size_t>(why)];
  troubles_.push_back({clock_.now(), why, static_cast<std::uint32_t>(size)});
  if (troubles_.size() > kTroubles) troubles_.pop_front();
}

void DatagramLink::clearCounts() {
  counts_ = {};
  troubles_.clear();
}

}  // namespace utah10
