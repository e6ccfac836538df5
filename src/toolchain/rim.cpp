// RIM, which a PDP-6 reads in: the computer executes each word of the tape, a DATAI PTR,a that takes the next word to a,
// until a jump starts the program.
#include <fmt/format.h>

#include "toolchain/octal.hpp"
#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kRimFormat = "RIM";
constexpr std::uint32_t kDataiPtr = 0710440;

bool isDatai(Word36 w) { return w.left().bits() == kDataiPtr; }

// Words for ascending locations form one segment.
void deposit(CoreImage& image, VirtualAddress at, Word36 word) {
  const bool next =
      !image.segments.empty() && image.segments.back().first.bits() + image.segments.back().words.size() == at.bits();
  if (!next) image.segments.push_back({at, {}});
  image.segments.back().words.push_back(word);
}

}  // namespace

bool startsWithRim(std::span<const Word36> words) { return !words.empty() && isDatai(words[0]); }

Expected<CoreImage> readRim(const WordFile& file) {
  WordCursor in{file};
  CoreImage image;
  for (;;) {
    const auto word = in.take("a DATAI or the start instruction");
    if (!word) return tl::unexpected(word.error());
    if (!isDatai(*word)) {
      if (!transfersControl(*word)) {
        return in.failAt(in.index() - 1, fmt::format("{} is neither DATAI PTR, nor a jump", octalHalves(*word)),
                         "the tape image is damaged");
      }
      image.start = StartWord::instruction(*word);
      if (!in.restIsZero()) in.leaveRest(image, "they follow the start instruction, for the program to read");
      return in.finish(std::move(image), std::string{kRimFormat});
    }
    const auto content = in.take("the word for " + octalAddress(VirtualAddress{word->right()}));
    if (!content) return tl::unexpected(content.error());
    deposit(image, VirtualAddress{word->right()}, *content);
  }
}

}  // namespace utah10
