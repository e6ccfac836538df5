// page.css and page.js, embedded in the program by the build.
#pragma once

#include <string_view>

namespace utah10 {

std::string_view pageStyle();
std::string_view pageScript();

}  // namespace utah10
