// A script's end of a terminal line: it types, keeps what the guest prints, and logs it. Private to the command layer.
#pragma once

#include <fstream>
#include <string>

#include "utah10/command/transcript.hpp"
#include "utah10/devices/terminal_port.hpp"

namespace utah10 {

class LineTap {
 public:
  // Calls on the line, or switches the terminal on.
  explicit LineTap(TerminalPort& port) : port_(port) {
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
  // Where the last expect stopped reading.
  std::size_t& expected() { return expected_; }
  // After a snapshot or a hang-up the line may stand alone.
  void type(std::string_view keys) {
    if (!port_.connected()) port_.connect();
    port_.type(keys);
  }
  void log(std::ofstream file) { log_ = std::move(file); }

 private:
  // Parity goes, and the nulls that fill up a line.
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
  std::size_t expected_ = 0;
  std::ofstream log_;
};

}  // namespace utah10
