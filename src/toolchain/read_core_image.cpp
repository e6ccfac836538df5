// Detects a file's format: tries every plausible packing with every format whose head fits, most likely first.
#include <fmt/format.h>

#include <algorithm>

#include "toolchain/file_head.hpp"
#include "toolchain/input_file.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/packing_structure.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view kKnown =
    "known formats are RIM10, RIM10B, RIM, SBLK, PDUMP, 10/50 SAV, SSAVE, EXE and octal text";

// Text has no control characters except line ends and the like. A frame tape has bytes from 200 up and blank leader; an
// image in ANSI-ASCII packing has rubouts and NULs.
bool looksLikeText(Bytes bytes) {
  bool ascii = false;
  for (const std::byte b : bytes) {
    const auto c = std::to_integer<unsigned>(b);
    const bool space = c == '\t' || c == '\n' || c == '\r' || c == '\f';
    if ((c < 040 && !space) || c == 0177) return false;
    ascii = ascii || c < 0200;
  }
  return ascii;
}

// The bytes unpacked in one packing.
struct Reading {
  WordFile file;
  bool convincing = false;
  std::optional<Error> cut;           // the file ends inside a word; set only if no other packing fits to the end
  std::optional<WordFile> completed;  // the same with NULs at the end, if it is then a whole number of pages
};

struct Candidate {
  const Reading* reading;
  FileKind kind;
  Likelihood likelihood;
};

Expected<CoreImage> readAs(const WordFile& file, FileKind kind) {
  switch (kind) {
    case FileKind::Rim10b:
      return readRim10b(file);
    case FileKind::Sblk:
      return readSblk(file);
    case FileKind::Rim10:
      return readRim10(file);
    case FileKind::Sav:
      return readSav(file);
    case FileKind::Ssave:
      return readSsave(file);
    case FileKind::Exe:
      return readExe(file);
    case FileKind::Rim:
      return readRim(file);
    case FileKind::Pdump:
      return readPdump(file);
    case FileKind::Rel:
      break;
  }
  return fail(file.place(0), "a relocatable (REL) file, not a core image", "link it first: link10 -o X.sav X.rel");
}

// A file sent through a 7-bit text channel: bit 35 of every word is lost, which damages half of all instructions.
bool lostBit35(const WordFile& file) {
  constexpr std::size_t kEnoughWords = 0400;
  return file.packing() == Packing::AnsiAscii && file.words().size() >= kEnoughWords &&
         std::none_of(file.words().begin(), file.words().end(), [](Word36 w) { return w.bit(35); });
}

// Programs that copy files as text drop NULs at the end; the last word of a page of a program is often 0 or nearly so.
std::optional<WordFile> withNuls(const std::string& name, Bytes bytes, Packing packing) {
  constexpr std::size_t kPage = 01000;
  if (packing != Packing::AnsiAscii) return std::nullopt;
  std::vector<std::byte> padded(bytes.begin(), bytes.end());
  padded.resize((padded.size() + 4) / 5 * 5);
  auto file = WordFile::unpack(name, padded, packing);
  if (!file || file->words().size() % kPage != 0) return std::nullopt;
  return std::move(*file);
}

// Only a file of pages: in other formats the last word is the start.
Expected<CoreImage> readCompleted(const Candidate& c) {
  if (!c.reading->completed || (c.kind != FileKind::Exe && c.kind != FileKind::Ssave))
    return tl::unexpected(*c.reading->cut);
  auto image = readAs(*c.reading->completed, c.kind);
  if (image) image->notes.push_back("the file ends inside the last word of a page; the rest of it is taken as NUL");
  return image;
}

std::vector<Reading> readingsOf(const std::string& name, Bytes bytes) {
  std::vector<Reading> readings;
  const std::vector<PackingFit> fits = packingFits(bytes);
  const bool fitsWhole = std::any_of(
      fits.begin(), fits.end(), [](const PackingFit& fit) { return !fit.cut && fit.packing != Packing::HighDensity; });
  for (const PackingFit& fit : fits) {
    if (fit.cut && (fitsWhole || !fit.convincing)) continue;
    auto file = WordFile::unpack(name, fit.whole, fit.packing);
    if (!file) continue;
    std::optional<Error> cut;
    std::optional<WordFile> completed;
    if (fit.cut) {
      cut = WordFile::unpack(name, bytes, fit.packing).error();
      completed = withNuls(name, bytes, fit.packing);
    }
    readings.push_back({std::move(*file), fit.convincing, std::move(cut), std::move(completed)});
  }
  return readings;
}

std::vector<Candidate> candidatesOf(const std::vector<Reading>& readings) {
  std::vector<Candidate> found;
  bool convinced = false;
  for (const Reading& reading : readings) {
    // High density comes last and fits anything, for instance the rest of a file in another packing.
    if (convinced && !reading.convincing) continue;
    for (const FileKind kind : kFileKinds) {
      const Likelihood how = likelihood(reading.file.words(), kind);
      if (how != Likelihood::No) found.push_back({&reading, kind, how});
    }
    convinced = convinced || (reading.convincing && !found.empty());
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Candidate& a, const Candidate& b) { return a.likelihood > b.likelihood; });
  return found;
}

Expected<CoreImage> readCandidate(const Candidate& c) {
  const WordFile& file = c.reading->file;
  if (lostBit35(file)) {
    return fail(file.place(0), "bit 35 of every word is lost (the file was copied as 7-bit text)", "get a binary copy");
  }
  if (c.reading->cut) return readCompleted(c);
  return readAs(file, c.kind);
}

// The first candidate that reads without error; if none does, the error of the most likely. Certain ends the search.
Expected<CoreImage> readBest(const std::vector<Candidate>& candidates) {
  std::optional<Error> best;
  for (const Candidate& c : candidates) {
    auto image = readCandidate(c);
    if (image || c.likelihood == Likelihood::Certain) return image;
    if (!best) best = std::move(image.error());
  }
  return tl::unexpected(std::move(*best));
}

Expected<CoreImage> readPacked(const std::string& name, Bytes bytes) {
  const std::vector<Reading> readings = readingsOf(name, bytes);
  const std::vector<Candidate> candidates = candidatesOf(readings);
  if (!candidates.empty()) return readBest(candidates);
  if (readings.empty()) {
    return fail(name, fmt::format("{} bytes that match no packing of 36-bit words", bytes.size()),
                "is the file truncated, or was it copied as text?");
  }
  const WordFile& file = readings.front().file;
  return fail(name,
              fmt::format("not a core image: the first word is {} in {} packing", octalHalves(file.words()[0]),
                          packingName(*file.packing())),
              std::string{kKnown});
}

}  // namespace

Expected<CoreImage> readCoreImage(std::string name, Bytes bytes) {
  if (bytes.empty()) return fail(std::move(name), "the file is empty");
  if (bytes.size() > kLargestCoreImageFile) {
    return fail(std::move(name), fmt::format("{} bytes is too large for a core image", bytes.size()),
                fmt::format("at most {} bytes are read", kLargestCoreImageFile));
  }
  if (looksLikeText(bytes)) {
    return readOctalText(std::move(name), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return readPacked(name, bytes);
}

Expected<CoreImage> loadCoreImage(const std::filesystem::path& path) {
  const auto bytes = readFileWhole(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return readCoreImage(path.string(), *bytes);
}

}  // namespace utah10
