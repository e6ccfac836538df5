// The source of a session's commands, and the ways in which `utah10` starts a machine. Private to the command layer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/machine_file/system_description.hpp"
#include "command/prompt/host_number.hpp"
#include "command/prompt/machine_room.hpp"
#include "command/prompt/session.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// Runs commands from standard input until its end. On a terminal there is line editing, and errors are printed; from a
// file or pipe the first error ends the conversation.
Expected<void> converse(Session& session);
// The same for several machines that are in operation; on a terminal they first run until the operator stops them.
Expected<void> converseWithAll(MachineRoom& room);
// Runs the greeting program, then commands.
Expected<void> greet(Session& session);
// READ IN from the paper tape reader, then commands.
Expected<void> bootTape(Session& session);
// READ IN of a system's bootstrap; the monitor gets the cells, if there are any (host_number.hpp). It runs as
// fast as it can until TENEX is in operation; without a terminal it is an error if that does not happen. On a
// terminal the guest then runs on until the operator stops the machine.
Expected<void> bootSystem(Session& session, bool byHand, const SiteCells& cells);
// Starts a system as its file says; `byHand`: the user at the terminal goes on as its operator. A core image that it
// loads gets the cells.
Expected<void> startSystem(Session& session, const StartDescription& start, bool byHand, const SiteCells& cells);
// Holds a dialogue at the console.
Expected<void> holdDialogue(Session& session, const Dialogue& dialogue);
// Starts the program that has been loaded; on a terminal the prompt follows.
Expected<void> runProgramFile(Session& session, const std::string& file, std::optional<Duration> limit,
                              std::optional<VirtualAddress> haltAt = std::nullopt);

}  // namespace utah10
