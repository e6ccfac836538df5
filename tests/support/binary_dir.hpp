// The build folder whose programs a test runs. A function, not a macro, because the objects of the tests are linked with
// the libraries of two builds: release, and sanitizers (tests/CMakeLists.txt).
#pragma once

#include <string>

namespace utah10 {

const std::string& binaryDir();

}  // namespace utah10
