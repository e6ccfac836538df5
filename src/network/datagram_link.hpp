// One end of the cable between a host and its IMP, played by a peer that sends and receives datagrams (datagram.hpp).
//
// Role Imp: the peer is an IMP, the cable's host is ours. The host's bits become a message, padded as an IMP's
// interface pads it; each message goes out as one datagram with LAST and READY. A message above the peer's limit is
// answered here with type 9 subtype 1 (docs/sources/imp.md 12.4). Role Host: the peer is a host, the IMP is ours;
// messages go to it in the pieces that a simulated IMP sends (docs/sources/imp.md 12.3: 65 words, then 63 each, then an
// empty LAST; all but regular messages in one), so that a daemon with small buffers can take them.
//
// Ready lines (docs/sources/imp.md 12.2): a change at the cable's other end goes out at once, in a datagram without
// words; this end's line follows the READY flag of arriving datagrams. A datagram without words ends the message that
// is being assembled; with no such message it reports the ready line alone. A peer that has started again is told the
// state of the cable's other end once more, since a peer that has nothing to send says nothing.
//
// State includes whatever decides the future of the link; counts and the log of dropped datagrams are saved with the
// counters. The sequence number of the next datagram sent is saved in neither: it belongs to the conversation with
// the peer and must not go back when the machine does.
#pragma once

#include <deque>
#include <span>
#include <string>

#include "devices/host_link.hpp"
#include "network/bit_string.hpp"
#include "network/datagram.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

// Sends the datagrams. One that cannot be sent is lost: the format has no acknowledgement.
class DatagramPort {
 public:
  virtual ~DatagramPort() = default;
  virtual void send(std::span<const std::uint8_t> octets) = 0;
};

struct DatagramSettings {
  // Measured: the simulated IMP takes 443 words; 8096 bits would be 506 (docs/sources/imp.md 12.4).
  static constexpr unsigned kSimulatorLimit = 443, kMostLimit = 2048;

  unsigned limit = kSimulatorLimit;  // words of a message with its leader and padding, to the peer
  bool assumeReady = true;           // an IMP is ready until it says it is not
  bool hostReady = false;            // so is a host; otherwise it must send READY first
  bool toggle = false;  // raises, drops and restores the ready line, so that an IMP sends NOPs and so reports its state
  bool padAlways = true;  // A.4: adds 1 to 16 bits; false: only to whole words, as always at the limit

  // Written as `limit 443 wait ready toggle odd`; defaults are left out. parse() refuses any other form.
  std::string text() const;
  static std::optional<DatagramSettings> parse(std::string_view text);
  friend bool operator==(const DatagramSettings&, const DatagramSettings&) = default;
};

struct DatagramCounts {
  std::uint64_t received = 0, sent = 0;           // datagrams, well formed or not
  std::uint64_t messagesIn = 0, messagesOut = 0;  // complete messages, from and to the peer
  std::uint64_t gaps = 0, missing = 0;            // jumps of the sequence number; numbers missing in all
  std::uint64_t restarts = 0;                     // of the peer
  std::array<std::uint64_t, kDatagramDrops> dropped{};
  std::uint64_t drops() const;
};

class DatagramLink final : public StatePart {
 public:
  enum class Role : std::uint8_t { Imp, Host };
  struct Trouble {
    Instant at;
    DatagramDrop why = DatagramDrop::TooShort;
    std::uint32_t size = 0;  // octets of the datagram, or bits of the message
  };
  // How long each state of a toggle lasts: the simulated IMP samples the line about every .2 s (measured).
  static constexpr Duration kToggle = milliseconds(300);
  static constexpr std::size_t kMostWaiting = 64;      // messages for the cable
  static constexpr std::size_t kTroubles = 16;         // kept
  static constexpr std::size_t kMostBits = 16 * 8192;  // of a message, far more than an IMP accepts

  // `name` is the name of its snapshot section. The cable must outlive the link and have no other user at this end.
  DatagramLink(Scheduler& clock, HostLink& cable, Role role, std::string name);
  // Releases the cable.
  ~DatagramLink() override;
  DatagramLink(const DatagramLink&) = delete;
  DatagramLink& operator=(const DatagramLink&) = delete;

  // Sets the port that carries datagrams; null: none. Not part of the state.
  void connect(DatagramPort* port) { port_ = port; }

  // External events, which the caller must record: attaching, detaching, and a datagram.
  void attach(const DatagramSettings& settings);
  void detach();
  void receive(std::span<const std::uint8_t> octets);

  bool attached() const { return attached_; }
  Role role() const { return role_; }
  const std::string& name() const { return name_; }
  const DatagramSettings& settings() const { return settings_; }
  const DatagramCounts& counts() const { return counts_; }
  const std::deque<Trouble>& troubles() const { return troubles_; }
  std::size_t waiting() const { return queue_.size(); }
  const HostLink& cable() const { return cable_; }
  void clearCounts();

  void state(Archive& a) override;
  void counters(Archive& a) override;

 private:
  void bitsArrived(const WireBits& bits);
  void messageCollected();
  void refuse();
  void sendMessage(const std::vector<std::uint16_t>& words);
  void send(bool last, bool ready, std::span<const std::uint16_t> words);
  void tellReady(bool up);
  void toggled();
  void farLineChanged(bool up);
  void setLine(bool up);
  void take(const Datagram& d, bool lost);
  void assembled();
  static void dropPadding(BitString& message);
  void enqueue(BitString message);
  void offerNext();
  void bitsGone();
  void flushOut();
  void drop(DatagramDrop why, std::size_t size);

  Scheduler& clock_;
  HostLink& cable_;
  const Role role_;
  const std::string name_;
  BitWire& in_;         // bits from the cable to us
  BitWire& out_;        // bits from us to the cable
  ReadyLine& line_;     // our ready line
  ReadyLine& farLine_;  // the ready line at the other end of the cable
  DatagramPort* port_ = nullptr;
  std::uint32_t sequence_ = 0;  // of the next datagram sent

  EventId toggle_;
  unsigned toggles_ = 0;  // states of the toggle still to come
  bool attached_ = false;
  DatagramSettings settings_;
  SequenceRule rule_;
  BitString collected_;              // a message arriving from the cable
  std::uint32_t collectedBits_ = 0;  // including those beyond the limit
  BitString pieces_;                 // a message arriving from the peer
  bool skipping_ = false;            // to the end of the message
  std::deque<BitString> queue_;      // messages for the cable
  std::uint32_t offered_ = 0;        // bits of the first message

  DatagramCounts counts_;
  std::deque<Trouble> troubles_;
};

}  // namespace utah10
