#include "toolchain/file_head.hpp"

#include <algorithm>

#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

using Words = std::span<const Word36>;

constexpr std::uint32_t kPages = 01000;

bool blockFitsCore(Word36 header) { return afterIowd(header).bits() + blockCount(header) <= kCoreWords; }

// Read-in takes exactly one block and executes its last word; a single block that ends in anything else is more likely
// a truncated save file.
Likelihood rim10(Words words) {
  if (!words[0].sign() || blockCount(words[0]) + 1 != words.size()) return Likelihood::No;
  return transfersControl(words.back()) ? Likelihood::Likely : Likelihood::No;
}

Likelihood sav(Words words) {
  if (!words[0].sign() || !blockFitsCore(words[0])) return Likelihood::No;
  return blockCount(words[0]) + 1 < words.size() ? Likelihood::Likely : Likelihood::Weak;
}

// 1000,,N and N page words; a program has at least one page and no more than core has.
Likelihood ssave(Words words) {
  const std::uint32_t n = words[0].right().bits();
  if (words[0].left().bits() != 01000 || n == 0 || n > kPages) return Likelihood::No;
  return words.size() > n ? Likelihood::Likely : Likelihood::Weak;
}

// TOPS-10/20 EXE: 1776,,length of the directory, itself included.
Likelihood exe(Words words) {
  const std::uint32_t n = words[0].right().bits();
  if (words[0].left().bits() != 01776 || n < 3 || n > 2 * kPages + 1) return Likelihood::No;
  return words.size() >= n ? Likelihood::Likely : Likelihood::Weak;
}

// MACRO begins a REL file with an entry (4) or name (6) item: its head, then a relocation word of zero.
Likelihood rel(Words words) {
  const std::uint32_t type = words[0].left().bits();
  const bool fits = (type == 4 || type == 6) && words[0].right().bits() <= 01000 && words.size() > 1;
  return fits && words[1].zero() ? Likelihood::Likely : Likelihood::No;
}

}  // namespace

Likelihood likelihood(Words words, FileKind kind) {
  if (words.empty()) return Likelihood::No;
  switch (kind) {
    case FileKind::Rim10b:
      return startsWithRim10bLoader(words) ? Likelihood::Certain : Likelihood::No;
    case FileKind::Sblk:
      return startsWithSblk(words) ? Likelihood::Certain : Likelihood::No;
    case FileKind::Rim10:
      return rim10(words);
    case FileKind::Sav:
      return sav(words);
    case FileKind::Ssave:
      return ssave(words);
    case FileKind::Exe:
      return exe(words);
    case FileKind::Rel:
      return rel(words);
    case FileKind::Rim:
      return startsWithRim(words) ? Likelihood::Likely : Likelihood::No;
    case FileKind::Pdump:
      return startsWithPdump(words) ? Likelihood::Likely : Likelihood::No;
  }
  return Likelihood::No;
}

bool looksLikeHead(Words words) {
  return std::any_of(std::begin(kFileKinds), std::end(kFileKinds),
                     [&](FileKind kind) { return likelihood(words, kind) >= Likelihood::Likely; });
}

}  // namespace utah10
