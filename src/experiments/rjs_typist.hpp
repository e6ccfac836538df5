// Somebody at a terminal of the laboratory who works with RJS (roms/rjs/README.md): signs on at CCN, sends decks,
// fetches prints, and reads what the program has entered in its account.
#pragma once

#include <string>
#include <string_view>

#include "experiments/laboratory.hpp"

namespace utah10 {

// What became of a transfer, as the operator reads it.
struct RjsTransfer {
  bool done = false;
  std::string message;  // what RJS typed when it ended
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
};

// Of what RJS has typed since the command, up to the last word TRANSFERRED.
RjsTransfer endOfTransfer(std::string_view printed);

class RjsTypist {
 public:
  // `program`: rjs_programs.hpp. The user's directory gets RJS.ACCOUNT and what is fetched.
  RjsTypist(Laboratory& lab, unsigned line, std::string user, std::string password, std::string program);

  Expected<void> logIn();
  // Calls CCN as terminal NETUTAHn and goes to the commands.
  Expected<void> signOn(unsigned terminal);
  // A file of the user's directory. An error is only what the laboratory could not do; what became of the transfer is
  // told in the result.
  Expected<RjsTransfer> send(std::string_view file, Duration patience);
  // The next print that waits at CCN, into a new file.
  Expected<RjsTransfer> fetch(std::string_view file, Duration patience);
  // Reader and printer, whatever they do.
  Expected<void> abort();
  Expected<void> quit();
  Expected<void> logOut();

  unsigned line() const { return line_; }
  const std::string& user() const { return user_; }
  std::string fileName(std::string_view file) const { return "<" + user_ + ">" + std::string{file}; }

 private:
  Expected<RjsTransfer> transfer(const std::string& command, Duration patience);

  Laboratory& lab_;
  unsigned line_;
  std::string user_, password_;
  std::string program_;
};

}  // namespace utah10
