// The way from a paging adapter to the host that keeps its pages: the adapter's processor, a wire, and the host.
//
// An exchange is one page: a message to the host, and its answer. To write, the message carries the page and the answer
// is short; to read, the other way round. Every message costs the adapter's processor and the host's processor a fixed
// time, and the wire the time of its bits. Each of the three does one thing at a time, in order of arrival, so that
// exchanges overlap and wait for each other. A wire in full duplex is two wires.
//
//   message    octets of data   in packets
//   short      32               one: operation, page, sequence number, as remote procedure calls of the time
//   page       2304             512 words of 36 bits; with packets of 1500 octets, two
//
// A packet occupies the wire for its data, the headers in front (IP 20, UDP 8) and what Ethernet adds: preamble 8,
// addresses and type 14, check sum 4, gap 12; at least 84 octets. Ethernet: IEEE 802.3, 10 Mb/s. There are no
// collisions: a station that finds the wire busy waits until it is free.
//
// A message may be lost after it has occupied the wire. The adapter then hears nothing, and asks again when the time
// limit has passed; each time it waits twice as long, so that a slow link is not filled with repeated messages. After
// the last attempt the exchange fails. An answer to an exchange that is over is ignored, and so is a message whose page
// the host has already written: the host keeps the sequence number of each exchange.
//
// The host's pages are zero at power-on, and are kept when the adapter is reset.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "utah10/devices/device_config.hpp"
#include "utah10/machine/scheduler.hpp"
#include "word/chance.hpp"

namespace utah10 {

// What the parts of the way have worked since power-on: statistics, not state.
struct RemoteCounts {
  std::uint64_t messages = 0, lost = 0, repeated = 0;
  Duration adapter{}, wire{}, latency{}, host{};
};

class RemoteLink {
 public:
  static constexpr std::uint32_t kPageWords = 512;
  static constexpr std::size_t kExchanges = 8;  // that can be under way
  static constexpr unsigned kPageOctets = kPageWords * 36 / 8;
  static constexpr unsigned kShortOctets = 32;

  // `over` is called when exchange n has its answer (true), or none after the last attempt.
  RemoteLink(Scheduler& clock, const RemoteMemoryConfig& config, std::function<void(unsigned n, bool answered)> over);

  // The words of exchange n: to be filled before a write begins, there when a read is over.
  std::vector<Word36>& words(unsigned n) { return exchanges_[n].words; }
  void begin(unsigned n, bool write, std::uint32_t page);
  // Forgets every exchange; what is on the wire arrives for nobody.
  void reset();
  const RemoteCounts& counts() const { return counts_; }
  // How long a message with so much data occupies the wire.
  Duration wireTime(unsigned octets) const;

  // A page of the host.
  std::span<const Word36> page(std::uint32_t n) const { return {&pages_[std::size_t{n} * kPageWords], kPageWords}; }

  // Part of the section of the adapter. `why`: what an impossible state is called.
  void state(Archive& a, std::string_view why);

 private:
  enum class Place : std::uint8_t { Adapter, Wire, Back, Host };  // Back: the host's wire in full duplex
  static constexpr std::size_t kPlaces = 4;

  struct Exchange {
    bool open = false;
    bool write = false;
    bool done = false;  // the host has done it
    std::uint32_t page = 0;
    std::uint64_t sequence = 0;
    std::uint32_t attempts = 0;
    Instant limit = kNever;  // when the next attempt is made
    std::vector<Word36> words = std::vector<Word36>(kPageWords);
  };
  struct Message {
    std::uint32_t exchange = 0;
    std::uint64_t sequence = 0;
    bool answer = false;
    bool page = false;  // carries one
  };
  struct InFlight {
    Instant arrives;
    Message message;
  };
  // One thing at a time: the first of the queue.
  struct Station {
    EventId event;
    std::deque<Message> queue;
  };

  Station& at(Place p) { return stations_[static_cast<std::size_t>(p)]; }
  Duration timeAt(Place p, const Message& m) const;
  bool live(const Message& m) const;
  void put(Place p, const Message& m);
  void through(Place p);
  void sent(const Message& m);
  void arrived();
  void served(const Message& m);
  void answered(const Message& m);
  void limitPassed();
  void armLimit();
  void close(unsigned n, bool ok);
  void pageState(Archive& a, std::uint32_t n);

  Scheduler& clock_;
  RemoteMemoryConfig config_;
  std::function<void(unsigned, bool)> over_;
  Chance chance_;
  std::array<Station, kPlaces> stations_;
  EventId arrival_, limit_;
  std::deque<InFlight> flying_;
  std::array<Exchange, kExchanges> exchanges_;
  std::uint64_t sequence_ = 0;
  std::vector<Word36> pages_;
  RemoteCounts counts_;
};

}  // namespace utah10
