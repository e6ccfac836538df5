#include "utah10/toolchain/rel_file.hpp"

#include <algorithm>

#include "toolchain/octal.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kGroup = 18;  // two bits per word fill one relocation word

Word36 relocationWord(const RelItem& item, std::size_t first, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kGroup; ++i) bits = bits << 2 | (i < count ? item.relocationOf(first + i) & 3u : 0u);
  return Word36{bits};
}

void encodeGroups(const RelItem& item, std::vector<Word36>& out) {
  for (std::size_t first = 0; first < item.words.size(); first += kGroup) {
    const std::size_t count = std::min(kGroup, item.words.size() - first);
    out.push_back(relocationWord(item, first, count));
    const auto from = item.words.begin() + static_cast<std::ptrdiff_t>(first);
    out.insert(out.end(), from, from + static_cast<std::ptrdiff_t>(count));
  }
}

// Five characters, one of which is NUL: the last word of a text.
bool endsText(Word36 word) {
  const std::string text = unpackAscii(word);
  return text.find('\0') != std::string::npos;
}

class Decoder {
 public:
  explicit Decoder(const WordFile& file) : file_(file), words_(file.words()) {}

  Expected<std::vector<RelItem>> items() {
    std::vector<RelItem> all;
    while (next_ < words_.size()) {
      auto item = one();
      if (!item) return tl::unexpected(std::move(item.error()));
      all.push_back(std::move(*item));
    }
    if (all.empty()) return fail(file_.name(), "the file is empty");
    return all;
  }

 private:
  tl::unexpected<Error> failHere(std::size_t at, std::string what, std::string hint) const {
    return fail(file_.place(at), std::move(what), std::move(hint));
  }

  Expected<RelItem> one() {
    RelItem item;
    item.offset = next_;
    const Word36 head = words_[next_];
    item.type = head.left().bits();
    if (item.type >= kRelText) return text(std::move(item));
    if (item.type > kRelLastType) {
      return failHere(next_, fmt::format("unknown item type {:o}", item.type),
                      "is this a REL file of MACRO or another compiler of the PDP-10?");
    }
    ++next_;
    if (item.is(RelType::Index)) return index(std::move(item));
    if (head.right().bits() == 0) {
      // The loader treats this relocation word as filler, so a file may omit it.
      if (item.type != 0 && next_ < words_.size() && words_[next_].zero()) ++next_;
      return item;
    }
    return groups(std::move(item), head.right().bits());
  }

  Expected<RelItem> groups(RelItem item, std::size_t count) {
    const std::size_t relocations = (count + kGroup - 1) / kGroup;
    if (count + relocations > words_.size() - next_) {
      return failHere(item.offset,
                      fmt::format("the {} item has {}, but only {:o} follow with their relocation",
                                  relTypeName(item.type), octalCount(count), words_.size() - next_),
                      "the file is truncated");
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (i % kGroup == 0) relocation_ = words_[next_++].bits();
      addWord(item, words_[next_++], static_cast<unsigned>(relocation_ >> 34));
      // Bits for words that the item does not have are dropped, as in LOADER (RWORD); FAIL writes some.
      relocation_ = relocation_ << 2 & Word36::kMask;
    }
    return item;
  }

  // A library's directory fills the rest of its block of 200 words; LOADER reads it so, whatever the count says.
  Expected<RelItem> index(RelItem item) {
    constexpr std::size_t kBlock = 0200;
    const std::size_t end = std::min(words_.size(), item.offset / kBlock * kBlock + kBlock);
    for (; next_ < end; ++next_) addWord(item, words_[next_]);
    return item;
  }

  Expected<RelItem> text(RelItem item) {
    while (next_ < words_.size()) {
      item.words.push_back(words_[next_]);
      if (endsText(words_[next_++])) return item;
    }
    return failHere(item.offset, "a text item does not end", "the file is truncated, or not a REL file");
  }

  const WordFile& file_;
  std::span<const Word36> words_;
  std::size_t next_ = 0;
  std::uint64_t relocation_ = 0;
};

}  // namespace

std::vector<Word36> encodeRel(std::span<const RelItem> items) {
  std::vector<Word36> out;
  for (const RelItem& item : items) {
    if (item.type >= kRelText) {
      out.insert(out.end(), item.words.begin(), item.words.end());
      continue;
    }
    out.push_back(Word36::halves(item.type, static_cast<std::uint32_t>(item.words.size())));
    if (item.is(RelType::Index)) {
      out.insert(out.end(), item.words.begin(), item.words.end());
    } else if (item.words.empty()) {
      if (item.type != 0) out.push_back(Word36{});
    } else {
      encodeGroups(item, out);
    }
  }
  return out;
}

Expected<std::vector<RelItem>> decodeRel(const WordFile& file) { return Decoder{file}.items(); }

}  // namespace utah10
