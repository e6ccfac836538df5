#include "toolchain/host_form.hpp"

#include <algorithm>

#include "toolchain/octal.hpp"
#include "toolchain/text_words.hpp"

namespace utah10 {

namespace {

struct Described {
  HostForm form;
  std::string_view name;
  std::string_view description;
};
constexpr Described kForms[] = {
    {HostForm::packed(Packing::CoreDump), "core-dump", "5 bytes per word, the last 4 bits in a byte (tape dumps)"},
    {HostForm::packed(Packing::AnsiAscii), "ansi-ascii",
     "5 bytes of 7 bits, bit 35 on top of the fifth; text reads as text"},
    {{HostFormKind::Ascii7}, "ascii7", "ansi-ascii that lost bit 35 in a 7-bit channel; only read"},
    {HostForm::packed(Packing::Alto), "alto", "5 bytes, right aligned, the spare bits a copy of the last four"},
    {HostForm::packed(Packing::HighDensity), "high-density",
     "9 bytes for 2 words, big endian (FTP images, dbd9 disks)"},
    {HostForm::packed(Packing::Dld9), "dld9", "9 bytes for 2 words, little endian (KLH10 disks)"},
    {HostForm::packed(Packing::Its), "its", "ITS evacuated files: text as bytes, other words as 360 and up"},
    {HostForm::packed(Packing::Data8), "data8", "8 bytes, a little-endian integer (SIMH disks)"},
    {HostForm::packed(Packing::DecTape), "dectape", "8 bytes, two little-endian halves (SIMH DECtape)"},
    {HostForm::packed(Packing::SevenTrack), "seven-track", "6 frames of 6 bits and odd parity"},
    {HostForm::packed(Packing::PaperTape), "paper-tape", "6 frames of 200 and 6 bits"},
    {{HostFormKind::OctalText}, "octal", "twelve octal digits per line"},
    {{HostFormKind::Text}, "text", "a host text file; five characters per word, lines end in CR LF"},
    {{HostFormKind::Sail}, "sail", "SAIL text as UTF-8: refused, because it is not reversible"},
};

// Names that other programs use for these packings.
struct OtherName {
  std::string_view name;
  std::string_view ours;
};
constexpr OtherName kOtherNames[] = {{"core", "core-dump"},   {"aa", "ansi-ascii"},     {"ascii", "ansi-ascii"},
                                     {"bin", "high-density"}, {"dbd9", "high-density"}, {"h36", "high-density"},
                                     {"dta", "dectape"},      {"pt", "paper-tape"},     {"oct", "octal"},
                                     {"saildart", "sail"},    {"simh", "data8"},        {"dlw8", "data8"}};

constexpr std::string_view kSailWhy = "SAIL text maps characters to UTF-8 and does not say what the words were";

std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error placed(std::string_view name, Error e) {
  e.where = fmt::format("{}: {}", name, e.where);
  return e;
}

std::string lostBits(std::size_t words) {
  return fmt::format("bit 35 of {} {} is 0 and may have been lost", words, words == 1 ? "word" : "words");
}

Expected<std::vector<Word36>> readAscii7(std::span<const std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (std::to_integer<unsigned>(bytes[i]) > 0177) {
      return fail(fmt::format("byte {}", i), "byte above 177 in a file declared to have lost bit 35",
                  "read it as ansi-ascii");
    }
  }
  return unpackWords(bytes, Packing::AnsiAscii);
}

Expected<std::vector<Word36>> wordsAs(std::string_view name, std::span<const std::byte> bytes, HostForm form) {
  switch (form.kind) {
    case HostFormKind::Packed:
      return unpackWords(bytes, form.packing);
    case HostFormKind::Ascii7:
      return readAscii7(bytes);
    case HostFormKind::Text:
      return wordsOfText(asText(bytes));
    case HostFormKind::OctalText:
      return wordsOfOctal(name, asText(bytes));
    case HostFormKind::Sail:
      break;
  }
  return fail("byte 0", std::string{kSailWhy}, "convert it as text if it is plain ASCII");
}

// Other tools' ansi-ascii writers drop the NULs at the end of the last word. Empty if nothing is missing.
std::vector<std::byte> filledUp(std::span<const std::byte> bytes, HostForm form) {
  const bool ascii = form.kind == HostFormKind::Ascii7 || form == HostForm::packed(Packing::AnsiAscii);
  if (!ascii || bytes.size() % 5 == 0) return {};
  std::vector<std::byte> filled{bytes.begin(), bytes.end()};
  filled.resize((bytes.size() / 5 + 1) * 5);
  return filled;
}

std::vector<std::byte> asBytes(std::string_view text) {
  const auto view = std::as_bytes(std::span{text});
  return {view.begin(), view.end()};
}

}  // namespace

std::string_view hostFormName(HostForm form) {
  const auto* found = std::find_if(std::begin(kForms), std::end(kForms), [&](const Described& d) {
    return d.form.kind == form.kind && (form.kind != HostFormKind::Packed || d.form.packing == form.packing);
  });
  return found->name;
}

std::optional<HostForm> hostFormNamed(std::string_view name) {
  for (const OtherName& other : kOtherNames)
    if (other.name == name) name = other.ours;
  for (const Described& d : kForms)
    if (d.name == name) return d.form;
  return std::nullopt;
}

std::string hostFormHelp() {
  std::string text;
  for (const Described& d : kForms) text += fmt::format("  {:<13} {}\n", d.name, d.description);
  text += "  Other names:";
  for (const OtherName& other : kOtherNames) text += fmt::format(" {}={}", other.name, other.ours);
  return text + "\n";
}

Expected<ReadWords> readWords(std::string_view name, std::span<const std::byte> bytes, HostForm form) {
  const std::vector<std::byte> filled = filledUp(bytes, form);
  auto words = wordsAs(name, filled.empty() ? bytes : filled, form);
  if (!words) {
    const bool ownPlace = form.kind == HostFormKind::OctalText;
    return tl::unexpected(ownPlace ? words.error() : placed(name, words.error()));
  }
  ReadWords read{form, std::move(*words), {}};
  if (!filled.empty()) {
    read.warnings.push_back(
        fmt::format("the last word has {} of 5 bytes; the missing ones are taken as 0", bytes.size() % 5));
  }
  if (form.kind == HostFormKind::Ascii7 && !read.words.empty()) read.warnings.push_back(lostBits(read.words.size()));
  return read;
}

Expected<std::vector<std::byte>> writeWords(std::span<const Word36> words, HostForm form, const WriteOptions& options) {
  switch (form.kind) {
    case HostFormKind::Packed:
      return packWords(words, form.packing);
    case HostFormKind::OctalText:
      return asBytes(octalOfWords(words));
    case HostFormKind::Text:
      return textOfWords(words, options.crlf).map([](const TextOfWords& t) { return asBytes(t.text); });
    case HostFormKind::Ascii7:
      return fail("ascii7", "would lose bit 35 of every word", "--to ansi-ascii keeps it");
    case HostFormKind::Sail:
      break;
  }
  return fail("sail", std::string{kSailWhy}, "--to text writes plain ASCII");
}

}  // namespace utah10
