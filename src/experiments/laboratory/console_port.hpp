// The console as a terminal at which a simulated user sits. It is always connected.
#pragma once

#include "utah10/devices/cty.hpp"
#include "utah10/devices/terminal_port.hpp"

namespace utah10 {

class ConsolePort final : public TerminalPort {
 public:
  explicit ConsolePort(Cty& console) : console_(console) {}
  std::string port() const override { return "console"; }
  void connect() override {}
  void disconnect() override {}
  bool connected() const override { return true; }
  void type(std::string_view keys) override { console_.type(keys); }
  std::size_t waiting() const override { return console_.waiting(); }
  void onPrint(Print print) override { console_.onPrint(std::move(print)); }
  void onHangUp(std::function<void()>) override {}

 private:
  Cty& console_;
};

}  // namespace utah10
