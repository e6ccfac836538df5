// The Debug Adapter Protocol as a program and as a command: `utah10 dap`, and dap at the prompt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "command/dap/channel.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Interruption;
class Session;

struct DapOptions {
  std::optional<std::uint16_t> port;  // nothing: standard input and output
  std::string host = "127.0.0.1";
};

// Serves the client at standard input and output until it ends, or one client after another at a port.
Expected<int> dapProgram(const DapOptions& options, Interruption& interruption);
// Lets one client debug a session's machine, at a port, until it goes or the user interrupts.
Expected<void> serveSession(Session& session, std::uint16_t port);

}  // namespace utah10
