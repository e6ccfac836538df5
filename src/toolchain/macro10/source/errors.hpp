// Error letters, as printed in the left margin of the listing.
#pragma once

#include <cstdint>
#include <string_view>

namespace utah10::macro10 {

// In printing order.
enum ErrorBit : std::uint32_t {
  kQ = 1U << 13,  // questionable, a warning
  kX = 1U << 12,  // macro definition
  kA = 1U << 11,  // argument
  kD = 1U << 10,  // reference to a multiply defined symbol
  kL = 1U << 9,   // literal
  kR = 1U << 8,   // relocation
  kU = 1U << 7,   // undefined symbol
  kV = 1U << 6,   // value needed on pass 1 and not known
  kN = 1U << 5,   // number
  kO = 1U << 4,   // operator
  kP = 1U << 3,   // phase: passes disagree
  kE = 1U << 2,   // external
  kM = 1U << 1,   // multiply defined
  kS = 1U << 0,   // psect
};
inline constexpr std::uint32_t kAllErrors = (1U << 14) - 1;
inline constexpr std::uint32_t kPass1Errors = kP | kM | kV | kX;  // reported on pass 1
inline constexpr std::string_view kErrorLetters = "QXADLRUVNOPEMS";

constexpr char letterOf(std::uint32_t bit) {
  for (std::size_t i = 0; i < kErrorLetters.size(); ++i)
    if (bit == 1U << (13 - i)) return kErrorLetters[i];
  return ' ';
}

// The general meaning of a letter, used if no specific reason is known.
std::string_view meaningOf(char letter);

}  // namespace utah10::macro10
