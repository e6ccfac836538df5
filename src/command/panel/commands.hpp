// The command panel.
#pragma once

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Console;
class Panel;

// panel_command.cpp
Expected<void> panelCommand(Panel&, Console&, Arguments&);

}  // namespace utah10
