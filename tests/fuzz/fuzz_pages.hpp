// Checks of the formats that keep whole pages: what reads well has whole pages, and they survive writing.
#pragma once

#include "fuzz_image.hpp"

namespace utah10::fuzz {

template <class Read, class Write>
void checkPageFormat(const std::vector<Word36>& words, Read read, Write write) {
  const auto image = read(WordFile{"input", words});
  if (image) {
    checkImage(*image);
    const auto again = write(*image);
    FUZZ_CHECK(again.has_value());
    const auto reread = read(WordFile{"again", *again});
    FUZZ_CHECK(reread.has_value());
    FUZZ_CHECK(sameImage(*image, *reread));
  } else {
    checkError(image.error(), "input");
  }
  const CoreImage made = imageFrom(words);
  const auto written = write(made);
  if (!written) return;
  const auto reread = read(WordFile{"made", *written});
  FUZZ_CHECK(reread.has_value());
  if (made.start) FUZZ_CHECK(reread->startAddress() == made.startAddress());
  const auto twice = write(*reread);
  FUZZ_CHECK(twice.has_value());
  FUZZ_CHECK(*twice == *written);
}

}  // namespace utah10::fuzz
