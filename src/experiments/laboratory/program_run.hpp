// A program of the host's user on a system: it comes with the files, and the user whose work is measured runs it and
// types what is given as input, a line when the program has been quiet for a while.
//
// Errors: those of the laboratory.
#pragma once

#include <string>
#include <string_view>

#include "experiments/laboratory/laboratory.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {

struct ProgramRun {
  std::string output;   // what was printed between the RUN command and the prompt after it, with the echo of the input
  bool ended = false;   // before the time limit
  bool halted = false;  // the program ended by HALTF, as EXEC's RUNSTAT says
};

// A name for the program on the pack: letters and digits of the host file's name.
std::string programNameOf(const std::string& hostFile);
// The image as a file NAME.SAV of the user.
Expected<LabFile> programFile(const LabSystem& system, const std::string& name, const CoreImage& image);
// Boots, logs in, and runs the program for at most `limit` of virtual time.
Expected<ProgramRun> runProgram(Laboratory& lab, const std::string& name, std::string_view input, Duration limit);

}  // namespace utah10
