// The messages between hosts and IMPs as a packet capture for Wireshark: classic pcap, time stamps in nanoseconds of
// virtual time, link type USER0 (147). tools/utah10.lua dissects them.
//
// Each message is preceded by a header of 16 octets, high octet first: version (1), direction (0 host to IMP, 1 IMP to
// host), wire (2), bits of the message (4), nanoseconds from its first bit to its last (8). The packet's time is that
// of the last bit. A message longer than kLongestMessage octets is truncated but keeps its original length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "utah10/machine/probe.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class MessageCapture final : public Probe {
 public:
  static constexpr std::size_t kHeader = 16;
  static constexpr std::uint8_t kVersion = 1;
  static constexpr std::size_t kLongestMessage = 65536;

  void message(const MessageRecord& record) override;

  std::size_t messages() const { return packets_.size(); }
  // The capture file. Error: libpcap's message.
  Expected<std::vector<std::byte>> file() const;

 private:
  struct Packet {
    Instant at;
    std::size_t length = 0;  // on the wire, with the header
    std::vector<std::uint8_t> octets;
  };
  std::vector<Packet> packets_;
};

}  // namespace utah10
