#include <algorithm>
#include <array>

#include "toolchain/file_head.hpp"
#include "toolchain/packing_special.hpp"
#include "toolchain/packing_structure.hpp"
#include "utah10/toolchain/packing.hpp"

namespace utah10 {

namespace {

using Bytes = std::span<const std::byte>;

struct Name {
  Packing packing;
  std::string_view text;
};
constexpr std::array<Name, 10> kNames = {{{Packing::PaperTape, "paper-tape"},
                                          {Packing::Data8, "data8"},
                                          {Packing::DecTape, "dectape"},
                                          {Packing::SevenTrack, "seven-track"},
                                          {Packing::Alto, "alto"},
                                          {Packing::CoreDump, "core-dump"},
                                          {Packing::AnsiAscii, "ansi-ascii"},
                                          {Packing::HighDensity, "high-density"},
                                          {Packing::Dld9, "dld9"},
                                          {Packing::Its, "its"}}};

// A tape has frames with hole 8 punched, and these never have hole 7: RIM and binary punching leave it out. The frames
// of leader and trailer are below 200.
bool looksLikePaperTape(Bytes bytes) {
  std::size_t frames = 0;
  for (const std::byte b : bytes) {
    const auto frame = std::to_integer<unsigned>(b);
    if (frame >= 0300) return false;
    if (frame >= 0200) ++frames;
  }
  return frames >= 6;
}

// The spare nibble is 0 in every word, or repeats the last four bits in every word.
bool looksLikeAlto(Bytes bytes) {
  bool zero = true;
  bool copy = true;
  for (std::size_t i = 0; i + 5 <= bytes.size(); i += 5) {
    const auto spare = std::to_integer<unsigned>(bytes[i] >> 4);
    zero = zero && spare == 0;
    copy = copy && spare == (std::to_integer<unsigned>(bytes[i + 4]) & 017);
  }
  return zero || copy;
}

// The bytes of the complete words, without the frames or bytes of an incomplete last word.
Bytes wholeWords(Bytes bytes, Packing packing) {
  if (packing == Packing::HighDensity)
    return bytes.first(bytes.size() - (bytes.size() % 9) + (bytes.size() % 9 >= 5 ? 5 : 0));
  if (packing != Packing::PaperTape) return bytes.first(bytes.size() - bytes.size() % fixedBytesPerWord(packing));
  const auto punched = [](std::byte b) { return std::to_integer<unsigned>(b) >= 0200; };
  auto surplus = std::count_if(bytes.begin(), bytes.end(), punched) % 6;
  std::size_t size = bytes.size();
  for (; surplus > 0; --size) surplus -= punched(bytes[size - 1]) ? 1 : 0;
  return bytes.first(size);
}

// Words of evidence required, weighted by packing; always at least two words.
constexpr std::size_t kConvincing = 4;
std::size_t weight(Packing packing) {
  switch (packing) {
    case Packing::Data8:
    case Packing::DecTape:
    case Packing::PaperTape:
    case Packing::SevenTrack:
      return 2;
    case Packing::Alto:
    case Packing::CoreDump:
    case Packing::AnsiAscii:
      return 1;
    case Packing::HighDensity:
    case Packing::Dld9:
    case Packing::Its:
      break;
  }
  return 0;
}

bool structureFits(Bytes whole, Packing packing) {
  if (packing == Packing::PaperTape) return looksLikePaperTape(whole);
  return packing != Packing::Alto || looksLikeAlto(whole);
}

// Every byte from 360 up begins an odd word where a word may begin, and there are too many such bytes for chance.
// KLH10's word converter writes even words so too, and then all words.
bool surelyIts(Bytes bytes) {
  constexpr std::size_t kManyWords = 4 * kConvincing;
  const auto its = unpackIts(bytes);
  if (!its || its->binary < kConvincing) return false;
  return its->evenBinary == 0 || (its->binary == its->words.size() && its->binary >= kManyWords);
}

}  // namespace

std::string_view packingName(Packing packing) {
  const auto* name = std::find_if(kNames.begin(), kNames.end(), [&](const Name& n) { return n.packing == packing; });
  return name->text;
}

std::optional<Packing> packingNamed(std::string_view text) {
  const auto* name = std::find_if(kNames.begin(), kNames.end(), [&](const Name& n) { return n.text == text; });
  return name == kNames.end() ? std::nullopt : std::optional{name->packing};
}

std::vector<PackingFit> packingFits(Bytes bytes) {
  std::vector<PackingFit> fits;
  if (surelyIts(bytes)) fits.push_back({Packing::Its, bytes, false, true});
  for (const Packing packing : kPackings) {
    const Bytes whole = wholeWords(bytes, packing);
    if (whole.empty() || !structureFits(whole, packing)) continue;
    const auto words = unpackWords(whole, packing);
    if (!words) continue;
    // Zero words fit nearly every packing and count for nothing.
    const auto telling = std::count_if(words->begin(), words->end(), [](Word36 w) { return !w.zero(); });
    const bool convincing = static_cast<std::size_t>(telling) * weight(packing) >= kConvincing;
    fits.push_back({packing, whole, whole.size() != bytes.size(), convincing});
  }
  return fits;
}

std::vector<Packing> plausiblePackings(Bytes bytes) {
  std::vector<Packing> found;
  for (const PackingFit& fit : packingFits(bytes)) {
    if (!fit.cut) found.push_back(fit.packing);
  }
  return found;
}

Expected<Packing> detectPacking(Bytes bytes) {
  const std::vector<Packing> found = plausiblePackings(bytes);
  if (found.empty()) {
    return fail("byte 0", bytes.empty() ? "there are no bytes" : "these bytes match no packing of 36-bit words",
                bytes.empty() ? "" : "is the file truncated, or was it copied as text?");
  }
  for (const Packing packing : found) {
    const auto words = unpackWords(bytes, packing);
    if (words && !words->empty() && looksLikeHead(*words)) return packing;
  }
  return found.front();
}

}  // namespace utah10
