// Source of the byte codes: the `its` word format of the ITS tools (pdp10-its-disassembler, libword).
#include <fmt/format.h>

#include <optional>

#include "toolchain/packing_special.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace {

constexpr unsigned kLf = 012;
constexpr unsigned kCr = 015;
constexpr unsigned kRubout = 0177;
constexpr unsigned kLoneCr = 0356;      // CR not followed by the LF that byte 12 implies
constexpr unsigned kLoneRubout = 0357;  // rubout not followed by a character that bytes from 177 up imply
constexpr unsigned kBinary = 0360;      // from here up: a word in five bytes

// The one or two characters that a byte below 360 represents.
struct Characters {
  unsigned first;
  std::optional<unsigned> second;
};

Characters charactersOf(unsigned byte) {
  switch (byte) {
    case kLf:
      return {kCr, kLf};
    case kCr:
      return {kLf, {}};
    case kRubout:  // codes 207, 212 and 215 would read as CR LF and rubout elsewhere, so four codes are exchanged
      return {kRubout, 007};
    case 0207:
      return {kRubout, kRubout};
    case 0212:
      return {kRubout, kCr};
    case 0215:
      return {kRubout, kLf};
    case kLoneCr:
      return {kCr, {}};
    case kLoneRubout:
      return {kRubout, {}};
    default:
      if (byte < kRubout) return {byte, {}};
      return {kRubout, byte - 0200};
  }
}

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Expected<ItsWords> whole() {
    while (at_ < bytes_.size()) {
      const auto byte = std::to_integer<unsigned>(bytes_[at_]);
      if (byte >= kBinary) {
        if (auto taken = binary(byte); !taken) return tl::unexpected(taken.error());
        continue;
      }
      const Characters c = charactersOf(byte);
      character(c.first);
      if (c.second) character(*c.second);
      ++at_;
    }
    while (count_ != 0) character(0);
    result_.offsets.push_back(bytes_.size());
    return std::move(result_);
  }

 private:
  Expected<void> binary(unsigned byte) {
    if (count_ != 0) {
      return fail(fmt::format("byte {}", at_),
                  fmt::format("a binary word begins inside a text word, after {} of 5 characters", count_),
                  "the file is damaged, or is not in its packing");
    }
    if (at_ + 5 > bytes_.size()) return fail(fmt::format("byte {}", bytes_.size()), "the file ends inside a word");
    std::uint64_t word = byte & 017;
    for (std::size_t i = 1; i < 5; ++i) word = word << 8 | std::to_integer<std::uint64_t>(bytes_[at_ + i]);
    result_.words.emplace_back(word);
    result_.offsets.push_back(at_);
    ++result_.binary;
    if ((word & 1) == 0) ++result_.evenBinary;
    at_ += 5;
    return {};
  }

  void character(unsigned c) {
    if (count_ == 0) result_.offsets.push_back(at_);
    text_ = text_ << 7 | c;
    if (++count_ < 5) return;
    result_.words.emplace_back(text_ << 1);
    text_ = 0;
    count_ = 0;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::uint64_t text_ = 0;
  int count_ = 0;
  ItsWords result_;
};

// Converts characters to bytes; a CR or rubout is held until the next character is known.
class Packer {
 public:
  void character(unsigned c) {
    if (pending_ == 0) {
      if (c == kCr || c == kRubout) {
        pending_ = c;
      } else {
        append(c == kLf ? kCr : c);
      }
      return;
    }
    const bool cr = pending_ == kCr;
    pending_ = 0;
    cr ? afterCr(c) : afterRubout(c);
  }

  void word(Word36 w) {
    flush();
    constexpr Field kFirst{0, 3};  // then four octets of eight bits
    append(kBinary | kFirst.of(w));
    for (int first = 4; first < 36; first += 8) append(w.field(first, first + 7));
  }

  void flush() {
    if (pending_ != 0) append(pending_ == kCr ? kLoneCr : kLoneRubout);
    pending_ = 0;
  }

  std::vector<std::byte> take() { return std::move(out_); }

 private:
  void append(unsigned byte) { out_.push_back(static_cast<std::byte>(byte)); }
  void append(unsigned byte, unsigned next) {
    append(byte);
    append(next);
  }

  void afterCr(unsigned c) {
    if (c == kLf) return append(kLf);
    append(kLoneCr, c == kCr ? kLoneCr : c == kRubout ? kLoneRubout : c);
  }

  void afterRubout(unsigned c) {
    if (c == 007) return append(kRubout);
    if (c == kRubout) return append(0207);
    if (c == kCr) return append(0212);
    if (c == kLf) return append(0215);
    if (c < kLoneCr - 0200) return append(c + 0200);
    append(kLoneRubout, c);
  }

  std::vector<std::byte> out_;
  unsigned pending_ = 0;  // CR or rubout held back; 0 if none
};

// Characters of the last word up to its last one that is not NUL, but at least one, so that the word is not lost.
int charactersAtTheEnd(Word36 w) {
  int n = 5;
  while (n > 1 && w.field(7 * (n - 1), 7 * n - 1) == 0) --n;
  return n;
}

}  // namespace

Expected<ItsWords> unpackIts(std::span<const std::byte> bytes) { return Unpacker{bytes}.whole(); }

std::vector<std::byte> packIts(std::span<const Word36> words) {
  Packer packer;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].bit(35)) {
      packer.word(words[i]);
      continue;
    }
    const int n = i + 1 == words.size() ? charactersAtTheEnd(words[i]) : 5;
    for (int c = 0; c < n; ++c) packer.character(words[i].field(7 * c, 7 * c + 6));
  }
  packer.flush();
  return packer.take();
}

}  // namespace utah10
