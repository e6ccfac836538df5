// TENEX SSAVE: a directory of pages, an entry word, and the pages from file page 2 on (TENEX 1.34, MONJS: GET, SSAVE).
#include <fmt/format.h>

#include "toolchain/core_pages.hpp"
#include "toolchain/entry_word.hpp"
#include "toolchain/octal.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kSsaveFormat = "TENEX SSAVE";
constexpr std::uint32_t kFirstFilePage = 2;
constexpr std::uint32_t kAccess = 0520;     // read, execute, write by copy
constexpr Field kMemoryPage{9, 17};         // of a directory entry
constexpr std::size_t kMostInGroup = 0777;  // pages per group head: must stay below 1000

class Reader {
 public:
  explicit Reader(const WordFile& file) : file_(file), in_(file) {}

  Expected<CoreImage> image() {
    CoreImage image;
    for (;;) {
      const auto word = in_.take("a page directory or the entry vector");
      if (!word) return tl::unexpected(word.error());
      if (word->left().bits() != kSsaveDirectory) {
        const auto start = readEntryWord(in_, *word);
        if (!start) return tl::unexpected(start.error());
        image.start = *start;
        break;
      }
      if (auto error = group(word->right().bits())) return tl::unexpected(std::move(*error));
    }
    if (pages_.empty()) return fail(file_.name(), "the TENEX SSAVE image loads nothing");
    image.segments = segmentsOf(pages_);
    image.format = kSsaveFormat;
    image.packing = file_.packing();
    return image;
  }

 private:
  std::optional<Error> group(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t at = in_.index();
      const auto word = in_.take("a page of the directory");
      if (!word) return word.error();
      if (auto error = page(*word, at)) return error;
    }
    return std::nullopt;
  }

  // One entry: access, memory page, file page.
  std::optional<Error> page(Word36 entry, std::size_t at) {
    const std::uint32_t memoryPage = kMemoryPage.of(entry);
    const std::size_t first = std::size_t{entry.right().bits()} * kCorePageWords;
    if (first == 0)
      return in_
          .failAt(at, fmt::format("page {:o} is assigned to the directory's own page", memoryPage),
                  "the image is damaged")
          .value();
    if (first + kCorePageWords > file_.words().size()) {
      return in_
          .failAt(at,
                  fmt::format("page {:o} should be page {:o} of the file, which ends before it", memoryPage,
                              entry.right().bits()),
                  "the image is truncated")
          .value();
    }
    if (pages_.contains(memoryPage))
      return in_.failAt(at, fmt::format("page {:o} occurs twice", memoryPage), "the image is damaged").value();
    const auto words = file_.words().subspan(first, kCorePageWords);
    pages_[memoryPage].assign(words.begin(), words.end());
    return std::nullopt;
  }

  const WordFile& file_;
  WordCursor in_;
  CorePages pages_;
};

}  // namespace

Expected<CoreImage> readSsave(const WordFile& file) { return Reader{file}.image(); }

Expected<std::vector<Word36>> writeSsave(const CoreImage& image) {
  if (const auto blocks = blocksOf(image, kSsaveFormat); !blocks) return tl::unexpected(blocks.error());
  const auto end = entryWord(image, kSsaveFormat);
  if (!end) return tl::unexpected(end.error());
  const CorePages pages = pagesOf(image);
  std::vector<Word36> out;
  std::size_t left = pages.size();
  std::uint32_t filePage = kFirstFilePage;
  for (const auto& page : pages) {
    const std::size_t index = filePage - kFirstFilePage;
    if (index % kMostInGroup == 0)
      out.push_back(Word36::halves(kSsaveDirectory, static_cast<std::uint32_t>(std::min(left, kMostInGroup))));
    out.push_back(Word36::halves(kAccess << 9 | page.first, filePage++));
    --left;
  }
  out.push_back(*end);
  out.resize(kFirstFilePage * kCorePageWords);
  for (const auto& page : pages) out.insert(out.end(), page.second.begin(), page.second.end());
  return out;
}

}  // namespace utah10
