// Numbers, counts and times as they are typed and printed at the prompt.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "trace/time_text.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/text.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

inline std::string octal(Word36 w) { return formatOctal(w); }
inline std::string octal(VirtualAddress a) { return formatOctal(a.half()); }
inline std::string halves(Word36 w) { return formatHalves(w); }
// Counts are decimal and are printed with a trailing point.
inline std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{}. {}{}", n, what, n == 1 ? "" : "s");
}
// "400000 overflow": the flags of a PC word by name.
std::string flagText(std::uint32_t flags);

// Parses a decimal count, with or without the point.
Expected<std::uint64_t> parseCount(std::string_view text);
// A number and a unit of time: 2.5s, 10ms, 3us, 40ns.
bool looksLikeDuration(std::string_view text);

}  // namespace utah10
