// Where a terminal of the outside world is plugged in: one line of a scanner. A telnet server, a script, a test or a
// simulated user needs only this.
//
// Whoever types decides when by calling between instructions; what happens then runs in virtual time alone. Errors:
// none. A port lives as long as its device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class TerminalPort {
 public:
  // Called when the guest sends a character, with the instant at which it will be complete; eight bits as sent.
  using Print = std::function<void(Instant completes, std::uint8_t character)>;

  virtual ~TerminalPort() = default;
  // What the operator calls it: "tty0". Lower case, unique in a machine.
  virtual std::string port() const = 0;

  // A terminal is switched on, or calls. On a line with a modem it gets through (carrier) when the guest has the modem
  // ready. On a line that is taken already nothing happens.
  virtual void connect() = 0;
  // It hangs up: carrier drops. Keys the guest has not taken go with it.
  virtual void disconnect() = 0;
  virtual bool connected() const = 0;

  // Queues keys. They arrive no faster than the line carries them, and each only when the guest has taken the one
  // before: nothing typed is ever lost, however much is pasted. On a line with a modem keys typed by nobody (while not
  // connected) go nowhere.
  virtual void type(std::string_view keys) = 0;
  // Keys the guest has not taken yet.
  virtual std::size_t waiting() const = 0;

  virtual void onPrint(Print print) = 0;
  // Called when the guest has hung up the modem; the port is not connected any more.
  virtual void onHangUp(std::function<void()> hangUp) = 0;
};

}  // namespace utah10
