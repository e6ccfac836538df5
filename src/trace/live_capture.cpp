#include "trace/live_capture.hpp"

#include <cerrno>
#include <system_error>

#include "trace/pcap_packet.hpp"

namespace utah10 {

struct LiveCapture::Dump {
  pcap_t* capture = nullptr;
  pcap_dumper_t* dumper = nullptr;

  Dump() = default;
  Dump(const Dump&) = delete;
  Dump& operator=(const Dump&) = delete;
  ~Dump() {
    if (dumper != nullptr) pcap_dump_close(dumper);
    if (capture != nullptr) pcap_close(capture);
  }
};

LiveCapture::LiveCapture(std::filesystem::path file, std::unique_ptr<Dump> dump)
    : path_(std::move(file)), dump_(std::move(dump)) {}

LiveCapture::~LiveCapture() = default;

Expected<std::unique_ptr<LiveCapture>> LiveCapture::create(const std::filesystem::path& file) {
  errno = 0;
  std::FILE* out = std::fopen(file.c_str(), "wbx");
  if (out == nullptr && errno == EEXIST) return fail(file.string(), "already exists", "name a new file");
  if (out == nullptr) return fail(file.string(), "cannot be written: " + std::generic_category().message(errno));
  auto dump = std::make_unique<Dump>();
  dump->capture = pcap_open_dead_with_tstamp_precision(
      DLT_USER0, MessageCapture::kHeader + MessageCapture::kLongestMessage, PCAP_TSTAMP_PRECISION_NANO);
  if (dump->capture != nullptr) dump->dumper = pcap_dump_fopen(dump->capture, out);
  if (dump->dumper == nullptr) {
    std::fclose(out);
    return fail(file.string(), "cannot start a capture");
  }
  if (pcap_dump_flush(dump->dumper) != 0) return fail(file.string(), "cannot be written");
  return std::unique_ptr<LiveCapture>(new LiveCapture(file, std::move(dump)));
}

void LiveCapture::message(const MessageRecord& record) {
  if (!state_) return;
  const std::vector<std::uint8_t> octets = packetOf(record);
  const pcap_pkthdr head = pcapHead(record.at, MessageCapture::kHeader + record.octets.size(), octets.size());
  errno = 0;
  pcap_dump(reinterpret_cast<u_char*>(dump_->dumper), &head, octets.data());
  if (pcap_dump_flush(dump_->dumper) == 0) {
    ++messages_;
    return;
  }
  state_ = fail(path_.string(), "the capture has ended: " + std::generic_category().message(errno));
}

}  // namespace utah10
