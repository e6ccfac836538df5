// Checks shared by the fuzz targets of the core image formats.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "fuzz_check.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10::fuzz {

inline void checkImage(const CoreImage& image) {
  FUZZ_CHECK(!image.segments.empty());
  for (const Segment& s : image.segments) {
    FUZZ_CHECK(!s.words.empty());
    FUZZ_CHECK(s.first.bits() + s.words.size() <= 01000000);
  }
  FUZZ_CHECK(!image.format.empty());
  FUZZ_CHECK(!image.summary().empty());
}

inline void checkError(const Error& error, const std::string& name) {
  FUZZ_CHECK(error.where.starts_with(name));
  FUZZ_CHECK(!error.what.empty());
  FUZZ_CHECK(error.text().find('\n') == std::string::npos);
}

inline bool sameImage(const CoreImage& a, const CoreImage& b) { return a.segments == b.segments && a.start == b.start; }

// An image whose addresses, lengths and start are taken from the words themselves: w0 is the start, then a word whose
// halves are address and length of the segment that follows, and so on.
inline CoreImage imageFrom(std::span<const Word36> words) {
  CoreImage image;
  if (words.empty()) return image;
  if (!words[0].zero()) {
    image.start = words[0].left().bits() == 0 ? StartWord::at(VirtualAddress{words[0].right()})
                                              : StartWord::instruction(words[0]);
  }
  words = words.subspan(1);
  while (words.size() > 1) {
    const VirtualAddress first{words[0].left()};
    const std::size_t wanted = words[0].right().bits() % words.size();
    words = words.subspan(1);
    const std::size_t n = std::min<std::size_t>({wanted, words.size(), 01000000 - first.bits()});
    if (n != 0) image.segments.push_back({first, {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(n)}});
    words = words.subspan(n);
  }
  return image;
}

// Reading never crashes; an image that was read can be written and reads back the same. Then writes an arbitrary image
// and returns the original, the written words and the image read back, for the caller's checks.
template <class Read, class Write>
struct RoundTrip {
  CoreImage made;
  std::optional<std::vector<Word36>> written;  // empty: the image cannot be written
  CoreImage reread;

  RoundTrip(const std::vector<Word36>& words, Read read, Write write) : made(imageFrom(words)) {
    const auto image = read(WordFile{"input", words});
    if (image) {
      checkImage(*image);
      const auto again = write(*image);
      FUZZ_CHECK(again.has_value());
      const auto same = read(WordFile{"again", *again});
      FUZZ_CHECK(same.has_value());
      FUZZ_CHECK(sameImage(*image, *same));
    } else {
      checkError(image.error(), "input");
    }
    const auto out = write(made);
    if (!out) return;
    const auto in = read(WordFile{"made", *out});
    FUZZ_CHECK(in.has_value());
    if (made.start) FUZZ_CHECK(in->startAddress() == made.startAddress());
    written = *out;
    reread = *in;
  }
};

// An image that can be written reads back the same.
template <class Read, class Write>
void checkWordFormat(const std::vector<Word36>& words, Read read, Write write) {
  const RoundTrip trip{words, read, write};
  if (trip.written) FUZZ_CHECK(trip.reread.segments == trip.made.segments);
}

}  // namespace utah10::fuzz
