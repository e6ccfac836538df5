// Loads programs of roms/, assembled and linked with the project's own tools, into a machine.
#pragma once

#include <stdexcept>
#include <string>

#include "support/binary_dir.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10::test {

// Addresses at which a diagnostic halts: roms/diag/diaglib.mac.
constexpr std::uint32_t kPass = 0140;
constexpr std::uint32_t kFail = 0141;

// Loads a program from its file below roms/.
inline CoreImage loadProgram(Machine& machine, const std::string& file) {
  auto image = loadCoreImage(binaryDir() + "/roms/" + file);
  if (!image) throw std::runtime_error(image.error().text());
  for (const auto& s : image->segments) machine.load(PhysicalAddress{s.first.bits()}, s.words);
  return std::move(*image);
}

// Loads a program and leaves the machine ready to start there.
inline VirtualAddress loadRom(Machine& machine, const std::string& program) {
  const VirtualAddress start = loadProgram(machine, program + ".sav").startAddress().value();
  machine.cpu().setStart(start);
  return start;
}

}  // namespace utah10::test
