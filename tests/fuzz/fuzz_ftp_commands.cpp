// A file server: any octets on the control connection, and a data connection that opens, closes and delivers octets as
// the input directs. Every reply must be well formed.
#include <string>

#include "fuzz_check.hpp"
#include "network/servers/ftp_session.hpp"

namespace {
using namespace utah10;

class Host final : public FtpHost {
 public:
  Instant now() const override { return time; }
  FileStore& store() override { return files; }
  std::uint32_t dataSocket(std::uint32_t, bool sending) const override { return sending ? 3 : 2; }
  void reply(std::uint32_t, std::string_view lines) override {
    FUZZ_CHECK(lines.size() >= 6 && lines.ends_with("\r\n") && lines[3] == ' ');
    for (int n = 0; n < 3; ++n)
      FUZZ_CHECK(lines[static_cast<std::size_t>(n)] >= '0' && lines[static_cast<std::size_t>(n)] <= '9');
  }
  void openData(std::uint32_t, const FtpDataCall& call) override { byteSize = call.byteSize; }
  void sendData(std::uint32_t, const BitString& bytes) override { FUZZ_CHECK(bytes.size() % byteSize == 0); }
  void closeData(std::uint32_t) override {}
  void abortData(std::uint32_t) override {}
  void hangUp(std::uint32_t) override {}
  void note(std::uint32_t, std::string_view) override {}

  Instant time = kPowerOn;
  unsigned byteSize = 8;
  MemoryFileStore files{1u << 20};
};
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Host host;
  host.files.write("f", StoredFile{BitString{std::span{data, size}, size * 8}, 8, {}});
  const FtpConfig config;
  FtpSession session{1, host, config, HostId{4}, 0x100};
  session.greet();
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint8_t c = data[at];
    // Codes without a meaning on the control connection stand for events here.
    if (c == 0xF0) session.dataOpened(host.byteSize);
    if (c == 0xF1) session.dataDrained();
    if (c == 0xF2) session.dataClosed(true);
    if (c == 0xF3) session.dataClosed(false);
    if (c == 0xF4) session.dataReceived(BitString{std::span{data, size}, size * 8 / host.byteSize * host.byteSize});
    if (c == 0xF5 && session.nextDeadline() != kNever) {
      host.time = session.nextDeadline();
      session.tick();
    }
    session.control(BitString{std::span{data + at, 1}, 8});
  }
  Archive out = Archive::writer();
  out.section("s", [&] { session.state(out); });
  FtpSession again{1, host, config, HostId{4}, 0x100};
  Archive in = Archive::reader(out.data());
  in.section("s", [&] { again.state(in); });
  FUZZ_CHECK(in.good());
  Archive twice = Archive::writer();
  twice.section("s", [&] { again.state(twice); });
  FUZZ_CHECK(twice.data() == out.data());
  return 0;
}
