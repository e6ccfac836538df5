// The programs that roms/rjs makes: its four shapes, and variants of what is not known of the one of 1972.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace utah10 {

struct RjsProgram {
  std::string_view name;  // RJS1E: the command, and the file on <SUBSYS>
  std::string_view text;  // what it is: "shape 1, GTSTS behind each BIN"
  bool onPack = true;     // else the build has left it in roms/subsys only
};

std::span<const RjsProgram> rjsPrograms();
// Nothing if there is none of this name.
const RjsProgram* findRjsProgram(std::string_view name);
// Of a shape, 0 to 3; that of September 1972 is 1.
std::string rjsOfShape(unsigned shape);
// "RJS, shape 1"
std::string describeRjs(std::string_view name);

}  // namespace utah10
