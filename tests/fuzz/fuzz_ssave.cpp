#include "fuzz_pages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  fuzz::checkPageFormat(fuzz::asWords(data, size), readSsave, writeSsave);
  return 0;
}
