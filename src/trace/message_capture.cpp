#include "utah10/trace/message_capture.hpp"

#include <pcap/pcap.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace utah10 {

namespace {

template <class T>
void put(std::vector<std::uint8_t>& to, T value) {
  for (std::size_t i = sizeof(T); i-- > 0;) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// What libpcap writes, in memory.
class MemoryFile {
 public:
  MemoryFile() : file_(open_memstream(&bytes_, &size_)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { std::free(bytes_); }
  std::FILE* file() const { return file_; }
  // After the file was closed.
  std::vector<std::byte> take() const {
    const auto* first = reinterpret_cast<const std::byte*>(bytes_);
    return {first, first + size_};
  }

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

pcap_pkthdr headOf(Instant at, std::size_t length, std::size_t captured) {
  const std::int64_t ns = (at - kPowerOn).count();
  pcap_pkthdr head{};
  head.ts.tv_sec = ns / 1'000'000'000;
  head.ts.tv_usec = ns % 1'000'000'000;  // nanoseconds in a file of that precision
  head.caplen = static_cast<bpf_u_int32>(captured);
  head.len = static_cast<bpf_u_int32>(length);
  return head;
}

}  // namespace

void MessageCapture::message(const MessageRecord& record) {
  Packet packet{record.at, kHeader + record.octets.size(), {}};
  packet.octets.reserve(packet.length);
  put<std::uint8_t>(packet.octets, kVersion);
  put<std::uint8_t>(packet.octets, record.fromHost ? 0 : 1);
  put(packet.octets, record.wire);
  put(packet.octets, record.bits);
  put(packet.octets, static_cast<std::uint64_t>(record.length.count()));
  const auto text = record.octets.first(std::min(record.octets.size(), kLongestMessage));
  packet.octets.insert(packet.octets.end(), text.begin(), text.end());
  packets_.push_back(std::move(packet));
}

Expected<std::vector<std::byte>> MessageCapture::file() const {
  MemoryFile memory;
  const std::unique_ptr<pcap_t, decltype(&pcap_close)> capture{
      pcap_open_dead_with_tstamp_precision(DLT_USER0, kHeader + kLongestMessage, PCAP_TSTAMP_PRECISION_NANO),
      &pcap_close};
  if (memory.file() == nullptr || capture == nullptr) return fail("pcap", "no memory for the capture");
  pcap_dumper_t* dumper = pcap_dump_fopen(capture.get(), memory.file());
  if (dumper == nullptr) return fail("pcap", pcap_geterr(capture.get()));
  for (const Packet& p : packets_) {
    const pcap_pkthdr head = headOf(p.at, p.length, p.octets.size());
    pcap_dump(reinterpret_cast<u_char*>(dumper), &head, p.octets.data());
  }
  const bool written = pcap_dump_flush(dumper) == 0;
  pcap_dump_close(dumper);
  if (!written) return fail("pcap", "no memory for the capture");
  return memory.take();
}

}  // namespace utah10
