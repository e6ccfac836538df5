#include "toolchain/word_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/octal.hpp"

namespace utah10 {

bool isJumpa(Word36 w) {
  const Insn& insn = insnOf(Instruction{w});
  return insn.group == Group::Jump && insn.variant == static_cast<std::uint8_t>(Condition::Always);
}

bool transfersControl(Word36 w) {
  switch (insnOf(Instruction{w}).group) {
    case Group::Jrst:
    case Group::Xct:
    case Group::Pushj:
    case Group::Jsr:
    case Group::Jsp:
    case Group::Jsa:
    case Group::Jra:
      return true;
    default:
      return isJumpa(w);
  }
}

tl::unexpected<Error> WordCursor::failAt(std::size_t index, std::string what, std::string hint) const {
  return fail(file_.place(index), std::move(what), std::move(hint));
}

Expected<Word36> WordCursor::take(std::string_view what) {
  if (atEnd()) return failAt(next_, fmt::format("the file ends where {} should be", what), "the image is truncated");
  return file_.words()[next_++];
}

Expected<Segment> WordCursor::takeBlock(VirtualAddress first, std::size_t count) {
  const std::size_t header = next_ - 1;
  if (first.bits() + count > kCoreWords) {
    return failAt(header, fmt::format("a block of {} at {} runs past 777777", octalCount(count), octalAddress(first)),
                  "the image is damaged");
  }
  if (count > remaining()) {
    return failAt(header,
                  fmt::format("the block at {} has {}, but only {:o} follow", octalAddress(first), octalCount(count),
                              remaining()),
                  "the image is truncated");
  }
  const auto words = file_.words().subspan(next_, count);
  next_ += count;
  return Segment{first, {words.begin(), words.end()}};
}

void WordCursor::passRepeats(Word36 word) {
  while (!atEnd() && file_.words()[next_] == word) ++next_;
}

void WordCursor::leaveRest(CoreImage& image, std::string_view why) {
  image.notes.push_back(remaining() == 0
                            ? fmt::format("{}: {}", file_.place(next_), why)
                            : fmt::format("{}: {} left unread: {}", file_.place(next_), octalCount(remaining()), why));
  next_ = file_.words().size();
}

bool WordCursor::restIsZero() const {
  const auto rest = file_.words().subspan(next_);
  return std::all_of(rest.begin(), rest.end(), [](Word36 w) { return w.zero(); });
}

Expected<CoreImage> WordCursor::finish(CoreImage image, std::string format) const {
  if (image.segments.empty()) return fail(file_.name(), "the " + format + " image loads nothing");
  if (!restIsZero()) {
    return failAt(next_, fmt::format("{} after the end of the {} image", octalCount(remaining()), format),
                  "the image is damaged, or the file holds more than one");
  }
  image.format = std::move(format);
  image.packing = file_.packing();
  return image;
}

Expected<std::vector<Block>> blocksOf(const CoreImage& image, std::string_view format) {
  std::vector<Block> blocks;
  for (const Segment& s : image.segments) {
    if (s.first.bits() + s.words.size() > kCoreWords) {
      return fail(std::string{format}, fmt::format("the segment at {} runs past 777777", octalAddress(s.first)));
    }
    std::span<const Word36> rest{s.words};
    VirtualAddress first = s.first;
    while (!rest.empty()) {
      const std::size_t n = std::min(rest.size(), kLargestBlock);
      blocks.push_back({first, rest.first(n)});
      rest = rest.subspan(n);
      first = first.plus(static_cast<std::uint32_t>(n));
    }
  }
  if (blocks.empty()) return fail(std::string{format}, "the image has no words to write");
  return blocks;
}

Expected<Word36> endInstruction(const CoreImage& image, Word36 none, std::string_view format) {
  if (!image.start) return none;
  const StartWord& start = *image.start;
  if (start.kind == StartWordKind::EntryVector) {
    return fail(std::string{format}, "an entry vector cannot be written in this format", "give a start address");
  }
  const Word36 word = start.kind == StartWordKind::Address ? kJrst.word() | start.word : start.word;
  if (word.sign()) {
    return fail(std::string{format}, fmt::format("the start instruction {} is negative", octalHalves(word)),
                "it would be taken for a block; start with a JRST");
  }
  return word;
}

}  // namespace utah10
