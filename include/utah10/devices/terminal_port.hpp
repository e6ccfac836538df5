// A connection point for a terminal: one line of a scanner. A telnet server, a script, a test or a simulated user
// needs only this interface.
//
// The caller decides when to type, by calling between instructions; the consequences run in virtual time alone.
// Errors: none. A port lives as long as its device.
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
  // The operator's name for it: "tty0". Lower case, unique in a machine.
  virtual std::string port() const = 0;

  // A terminal is switched on, or calls. On a line with a modem the call gets through (carrier) once the guest has
  // made the modem ready. On a line already in use nothing happens.
  virtual void connect() = 0;
  // The terminal hangs up: carrier drops, and keys that the guest has not taken are discarded.
  virtual void disconnect() = 0;
  virtual bool connected() const = 0;

  // Queues keys. They arrive no faster than the line carries them, and each only when the guest has taken the one
  // before: no key is lost, however much is pasted. On a line with a modem, keys typed while not connected are
  // discarded.
  virtual void type(std::string_view keys) = 0;
  // Keys the guest has not taken yet.
  virtual std::size_t waiting() const = 0;

  virtual void onPrint(Print print) = 0;
  // Called when the guest has hung up the modem; the port is then no longer connected.
  virtual void onHangUp(std::function<void()> hangUp) = 0;
};

}  // namespace utah10
