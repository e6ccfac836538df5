#include "toolchain/tenexfs/password.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace utah10::tenexfs {

namespace {

constexpr std::size_t kMostCharacters = 39;
constexpr int kLowBits = 35;  // of a word of a double word: its sign is not used
constexpr std::uint64_t kLowMask = (std::uint64_t{1} << kLowBits) - 1;
constexpr std::uint64_t kBelow64 = 59;  // the modulus is 2^64 - 59

// A number below the modulus.
class Residue {
 public:
  explicit constexpr Residue(std::uint64_t value) : value_(value >= kModulus ? value - kModulus : value) {}
  // A double word of 70 bits: high * 2^35 + low.
  static constexpr Residue of(std::uint64_t high, std::uint64_t low) {
    const Residue shifted = Residue{high} * Residue{std::uint64_t{1} << kLowBits};
    return shifted + Residue{low};
  }
  constexpr std::uint64_t value() const { return value_; }

  constexpr Residue operator+(Residue o) const {
    const std::uint64_t sum = value_ + o.value_;
    return sum < value_ ? Residue{sum + kBelow64} : Residue{sum};  // 2^64 is 59
  }
  // By doubling and adding, so that no number needs more than 64 bits.
  constexpr Residue operator*(Residue o) const {
    Residue product{0}, term = *this;
    for (std::uint64_t bits = o.value_; bits != 0; bits >>= 1) {
      if ((bits & 1) != 0) product = product + term;
      term = term + term;
    }
    return product;
  }
  constexpr Residue power(std::uint64_t exponent) const {
    Residue result{1}, square = *this;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = result * square;
      square = square * square;
    }
    return result;
  }

 private:
  static constexpr std::uint64_t kModulus = std::uint64_t{0} - kBelow64;
  std::uint64_t value_;
};

constexpr std::uint64_t kExponent = (std::uint64_t{1} << 24) + 11;
struct Term {
  std::uint64_t exponent, high, low;  // the coefficient is a double word
};
constexpr std::array<Term, 5> kTerms{{{kExponent + 14, 0127533602, 0240563422132},
                                      {kExponent, 053542132, 020301633454},
                                      {3, 0311555236, 0347001045671},
                                      {2, 0123106405, 0245330106744},
                                      {0, 0155226337, 0124357220100}}};

// The characters in turn in the ten places of a double word, the first five in its low word from the right; those
// behind the tenth are added modulo 2.
Residue mixed(std::string_view password) {
  std::array<std::uint64_t, 2> words{};
  for (std::size_t i = 0; i < std::min(password.size(), kMostCharacters); ++i)
    words[i % 10 / 5] ^= std::uint64_t{static_cast<unsigned char>(password[i])} << (7 * (i % 5));
  return Residue::of(words[1], words[0]);
}

}  // namespace

std::vector<Word36> textPassword(std::string_view password) {
  std::vector<Word36> words(password.size() / 5 + 1);
  for (std::size_t i = 0; i < password.size(); ++i)
    words[i / 5] = words[i / 5] | Word36{std::uint64_t{static_cast<unsigned char>(password[i])} << (29 - 7 * (i % 5))};
  return words;
}

std::vector<Word36> hashedPassword(std::string_view password) {
  const Residue x = mixed(password);
  Residue sum{0};
  for (const Term& t : kTerms) sum = sum + Residue::of(t.high, t.low) * x.power(t.exponent);
  return {Word36{sum.value() >> kLowBits}, Word36{sum.value() & kLowMask}};
}

std::optional<std::string> passwordText(const std::vector<Word36>& words) {
  std::string text;
  bool ended = words.empty();
  for (const Word36 w : words) {
    if (w.bit(35)) return std::nullopt;
    for (int k = 0; k < 5; ++k) {
      const auto c = static_cast<char>(w.field(7 * k, 7 * k + 6));
      if (c != 0 && (ended || c < ' ')) return std::nullopt;
      ended = ended || c == 0;
      if (c != 0) text.push_back(c);
    }
  }
  return ended ? std::optional{text} : std::nullopt;
}

}  // namespace utah10::tenexfs
