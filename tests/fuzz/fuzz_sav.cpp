#include "fuzz_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  fuzz::checkWordFormat(fuzz::asWords(data, size), readSav, writeSav);
  return 0;
}
