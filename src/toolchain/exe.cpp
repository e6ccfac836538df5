// EXE of TOPS-10 and TOPS-20: directory blocks in the first pages, each `code,,length`, then page images.
#include <fmt/format.h>

#include "toolchain/core_pages.hpp"
#include "toolchain/entry_word.hpp"
#include "toolchain/octal.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kExeFormat = "EXE";
constexpr std::uint32_t kDirectory = 01776, kEntryVector = 01775, kVersion = 01774, kEnd = 01777;
constexpr std::uint32_t kAccess = 0160;                // read, write, execute
constexpr HalfWord kJrstVector = kJrst.word().left();  // instead of a length: a 10/50 program, JRST start
constexpr std::uint32_t kPageField = 0777777777;       // 27 bits
constexpr Field kRepeat{0, 8};                         // of the second word of an entry: pages after the first

class Reader {
 public:
  explicit Reader(const WordFile& file) : file_(file), in_(file) {}

  Expected<CoreImage> image() {
    for (bool more = true; more;) {
      const std::size_t at = in_.index();
      const auto head = in_.take("a block of the directory");
      if (!head) return tl::unexpected(head.error());
      const auto result = block(*head, at);
      if (!result) return tl::unexpected(result.error());
      more = *result;
    }
    if (pages_.empty()) return fail(file_.name(), "the EXE image loads nothing");
    CoreImage image;
    image.segments = segmentsOf(pages_);
    image.start = start_;
    image.format = kExeFormat;
    image.packing = file_.packing();
    return image;
  }

 private:
  // True if another block follows.
  Expected<bool> block(Word36 head, std::size_t at) {
    const std::uint32_t code = head.left().bits();
    const std::uint32_t length = head.right().bits();
    const bool known = code == kDirectory || code == kEntryVector || code == kVersion || code == kEnd;
    if (!known || length == 0)
      return in_.failAt(at, fmt::format("{} is not the head of an EXE block", octalHalves(head)),
                        "the image is damaged");
    if (code == kEnd) return false;
    std::vector<Word36> words;
    for (std::uint32_t i = 1; i < length; ++i) {
      const auto word = in_.take("the rest of an EXE block");
      if (!word) return tl::unexpected(word.error());
      words.push_back(*word);
    }
    if (code == kEntryVector) return entryVector(words, at);
    if (code == kDirectory) return directory(words, at);
    return true;
  }

  Expected<bool> entryVector(const std::vector<Word36>& words, std::size_t at) {
    if (words.size() < 2) return in_.failAt(at, "the entry vector block is too short", "the image is damaged");
    const Word36 word = Word36::halves(words[0].right(), words[1].right());
    if (words[0].right() == kJrstVector)
      start_ = StartWord::instruction(word);
    else if (words[0].zero())
      start_ = StartWord::at(VirtualAddress{words[1].right()});
    else if (words[0].bits() <= kLongestVector)
      start_ = StartWord{StartWordKind::EntryVector, word};
    else
      return in_.failAt(at, fmt::format("an entry vector of {} words", octalHalves(words[0])), "the image is damaged");
    return true;
  }

  Expected<bool> directory(const std::vector<Word36>& words, std::size_t at) {
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
      const std::uint32_t repeat = kRepeat.of(words[i + 1]) + 1;
      const std::uint64_t filePage = words[i].bits() & kPageField;
      const std::uint64_t memoryPage = words[i + 1].bits() & kPageField;
      if (memoryPage + repeat > kCorePages) {
        return in_.failAt(at, fmt::format("{:o} pages from {:o} on do not fit in core", repeat, memoryPage),
                          "only section 0 can be loaded");
      }
      for (std::uint32_t k = 0; k < repeat; ++k) {
        const auto number = static_cast<std::uint32_t>(memoryPage) + k;
        if (pages_.contains(number))
          return in_.failAt(at, fmt::format("page {:o} occurs twice", number), "the image is damaged");
        auto& page = pages_[number];
        page.assign(kCorePageWords, Word36{});
        if (filePage == 0) continue;  // a page of zeros
        const std::uint64_t first = (filePage + k) * kCorePageWords;
        if (first + kCorePageWords > file_.words().size()) {
          return in_.failAt(at,
                            fmt::format("page {:o} should be page {:o} of the file, which ends before it",
                                        memoryPage + k, filePage + k),
                            "the image is truncated");
        }
        const auto image = file_.words().subspan(static_cast<std::size_t>(first), kCorePageWords);
        page.assign(image.begin(), image.end());
      }
    }
    return true;
  }

  const WordFile& file_;
  WordCursor in_;
  CorePages pages_;
  std::optional<StartWord> start_;
};

// The directory: two words per run of pages.
std::vector<Word36> directoryOf(const CorePages& pages, std::uint32_t filePage) {
  std::vector<Word36> pairs;
  for (auto p = pages.begin(); p != pages.end();) {
    const std::uint32_t first = p->first;
    std::uint32_t count = 0;
    for (; p != pages.end() && p->first == first + count; ++p) ++count;
    pairs.push_back(Word36::halves(kAccess << 9, filePage));
    pairs.push_back(Word36::halves((count - 1) << 9, first));
    filePage += count;
  }
  pairs.insert(pairs.begin(), Word36::halves(kDirectory, static_cast<std::uint32_t>(pairs.size() + 1)));
  return pairs;
}

}  // namespace

Expected<CoreImage> readExe(const WordFile& file) { return Reader{file}.image(); }

Expected<std::vector<Word36>> writeExe(const CoreImage& image) {
  if (const auto blocks = blocksOf(image, kExeFormat); !blocks) return tl::unexpected(blocks.error());
  const auto end = entryWord(image, kExeFormat);
  if (!end) return tl::unexpected(end.error());
  const CorePages pages = pagesOf(image);
  constexpr std::size_t kOther = 4;  // words outside the page directory block
  const std::size_t length = directoryOf(pages, 0).size() + kOther;
  const auto filePage = static_cast<std::uint32_t>((length + kCorePageWords - 1) / kCorePageWords);
  std::vector<Word36> out = directoryOf(pages, filePage);
  if (image.start) {
    out.push_back(Word36::halves(kEntryVector, 3));
    out.push_back(Word36{end->left().bits()});
    out.push_back(Word36{end->right().bits()});
  }
  out.push_back(Word36::halves(kEnd, 1));
  out.resize(filePage * kCorePageWords);
  for (const auto& page : pages) out.insert(out.end(), page.second.begin(), page.second.end());
  return out;
}

}  // namespace utah10
