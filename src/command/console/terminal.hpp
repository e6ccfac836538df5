// The interface through which a session prints and a running guest gets its keys.
//
// A session does not depend on a particular terminal, window or socket; it writes to this interface and polls it for
// keys between slices of a run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace utah10 {

class Terminal {
 public:
  virtual ~Terminal() = default;

  // Output of a command: whole lines, each with its newline.
  virtual void write(std::string_view text) = 0;
  // A character printed by the guest's console.
  virtual void guest(char character) = 0;

  // The guest runs between these two calls, and has the keyboard if `keyboard` is true.
  virtual void guestBegins(bool keyboard) { (void)keyboard; }
  virtual void guestEnds() {}

  // Keyboard input since the last call; polled between slices of a run.
  struct Attention {
    std::string keys;   // for the guest
    bool stop = false;  // the operator requests the prompt
  };
  virtual Attention attention() { return {}; }

  // At the prompt: waits until the user types; `idle` is called some times a second meanwhile, or more often if it
  // asks for that. It may also end the wait, when it has printed something below the prompt.
  enum class Idle { Rest, Soon, Printed };
  enum class Wake { Key, Interrupt, Gone, Printed };
  virtual Wake awaitKey(const std::function<Idle()>& idle) {
    (void)idle;
    return Wake::Key;
  }
  // The exit code of a session whose user has gone: the terminal is closed, or a signal asked the program to end.
  virtual std::optional<int> gone() const { return std::nullopt; }
  // The session is being ended in order: that the user has gone stops no run any more.
  virtual void leaving() {}
  // A host descriptor that is readable when attention() has something to report; -1: none.
  virtual int inputDescriptor() const { return -1; }
};

// Keeps all output; for tests and for programs that embed a session.
class TextTerminal final : public Terminal {
 public:
  void write(std::string_view text) override { answers_ += text; }
  void guest(char character) override { printed_ += character; }
  const std::string& answers() const { return answers_; }  // output of commands
  const std::string& printed() const { return printed_; }  // output of the guest
  void clear() { answers_.clear(), printed_.clear(); }

 private:
  std::string answers_;
  std::string printed_;
};

}  // namespace utah10
