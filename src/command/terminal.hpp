// Where a session's words go and where a running guest's keys come from.
//
// The session knows no terminal, window or socket; it writes to this and asks it for keys between slices of a run.
#pragma once

#include <string>
#include <string_view>

namespace utah10 {

class Terminal {
 public:
  virtual ~Terminal() = default;

  // What a command answers: whole lines, each with its newline.
  virtual void write(std::string_view text) = 0;
  // What the guest's console prints, as it prints it.
  virtual void guest(char character) = 0;

  // The guest runs between these two, and has the keyboard if `keyboard` is true.
  virtual void guestBegins(bool keyboard) { (void)keyboard; }
  virtual void guestEnds() {}

  // What happened at the keyboard since the last call; asked between slices of a run.
  struct Attention {
    std::string keys;   // for the guest
    bool stop = false;  // the operator wants the prompt back
  };
  virtual Attention attention() { return {}; }
};

// Keeps everything; for tests and for programs that embed a session.
class TextTerminal final : public Terminal {
 public:
  void write(std::string_view text) override { answers_ += text; }
  void guest(char character) override { printed_ += character; }
  const std::string& answers() const { return answers_; }  // of commands
  const std::string& printed() const { return printed_; }  // by the guest
  void clear() { answers_.clear(), printed_.clear(); }

 private:
  std::string answers_;
  std::string printed_;
};

}  // namespace utah10
