// The terminal of a session that an editor debugs: what the guest and commands print become output events, and a
// request of the editor's stops the run so that it is answered.
#pragma once

#include <string>
#include <string_view>

#include "command/console/terminal.hpp"
#include "command/dap/wire.hpp"

namespace utah10 {

class EditorTerminal final : public Terminal {
 public:
  // `below`: a terminal that also prints and has the keyboard; null: none. Both must outlive this one.
  EditorTerminal(Wire& wire, Terminal* below) : wire_(wire), below_(below) {}

  void write(std::string_view text) override;
  void guest(char character) override;
  void guestBegins(bool keyboard) override;
  void guestEnds() override;
  Attention attention() override;
  std::optional<int> gone() const override { return below_ != nullptr ? below_->gone() : std::nullopt; }
  void leaving() override;
  int inputDescriptor() const override { return wire_.channel().descriptor(); }

  // From now on what commands print is kept for take() in place of events; returns what was kept.
  void keep(bool on) { keeping_ = on; }
  std::string take() { return std::exchange(kept_, {}); }
  // The user at the terminal below has asked for the prompt.
  bool takeStop() { return std::exchange(stopped_, false); }
  void flush();
  // A message of the adapter's own.
  void tell(std::string_view category, std::string_view text);

 private:
  Wire& wire_;
  Terminal* below_;
  std::string printed_;  // by the guest, not sent yet
  std::string kept_;
  bool keeping_ = false, stopped_ = false;
};

}  // namespace utah10
