// One machine's part of the terminal that several share. Only the selected machine prints at once and has the keyboard;
// what another one prints on its console is kept until it is selected, and the messages of its session carry its name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "command/console/terminal.hpp"

namespace utah10 {

class MemberTerminal final : public Terminal {
 public:
  static constexpr std::size_t kMostKept = 65536;  // characters; the oldest are dropped

  // The shared terminal must outlive this one.
  MemberTerminal(Terminal& shared, std::string name) : shared_(shared), name_(std::move(name)) {}

  // Prints what was kept when the machine is selected.
  void select(bool selected);

  void write(std::string_view text) override;
  void guest(char character) override;
  void guestBegins(bool keyboard) override;
  void guestEnds() override;
  Attention attention() override;
  // The user's, whichever machine is selected.
  Wake awaitKey(const std::function<Idle()>& idle) override { return shared_.awaitKey(idle); }
  std::optional<int> gone() const override { return shared_.gone(); }
  void leaving() override { shared_.leaving(); }
  int inputDescriptor() const override { return shared_.inputDescriptor(); }

 private:
  Terminal& shared_;
  std::string name_;
  std::string kept_;
  bool selected_ = false;
};

}  // namespace utah10
