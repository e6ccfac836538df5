// Files between the host and a running TENEX: a tape on a free transport, which a logged-in user has the program TAPE
// of <SUBSYS> read or write. TENEX creates and reads the file itself, with the user's rights. Private to the command
// layer.
//
// Errors: what the host, or TENEX, says. The tape is taken off in any case, and an incomplete file is deleted by TAPE.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "toolchain/host_form.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Console;
class Debugger;
class TerminalLines;

struct CarryRequest {
  std::filesystem::path host;
  std::string tenex;             // <DIR>NAME.EXT;V as typed to TENEX
  std::optional<HostForm> form;  // of the host file; none: text or words, as the contents show
  std::string line;              // the terminal of the user; empty: the console
  std::string user, password;    // logs in on a free line instead; empty: no
};

// Both return what was done, for the user: "hi.mac: <GUEST>HI.MAC;1 [84 BYTES OF 7 BITS]".
Expected<std::string> putFile(Debugger& debugger, Console& console, TerminalLines& lines, const CarryRequest& request);
// Error also: the host file exists.
Expected<std::string> getFile(Debugger& debugger, Console& console, TerminalLines& lines, const CarryRequest& request);

}  // namespace utah10
