// A session without a network: its requests are recorded, and the test plays the user.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_session.hpp"

namespace utah10::test {

inline BitString octetsOf(std::string_view text) {
  const std::vector<std::uint8_t> octets(text.begin(), text.end());
  return BitString::ofOctets(octets);
}

class FtpRig final : public FtpHost {
 public:
  explicit FtpRig(FtpConfig config = {}) : config_(std::move(config)), session(7, *this, config_, HostId{4}, 0x100) {}

  // The replies to a command.
  std::string say(const std::string& text) { return raw(text + "\r\n"); }
  std::string raw(std::string_view text) {
    replies.clear();
    session.control(octetsOf(text));
    return replies;
  }
  void login() {
    session.greet();
    raw("USER anon\r\nPASS x\r\nACCT 1\r\n");
  }
  // A store from the opening of the data connection to its end; returns the last replies.
  std::string store(const BitString& wire, unsigned byteSize, std::size_t pieceBytes = 1000) {
    replies.clear();
    session.dataOpened(byteSize);
    for (std::size_t at = 0; at < wire.size(); at += pieceBytes * byteSize)
      session.dataReceived(wire.part(at, std::min(pieceBytes * byteSize, wire.size() - at)));
    session.dataClosed(true);
    return replies;
  }
  // The same for a retrieval; the data sent are in `sent`.
  std::string retrieve(unsigned byteSize) {
    replies.clear();
    sent.clear();
    session.dataOpened(byteSize);
    while (session.busy()) session.dataDrained();
    return replies;
  }

  Instant now() const override { return time; }
  FileStore& store() override { return files; }
  std::uint32_t dataSocket(std::uint32_t, bool sending) const override { return 0x1000 + (sending ? 3u : 2u); }
  void reply(std::uint32_t id, std::string_view lines) override {
    EXPECT_EQ(id, 7u);
    replies += lines;
  }
  void openData(std::uint32_t, const FtpDataCall& call) override { calls.push_back(call); }
  void sendData(std::uint32_t, const BitString& bytes) override { sent.append(bytes); }
  void closeData(std::uint32_t) override { ++closes; }
  void abortData(std::uint32_t) override { ++aborts; }
  void hangUp(std::uint32_t) override { hungUp = true; }
  void note(std::uint32_t, std::string_view what) override { notes.emplace_back(what); }

 private:
  FtpConfig config_;

 public:
  Instant time = kPowerOn;
  MemoryFileStore files;
  std::string replies;
  BitString sent;
  std::vector<FtpDataCall> calls;
  int closes = 0;
  int aborts = 0;
  bool hungUp = false;
  std::vector<std::string> notes;
  FtpSession session;
};

}  // namespace utah10::test
