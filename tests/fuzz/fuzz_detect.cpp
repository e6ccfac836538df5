// The complete input path: bytes of unknown packing and format.
#include "fuzz_image.hpp"

namespace {

// Writes the image in the format it was read from; empty if that format is read only.
utah10::Expected<std::vector<utah10::Word36>> rewrite(const utah10::CoreImage& image) {
  using namespace utah10;
  if (image.format == "RIM10") return writeRim10(image);
  if (image.format == "RIM10B") return writeRim10b(image);
  if (image.format == "SBLK") return writeSblk(image);
  if (image.format == "TENEX SSAVE") return writeSsave(image);
  if (image.format == "EXE") return writeExe(image);
  if (image.format == "ITS PDUMP" || image.format == "RIM") return std::vector<Word36>{};
  FUZZ_CHECK(image.format == "10/50 SAV");
  return writeSav(image);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  const auto bytes = fuzz::asBytes(data, size);
  const auto packing = detectPacking(bytes);
  if (!packing) fuzz::checkError(packing.error(), "byte 0");
  const auto image = readCoreImage("input", bytes);
  if (!image) {
    fuzz::checkError(image.error(), "input");
    return 0;
  }
  fuzz::checkImage(*image);
  if (!image->packing) {
    FUZZ_CHECK(image->format == "octal text");
    return 0;
  }
  FUZZ_CHECK(packing.has_value());
  const auto words = rewrite(*image);
  FUZZ_CHECK(words.has_value());
  const auto again = unpackWords(packWords(*words, *image->packing), *image->packing);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(*again == *words);
  return 0;
}
