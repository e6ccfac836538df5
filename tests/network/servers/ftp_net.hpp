// Two hosts joined by a direct wire: UTAH with FTP users, CCN with the file server.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "network/direct_wire.hpp"
#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_server.hpp"
#include "network/servers/ftp_user.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

struct FtpNet {
  static constexpr HostId kUser{4};
  static constexpr HostId kServer{65};

  explicit FtpNet(const FtpConfig& config = {}, unsigned count = 1, std::uint64_t quota = MemoryFileStore::kAnySize)
      : wire(clock, milliseconds(5)),
        near(clock, wire.port(kUser), "utah.ncp"),
        far(clock, wire.port(kServer), "ccn.ncp"),
        files(quota),
        server(clock, far, "ccn", files, config) {
    wire.keep = false;
    for (unsigned n = 0; n < count; ++n) users.push_back(std::make_unique<FtpUser>(clock, near));
  }
  void start() {
    near.comeUp();
    far.comeUp();
    server.open();
    for (const auto& u : users) u->call(kServer);
    run(seconds(5));
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  // Runs until all users have finished their steps, at most an hour.
  void finish() {
    for (int n = 0; n < 36000 && !idle(); ++n) run(milliseconds(100));
    EXPECT_TRUE(idle());
  }
  bool idle() const {
    for (const auto& u : users)
      if (!u->idle()) return false;
    return true;
  }
  FtpUser& user() { return *users.front(); }
  void state(Archive& a) {
    clock.state(a);
    wire.state(a);
    near.state(a);
    far.state(a);
    a.section("server", [&] {
      files.state(a);
      server.state(a);
    });
    for (const auto& u : users) u->state(a);
  }
  std::vector<std::byte> save() { return stateOf(*this); }
  std::string restore(const std::vector<std::byte>& bytes) { return restoreState(bytes, *this); }

  Scheduler clock;
  DirectWire wire;
  Ncp near, far;
  MemoryFileStore files;
  FtpServer server;
  std::vector<std::unique_ptr<FtpUser>> users;
};

inline StoredFile patternFile(std::size_t bytes, unsigned byteSize) {
  StoredFile out;
  out.byteSize = byteSize;
  std::uint64_t x = 0x9E3779B97F4A7C15u ^ bytes;
  for (std::size_t n = 0; n < bytes; ++n) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    for (unsigned left = byteSize; left != 0;) {
      const unsigned piece = std::min(left, 40u);
      out.bits.append(x >> 20, piece);
      left -= piece;
    }
  }
  return out;
}

}  // namespace utah10::test
