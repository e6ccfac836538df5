// A terminal line whose input passes through the recorder. Private to the trace layer.
#pragma once

#include "trace/recorder.hpp"
#include "utah10/devices/terminal_port.hpp"

namespace utah10 {

class Recorder::Line final : public TerminalPort {
 public:
  // Always listens, to count what is sent, whether or not another listener is attached.
  Line(Recorder& recorder, TerminalPort& port) : recorder_(recorder), port_(port) {
    port_.onPrint([this](Instant completes, std::uint8_t character) {
      if ((character & 0177) != 0) ++printed_;
      if (print_ && !recorder_.replaying()) print_(completes, character);
    });
  }
  ~Line() override { port_.onPrint({}); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  std::string port() const override { return port_.port(); }
  void connect() override { live(RecordedInputKind::Connect, {}); }
  void disconnect() override { live(RecordedInputKind::Disconnect, {}); }
  bool connected() const override { return port_.connected(); }
  void type(std::string_view keys) override { live(RecordedInputKind::Keys, keys); }
  std::size_t waiting() const override { return port_.waiting(); }
  // Printed characters and the end of a call are not reported again during a replay.
  void onPrint(Print print) override { print_ = std::move(print); }
  void onHangUp(std::function<void()> hangUp) override {
    if (!hangUp) return port_.onHangUp({});
    port_.onHangUp([this, hangUp = std::move(hangUp)] {
      if (!recorder_.replaying()) hangUp();
    });
  }

  // Number of characters sent, without NULs; also valid after going back.
  std::uint64_t printed() const { return printed_; }
  void printed(std::uint64_t characters) { printed_ = characters; }

  void give(const RecordedInput& in) {
    if (in.kind == RecordedInputKind::Keys) return port_.type(in.keys);
    in.kind == RecordedInputKind::Connect ? port_.connect() : port_.disconnect();
  }

 private:
  void live(RecordedInputKind kind, std::string_view keys) { recorder_.input({kind, port_.port(), std::string(keys)}); }
  Recorder& recorder_;
  TerminalPort& port_;
  Print print_;
  std::uint64_t printed_ = 0;
};

}  // namespace utah10
