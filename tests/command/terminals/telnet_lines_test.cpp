// Scripts and telnet callers on the same lines: the first one gets the line.
#include <gmock/gmock.h>

#define ASIO_STANDALONE
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <chrono>
#include <thread>

#include "command/net/connections.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using asio::ip::tcp;
using ::testing::HasSubstr;

DeviceConfig twoLines() {
  DeviceConfig config;
  config.scanner = Dc10Config{.lines = {{.baud = 9600}, {.baud = 9600}}, .modemBase = 8};
  return config;
}

struct Site {
  Machine machine;
  DeviceSet devices{machine, twoLines()};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
  TelnetServer* server = nullptr;

  Site() {
    auto opened = TelnetServer::open({}, devices.ports());
    if (!opened) throw std::runtime_error(opened.error().text());
    server = opened->get();
    session.connections().answerCalls(std::move(*opened));
  }
  // Polls the server until the caller has received the text.
  template <class F>
  bool until(F done) {
    for (int n = 0; n < 3000; ++n) {
      server->poll();
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
};

struct Person {
  asio::io_context context;
  tcp::socket socket{context};
  std::string got;
  explicit Person(std::uint16_t port) {
    socket.connect({asio::ip::make_address("127.0.0.1"), port});
    socket.non_blocking(true);
  }
  bool has(const std::string& text) {
    char buffer[4096];
    std::error_code error;
    while (!error) got.append(buffer, socket.read_some(asio::buffer(buffer), error));
    return got.find(text) != std::string::npos;
  }
};

TEST_F(SessionTest, AScriptCannotUseALineWithACaller) {
  Site site;
  Person person{site.server->port()};
  ASSERT_TRUE(site.until([&] { return person.has("utah10: tty0\r\n"); }));
  for (const char* command : {"type tty0 \"hello\\r\"", "log tty0 x.log", "expect tty0 \"x\" within 1ms"}) {
    const auto refused = site.session.perform(command);
    ASSERT_FALSE(refused) << command;
    EXPECT_THAT(refused.error().text(), HasSubstr("tty0 is in use by 127.0.0.1:")) << command;
    EXPECT_THAT(refused.error().text(), HasSubstr("over telnet; use another line, or wait")) << command;
  }
  EXPECT_TRUE(site.session.perform("type tty1 \"hello\\r\""));
}

TEST_F(SessionTest, ACallerCannotUseALineWithAScript) {
  Site site;
  ASSERT_TRUE(site.session.perform("type tty0 \"hello\\r\""));
  Person first{site.server->port()};
  ASSERT_TRUE(site.until([&] { return first.has("utah10: tty1\r\n"); })) << first.got;
  Person second{site.server->port()};
  ASSERT_TRUE(site.until([&] { return second.has("utah10: all lines are in use\r\n"); })) << second.got;
  ASSERT_TRUE(site.session.perform("hangup tty0"));
  Person third{site.server->port()};
  EXPECT_TRUE(site.until([&] { return third.has("utah10: tty0\r\n"); })) << third.got;
}

}  // namespace
}  // namespace utah10
