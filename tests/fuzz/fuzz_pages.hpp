// Checks for the page formats: an accepted file consists of whole pages, and they survive writing.
#pragma once

#include "fuzz_image.hpp"

namespace utah10::fuzz {

template <class Read, class Write>
void checkPageFormat(const std::vector<Word36>& words, Read read, Write write) {
  const RoundTrip trip{words, read, write};
  if (!trip.written) return;
  const auto twice = write(trip.reread);
  FUZZ_CHECK(twice.has_value());
  FUZZ_CHECK(*twice == *trip.written);
}

}  // namespace utah10::fuzz
