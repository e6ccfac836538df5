// Names of commands that users of SIMH and GDB try first, where ours is not the same thing: the answer points to the
// command that does it. Where ours is the same, the name is an alias in the table of commands.
#pragma once

#include <span>
#include <string_view>

namespace utah10 {

struct ForeignName {
  std::string_view names;    // separated by blanks
  std::string_view pointer;  // what to use here
};

std::span<const ForeignName> foreignNames();
// Where the command of that name is found here; empty: the name is not known.
std::string_view foreignPointer(std::string_view name);

}  // namespace utah10
