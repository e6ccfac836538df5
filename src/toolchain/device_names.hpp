// I/O device codes and the names MACRO-10 predefines for them.
#pragma once

#include <optional>
#include <string_view>

#include "utah10/word/address.hpp"

namespace utah10 {

// "PTR" for 104; empty when the code has no name.
std::string_view deviceName(DeviceCode code);
// The code for a name, ignoring case.
std::optional<DeviceCode> deviceNamed(std::string_view name);

}  // namespace utah10
