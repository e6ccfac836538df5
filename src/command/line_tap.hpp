// A script's end of a terminal line: it types, keeps what the guest prints, and logs it. Private to the command layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "command/transcript.hpp"
#include "utah10/devices/terminal_port.hpp"

namespace utah10 {

class LineTap {
 public:
  // Calls on the line, or switches the terminal on. `printed`: what the guest has sent there before, without nulls.
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
  // Where the last expect stopped reading.
  std::size_t& expected() { return expected_; }
  // The machine has gone back or forth: so many characters have been sent there now.
  void arrived(std::uint64_t printed) {
    began_ = std::min(began_, printed);  // what came before the tap will be heard, if it comes again
    transcript_.shorten(static_cast<std::size_t>(printed - began_));
    expected_ = std::min(expected_, transcript_.length());
  }
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
  std::uint64_t began_;
  std::size_t expected_ = 0;
  std::ofstream log_;
};

}  // namespace utah10
