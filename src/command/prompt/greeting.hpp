// The built-in greeting program. Private to the command layer.
#pragma once

#include <string_view>

#include "utah10/toolchain/core_image.hpp"

namespace utah10 {

inline constexpr std::string_view kHerald = "\r\nUTAH10 KA10 GREETS YOU. WHAT YOU TYPE COMES BACK.\r\n";

CoreImage greetingProgram();

}  // namespace utah10
