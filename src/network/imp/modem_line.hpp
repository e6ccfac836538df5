// One IMP's end of a line: what it sends, what it has received, and whether the line is alive.
//
// Source: FJCC 1972. Each of eight logical channels carries one packet until it is acknowledged; an odd/even bit
// distinguishes a new packet from a retransmission. Every frame returns the last odd/even bit of each channel; a null
// packet does so when there is nothing else to send. Routing messages are sent first, then packets that were not
// acknowledged in time, then urgent packets, then the others (the order of the last three is inferred).
#pragma once

#include <array>
#include <deque>

#include "network/imp/agenda.hpp"
#include "network/imp/packet.hpp"

namespace utah10::subnet {

class LineOwner {
 public:
  virtual ~LineOwner() = default;
  // Returns false if there is no buffer; the neighbour must send it again.
  virtual bool accept(const Packet& packet) = 0;
  virtual std::vector<Route> routes() const = 0;
  virtual void heard(unsigned line, const std::vector<Route>& routes) = 0;
  virtual void lineChanged(unsigned line, bool alive) = 0;
  // The line can no longer deliver this packet: send it another way, even beyond the buffer limits.
  virtual void reroute(const Packet& packet) = 0;
  // A packet has left the line for good.
  virtual void released(const Packet& packet) = 0;
  // Draws whether a frame now sent will arrive intact.
  virtual bool survives(unsigned line) = 0;
};

struct LineCounts {
  std::uint64_t frames = 0, packets = 0, again = 0, damaged = 0, duplicates = 0, refused = 0;
  std::uint64_t bits = 0, routingBits = 0, nullBits = 0, againBits = 0;
  Duration busy{};
};

struct LineSetup {
  std::uint8_t imp = 0;    // our IMP
  std::uint8_t index = 0;  // of the line at our IMP
  unsigned neighbour = 0;
  std::int64_t bitsPerSecond = 50'000;
  Duration propagation{};
  bool trunk = false;  // the other end is in another subnet
};

class ModemLine {
 public:
  ModemLine(Agenda& agenda, LineOwner& owner, const ImpParameters& parameters, const LineSetup& setup);

  const LineSetup& setup() const { return setup_; }
  void send(Packet packet);
  unsigned queued() const { return static_cast<unsigned>(urgent_.size() + plain_.size()) + unacknowledged(); }
  unsigned unacknowledged() const;
  bool alive() const { return alive_; }
  const LineCounts& counts() const { return counts_; }

  // --- Events ---
  void free();      // the last bit of a frame has been sent
  void timer();     // a packet may have to be sent again
  void period();    // the routing period: sends the hello and checks whether the line is alive
  Frame arrival();  // the frame that now arrives at the neighbour
  // For a trunk: the frames sent, to be carried by the federation.
  std::vector<std::pair<Instant, Frame>> takeSent();
  void take(const Frame& frame);  // a frame from the neighbour, intact and processed by the IMP program
  void damaged() { ++counts_.damaged; }

  // Breaks or restores the circuit; frames on it are lost when it breaks.
  void cut(bool broken);
  bool broken() const { return broken_; }
  // Changes the propagation time. Frames on the line arrive when they would have, and no frame overtakes another.
  void setPropagation(Duration propagation) { setup_.propagation = propagation; }
  // The IMP restarts: everything is forgotten except frames on the wire, and the line must come alive again.
  void restart();
  void pump();

  void state(Archive& a);

 private:
  struct Channel {
    bool busy = false;
    bool odd = false;  // of the packet in it, or of the last one
    Instant again = kNever;
    Packet packet;
    void state(Archive& a);
  };
  struct OnWire {
    Instant arrives;
    Frame frame;
  };

  SubnetEvent event(SubnetEventKind k) const { return {k, setup_.imp, setup_.index}; }
  bool choose(Frame& frame);
  bool late(Frame& frame);
  bool fresh(Frame& frame, std::deque<Packet>& from);
  void put(Frame frame);
  void count(const Frame& frame, std::int64_t bits, Duration time);
  void acknowledged(std::uint8_t bits);
  void takeData(const Frame& frame);
  void set(bool alive);
  void forgetChannels();

  Agenda& agenda_;
  LineOwner& owner_;
  const ImpParameters& parameters_;
  LineSetup setup_;

  std::deque<Packet> urgent_, plain_;
  std::array<Channel, 8> channels_;
  std::uint8_t taken_ = 0;  // the last odd/even bit received on each channel
  bool owes_ = false;       // an acknowledgement must be sent
  bool routing_ = false;    // a routing message must be sent
  bool say_ = false;        // the routing message says that the neighbour has been heard
  bool sending_ = false;
  bool broken_ = false;
  std::deque<OnWire> onWire_;
  Deadline again_;

  bool alive_ = true;
  bool heard_ = true, heardUs_ = true;  // since the last period: a hello; a hello that had heard us
  unsigned missed_ = 0;                 // periods without a hello, while alive
  unsigned quiet_ = 0, good_ = 0;       // while dead: periods to stay silent; good periods since
  LineCounts counts_;
};

}  // namespace utah10::subnet
