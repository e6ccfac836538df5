#include "support/binary_dir.hpp"

namespace utah10 {

const std::string& binaryDir() {
  static const std::string folder = UTAH10_BINARY_DIR;
  return folder;
}

}  // namespace utah10
