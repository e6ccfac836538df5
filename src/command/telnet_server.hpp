// Terminals over the network: people with a telnet program, on this host, at the lines of the machine.
//
// The server listens on a loopback address only. Each connection gets the lowest free line of the server's (a port per
// line: a server per line); on a line with a modem that
// is a call (carrier), and closing it hangs up. Nothing blocks and nothing runs by itself: everything happens in
// poll(), which the session calls between slices of a run, so the machine's virtual time knows of it only what is
// typed, and when it was entered. The server is the only one that connects its lines: after a snapshot has been
// restored the next poll() makes them again what the network says.
//
// Telnet (RFC 854, 855, 856, 857, 858): the server offers ECHO and SUPPRESS-GO-AHEAD, and BINARY if asked. Without
// BINARY: CR, CR NUL and CR LF typed are one return key; bit 8 of what the guest prints is dropped (parity), CR goes
// out as CR NUL, NUL not at all. Interrupt Process types control-C, Abort Output control-O, Erase Character rubout; Are
// You There is answered. IAC is doubled both ways.
//
// Flow: a client that types faster than its line is not read on while kMostKeys of its keys wait, so whatever is pasted
// arrives whole. A client that does not read loses what exceeds kMostOutput, is told how much, and holds up nobody. A
// client that closes its sending side stays until the guest has taken the keys it sent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/devices/terminal_port.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct TelnetConfig {
  std::string address = "127.0.0.1";  // or another of the loopback network, or ::1
  std::uint16_t port = 0;             // 0: one that is free
};

class TelnetServer {
 public:
  static constexpr std::size_t kMostKeys = 4096;
  static constexpr std::size_t kMostOutput = 262144;

  // One line as `show` has it.
  struct Line {
    std::string port;         // "tty0"
    std::string peer;         // "127.0.0.1:40312", "" if nobody is there
    std::size_t waiting = 0;  // keys the guest has not taken
    std::uint64_t lost = 0;   // characters the client did not read in time
  };

  // The lines must live as long as the server. What can go wrong: an address that is not loopback or not this host's, a
  // port that is taken.
  static Expected<std::unique_ptr<TelnetServer>> open(const TelnetConfig& config, std::vector<TerminalPort*> lines);
  // Hangs up everywhere.
  ~TelnetServer();
  TelnetServer(const TelnetServer&) = delete;
  TelnetServer& operator=(const TelnetServer&) = delete;

  std::uint16_t port() const;
  // Takes calls, keys and hang-ups, sends what has been printed. Costs a few system calls; never waits.
  void poll();
  std::vector<Line> lines() const;
  // A line that somebody on this host uses is given to no caller and left alone. One that has a caller stays his.
  void keep(std::string_view port, bool kept);
  // The operator pulls the plug of line n. False if nobody is there.
  bool hangUp(std::size_t n);

 private:
  struct Network;
  explicit TelnetServer(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace utah10
