#include "utah10/experiments/listing.hpp"

#include <fmt/format.h>

#include <functional>
#include <random>
#include <vector>

#include "utah10/network/ccn/charset.hpp"
#include "utah10/network/ccn/transaction.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kProgrammer = "HICKS";
constexpr std::size_t kCard = 72;  // columns 73-80 are for sequence numbers
constexpr unsigned kPage = 60;

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// Statements of a FORTRAN program, with comments and cards of data between them.
class Cards {
 public:
  explicit Cards(std::uint64_t seed) : engine_(seed) {}

  std::string next() {
    const std::uint64_t kind = below(10);
    if (kind < 2) return cut("C     " + words(3 + below(6)));
    if (kind < 4) return cut(numbers(4 + below(4)));
    std::string label = below(5) == 0 ? fmt::format("{:<5} ", 10 * (1 + below(90))) : std::string(6, ' ');
    return cut(label + statement());
  }
  // Exactly so long.
  std::string of(std::size_t length) {
    std::string text;
    while (text.size() < length) text += static_cast<char>('A' + below(26));
    return text.substr(0, length);
  }

 private:
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  static std::string cut(std::string text) {
    text.resize(std::min(text.size(), kCard));
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }
  std::string name() {
    std::string text;
    for (std::uint64_t n = 1 + below(5); n > 0; --n) text += static_cast<char>('A' + below(26));
    return text;
  }
  std::string words(std::uint64_t n) {
    std::string text;
    for (; n > 0; --n) text += name() + name() + " ";
    return text;
  }
  std::string numbers(std::uint64_t n) {
    std::string text;
    for (; n > 0; --n) text += fmt::format("{:10.4f}", static_cast<double>(below(10'000'000)) / 10'000);
    return text;
  }
  std::string statement() {
    switch (below(4)) {
      case 0:
        return fmt::format("{}(I)={}(J)+{}*{}", name(), name(), name(), below(1000));
      case 1:
        return fmt::format("IF ({}.LT.{}) GO TO {}", name(), name(), 10 * (1 + below(90)));
      case 2:
        return fmt::format("CALL {}({},{},{})", name(), name(), name(), below(100));
      default:
        return fmt::format("{}=SQRT({}**2+{}**2)/{}", name(), name(), name(), name());
    }
  }
  std::mt19937_64 engine_;
};

// Cards until the count is `bytes`: the last one is as long as it has to be, and if no length will do, the nearest.
std::string filled(std::string deck, std::uint64_t bytes, std::uint64_t seed,
                   const std::function<std::uint64_t(const std::string&)>& count) {
  constexpr std::uint64_t kNear = 3 * kCard;
  Cards cards{seed};
  for (std::uint64_t size = count(deck); size + kNear < bytes;) {
    // Counting is linear in the deck: many cards between two counts.
    for (std::uint64_t n = 0, room = (bytes - size - kNear) / (kCard + 12); n <= room; ++n) deck += cards.next() + "\n";
    size = count(deck);
  }
  while (count(deck) + kCard + 2 < bytes) deck += cards.of(30) + "\n";
  std::string best = deck;
  const auto off = [&](const std::string& d) {
    const std::uint64_t n = count(d);
    return n > bytes ? n - bytes : bytes - n;
  };
  for (std::size_t length = 1; length <= kCard; ++length) {
    const std::string with = deck + cards.of(length) + "\n";
    if (off(with) < off(best)) best = with;
  }
  return best;
}

std::string head(std::string_view job, std::string_view what) {
  return fmt::format("//{} JOB (UTAH),{}\n//*UTAH10 {}\n", job, kProgrammer, what);
}

}  // namespace

std::uint64_t bytesOfListing(std::string_view deck, std::string_view job, std::string_view programmer) {
  StreamFormat format;
  format.device = NetrjsDevice::Printer;
  format.least = 1;
  TransactionEncoder encoder(format);
  std::uint64_t all = 0;
  const auto add = [&](const std::string& text) {
    const Octets r = record(format, Octets{text.begin(), text.end()});
    if (!encoder.fits(r)) all += encoder.finish().size();
    encoder.add(r);
  };
  add(fmt::format("{:<8},{}", job, programmer));
  unsigned n = 0;
  for (const std::string_view line : linesOf(deck)) add((n++ % kPage == 0 ? "1" : " ") + std::string{line});
  return all + (encoder.empty() ? 0 : encoder.finish().size());
}

std::string deckToList(std::string_view job, std::uint64_t bytes, std::uint64_t seed) {
  return filled(head(job, "LINES=0"), bytes, seed,
                [job](const std::string& d) { return bytesOfListing(d, job, kProgrammer); });
}

}  // namespace utah10
