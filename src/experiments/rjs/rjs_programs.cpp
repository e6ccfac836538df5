#include "experiments/rjs/rjs_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace utah10 {

namespace {

// roms/rjs/README.md, "Shapes" and "Variants".
constexpr std::array<RjsProgram, 22> kPrograms = {{
    {"RJS0", "shape 0"},
    {"RJS", "shape 1"},
    {"RJS2", "shape 2"},
    {"RJS3", "shape 3"},
    {"RJS1N", "shape 1, no DOBE", false},
    {"RJS1B", "shape 1, DOBE after each byte sent", false},
    {"RJS1E", "shape 1, GTSTS after each BIN from the deck", false},
    {"RJS1P", "shape 1, SIBE before each BIN from the network", false},
    {"RJS1O", "shape 1, JFNs private to the receiving fork, so that none of its calls is fast", false},
    {"RJS1G", "shape 1, GDSTS before each BIN from the network", false},
    {"RJS1T", "shape 1, PBOUT for each character received", false},
    {"RJS1I", "shape 1, PBIN for each byte from the network", false},
    {"RJS1TI", "shape 1, PBIN and PBOUT in the receiver", false},
    {"RJS1D", "shape 1, DOBE after each character received", false},
    {"RJS1PD", "shape 1, SIBE before each BIN and DOBE after each BOUT in the receiver", false},
    {"RJS1S", "shape 1, SIN for a transaction and SOUT for a line in the receiver", false},
    {"RJS2E", "shape 2, GTSTS after each BIN from the deck", false},
    {"RJS1W", "shape 1, bytes of 32 bits to and from CCN", false, CcnDataForm::Wide},
    {"RJS3W", "shape 3, bytes of 32 bits to and from CCN", false, CcnDataForm::Wide},
    {"RJS1M", "shape 1, whole messages (SNDMS, RCVMS)", false, CcnDataForm::Words, "NETMEM"},
    {"RJS3M", "shape 3, whole messages (SNDMS, RCVMS)", false, CcnDataForm::Words, "NETMEM"},
    {"RJS3P", "pages of text (PMAP, DUMPO, DUMPI)", false, CcnDataForm::Text, "NETMEM"},
}};
constexpr unsigned kOf1972 = 1;

}  // namespace

std::span<const RjsProgram> rjsPrograms() { return kPrograms; }

const RjsProgram* findRjsProgram(std::string_view name) {
  const auto at = std::ranges::find(kPrograms, name, &RjsProgram::name);
  return at == kPrograms.end() ? nullptr : &*at;
}

std::string rjsFile(std::string_view name) { return fmt::format("{}.SAV", name); }

std::string rjsOfShape(unsigned shape) { return shape == kOf1972 ? "RJS" : fmt::format("RJS{}", shape); }

std::string describeRjs(std::string_view name) {
  const RjsProgram* program = findRjsProgram(name);
  if (program == nullptr) return std::string{name};
  return fmt::format("{}, {}", program->onPack ? "RJS" : name, program->text);
}

}  // namespace utah10
