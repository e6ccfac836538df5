// Where a session's commands come from, and what `utah10` does with a machine. Private to the command layer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/session.hpp"

namespace utah10 {

bool standardInputIsTerminal();
// One line on standard error.
void complain(const Error& error);

// Commands from standard input until its end: with line editing from a terminal, where an error is only told; from a
// file or pipe the first error ends it.
Expected<void> converse(Session& session);
// The greeting program, then commands.
Expected<void> greet(Session& session);
// READ IN from the tape reader, then commands.
Expected<void> bootTape(Session& session);
// READ IN of a system's bootstrap. From a terminal the guest has it until the operator stops the machine; otherwise
// until the system is up, and that is an error if it does not come.
Expected<void> bootSystem(Session& session, bool byHand);
// Starts the program that has been loaded; from a terminal the prompt follows.
Expected<void> runProgramFile(Session& session, const std::string& file, std::optional<Duration> limit,
                              std::optional<VirtualAddress> haltAt = std::nullopt);

}  // namespace utah10
