#include "command/terminals/tape_file.hpp"

#include <algorithm>
#include <array>

#include "devices/magtape_image.hpp"
#include "utah10/toolchain/packing.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kLabelWords = 4;
constexpr std::size_t kRecordWords = 01000;
constexpr std::string_view kWho = "tape";

Word36 labelName() {
  std::uint64_t bits = 0;
  for (const char c : std::string_view{"TAPE10"}) bits = (bits << 6) | sixbitCode(c);
  return Word36{bits};
}

TapeObject record(std::span<const Word36> words) {
  TapeObject object;
  for (const std::byte b : packWords(words, Packing::CoreDump))
    object.frames.push_back(std::to_integer<std::uint8_t>(b));
  return object;
}

Expected<std::vector<Word36>> wordsOf(const TapeObject& object) {
  return unpackWords(std::as_bytes(std::span{object.frames}), Packing::CoreDump);
}

std::size_t wordsFor(std::uint64_t bytes, unsigned size) {
  const std::uint64_t each = 36 / size;
  return static_cast<std::size_t>((bytes + each - 1) / each);
}

Expected<FileContents> readLabel(const TapeObject& first) {
  const auto words = wordsOf(first);
  const bool labelled = words && words->size() == kLabelWords && words->front() == labelName();
  const std::uint64_t size = labelled ? (*words)[1].bits() : 0;
  if (size < 1 || size > 36) return fail("", "the tape that TENEX wrote has no label of the program TAPE");
  FileContents contents;
  contents.byteSize = static_cast<unsigned>(size);
  contents.bytes = (*words)[2].bits();
  return contents;
}

}  // namespace

Expected<void> writeTapeFile(const std::filesystem::path& tape, const FileContents& contents) {
  auto image = MagTapeImage::open(kWho, tape, {.create = true});
  if (!image) return tl::unexpected(image.error());
  const std::array<Word36, kLabelWords> label{labelName(), Word36{contents.byteSize}, Word36{contents.bytes}, Word36{}};
  image->write(image->size(), record(label));
  for (std::size_t at = 0; at < wordsFor(contents.bytes, contents.byteSize); at += kRecordWords) {
    std::vector<Word36> page(kRecordWords);
    const auto rest = std::span{contents.words}.subspan(std::min(at, contents.words.size()));
    std::ranges::copy(rest.first(std::min(rest.size(), kRecordWords)), page.begin());
    image->write(image->size(), record(page));
  }
  TapeObject mark;
  mark.kind = TapeObjectKind::Mark;
  image->write(image->size(), std::move(mark));
  return image->flush();
}

Expected<FileContents> readTapeFile(const std::filesystem::path& tape) {
  const auto image = MagTapeImage::open(kWho, tape, {.readOnly = true});
  if (!image) return tl::unexpected(image.error());
  if (image->size() == 0) return fail("", "TENEX wrote nothing on the tape");
  auto contents = readLabel(image->at(0));
  if (!contents) return contents;
  for (std::size_t n = 1; n < image->size() && image->at(n).kind == TapeObjectKind::Record; ++n) {
    const auto words = wordsOf(image->at(n));
    if (!words) return tl::unexpected(words.error());
    contents->words.insert(contents->words.end(), words->begin(), words->end());
  }
  const std::size_t wanted = wordsFor(contents->bytes, contents->byteSize);
  if (contents->words.size() < wanted)
    return fail("", fmt::format("the tape ends after {} of {} words", contents->words.size(), wanted));
  contents->words.resize(wanted);
  return contents;
}

}  // namespace utah10
