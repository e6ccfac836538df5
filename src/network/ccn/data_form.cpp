#include "network/ccn/data_form.hpp"

#include <algorithm>
#include <utility>

#include "network/ccn/ccn_state.hpp"

namespace utah10 {
namespace {

constexpr unsigned kWord = 36;
constexpr unsigned kInWord = 32;  // bits of octets in a word
constexpr unsigned kCharacter = 7;
constexpr unsigned kCharacters = 5;  // in a word
constexpr std::uint64_t kEnd = (std::uint64_t{1} << kWord) - 1;
constexpr std::size_t kTabColumns = 8;
constexpr std::size_t kLongestLine = 1000;  // far beyond a card; what follows is dropped

bool endsLine(std::uint8_t c) { return c == 037 || (c >= 012 && c <= 015 && c != 013); }

}  // namespace

unsigned byteSizeOf(CcnDataForm form) {
  switch (form) {
    case CcnDataForm::Bytes:
      return 8;
    case CcnDataForm::Wide:
      return kInWord;
    default:
      return kWord;
  }
}

std::size_t wholeOctetsOf(CcnDataForm form) { return form == CcnDataForm::Bytes ? 1 : kInWord / 8; }

BitString bitsOf(CcnDataForm form, const Octets& octets) {
  const BitString bits = BitString::ofOctets(octets);
  if (byteSizeOf(form) != kWord) return bits;
  BitString words;
  for (std::size_t at = 0; at < bits.size(); at += kInWord)
    words.append(bits.field(at, kInWord) << (kWord - kInWord), kWord);
  return words;
}

Octets octetsOf(CcnDataForm form, const BitString& bits) {
  if (byteSizeOf(form) != kWord) return bits.octets();
  BitString octets;
  for (std::size_t at = 0; at + kWord <= bits.size(); at += kWord) octets.append(bits.field(at, kInWord), kInWord);
  return octets.octets();
}

BitString textWords(std::string_view text) {
  BitString words;
  for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(text.size(), kCharacters))) {
    for (std::size_t n = 0; n < kCharacters; ++n)
      words.append(n < text.size() ? static_cast<std::uint8_t>(text[n]) : 0u, kCharacter);
    words.append(0, kWord - kCharacters * kCharacter);
  }
  return words;
}

BitString endOfText() {
  BitString end;
  end.append(kEnd, kWord);
  return end;
}

void DeckText::take(const BitString& words) {
  for (std::size_t at = 0; at + kWord <= words.size() && !ended_; at += kWord) {
    ended_ = words.field(at, kWord) == kEnd;
    for (unsigned n = 0; n < kCharacters && !ended_; ++n)
      character(static_cast<std::uint8_t>(words.field(at + std::size_t{n} * kCharacter, kCharacter)));
  }
  if (ended_) endOfLine();
}

void DeckText::character(std::uint8_t c) {
  if (endsLine(c)) return endOfLine();
  if (c == 0 || line_.size() >= kLongestLine) return;
  if (c == '\t')
    line_.resize(line_.size() / kTabColumns * kTabColumns + kTabColumns, ' ');
  else
    line_.push_back(c);
}

void DeckText::endOfLine() {
  const bool blank = std::ranges::all_of(line_, [](std::uint8_t c) { return c == ' '; });
  if (!blank) complete_.push_back(std::move(line_));
  line_.clear();
}

std::vector<Octets> DeckText::lines() { return std::exchange(complete_, {}); }

void DeckText::state(Archive& a) {
  a.bytes(line_);
  ccn::records(a, complete_);
  a.flag(ended_);
}

}  // namespace utah10
