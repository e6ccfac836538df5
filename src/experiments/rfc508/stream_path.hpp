// The path of RFC 508 without a PDP-10: the device at UCSB's 360, the subnet, the discard socket of a host some hops
// away, and what others send over the same lines.
//
// Delays are read off the cables. Errors: a connection that does not open, or that breaks.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "network/host.hpp"
#include "network/imp/subnet.hpp"
#include "network/servers/real_time_source.hpp"
#include "network/servers/traffic_source.hpp"

namespace utah10 {

// What the sending NCP does with a buffer (RealTimeConfig::ncpBits).
enum class StreamNcp : std::uint8_t {
  Packs,  // takes it over, up to two messages of the longest size, and packs what has come into a message
  Keeps   // sends it as one message; the program keeps the buffer until the RFNM
};

// The conditions of a stream. By default nothing disturbs it.
struct StreamPath {
  unsigned hops = 1;                     // lines between the hosts' IMPs, 1 to kMostStreamHops
  double loss = 0;                       // of the packets on each line, each way
  std::int64_t traffic = 0;              // of others on the line from UCSB to UCLA, bits of data per second
  Duration reaction = Duration::zero();  // of both hosts to each message
  Duration stallInterval = Duration::zero();
  Duration stallLength = Duration::zero();  // means, of the sending host's program (RealTimeConfig)
  StreamNcp ncp = StreamNcp::Packs;
  std::uint64_t seed = 1;

  bool operator==(const StreamPath&) const = default;
  // "1 hop, 1% of the packets lost"
  std::string text() const;
  Expected<void> check() const;
};

// The receivers are hosts of the map of 1972 that packets from UCSB reach over the line to UCLA.
constexpr unsigned kMostStreamHops = 6;
std::string streamSite(unsigned hops);

// What the cables saw of the data messages of the stream.
struct StreamTimes {
  std::uint64_t messages = 0;
  Duration delay{},
      longestDelay{};  // from the first bit into the cable to the last bit out of the other one: mean, most
  Duration rfnm{};     // from that first bit to the RFNM: mean
};

struct StreamRun {
  RealTimeResult device;
  std::uint64_t bits = 0;  // that arrived during the test
  StreamTimes times;
  bool arrived = false;  // in the end, everything that the device wrote
};

class StreamWorld {
 public:
  explicit StreamWorld(const StreamPath& path);
  ~StreamWorld();
  StreamWorld(const StreamWorld&) = delete;
  StreamWorld& operator=(const StreamWorld&) = delete;

  // Waits until the hosts are alive, and opens the connection.
  Expected<void> connect();
  // One test, and then until everything has arrived.
  Expected<StreamRun> run(const RealTimeTest& test);
  // The IMPs that a packet passes.
  std::vector<unsigned> route() const;

 private:
  void sent(const MessageRecord& record);
  void received(const MessageRecord& record);
  void runFor(Duration time) { clock_.idleUntil(clock_.now() + time); }
  Expected<void> runWhile(const std::function<bool()>& going, Duration patience, const std::string& what);

  StreamPath path_;
  Scheduler clock_;
  Subnet subnet_;
  Host ucsb_, receiver_, sri_, nmc_;
  RealTimeSource* source_ = nullptr;
  TrafficSource* traffic_ = nullptr;
  // When the messages that have not arrived began, and those without a RFNM: a RFNM is sent when the first packet of a
  // message has left the IMP.
  std::deque<Instant> underWay_, awaitRfnm_;
  StreamTimes times_;  // sums in place of means
};

}  // namespace utah10
