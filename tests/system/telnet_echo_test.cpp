// Telnet clients, the server, the scanner, and a guest program that serves its lines by interrupts: the whole path of a
// key and its echo.
#define ASIO_STANDALONE
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <chrono>
#include <thread>

#include "command/host/telnet_server.hpp"
#include "devices/dc10.hpp"
#include "diag_bench.hpp"

namespace utah10 {
namespace {

using asio::ip::tcp;

Dc10Config twoLines() { return {.lines = {{.baud = 2400}, {.baud = 2400}}, .modemBase = 32}; }

struct Service : test::DiagBench {
  Dc10 dls{machine.clock(), machine.pi(), twoLines()};
  std::unique_ptr<TelnetServer> server;
  Service() : DiagBench{"echo"} {
    connect(0240, dls);
    server = std::move(TelnetServer::open({}, {&dls.port(0), &dls.port(1)}).value());
  }
  template <class F>
  bool runUntil(F done) {
    for (int slice = 0; slice < 5000; ++slice) {
      server->poll();
      if (done()) return true;
      machine.cpu().run({.until = machine.now() + milliseconds(10)});
      if (slice % 16 == 15) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
};

struct Person {
  asio::io_context context;
  tcp::socket socket{context};
  std::string seen;
  bool hungUp = false;
  explicit Person(std::uint16_t port) {
    socket.connect({asio::ip::make_address("127.0.0.1"), port});
    socket.non_blocking(true);
  }
  void type(const std::string& keys) { socket.send(asio::buffer(keys)); }
  bool sees(const std::string& text) {
    char buffer[4096];
    std::error_code error;
    while (!error) seen.append(buffer, socket.read_some(asio::buffer(buffer), error));
    hungUp = hungUp || error == asio::error::eof;
    return seen.find(text) != std::string::npos;
  }
};

TEST(TelnetEcho, TwoCallersReceiveTheirEchoes) {
  Service service;
  Person a{service.server->port()};
  ASSERT_TRUE(service.runUntil([&] { return a.sees("utah10: tty0"); }));
  Person b{service.server->port()};
  ASSERT_TRUE(service.runUntil([&] { return b.sees("utah10: tty1"); }));
  const std::string long1(600, 'a'), long2(600, 'b');
  a.type(long1 + "\r\n");
  b.type(long2 + "\r\n");
  ASSERT_TRUE(service.runUntil(
      [&] { return a.sees(long1 + std::string("\r\0\n", 3)) && b.sees(long2 + std::string("\r\0\n", 3)); }));
  // 601 characters at 240 per second, and the echo of the last: both lines in parallel, at their speed.
  EXPECT_GT(service.machine.now(), kPowerOn + milliseconds(2500));
  EXPECT_LT(service.machine.now(), kPowerOn + milliseconds(3500));
}

TEST(TelnetEcho, TheGuestHangsUpAndTheNextCallerGetsTheLine) {
  Service service;
  Person a{service.server->port()};
  a.type("bye\004");
  ASSERT_TRUE(service.runUntil([&] { return a.sees("bye") && a.hungUp; }));
  Person b{service.server->port()};
  b.type("hi");
  ASSERT_TRUE(service.runUntil([&] { return b.sees("utah10: tty0") && b.sees("hi"); }));
}

// Keys typed at the same instant have the same effect, regardless of slices and of callers on other lines.
TEST(TelnetEcho, OnlyKeysAffectTheMachine) {
  const auto stateAfter = [](int slices) {
    Service service;
    service.server = std::move(TelnetServer::open({}, {&service.dls.port(1)}).value());
    service.machine.cpu().run({.until = kPowerOn + milliseconds(100)});
    service.dls.port(0).connect();
    service.dls.port(0).type("the same keys\r");
    for (int n = 1; n <= slices; ++n) {
      service.server->poll();
      service.machine.cpu().run({.until = kPowerOn + milliseconds(100) + seconds(1) * n / slices});
    }
    return service.machine.save();
  };
  EXPECT_EQ(stateAfter(1), stateAfter(143));
}

}  // namespace
}  // namespace utah10
