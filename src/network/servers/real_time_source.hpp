// A real-time device attached to a host, and the host's program that passes its data on to the network.
//
// Source: RFC 508 (an SEL 810-B attached to UCSB's 360/75). The device plays out two buffers in turn at a constant
// rate. A buffer that has been played out is written to the host over a line of 500 kb/s. If the write of the next
// buffer is not complete then, a gap begins: the device stops, looks every millisecond, and resumes when the write is
// complete. The host has as many buffers of the same size; its program reads a buffer from the line into a free one and
// hands full ones to the NCP. Inferred: what the NCP takes over (RealTimeConfig::ncpBits), and that a stall of the host
// stops the program only, not a transfer that is under way on the line and not the NCP.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "network/servers/host_service.hpp"
#include "utah10/machine/scheduler.hpp"
#include "word/chance.hpp"

namespace utah10 {

struct RealTimeConfig {
  HostId host{65};        // of the receiver: UCLA-CCN
  Socket socket{9};       // its contact socket: discard
  unsigned byteSize = 8;  // of the connection
  std::int64_t lineBitsPerSecond = 500'000;
  unsigned buffers = 2;  // of the host's program
  // The data that the NCP takes over, with those that await a RFNM; the program's buffer is free at once, and the NCP
  // sends what has come in one message. 0: each buffer is one message, and the program keeps it until the RFNM.
  std::size_t ncpBits = 0;
  // Means of the exponentially distributed times from the end of one stall of the program to the next one, and of its
  // length. An interval of zero: there are none.
  Duration stallInterval = Duration::zero();
  Duration stallLength = Duration::zero();
  std::uint64_t seed = 1;  // of the stalls
};

struct RealTimeTest {
  std::int64_t bitsPerSecond = 0;
  std::size_t bufferBits = 0;
  Duration length = seconds(30);
};

struct RealTimeGap {
  Instant begun{};
  Duration length{};
  void state(Archive& a);
};

struct RealTimeResult {
  std::uint64_t buffers = 0;      // played out, and written
  std::vector<RealTimeGap> gaps;  // that ended before the test did
  Duration openGap{};             // of a gap that the end of the test cut short; zero: there was none
  std::uint64_t stalls = 0;       // of the program during the test
  Duration longestStall{};
  void state(Archive& a);
};

class RealTimeSource final : public HostService, public NcpUser, public IcpCaller {
 public:
  // `name` begins the names of its event slots.
  RealTimeSource(Scheduler& clock, Ncp& ncp, std::string name, const RealTimeConfig& config);

  // Calls the receiver. The host must be up, and the receiver alive.
  void call();
  bool connected() const { return connected_; }
  const std::optional<CloseReason>& failure() const { return failure_; }
  // Begins a test. The connection must be open and idle() true.
  void start(const RealTimeTest& test);
  bool testing() const { return testing_; }
  // No test, and everything written has been sent and confirmed.
  bool idle() const;
  const RealTimeResult& result() const { return result_; }  // of the current or the last test

  std::string_view name() const override { return name_; }
  void open() override {}
  std::string status() const override;
  void state(Archive& a) override;

  Ncp::UserId user() const override { return self_; }
  void connected(const IcpPair& pair) override;
  void failed(Socket user, CloseReason reason) override;
  void drained(ConnectionId id) override { confirmed(id); }
  void confirmed(ConnectionId id) override;
  void received(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

 private:
  static constexpr unsigned kBuffers = 2;  // of the device
  static constexpr std::size_t kMostGaps = 1u << 20;
  static constexpr Duration kLook = milliseconds(1);

  // The device
  void play(unsigned buffer);
  void played();
  void look();
  void end();
  // The host
  void serve();
  bool handOver();
  bool readLine();
  void lineRead();
  void stall();
  void noteStall(Duration length);
  Duration transferTime() const;
  BitString contents() const;

  Scheduler& clock_;
  Ncp& ncp_;
  std::string name_;
  RealTimeConfig config_;
  Ncp::UserId self_;
  IcpClient icp_;
  EventId playedEvent_, lookEvent_, endEvent_, lineEvent_, stallEvent_;
  Chance chance_;

  IcpPair pair_;
  bool connected_ = false;
  std::optional<CloseReason> failure_;

  RealTimeTest test_;
  RealTimeResult result_;
  bool testing_ = false;
  unsigned playing_ = 0;
  Instant playedSince_{};                 // when playing last resumed,
  std::int64_t playedInRow_ = 0;          // and the buffers played since then
  std::array<bool, kBuffers> writing_{};  // the device's buffer holds data that the host has not read
  std::deque<std::uint8_t> writes_;       // the device's buffers whose writes are not complete, in order
  std::optional<Instant> gapSince_;
  bool reading_ = false;  // a transfer is under way on the line
  unsigned full_ = 0;     // the program's buffers that wait for the NCP
  unsigned kept_ = 0;     // and those that await their RFNM
  bool stalled_ = false;
};

}  // namespace utah10
