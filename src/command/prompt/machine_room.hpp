// Several machines in one process, for the commands that name one of them. Private to the command layer.
//
// One machine is selected: it has the keyboard, and commands are about it. Each has a session of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Session;

class MachineRoom {
 public:
  virtual ~MachineRoom() = default;
  virtual Session& selected() = 0;
  // By name, in either case. Error: there is no such machine.
  virtual Expected<void> select(std::string_view name) = 0;
  // A line for each machine.
  virtual std::string listed() const = 0;
  // People use the machines from now on.
  virtual void openForUsers() = 0;

  std::optional<int> quitCode;
};

// room_commands.cpp
Expected<void> machineCommand(Session&, Arguments&);
Expected<void> consoleCommand(Session&, Arguments&);

}  // namespace utah10
