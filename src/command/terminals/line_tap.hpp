// A script's connection to a terminal line: it types, and keeps and logs what the guest prints. Private to the command
// layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "command/console/transcript.hpp"
#include "utah10/devices/terminal_port.hpp"

namespace utah10 {

class LineTap {
 public:
  // Calls the line, or switches the terminal on. `printed`: number of characters that the guest has sent to the line
  // before, without nulls.
  LineTap(TerminalPort& port, std::uint64_t printed) : port_(port), began_(printed) {
    port_.onPrint([this](Instant, std::uint8_t character) { print(character); });
    port_.connect();
  }
  // Hangs up.
  ~LineTap() {
    port_.onPrint({});
    port_.disconnect();
  }
  LineTap(const LineTap&) = delete;
  LineTap& operator=(const LineTap&) = delete;

  TerminalPort& port() { return port_; }
  Transcript& transcript() { return transcript_; }
  // Position at which the last expect stopped reading.
  std::size_t& expected() { return expected_; }
  // The machine has gone back or forward: the guest has sent `printed` characters at the new position.
  void arrived(std::uint64_t printed) {
    began_ = std::min(began_, printed);  // output from before the tap is kept if it is printed again
    transcript_.shorten(static_cast<std::size_t>(printed - began_));
    expected_ = std::min(expected_, transcript_.length());
  }
  // After a snapshot or a hang-up the line may be disconnected.
  void type(std::string_view keys) {
    if (!port_.connected()) port_.connect();
    port_.type(keys);
  }
  void log(std::ofstream file) { log_ = std::move(file); }

 private:
  // Removes parity, and nulls used as padding.
  void print(std::uint8_t character) {
    const char c = static_cast<char>(character & 0177);
    if (c == 0) return;
    transcript_.print(c);
    if (!log_.is_open()) return;
    log_ << c;
    if (c == '\n') log_.flush();
  }

  TerminalPort& port_;
  Transcript transcript_;
  std::uint64_t began_;
  std::size_t expected_ = 0;
  std::ofstream log_;
};

}  // namespace utah10
