// Reads a WordFile from front to back and makes the errors that all block formats share; private to this layer.
#pragma once

#include "utah10/toolchain/core_image.hpp"
#include "utah10/toolchain/word_file.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

inline constexpr std::size_t kCoreWords = 01000000;
inline constexpr std::size_t kLargestBlock = 0400000;  // a block's count is its negated left half
inline constexpr Instruction kJrst = Instruction::of(kOpcodeOf<Group::Jrst>);
inline constexpr Instruction kHalt = kJrst.withAc(AcNo{kJrstHalt});

constexpr bool isJrst(Word36 w) { return groupOf(Instruction{w}) == Group::Jrst; }
bool isJumpa(Word36 w);
// JRST, JUMPA, XCT, PUSHJ, JSR to JRA: instructions that can sensibly end a block that is read in, or start a program.
bool transfersControl(Word36 w);

// Number of words that a header -n,,x announces; the header must be negative.
constexpr std::size_t blockCount(Word36 header) { return kCoreWords - header.left().bits(); }
constexpr Word36 blockHeader(std::size_t count, VirtualAddress right) {
  return Word36::halves(HalfWord{static_cast<std::uint32_t>(kCoreWords - count)}, right.half());
}
// The right half of an IOWD is one less than the address of the first word.
constexpr VirtualAddress afterIowd(Word36 header) { return VirtualAddress{header.right()}.next(); }
constexpr Word36 iowd(std::size_t count, VirtualAddress first) {
  return blockHeader(count, VirtualAddress{first.bits() + VirtualAddress::kMask});
}

class WordCursor {
 public:
  explicit WordCursor(const WordFile& file) : file_(file) {}

  bool atEnd() const { return next_ == file_.words().size(); }
  std::size_t index() const { return next_; }
  std::size_t remaining() const { return file_.words().size() - next_; }

  tl::unexpected<Error> failAt(std::size_t index, std::string what, std::string hint = {}) const;
  // Takes the next word, or gives an error that the file ends where `what` is expected.
  Expected<Word36> take(std::string_view what);
  Word36 peek(std::size_t ahead = 0) const { return file_.words()[next_ + ahead]; }
  void skip(std::size_t count) { next_ += count; }
  // Notes in `image` that the rest of the file is not read, and goes to its end.
  void leaveRest(CoreImage& image, std::string_view why);
  // Takes the `count` words of the block whose header was just taken.
  Expected<Segment> takeBlock(VirtualAddress first, std::size_t count);
  void passRepeats(Word36 word);  // all that follow
  bool restIsZero() const;
  // Completes the image: only padding may follow, and at least one word must have been loaded.
  Expected<CoreImage> finish(CoreImage image, std::string format) const;

 private:
  const WordFile& file_;
  std::size_t next_ = 0;
};

// A piece of a segment small enough for one header.
struct Block {
  VirtualAddress first;
  std::span<const Word36> words;
};
Expected<std::vector<Block>> blocksOf(const CoreImage& image, std::string_view format);
// The word a loader executes at the end: the start as an instruction, or `none` if there is no start.
Expected<Word36> endInstruction(const CoreImage& image, Word36 none, std::string_view format);

}  // namespace utah10
