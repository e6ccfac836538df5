// Converts a message to a packet of a capture (message_capture.hpp defines the octets). Private to the trace layer.
#pragma once

#include <pcap/pcap.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "trace/message_capture.hpp"

namespace utah10 {

template <class T>
void putBigEndian(std::vector<std::uint8_t>& to, T value) {
  for (std::size_t i = sizeof(T); i-- > 0;) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

inline std::vector<std::uint8_t> packetOf(const MessageRecord& record) {
  std::vector<std::uint8_t> octets;
  octets.reserve(MessageCapture::kHeader + record.octets.size());
  putBigEndian(octets, MessageCapture::kVersion);
  putBigEndian<std::uint8_t>(octets, record.fromHost ? 0 : 1);
  putBigEndian(octets, record.wire);
  putBigEndian(octets, record.bits);
  putBigEndian(octets, static_cast<std::uint64_t>(record.length.count()));
  const auto text = record.octets.first(std::min(record.octets.size(), MessageCapture::kLongestMessage));
  octets.insert(octets.end(), text.begin(), text.end());
  return octets;
}

inline pcap_pkthdr pcapHead(Instant at, std::size_t length, std::size_t captured) {
  const std::int64_t ns = (at - kPowerOn).count();
  pcap_pkthdr head{};
  head.ts.tv_sec = ns / 1'000'000'000;
  head.ts.tv_usec = ns % 1'000'000'000;  // holds nanoseconds in a file of that precision
  head.caplen = static_cast<bpf_u_int32>(captured);
  head.len = static_cast<bpf_u_int32>(length);
  return head;
}

}  // namespace utah10
