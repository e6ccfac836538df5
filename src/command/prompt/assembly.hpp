// Puts together what a machine file describes: settings, media, callers and peers of a session's machine. Private to the
// command layer.
#pragma once

#include <string>

#include "command/machine_file/machine_file.hpp"

namespace utah10 {

class Session;

// Applies the processor settings of the machine file before anything runs.
void equip(const MachineDescription& d, Machine& machine);
// Mounts the media that the machine file names and reports what each is.
Expected<void> mountAll(Session& session, const MachineDescription& d);
// Whether a disk's contents outlive the session.
bool keepsChanges(const MachineDescription& d);
// Serves terminal lines over telnet. `anyPort`: any free port if the machine's own is in use.
Expected<void> answerTelnet(Session& session, TelnetConfig config, bool anyPort);
// Attaches the UDP peers at the ends of cables. In a replay the file supplies what they sent.
Expected<void> attachOutside(Session& session, const MachineDescription& d, const std::string& replayFile);

}  // namespace utah10
