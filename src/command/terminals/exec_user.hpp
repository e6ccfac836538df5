// A user of TENEX at EXEC's prompt, on the console or on a terminal line, for commands that let TENEX do something.
// Time passes in the machine. Private to the command layer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "command/terminals/expect.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class ExecUser {
 public:
  using Type = std::function<void(const std::string& keys)>;
  // `output` and what `type` types on must be the same terminal; all must outlive this object.
  ExecUser(Debugger& debugger, GuestOutput output, Type type);

  // EXEC has typed its prompt (@, or ! for an enabled user), and nothing has been typed behind it.
  bool atExec() const { return endsWithPrompt("@!"); }
  bool atPrompt(char prompt) const { return endsWithPrompt({&prompt, 1}); }
  // Types keys and runs the machine until a prompt of EXEC's or a program's (@ ! *) is printed at the beginning of a
  // line. Returns what was printed before it, without the echo of the keys. Error: the time has passed, or something
  // else has stopped the machine.
  Expected<std::string> says(const std::string& keys, Duration patience = seconds(60));

 private:
  bool endsWithPrompt(std::string_view prompts) const;

  Debugger& debugger_;
  GuestOutput output_;
  Type type_;
};

// Text of TENEX in one line, for a message: lines joined, blanks at its ends removed.
std::string oneLine(std::string_view text);

}  // namespace utah10
