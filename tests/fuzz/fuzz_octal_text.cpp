#include <string_view>

#include "fuzz_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  const auto image = readOctalText("input", {reinterpret_cast<const char*>(data), size});
  if (!image) {
    fuzz::checkError(image.error(), "input");
    return 0;
  }
  fuzz::checkImage(*image);
  const auto text = writeOctalText(*image);
  FUZZ_CHECK(text.has_value());
  const auto again = readOctalText("again", *text);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(fuzz::sameImage(*image, *again));
  FUZZ_CHECK(*writeOctalText(*again) == *text);
  return 0;
}
