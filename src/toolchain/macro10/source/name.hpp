// Names of symbols: SIXBIT, left-justified.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace utah10::macro10 {

using Name = std::uint64_t;
Name nameOf(std::string_view text);
std::string nameText(Name name);

}  // namespace utah10::macro10
