// A simulated user of RJS at a terminal of the laboratory (roms/rjs/README.md), who signs on at CCN, sends decks and
// fetches prints.
#pragma once

#include <string>
#include <string_view>

#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

// The outcome of a transfer, as RJS prints it.
struct RjsTransfer {
  bool done = false;
  std::string message;  // the final message of RJS
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
};

// Parses the output of RJS from the command up to the last word TRANSFERRED.
RjsTransfer endOfTransfer(std::string_view printed);

class RjsTypist {
 public:
  // The user of the laboratory whose work is measured. `program`: a name in rjs_programs.hpp. RJS.ACCOUNT and fetched
  // files go to the user's directory.
  RjsTypist(Laboratory& lab, std::string program);

  // Calls CCN as terminal NETUTAHn and enters command mode.
  Expected<void> signOn(unsigned terminal);
  // Sends a file of the user's directory. Errors are those of the laboratory; the result holds the transfer's outcome.
  Expected<RjsTransfer> send(std::string_view file, Duration patience);
  // Fetches the next print that waits at CCN into a new file.
  Expected<RjsTransfer> fetch(std::string_view file, Duration patience);
  // Aborts reader and printer.
  Expected<void> abort();
  Expected<void> quit();
  LabSteps leaving() const { return {{"QUIT\r", lab_.system().prompt}}; }
  Expected<void> logOut();

  unsigned line() const { return line_; }
  std::string fileName(std::string_view file) const { return "<" + lab_.system().user.name + ">" + std::string{file}; }

 private:
  Expected<RjsTransfer> transfer(const std::string& command, Duration patience);

  Laboratory& lab_;
  unsigned line_;
  std::string program_;
};

}  // namespace utah10
