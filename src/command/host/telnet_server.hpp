// Terminal lines over telnet, for users on this host.
//
// The server listens on a loopback address only. Each connection gets the lowest free line of the server (for one port
// per line, create one server per line). On a line with a modem the connection raises carrier, and closing it hangs up.
// Nothing blocks and there is no background activity: everything happens in poll(), which the session calls between
// slices of a run, so that only the keys typed, and when they were entered, affect the machine. Only the server
// connects its lines: after a snapshot has been restored, the next poll() makes them agree with the connections again.
//
// Telnet (RFC 854, 855, 856, 857, 858): the server offers ECHO and SUPPRESS-GO-AHEAD, and BINARY on request. Without
// BINARY, typed CR, CR NUL and CR LF are one return key; the parity bit of the guest's output is dropped, CR is sent as
// CR NUL, and NUL is not sent. Interrupt Process types control-C, Abort Output control-O, Erase Character rubout; Are
// You There is answered. IAC is doubled in both directions.
//
// Flow control: a client is not read while kMostKeys of its keys wait, so that pasted text arrives complete. A client
// that does not read loses output beyond kMostOutput, is told how much, and delays no other client. A client that
// closes its sending side stays connected until the guest has taken its keys.
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
  std::string address = "127.0.0.1";  // another address of the loopback network, or ::1, is also valid
  std::uint16_t port = 0;             // 0: any free port
};

class TelnetServer {
 public:
  static constexpr std::size_t kMostKeys = 4096;
  static constexpr std::size_t kMostOutput = 262144;

  // Status of one line, for `show`.
  struct LineStatus {
    std::string port;         // "tty0"
    std::string peer;         // "127.0.0.1:40312"; empty if there is no caller
    std::size_t waiting = 0;  // keys that the guest has not taken
    std::uint64_t lost = 0;   // characters that the client did not read in time
  };

  // The lines must outlive the server. Errors: an address that is not loopback or not of this host, a port in use.
  static Expected<std::unique_ptr<TelnetServer>> open(const TelnetConfig& config, std::vector<TerminalPort*> lines);
  // Hangs up all lines.
  ~TelnetServer();
  TelnetServer(const TelnetServer&) = delete;
  TelnetServer& operator=(const TelnetServer&) = delete;

  std::uint16_t port() const;
  // Accepts calls, keys and hang-ups, and sends output. Makes a few system calls and never blocks.
  void poll();
  // The same while the machine is stopped, some times a second: callers are told so, and get a line when it runs again.
  void pollStopped();
  void tell(std::string_view words);
  // Ends all calls, with these last words; answers no more. Waits up to a second for the callers to read them.
  void close(std::string_view words);
  // Callers that have a line.
  std::size_t callers() const;
  // Host descriptors that are readable when poll() has calls or keys to take.
  std::vector<int> descriptors() const;
  std::vector<LineStatus> lines() const;
  // Reserves a line for a script, so that no caller gets it. A line with a caller stays with the caller.
  void keep(std::string_view port, bool kept);
  // Disconnects the caller of line n. False if there is none.
  bool hangUp(std::size_t n);

 private:
  struct Network;
  explicit TelnetServer(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace utah10
