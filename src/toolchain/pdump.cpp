// ITS PDUMP: a map of pages of 2000 words, the accumulators, the pages; then as SBLK from the start word on. Source:
// BINFMT of the ITS documents.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "toolchain/its_information.hpp"
#include "toolchain/octal.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kPdumpFormat = "ITS PDUMP";
constexpr std::size_t kItsPageWords = 02000;
constexpr std::size_t kItsPages = 0400;
constexpr std::size_t kAccumulatorsAt = 01000;  // in the first page of the file
constexpr std::size_t kAccumulators = 020;
constexpr Field kOtherPage{27, 35};     // of a map word: the page that is shared
constexpr Field kNeverSet{3, 17};       // BINFMT names bits 0-2, 18, 19 and 27-35
constexpr int kAbsolute = 0;            // the page is one of the system's, not in the file
constexpr int kShared = 2;              // the page is another one of the program
constexpr int kWrite = 18, kRead = 19;  // with either, and neither of the above, the file has the page

bool inFile(Word36 map) { return !map.bit(kAbsolute) && !map.bit(kShared) && (map.bit(kWrite) || map.bit(kRead)); }

VirtualAddress addressOf(std::size_t page) { return VirtualAddress{static_cast<std::uint32_t>(page * kItsPageWords)}; }

class PdumpReader {
 public:
  explicit PdumpReader(const WordFile& file) : file_(file), in_(file) {}

  Expected<CoreImage> image() {
    if (file_.words().size() < kItsPageWords)
      return in_.failAt(file_.words().size(), "the file ends inside the page map", "the image is truncated");
    in_.skip(kItsPageWords);
    for (std::size_t page = 0; page < kItsPages; ++page)
      if (auto taken = takePage(page); !taken) return tl::unexpected(taken.error());
    noteSystemPages();
    const auto saved = file_.words().subspan(kAccumulatorsAt, kAccumulators);
    image_.segments.push_back({VirtualAddress{}, {saved.begin(), saved.end()}});  // last: page 0 has a copy of its own
    const auto start = in_.take("the start instruction");
    if (!start) return tl::unexpected(start.error());
    if (start->sign())
      return in_.failAt(in_.index() - 1, fmt::format("the start instruction is {}", octalHalves(*start)),
                        "the image is damaged");
    if (!start->zero()) image_.start = StartWord::instruction(*start);
    if (auto passed = passOrLeaveItsInformation(in_, image_, *start); !passed) return tl::unexpected(passed.error());
    return in_.finish(std::move(image_), std::string{kPdumpFormat});
  }

 private:
  Word36 mapOf(std::size_t page) const { return file_.words()[1 + page]; }

  Expected<void> takePage(std::size_t page) {
    const Word36 map = mapOf(page);
    if (inFile(map)) {
      if (in_.remaining() < kItsPageWords)
        return in_.failAt(1 + page, fmt::format("page {:o} is not in the file, which ends before it", page),
                          "the image is truncated");
      pageAt_[page] = in_.index();
      in_.skip(kItsPageWords);
      load(page, page);
    } else if (map.bit(kAbsolute)) {
      systemPages_.push_back(page);
    } else if (map.bit(kShared)) {
      // The page that is shared comes first, so that it has been read.
      const std::size_t other = kOtherPage.of(map);
      if (!pageAt_.contains(other))
        return in_.failAt(1 + page,
                          fmt::format("page {:o} is the same as page {:o}, which is not before it", page, other),
                          "the image is damaged");
      load(page, other);
    }
    return {};
  }

  void load(std::size_t page, std::size_t from) {
    const auto words = file_.words().subspan(pageAt_.at(from), kItsPageWords);
    image_.segments.push_back({addressOf(page), {words.begin(), words.end()}});
  }

  // A program shares pages of the monitor, such as the system's tables; the file has only their numbers.
  void noteSystemPages() {
    if (systemPages_.empty()) return;
    const std::size_t first = systemPages_.front();
    image_.notes.push_back(fmt::format("{}: {:o} page{} of the system not in the file, the first at {}",
                                       file_.place(1 + first), systemPages_.size(), systemPages_.size() == 1 ? "" : "s",
                                       octalAddress(addressOf(first))));
  }

  const WordFile& file_;
  WordCursor in_;
  CoreImage image_;
  std::vector<std::size_t> systemPages_;
  std::map<std::size_t, std::size_t> pageAt_;  // where in the file the pages read so far are
};

}  // namespace

bool startsWithPdump(std::span<const Word36> words) {
  if (words.size() <= kItsPages || !words[0].zero()) return false;
  const auto map = words.subspan(1, kItsPages);
  if (std::any_of(map.begin(), map.end(), [](Word36 w) { return kNeverSet.of(w) != 0; })) return false;
  return std::any_of(map.begin(), map.end(), inFile);
}

Expected<CoreImage> readPdump(const WordFile& file) { return PdumpReader{file}.image(); }

}  // namespace utah10
