// Telnet access with real sockets on the loopback network: calls, negotiation, keys, output, pasted text, abuse.
#include "command/host/telnet_server.hpp"

#include <gtest/gtest.h>

#define ASIO_STANDALONE
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <chrono>
#include <thread>

#include "devices/dc10.hpp"
#include "support/random.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

using asio::ip::tcp;
using namespace std::string_literals;

const std::string kHello = "\377\373\001\377\373\003\377\375\003"s;  // WILL ECHO, WILL SGA, DO SGA

// A scanner, a guest that serves it by interrupts, and the server.
struct Host {
  Machine machine{MachineConfig{.memory = {{*findMemoryKind("MA10"), 0, 16384, 1, 4}}, .pager = {}}};
  Dc10 dls;
  std::unique_ptr<TelnetServer> server;
  bool echo = true;
  std::vector<std::string> typed;

  explicit Host(const Dc10Config& config = {.lines = {{.baud = 9600}, {.baud = 9600}}, .modemBase = 8})
      : dls{machine.clock(), machine.pi(), config}, typed(config.lines.size()) {
    machine.bus().connect(DeviceCode::written(0240), dls);
    std::vector<TerminalPort*> ports;
    for (int n = 0; n < dls.lines(); ++n) ports.push_back(&dls.port(n));
    auto opened = TelnetServer::open({}, ports);
    if (!opened) throw std::runtime_error(opened.error().text());
    server = std::move(*opened);
    for (std::size_t n = 0; n < typed.size(); ++n) ready(n, true);
  }
  void ready(std::size_t line, bool on) { dls.datao(Word36{(0110 + line) << 18 | (on ? 0100u : 0u)}); }
  void send(std::uint64_t line, std::uint8_t c) { dls.datao(Word36{(0100 + line) << 18 | c}); }
  void print(std::uint64_t line, const std::string& text) {
    for (const char c : text) {
      send(line, static_cast<std::uint8_t>(c));
      run(milliseconds(2));
    }
  }
  void interrupt() {
    const std::uint64_t w = dls.datai().bits();
    const std::uint64_t line = w >> 18;
    if ((w & 0400) == 0) return dls.datao(Word36{0400});
    if (line >= 8) return;
    typed[line] += static_cast<char>(w & 0377);
    if (echo) send(line, static_cast<std::uint8_t>(w & 0377));
  }
  void run(Duration d) {
    const Instant end = machine.now() + d;
    while (machine.clock().nextEvent() <= end) {
      machine.clock().idleUntil(machine.clock().nextEvent());
      if (dls.standing()) interrupt();
    }
    machine.clock().idleUntil(end);
  }
  // Runs in slices with the server polled in between, until `done`; false after some seconds of host time.
  template <class F>
  bool runUntil(F done) {
    for (int n = 0; n < 20000; ++n) {
      server->poll();
      if (done()) return true;
      run(milliseconds(5));
      if (n % 8 == 7) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
};

struct Caller {
  asio::io_context context;
  tcp::socket socket{context};
  std::string got;
  bool closed = false;

  explicit Caller(const Host& host) {
    socket.connect({asio::ip::make_address("127.0.0.1"), host.server->port()});
    socket.non_blocking(true);
  }
  // Writes as much as the network accepts now.
  void write(std::string& bytes) {
    std::error_code error;
    const std::size_t n = socket.write_some(asio::buffer(bytes), error);
    bytes.erase(0, n);
  }
  void type(std::string bytes) { write(bytes); }
  void read() {
    char buffer[65536];
    std::error_code error;
    while (!error) got.append(buffer, socket.read_some(asio::buffer(buffer), error));
    if (error != asio::error::would_block) closed = true;
  }
  bool has(const std::string& text) {
    read();
    return got.find(text) != std::string::npos;
  }
};

TEST(TelnetServer, ACallGetsALineAndACarrier) {
  Host host;
  Caller caller{host};
  ASSERT_TRUE(host.runUntil([&] { return caller.has("utah10: tty0\r\n"); }));
  EXPECT_EQ(caller.got, kHello + "utah10: tty0\r\n");
  EXPECT_TRUE(host.dls.line(0).carrier());
  const auto lines = host.server->lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].port, "tty0");
  EXPECT_EQ(lines[0].peer, "127.0.0.1:" + std::to_string(caller.socket.local_endpoint().port()));
  EXPECT_EQ(lines[1].peer, "");
  caller.socket.close();
  ASSERT_TRUE(host.runUntil([&] { return !host.dls.line(0).carrier(); }));
  EXPECT_EQ(host.server->lines()[0].peer, "");
}

TEST(TelnetServer, KeysAndCharactersGoBothWays) {
  Host host;
  Caller caller{host};
  caller.type("\377\375\001\377\375\003\377\373\003"s);  // a telnet program agrees
  caller.type("LOGIN\r\0X\r\nY\rZ\n"s);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("Z\n"); }));
  EXPECT_EQ(host.typed[0], "LOGIN\rX\rY\rZ\n") << "return is one key, line feed another";
  EXPECT_EQ(caller.got, kHello + "utah10: tty0\r\nLOGIN\r\0X\r\0Y\r\0Z\n"s) << "nothing more to negotiate";
  host.print(0, "\215\212\207\0@"s);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("@"); }));
  EXPECT_TRUE(caller.got.ends_with("\r\0\n\007@"s)) << "without parity and fill";
}

TEST(TelnetServer, BinaryIsEightBitsBothWays) {
  Host host;
  Caller caller{host};
  caller.type("\377\373\000\377\375\000"s);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("\377\375\000"s) && caller.has("\377\373\000"s); }));
  caller.type("\r\0\n\377\377\200."s);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("."); }));
  EXPECT_EQ(host.typed[0], "\r\0\n\377\200."s);
  EXPECT_TRUE(caller.got.ends_with("\r\0\n\377\377\200."s)) << "IAC doubled";
}

TEST(TelnetServer, CommandsOfTheProtocol) {
  Host host;
  Caller caller{host};
  caller.type("a\377\364b\377\365c\377\367d\377\366\377\361e"s);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("e"); }));
  EXPECT_EQ(host.typed[0], "a\003b\017c\177de");
  EXPECT_TRUE(caller.has("\r\n[utah10: tty0]\r\n"));
}

TEST(TelnetServer, EachCallGetsALineAndExcessCallsAreRefused) {
  Host host;
  Caller a{host};
  ASSERT_TRUE(host.runUntil([&] { return a.has("tty0"); }));
  Caller b{host};
  ASSERT_TRUE(host.runUntil([&] { return b.has("tty1"); }));
  Caller c{host};
  ASSERT_TRUE(host.runUntil([&] { return c.has("utah10: all lines are in use\r\n") && c.closed; }));
  a.type("from a");
  b.type("from b");
  ASSERT_TRUE(host.runUntil([&] { return a.has("from a") && b.has("from b"); }));
  a.socket.close();
  ASSERT_TRUE(host.runUntil([&] { return !host.dls.line(0).carrier(); }));
  Caller d{host};
  ASSERT_TRUE(host.runUntil([&] { return d.has("tty0"); }));
}

TEST(TelnetServer, RefusedCallersThatStayDoNotAccumulate) {
  Host host{{.lines = {{.baud = 9600}}, .modemBase = 8}};
  std::vector<std::unique_ptr<Caller>> callers;
  for (int n = 0; n < 60; ++n) {
    callers.push_back(std::make_unique<Caller>(host));
    callers.back()->type("let me in");
    host.server->poll();
  }
  ASSERT_TRUE(host.runUntil([&] {
    int turnedAway = 0;
    for (const auto& c : callers) turnedAway += c->has("all lines are in use") && c->closed ? 1 : 0;
    return turnedAway == 59 && host.typed[0] == "let me in";
  }));
}

TEST(TelnetServer, AHundredPastedKilobytesArriveCompletely) {
  Host host{{.lines = {{.baud = 1'000'000}}, .modemBase = 8}};
  host.echo = false;
  Caller caller{host};
  std::string text;
  test::Random random;
  while (text.size() < 100'000) text += static_cast<char>(' ' + random.below(95));
  std::string rest = text;
  std::size_t most = 0;
  ASSERT_TRUE(host.runUntil([&] {
    if (!rest.empty()) caller.write(rest);
    most = std::max(most, host.dls.port(0).waiting());
    return host.typed[0].size() >= text.size();
  }));
  EXPECT_EQ(host.typed[0], text);
  EXPECT_LE(most, TelnetServer::kMostKeys + 4096) << "the data waits in the network, not in the server's memory";
}

TEST(TelnetServer, AClientThatStopsSendingStaysUntilItsKeysAreTaken) {
  Host host;
  Caller caller{host};
  caller.type(std::string(2000, 'x') + "end");
  caller.socket.shutdown(tcp::socket::shutdown_send);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("end") && caller.closed; }));
  EXPECT_EQ(host.typed[0].size(), 2003u);
}

TEST(TelnetServer, TheGuestHangsUp) {
  Host host;
  Caller caller{host};
  ASSERT_TRUE(host.runUntil([&] { return host.dls.line(0).carrier(); }));
  host.print(0, "BYE");
  host.ready(0, false);
  ASSERT_TRUE(host.runUntil([&] { return caller.has("BYE") && caller.closed; }));
  EXPECT_EQ(host.server->lines()[0].peer, "");
}

TEST(TelnetServer, TheOperatorHangsUp) {
  Host host;
  Caller caller{host};
  ASSERT_TRUE(host.runUntil([&] { return host.dls.line(0).carrier(); }));
  EXPECT_TRUE(host.server->hangUp(0));
  EXPECT_FALSE(host.dls.line(0).carrier());
  EXPECT_FALSE(host.server->hangUp(0));
  EXPECT_FALSE(host.server->hangUp(7));
  ASSERT_TRUE(host.runUntil([&] { return caller.has("hung up") && caller.closed; }));
}

TEST(TelnetServer, AClientThatDoesNotReadDelaysNoOtherAndIsInformed) {
  Host host{{.lines = {{.baud = 1'000'000}}, .modemBase = 8}};
  Caller caller{host};
  ASSERT_TRUE(host.runUntil([&] { return host.dls.line(0).carrier(); }));
  for (int n = 0; n < 20000 && host.server->lines()[0].lost == 0; ++n) {
    for (int i = 0; i < 1000; ++i) {
      host.send(0, 'p');
      host.run(microseconds(20));
    }
    host.server->poll();
  }
  const std::uint64_t lost = host.server->lines()[0].lost;
  ASSERT_GT(lost, 0u);
  ASSERT_TRUE(host.runUntil([&] { return caller.has(" characters lost, not read in time]\r\n"); }));
  EXPECT_NE(caller.got.find("[utah10: " + std::to_string(lost) + " "), std::string::npos);
  host.print(0, "!");
  ASSERT_TRUE(host.runUntil([&] { return caller.has("!"); }));
}

TEST(TelnetServer, FloodsOfGarbageAreSurvived) {
  test::Random random;
  for (int round = 0; round < 20; ++round) {
    Host host;
    Caller caller{host};
    std::string garbage;
    for (int n = 0; n < 50'000; ++n) {
      const auto kind = random.below(4);
      if (kind == 0) garbage += '\377';
      garbage += static_cast<char>(kind == 1 ? 236 + random.below(20) : random.below(256));
    }
    if (round % 4 == 0) garbage = "\377\372\030"s + std::string(40'000, 'x');  // a subnegotiation without an end
    if (round % 4 == 1)
      for (std::size_t n = 0; n + 3 <= garbage.size(); n += 3)
        garbage.replace(n, 2, n % 2 == 0 ? "\377\375" : "\377\373");
    int polls = 0;
    EXPECT_TRUE(host.runUntil([&] {
      if (!garbage.empty()) caller.write(garbage);
      caller.read();
      return garbage.empty() || caller.closed || ++polls > 2000;
    }));
    caller.socket.close();
    EXPECT_TRUE(host.runUntil([&] { return host.server->lines()[0].peer.empty(); }));
    Caller next{host};
    EXPECT_TRUE(host.runUntil([&] { return next.has("utah10: tty0\r\n"); })) << "the line serves the next one";
  }
}

TEST(TelnetServer, ARestoredSnapshotDropsAbsentCallers) {
  Host host;
  const auto before = host.machine.save();
  std::vector<std::byte> during;
  {
    Caller caller{host};
    ASSERT_TRUE(host.runUntil([&] { return host.dls.line(0).carrier(); }));
    during = host.machine.save();
    ASSERT_TRUE(host.machine.restore(before));
    EXPECT_FALSE(host.dls.line(0).carrier());
    ASSERT_TRUE(host.runUntil([&] { return host.dls.line(0).carrier(); })) << "the caller is still there";
  }
  ASSERT_TRUE(host.runUntil([&] { return !host.dls.line(0).carrier(); }));
  ASSERT_TRUE(host.machine.restore(during));
  EXPECT_TRUE(host.dls.line(0).carrier());
  ASSERT_TRUE(host.runUntil([&] { return !host.dls.line(0).carrier(); }));
}

TEST(TelnetServer, AStoppedMachineTellsItsCallers) {
  Host host;
  Caller user{host};
  ASSERT_TRUE(host.runUntil([&] { return user.has("utah10: tty0\r\n"); }));
  EXPECT_EQ(host.server->callers(), 1u);
  Caller late{host};
  const auto hears = [&](Caller& caller, const std::string& text) {
    for (int n = 0; n < 1000 && !caller.has(text); ++n) {
      host.server->pollStopped();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return caller.has(text);
  };
  EXPECT_TRUE(hears(late, "utah10: the machine is stopped; wait, or call again later\r\n"));
  EXPECT_TRUE(hears(user, "[utah10: the machine is stopped]"));
  EXPECT_FALSE(host.dls.line(1).carrier()) << "the machine does not change while it is stopped";
  ASSERT_TRUE(host.runUntil([&] { return late.has("utah10: tty1\r\n"); })) << "it gets its line when the machine runs";
  EXPECT_TRUE(host.dls.line(1).carrier());
  EXPECT_TRUE(host.runUntil([&] { return user.has("[utah10: it runs again]"); }));
}

TEST(TelnetServer, SaysGoodbye) {
  Host host;
  Caller user{host};
  ASSERT_TRUE(host.runUntil([&] { return user.has("utah10: tty0\r\n"); }));
  host.server->tell("soon");
  host.server->close("that is all");
  EXPECT_FALSE(host.dls.line(0).carrier());
  EXPECT_TRUE(user.has("[utah10: soon]\r\n\r\nthat is all\r\n"));
  EXPECT_TRUE(user.closed);
  EXPECT_EQ(host.server->callers(), 0u);
}

TEST(TelnetServer, TheDestructorHangsUpAllLines) {
  Host host;
  Caller caller{host};
  ASSERT_TRUE(host.runUntil([&] { return host.dls.line(0).carrier(); }));
  host.server.reset();
  EXPECT_FALSE(host.dls.line(0).carrier());
  host.print(0, "x");  // no caller is connected
}

TEST(TelnetServer, ListensOnLoopbackOnly) {
  for (const char* address : {"0.0.0.0", "192.0.2.1", "::", "localhost", "", "10.0.0.1"}) {
    const auto server = TelnetServer::open({.address = address}, {});
    ASSERT_FALSE(server) << address;
    EXPECT_EQ(server.error().text(), "telnet: "s + address + " is not a loopback address; use 127.0.0.1 or ::1");
  }
  Host host;
  const auto second = TelnetServer::open({.port = host.server->port()}, {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().text(), "telnet: cannot listen on 127.0.0.1 port " + std::to_string(host.server->port()) +
                                       ": Address already in use");
}

}  // namespace
}  // namespace utah10
