#include "utah10/toolchain/packing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "toolchain/packing_special.hpp"
#include "toolchain/packing_structure.hpp"

namespace utah10 {

namespace {

using Bytes = std::span<const std::byte>;
using Words = Expected<std::vector<Word36>>;

std::uint64_t at(Bytes b, std::size_t i) { return std::to_integer<std::uint64_t>(b[i]); }

tl::unexpected<Error> failAt(std::size_t offset, std::string what, std::string hint = {}) {
  return fail(fmt::format("byte {}", offset), std::move(what), std::move(hint));
}

std::uint64_t bigEndian(Bytes b) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < b.size(); ++i) value = value << 8 | at(b, i);
  return value;
}

std::optional<Word36> fromDecTape(Bytes b) {
  const std::uint64_t left = littleEndian(b.first(4));
  const std::uint64_t right = littleEndian(b.last(4));
  if (left > HalfWord::kMask || right > HalfWord::kMask) return std::nullopt;
  return Word36{left << 18 | right};
}

std::optional<Word36> fromSevenTrack(Bytes b) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    if (at(b, i) > 0177 || std::popcount(at(b, i)) % 2 == 0) return std::nullopt;
    word = word << 6 | (at(b, i) & 077);
  }
  return Word36{word};
}

std::optional<Word36> fromAnsiAscii(Bytes b) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (at(b, i) > 0177) return std::nullopt;
    word = word << 7 | at(b, i);
  }
  return Word36{word << 8 | (at(b, 4) & 0177) << 1 | at(b, 4) >> 7};
}

// One word of a packing with a fixed number of bytes; empty if a constant bit has the wrong value.
std::optional<Word36> wordFrom(Bytes b, Packing packing) {
  switch (packing) {
    case Packing::DecTape:
      return fromDecTape(b);
    case Packing::SevenTrack:
      return fromSevenTrack(b);
    case Packing::Alto: {
      const std::uint64_t spare = at(b, 0) >> 4;
      if (spare != 0 && spare != (at(b, 4) & 017)) return std::nullopt;
      return Word36{bigEndian(b)};
    }
    case Packing::CoreDump:
      // KLH10's boot files repeat bits 30 and 31, so that the fifth byte is bits 30-35.
      if (const auto spare = at(b, 4) >> 4; spare != 0 && spare != (at(b, 3) & 3)) return std::nullopt;
      return Word36{bigEndian(b.first(4)) << 4 | (at(b, 4) & 017)};
    case Packing::AnsiAscii:
      return fromAnsiAscii(b);
    case Packing::Data8:
    case Packing::PaperTape:
    case Packing::HighDensity:
    case Packing::Dld9:
    case Packing::Its:
      break;  // not a word at a time
  }
  return std::nullopt;
}

// Data8 is what packs are kept in, five million words of it: whole words at a time.
constexpr std::size_t kData8Bytes = 8;

std::uint64_t inLittleEndian(std::uint64_t value) {
  return std::endian::native == std::endian::little ? value : __builtin_bswap64(value);
}

Words unpackData8(Bytes bytes) {
  std::vector<Word36> words;
  words.reserve(bytes.size() / kData8Bytes);
  for (std::size_t i = 0; i < bytes.size(); i += kData8Bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i, kData8Bytes);
    value = inLittleEndian(value);
    if (value > Word36::kMask) return failAt(i, "not a word in data8 packing");
    words.emplace_back(value);
  }
  return words;
}

std::vector<std::byte> packData8(std::span<const Word36> words) {
  std::vector<std::byte> out(words.size() * kData8Bytes);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t value = inLittleEndian(words[i].bits());
    std::memcpy(out.data() + i * kData8Bytes, &value, kData8Bytes);
  }
  return out;
}

Words unpackFixed(Bytes bytes, Packing packing) {
  const std::size_t size = fixedBytesPerWord(packing);
  if (bytes.size() % size != 0) {
    return failAt(bytes.size(), fmt::format("the file ends inside a word: {} packing has {} bytes per word",
                                            packingName(packing), size));
  }
  if (packing == Packing::Data8) return unpackData8(bytes);
  std::vector<Word36> words;
  words.reserve(bytes.size() / size);
  for (std::size_t i = 0; i < bytes.size(); i += size) {
    const auto word = wordFrom(bytes.subspan(i, size), packing);
    if (!word) return failAt(i, fmt::format("not a word in {} packing", packingName(packing)));
    words.push_back(*word);
  }
  return words;
}

Words unpackPaperTape(Bytes bytes) {
  std::vector<Word36> words;
  std::uint64_t word = 0;
  int frames = 0;
  for (const std::byte b : bytes) {
    const auto frame = std::to_integer<std::uint64_t>(b);
    if ((frame & 0200) == 0) continue;
    word = word << 6 | (frame & 077);
    if (++frames % 6 == 0) words.emplace_back(word);
  }
  if (frames % 6 != 0) {
    return failAt(bytes.size(), fmt::format("the tape ends inside a word, after {} of 6 frames", frames % 6),
                  "the tape image is truncated");
  }
  return words;
}

Words unpackHighDensity(Bytes bytes) {
  const std::size_t tail = bytes.size() % 9;
  if (tail != 0 && tail != 5) {
    return failAt(bytes.size(), "the file ends inside a word: high-density packing has 9 bytes for 2 words");
  }
  std::vector<Word36> words;
  words.reserve(bytes.size() / 9 * 2 + 1);
  for (std::size_t i = 0; i < bytes.size(); i += 9) {
    words.emplace_back(bigEndian(bytes.subspan(i, 5)) >> 4);
    if (i + 9 <= bytes.size()) {
      words.emplace_back(bigEndian(bytes.subspan(i + 4, 5)));
    } else if ((at(bytes, i + 4) & 017) != 0) {
      return failAt(i + 4, "the file ends inside a word: the last four bits begin another");
    }
  }
  return words;
}

void append(std::vector<std::byte>& out, std::uint64_t value) { out.push_back(static_cast<std::byte>(value & 0377)); }

void appendFrames(std::vector<std::byte>& out, std::uint64_t word, bool parity) {
  for (int shift = 30; shift >= 0; shift -= 6) {
    const std::uint64_t bits = (word >> shift) & 077;
    const std::uint64_t odd = std::popcount(bits) % 2 == 0 ? 0100 : 0;
    append(out, parity ? bits | odd : bits | 0200);
  }
}

void appendWord(std::vector<std::byte>& out, std::uint64_t w, Packing packing) {
  switch (packing) {
    case Packing::PaperTape:
      return appendFrames(out, w, false);
    case Packing::SevenTrack:
      return appendFrames(out, w, true);
    case Packing::DecTape:
      for (const std::uint64_t half : {w >> 18, w & HalfWord::kMask})
        for (int shift = 0; shift < 32; shift += 8) append(out, half >> shift);
      return;
    case Packing::Alto:
      append(out, (w & 017) << 4 | w >> 32);
      for (int shift = 24; shift >= 0; shift -= 8) append(out, w >> shift);
      return;
    case Packing::CoreDump:
      for (int shift = 28; shift > 0; shift -= 8) append(out, w >> shift);
      return append(out, w & 017);
    case Packing::AnsiAscii:
      for (int shift = 29; shift > 1; shift -= 7) append(out, (w >> shift) & 0177);
      return append(out, (w & 1) << 7 | ((w >> 1) & 0177));
    case Packing::Data8:
    case Packing::HighDensity:
    case Packing::Dld9:
    case Packing::Its:
      break;  // not a word at a time
  }
}

std::vector<std::byte> packHighDensity(std::span<const Word36> words) {
  std::vector<std::byte> out;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::uint64_t first = words[i].bits();
    const bool odd = i + 1 == words.size();
    const std::uint64_t second = odd ? 0 : words[i + 1].bits();
    for (int shift = 28; shift > 0; shift -= 8) append(out, first >> shift);
    append(out, (first & 017) << 4 | second >> 32);
    if (odd) break;
    for (int shift = 24; shift >= 0; shift -= 8) append(out, second >> shift);
  }
  return out;
}

std::vector<std::size_t> paperTapeOffsets(Bytes bytes) {
  std::vector<std::size_t> offsets;
  std::size_t frames = 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if ((at(bytes, i) & 0200) == 0) continue;
    if (frames++ % 6 == 0) offsets.push_back(i);
    end = i + 1;
  }
  if (frames % 6 != 0) offsets.pop_back();
  offsets.push_back(end);
  return offsets;
}

}  // namespace

std::size_t fixedBytesPerWord(Packing packing) {
  switch (packing) {
    case Packing::Data8:
    case Packing::DecTape:
      return 8;
    case Packing::SevenTrack:
      return 6;
    case Packing::Alto:
    case Packing::CoreDump:
    case Packing::AnsiAscii:
      return 5;
    case Packing::PaperTape:
    case Packing::HighDensity:
    case Packing::Dld9:
    case Packing::Its:
      break;
  }
  return 0;
}

Words unpackWords(Bytes bytes, Packing packing) {
  if (packing == Packing::PaperTape) return unpackPaperTape(bytes);
  if (packing == Packing::HighDensity) return unpackHighDensity(bytes);
  if (packing == Packing::Dld9) return unpackDld9(bytes);
  if (packing == Packing::Its) return unpackIts(bytes).map([](ItsWords its) { return std::move(its.words); });
  return unpackFixed(bytes, packing);
}

std::vector<std::byte> packWords(std::span<const Word36> words, Packing packing) {
  if (packing == Packing::HighDensity) return packHighDensity(words);
  if (packing == Packing::Dld9) return packDld9(words);
  if (packing == Packing::Its) return packIts(words);
  if (packing == Packing::Data8) return packData8(words);
  std::vector<std::byte> out;
  for (const Word36 w : words) appendWord(out, w.bits(), packing);
  return out;
}

std::vector<std::size_t> wordOffsets(Bytes bytes, Packing packing) {
  if (packing == Packing::PaperTape) return paperTapeOffsets(bytes);
  if (packing == Packing::Its) {
    auto its = unpackIts(bytes);
    return its ? std::move(its->offsets) : std::vector<std::size_t>{bytes.size()};
  }
  std::vector<std::size_t> offsets;
  if (packing == Packing::HighDensity || packing == Packing::Dld9) {
    const std::size_t words = bytes.size() / 9 * 2 + (bytes.size() % 9 >= 5 ? 1 : 0);
    for (std::size_t i = 0; i < words; ++i) offsets.push_back(i * 9 / 2);
  } else {
    const std::size_t size = fixedBytesPerWord(packing);
    for (std::size_t i = 0; i + size <= bytes.size(); i += size) offsets.push_back(i);
  }
  offsets.push_back(bytes.size());
  return offsets;
}

}  // namespace utah10
