#include "trace/message_capture.hpp"

#include <pcap/pcap.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "trace/pcap_packet.hpp"

namespace utah10 {

namespace {

// Collects libpcap's output in memory.
class MemoryFile {
 public:
  MemoryFile() : file_(open_memstream(&bytes_, &size_)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { std::free(bytes_); }
  std::FILE* file() const { return file_; }
  // Call after the file was closed.
  std::vector<std::byte> take() const {
    const auto* first = reinterpret_cast<const std::byte*>(bytes_);
    return {first, first + size_};
  }

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

}  // namespace

void MessageCapture::message(const MessageRecord& record) {
  packets_.push_back({record.at, kHeader + record.octets.size(), packetOf(record)});
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
    const pcap_pkthdr head = pcapHead(p.at, p.length, p.octets.size());
    pcap_dump(reinterpret_cast<u_char*>(dumper), &head, p.octets.data());
  }
  const bool written = pcap_dump_flush(dumper) == 0;
  pcap_dump_close(dumper);
  if (!written) return fail("pcap", "no memory for the capture");
  return memory.take();
}

}  // namespace utah10
