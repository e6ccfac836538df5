// Detects the form of a host file and gives the evidence.
#include <algorithm>

#include "toolchain/file_head.hpp"
#include "toolchain/host_form.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/packing_special.hpp"
#include "toolchain/packing_structure.hpp"
#include "toolchain/text_words.hpp"

namespace utah10 {

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kEnoughToMissBit35 = 0100;  // this many words with bit 35 zero are no accident in a program

bool isText(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) {
    const auto c = std::to_integer<unsigned>(b);
    return (c >= 007 && c <= 015) || c == 033 || (c >= ' ' && c < 0177);
  });
}

HostFormFinding textFinding(std::string_view name, Bytes bytes) {
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  const auto octal = wordsOfOctal(name, text);
  if (octal && !octal->empty()) {
    return {{HostFormKind::OctalText}, {fmt::format("every line is an octal word, {} of them", octal->size())}};
  }
  return {{HostFormKind::Text}, {fmt::format("all {} bytes are printing ASCII or line ends", bytes.size())}};
}

std::string structureEvidence(Packing packing) {
  switch (packing) {
    case Packing::PaperTape:
      return "frames have hole 8 punched but not hole 7; the others are blank";
    case Packing::Data8:
      return "of every 8 bytes the last 28 bits are 0";
    case Packing::DecTape:
      return "of every 4 bytes the last 14 bits are 0";
    case Packing::SevenTrack:
      return "every frame has odd parity";
    case Packing::Alto:
      return "of every 5 bytes the first 4 bits repeat the last 4, or are 0 throughout";
    case Packing::CoreDump:
      return "of every 5 bytes the last begins with 4 zero bits";
    case Packing::AnsiAscii:
      return "of every 5 bytes the first 4 are below 200";
    case Packing::Its:
      return "every byte from 360 up begins a word of 5 bytes where a word may begin";
    case Packing::HighDensity:
    case Packing::Dld9:
      break;
  }
  return "any bytes fit; only the first words are evidence";
}

struct Candidate {
  Packing packing;
  bool convincing = false;
  bool head = false;
  bool cut = false;
  std::vector<Word36> words;  // complete words only
};

// Counts five-byte words with bit 35 = 1 that begin where a word may begin. At least two are evidence, if every byte
// from 360 up begins one.
std::optional<Candidate> itsCandidate(Bytes bytes) {
  auto its = unpackIts(bytes);
  if (!its || its->words.empty() || its->evenBinary != 0) return std::nullopt;
  const bool head = looksLikeHead(its->words);
  return Candidate{Packing::Its, its->binary >= 2, head, false, std::move(its->words)};
}

bool constantBits(Packing p) { return p != Packing::HighDensity && p != Packing::Dld9 && p != Packing::Its; }

// Strongest evidence first.
std::vector<Candidate> candidatesOf(Bytes bytes) {
  std::vector<Candidate> found;
  for (const PackingFit& fit : packingFits(bytes)) {
    if (fit.cut && !fit.convincing) continue;
    auto words = unpackWords(fit.whole, fit.packing);
    if (!words || words->empty()) continue;
    found.push_back({fit.packing, fit.convincing, looksLikeHead(*words), fit.cut, std::move(*words)});
  }
  const bool surelyIts = !found.empty() && found.front().packing == Packing::Its;
  if (auto its = itsCandidate(bytes); its && !surelyIts) found.push_back(std::move(*its));
  if (auto words = unpackDld9(bytes); words && !words->empty()) {
    const bool head = looksLikeHead(*words);
    found.push_back({Packing::Dld9, false, head, false, std::move(*words)});
  }
  const auto rank = [](const Candidate& c) {
    const int whole = c.convincing ? 8 : c.head && constantBits(c.packing) ? 4 : c.head ? 2 : 0;
    return c.cut ? (c.head ? 7 : 6) : whole + (c.convincing && c.head ? 1 : 0);
  };
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
  return found;
}

bool tellsNothing(const Candidate& c) { return !constantBits(c.packing) && !c.head && !c.convincing; }

HostFormFinding finding(const std::vector<Candidate>& candidates) {
  const Candidate& best = candidates.front();
  HostFormFinding result{HostForm::packed(best.packing), {structureEvidence(best.packing)}};
  if (!best.convincing && best.head) result.evidence.push_back("the first words look like the head of a known file");
  if (best.cut) result.evidence.push_back("the file ends inside a word");
  const bool lost = best.packing == Packing::AnsiAscii && best.words.size() >= kEnoughToMissBit35 &&
                    std::none_of(best.words.begin(), best.words.end(), [](Word36 w) { return w.bit(35); });
  if (lost) {
    result.form = {HostFormKind::Ascii7};
    result.evidence.push_back(fmt::format("bit 35 of all {} words is 0", best.words.size()));
  }
  std::string others;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (candidates[i].cut || tellsNothing(candidates[i])) continue;
    others += fmt::format("{}{}", others.empty() ? "" : ", ", packingName(candidates[i].packing));
  }
  if (!others.empty()) result.evidence.push_back("less likely: " + others);
  return result;
}

std::string_view kindName(FileKind kind) {
  switch (kind) {
    case FileKind::Rim10b:
      return "RIM10B";
    case FileKind::Sblk:
      return "SBLK";
    case FileKind::Rim10:
      return "RIM10";
    case FileKind::Sav:
      return "10/50 SAV";
    case FileKind::Ssave:
      return "SSAVE";
    case FileKind::Exe:
      return "EXE";
    case FileKind::Rel:
      return "REL";
    case FileKind::Rim:
      return "RIM";
    case FileKind::Pdump:
      return "PDUMP";
  }
  return "";
}

std::string headMeaning(FileKind kind, Word36 head) {
  switch (kind) {
    case FileKind::Rim10b:
      return "the RIM10B loader comes first";
    case FileKind::Sblk:
      return "blocks with ITS checksums";
    case FileKind::Rim10:
    case FileKind::Sav:
      return fmt::format("a block of {:o} words for {:06o}", (01000000 - head.left().bits()) & HalfWord::kMask,
                         (head.right().bits() + 1) & HalfWord::kMask);
    case FileKind::Ssave:
      return fmt::format("a directory of {:o} pages", head.right().bits());
    case FileKind::Exe:
      return fmt::format("a directory of {:o} words", head.right().bits());
    case FileKind::Rel:
      return head.left().bits() == 4 ? "an entry item" : "a program name item";
    case FileKind::Rim:
      return "DATAI PTR, for a PDP-6 to read in";
    case FileKind::Pdump:
      return "a map of ITS pages follows";
  }
  return "";
}

// MACRO-10 universal files: 777,,4 or 5 from version 50, 24 or 25 from 53.
bool isUniversal(Word36 w) { return w.left().bits() == 0777 && (w.right().bits() & ~021U) == 4; }

bool allText(std::span<const Word36> words) {
  const auto text = textOfWords(words, false);
  return text && !text->text.empty() && isText(std::as_bytes(std::span{text->text}));
}

}  // namespace

Expected<HostFormFinding> detectHostForm(std::string_view name, Bytes bytes) {
  if (bytes.empty()) return fail(std::string{name}, "the file is empty");
  if (isText(bytes)) return textFinding(name, bytes);
  const std::vector<Candidate> candidates = candidatesOf(bytes);
  if (candidates.empty() || tellsNothing(candidates.front())) {
    return fail(std::string{name}, fmt::format("{} bytes that match no packing of 36-bit words", bytes.size()),
                "name the packing with --from");
  }
  return finding(candidates);
}

std::string contentsOf(std::span<const Word36> words) {
  if (words.empty()) return "nothing";
  const std::string first = octalHalves(words[0]);
  std::optional<FileKind> best;
  Likelihood how = Likelihood::Weak;
  for (const FileKind kind : kFileKinds) {
    const Likelihood l = likelihood(words, kind);
    if (l <= how) continue;
    best = kind;
    how = l;
  }
  if (best) return fmt::format("{}: the first word is {}, {}", kindName(*best), first, headMeaning(*best, words[0]));
  if (isUniversal(words[0])) return fmt::format("UNV: the first word is {}, a MACRO-10 universal file", first);
  if (allText(words)) return "ASCII text";
  return fmt::format("unknown: the first word is {}", first);
}

}  // namespace utah10
