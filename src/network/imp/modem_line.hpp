// One IMP's end of a line: what it sends, what it has taken, and whether the line is alive.
//
// Source: FJCC 1972. Each of eight logical channels carries one packet until it is acknowledged; an odd/even bit tells
// a new packet from one sent again. The bits last taken go back with every frame; with nothing else to send, a null
// packet takes them. Routing messages go first, packets that were not acknowledged in time next, then urgent packets,
// then the others (the order among these is inferred).
#pragma once

#include <array>
#include <deque>

#include "network/imp/agenda.hpp"
#include "network/imp/packet.hpp"

namespace utah10::subnet {

class LineOwner {
 public:
  virtual ~LineOwner() = default;
  // False: no buffer; the neighbour must send it again.
  virtual bool accept(const Packet& packet) = 0;
  virtual std::vector<Route> routes() const = 0;
  virtual void heard(unsigned line, const std::vector<Route>& routes) = 0;
  virtual void lineChanged(unsigned line, bool alive) = 0;
  // A packet that its line cannot take any more: another way, whatever there is of buffers.
  virtual void reroute(const Packet& packet) = 0;
  // A packet has gone for good.
  virtual void released(const Packet& packet) = 0;
  // A frame is on its way; says whether it will arrive whole.
  virtual bool survives(unsigned line) = 0;
};

struct LineCounts {
  std::uint64_t frames = 0, packets = 0, again = 0, damaged = 0, duplicates = 0, refused = 0;
  std::uint64_t bits = 0, routingBits = 0, nullBits = 0, againBits = 0;
  Duration busy{};
};

struct LineSetup {
  std::uint8_t imp = 0;    // ours
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
  void free();      // the last bit of a frame has left
  void timer();     // a packet may be due again
  void period();    // the routing period: hello, and whether the line lives
  Frame arrival();  // the frame that now reaches the neighbour
  // Of a trunk: what has been sent, to be carried by somebody else.
  std::vector<std::pair<Instant, Frame>> takeSent();
  void take(const Frame& frame);  // one from the neighbour, its check agreed, the program has come to it
  void damaged() { ++counts_.damaged; }

  // The circuit: broken, what is on it is lost.
  void cut(bool broken);
  bool broken() const { return broken_; }
  // How long the way is from now on. What is on it arrives as it would have, and nothing overtakes it.
  void setPropagation(Duration propagation) { setup_.propagation = propagation; }
  // The IMP starts anew: everything is forgotten but what is on the wire; the line must prove itself.
  void restart();
  void pump();

  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  struct Channel {
    bool busy = false;
    bool odd = false;  // of the packet in it, or of the last one
    Instant again = kNever;
    Packet packet;
  };
  struct OnWire {
    Instant arrives;
    Frame frame;
  };

  SubnetEvent event(SubnetEvent::Kind k) const { return {k, setup_.imp, setup_.index}; }
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
  std::uint8_t taken_ = 0;  // the odd/even bit last taken on each channel
  bool owes_ = false;       // an acknowledgement
  bool routing_ = false;    // a routing message is to go
  bool say_ = false;        // it says that the neighbour has been heard
  bool sending_ = false;
  bool broken_ = false;
  std::deque<OnWire> onWire_;
  Deadline again_;

  bool alive_ = true;
  bool heard_ = true, heardUs_ = true;  // since the last period: a hello; one that had heard us
  unsigned missed_ = 0;                 // periods without, while alive
  unsigned quiet_ = 0, good_ = 0;       // while dead: periods to be quiet; good ones since
  LineCounts counts_;
};

}  // namespace utah10::subnet
