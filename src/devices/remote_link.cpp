#include "devices/remote_link.hpp"

#include <algorithm>
#include <utility>

namespace utah10 {

namespace {
constexpr unsigned kInternetHeaders = 20 + 8;
constexpr unsigned kEthernet = 8 + 14 + 4 + 12;
constexpr unsigned kLeastOnWire = 84;
constexpr std::uint32_t kMostDoublings = 10;
constexpr std::size_t kMostMessages = 1 << 16;
constexpr std::array<const char*, 4> kEvents = {"rmm.adapter", "rmm.wire", "rmm.back", "rmm.host"};
}  // namespace

RemoteLink::RemoteLink(Scheduler& clock, const RemoteMemoryConfig& config, std::function<void(unsigned, bool)> over)
    : clock_(clock),
      config_(config),
      over_(std::move(over)),
      chance_(config.seed),
      pages_(std::size_t{config.pages} * kPageWords) {
  for (std::size_t n = 0; n < kPlaces; ++n)
    stations_[n].event = clock_.add(kEvents[n], [this, n] { through(static_cast<Place>(n)); });
  arrival_ = clock_.add("rmm.arrival", [this] { arrived(); });
  limit_ = clock_.add("rmm.limit", [this] { limitPassed(); });
}

void RemoteLink::begin(unsigned n, bool write, std::uint32_t page) {
  Exchange& e = exchanges_[n];
  e.open = true;
  e.write = write;
  e.done = false;
  e.page = page;
  e.sequence = ++sequence_;
  e.attempts = 1;
  e.limit = kNever;
  put(Place::Adapter, {n, e.sequence, false, write});
}

void RemoteLink::reset() {
  for (Exchange& e : exchanges_) e.open = false;
  armLimit();
}

Duration RemoteLink::wireTime(unsigned octets) const {
  const unsigned room = config_.packetOctets - kInternetHeaders;
  std::int64_t onWire = 0;
  for (unsigned left = octets; left > 0; left -= std::min(left, room))
    onWire += std::max(kLeastOnWire, std::min(left, room) + kInternetHeaders + kEthernet);
  return Duration{onWire * 8 * seconds(1).count() / config_.bitsPerSecond};
}

Duration RemoteLink::timeAt(Place p, const Message& m) const {
  switch (p) {
    case Place::Adapter:
      return config_.adapterTime;
    case Place::Host:
      return 2 * config_.hostTime;  // the message, and its answer
    default:
      return wireTime(m.page ? kPageOctets : kShortOctets);
  }
}

bool RemoteLink::live(const Message& m) const {
  const Exchange& e = exchanges_[m.exchange];
  return e.open && e.sequence == m.sequence;
}

void RemoteLink::put(Place p, const Message& m) {
  Station& s = at(p);
  s.queue.push_back(m);
  if (s.queue.size() == 1) clock_.after(s.event, timeAt(p, m));
}

// The first message of the station has had its time there.
void RemoteLink::through(Place p) {
  Station& s = at(p);
  const Message m = s.queue.front();
  s.queue.pop_front();
  if (!s.queue.empty()) clock_.after(s.event, timeAt(p, s.queue.front()));
  const Duration spent = timeAt(p, m);
  switch (p) {
    case Place::Adapter:
      counts_.adapter += spent;
      return m.answer ? answered(m) : sent(m);
    case Place::Host:
      counts_.host += spent;
      return served(m);
    default:
      counts_.wire += spent;
      ++counts_.messages;
      if (chance_.with(config_.loss))
        ++counts_.lost;
      else
        flying_.push_back({clock_.now() + config_.latency, m});
      if (!flying_.empty() && !clock_.pending(arrival_)) clock_.at(arrival_, flying_.front().arrives);
  }
}

// The adapter gives a message to the wire, and begins to wait for the answer.
void RemoteLink::sent(const Message& m) {
  if (!live(m)) return;
  Exchange& e = exchanges_[m.exchange];
  e.limit = clock_.now() + config_.timeLimit * (1 << std::min(e.attempts - 1, kMostDoublings));
  armLimit();
  put(Place::Wire, m);
}

void RemoteLink::arrived() {
  const Message m = flying_.front().message;
  flying_.pop_front();
  if (!flying_.empty()) clock_.at(arrival_, flying_.front().arrives);
  counts_.latency += config_.latency;
  put(m.answer ? Place::Adapter : Place::Host, m);
}

// The host has handled a message and made the answer. Of a reset adapter it knows nothing, but its exchange is over.
void RemoteLink::served(const Message& m) {
  Message answer{m.exchange, m.sequence, true, !m.page};
  if (live(m)) {
    Exchange& e = exchanges_[m.exchange];
    Word36* const kept = &pages_[std::size_t{e.page} * kPageWords];
    if (!e.write)
      std::copy_n(kept, kPageWords, e.words.begin());
    else if (!e.done)
      std::ranges::copy(e.words, kept);
    e.done = true;
  }
  put(config_.fullDuplex ? Place::Back : Place::Wire, answer);
}

void RemoteLink::answered(const Message& m) {
  if (live(m)) close(m.exchange, true);
}

void RemoteLink::limitPassed() {
  for (unsigned n = 0; n < kExchanges; ++n) {
    Exchange& e = exchanges_[n];
    if (!e.open || e.limit > clock_.now()) continue;
    e.limit = kNever;
    if (e.attempts == config_.attempts) {
      close(n, false);
      continue;
    }
    ++e.attempts;
    ++counts_.repeated;
    put(Place::Adapter, {n, e.sequence, false, e.write});
  }
  armLimit();
}

void RemoteLink::armLimit() {
  Instant first = kNever;
  for (const Exchange& e : exchanges_)
    if (e.open) first = std::min(first, e.limit);
  if (first == kNever)
    clock_.cancel(limit_);
  else
    clock_.at(limit_, first);
}

void RemoteLink::close(unsigned n, bool ok) {
  exchanges_[n].open = false;
  armLimit();
  over_(n, ok);
}

void RemoteLink::state(Archive& a, std::string_view why) {
  const auto message = [&](Message& m) {
    a.u32(m.exchange);
    a.u64(m.sequence);
    a.flag(m.answer, m.page);
    a.check(m.exchange < kExchanges, why);
    if (m.exchange >= kExchanges) m.exchange = 0;
  };
  std::uint64_t chance = chance_.state();
  a.u64(chance, sequence_);
  chance_.set(chance);
  for (Station& s : stations_) {
    a.list(s.queue, kMostMessages, why, message);
    a.check(s.queue.empty() != clock_.pending(s.event), why);
  }
  a.list(flying_, kMostMessages, why, [&](InFlight& f) {
    a.instant(f.arrives);
    message(f.message);
  });
  a.check(flying_.empty() != clock_.pending(arrival_), why);
  for (Exchange& e : exchanges_) {
    a.flag(e.open, e.write, e.done);
    a.u32(e.page, e.attempts);
    a.u64(e.sequence);
    a.instant(e.limit);
    a.words(e.words);
    a.check(e.page < config_.pages, why);
    if (e.page >= config_.pages) e.page = 0;
  }
  for (std::uint32_t n = 0; n < config_.pages; ++n) pageState(a, n);
}

// Most pages have never been written.
void RemoteLink::pageState(Archive& a, std::uint32_t n) {
  const std::span<Word36> words{&pages_[std::size_t{n} * kPageWords], kPageWords};
  bool used = std::ranges::any_of(words, [](Word36 w) { return w != Word36{}; });
  a.flag(used);
  if (used)
    a.words(words);
  else if (a.reading())
    std::ranges::fill(words, Word36{});
}

}  // namespace utah10
