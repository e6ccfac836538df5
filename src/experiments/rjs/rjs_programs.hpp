// The programs in roms/rjs: the four shapes, and variants of unknown details of the program of 1972.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "network/ccn/data_form.hpp"

namespace utah10 {

struct RjsProgram {
  std::string_view name;  // RJS1E: the command, and the file on <SUBSYS>
  std::string_view text;  // description: "shape 1, GTSTS after each BIN"
  bool onPack = true;     // of our own systems; all are in the build's folder roms/subsys
  // What RFC 392 proposed needs more than the program: the form of CCN's data, and a monitor (LabOptions::monitor).
  CcnDataForm data = CcnDataForm::Bytes;
  std::string_view monitor{};
};

std::span<const RjsProgram> rjsPrograms();
// Null if there is no program of this name.
const RjsProgram* findRjsProgram(std::string_view name);
// Its file in the build's folder roms/subsys: "RJS1E.SAV".
std::string rjsFile(std::string_view name);
// Name of the program of a shape, 0 to 3; 1 is that of September 1972.
std::string rjsOfShape(unsigned shape);
// "RJS, shape 1"
std::string describeRjs(std::string_view name);

}  // namespace utah10
