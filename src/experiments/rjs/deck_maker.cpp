#include "experiments/rjs/deck_maker.hpp"

#include <algorithm>
#include <array>

#include "word/chance.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

constexpr std::size_t kText = 72;   // columns before the sequence number
constexpr std::size_t kRecord = 2;  // bytes of op code and count
constexpr std::size_t kHeader = 9;
constexpr std::size_t kRecords = 9;             // records per transaction
constexpr std::size_t kMostControl = 350;       // largest file of typed job control, in bytes
constexpr std::size_t kUsualControl = 200;      // usual size, inferred from the small rows of RFC 392
constexpr std::size_t kShortest = kRecord + 5;  // shortest comment card

constexpr std::array<std::string_view, 16> kVariables{"X",   "Y",   "RHO",  "PHI",  "DELTA", "TEMP", "PRESS", "UX",
                                                      "VEL", "SUM", "GRID", "FLUX", "ALPHA", "ERR",  "DT",    "W"};
constexpr std::array<std::string_view, 8> kFunctions{"SQRT", "SIN", "COS", "EXP", "ALOG", "ABS", "ATAN", "TANH"};

std::string operand(Chance& chance) {
  const std::string_view name = chance.of(kVariables);
  switch (chance.below(6)) {
    case 0:
      return fmt::format("{}(I,J)", name);
    case 1:
      return fmt::format("{}(I+1,J)-{}(I-1,J)", name, name);
    case 2:
      return fmt::format("{}({})", chance.of(kFunctions), name);
    case 3:
      return fmt::format("{}.{}", chance.below(100), chance.below(1000));
    default:
      return std::string{name};
  }
}

std::string expression(Chance& chance) {
  std::string text = operand(chance);
  for (std::uint64_t n = 1 + chance.below(3); n > 0 && text.size() < 44; --n)
    text += "+-*/"[chance.below(4)] + operand(chance);
  return text;
}

// A line of a program that computes on a grid.
std::string statement(Chance& chance) {
  const auto label = [&] { return 10 + 10 * chance.below(90); };
  switch (chance.below(12)) {
    case 0:
      return fmt::format("C     {} OF THE {} ON EACH LINE OF THE GRID", chance.of(kVariables), chance.of(kVariables));
    case 1:
      return fmt::format("      DO {} I=2,N{}", label(), chance.of(kVariables).front());
    case 2:
      return fmt::format("{:5} CONTINUE", label());
    case 3:
      return fmt::format("      IF({}.GT.{}.E-{}) GO TO {}", operand(chance), 1 + chance.below(9), chance.below(7),
                         label());
    case 4:
      return fmt::format("      WRITE(6,{}) {},{},{}", label(), chance.of(kVariables), chance.of(kVariables),
                         operand(chance));
    case 5:
      return fmt::format("{:5} FORMAT(1H ,{}F{}.{},I6,4X,{}E14.6)", label(), 1 + chance.below(8), 8 + chance.below(5),
                         chance.below(6), 1 + chance.below(4));
    case 6:
      return fmt::format("      CALL {}{}({},{},N)", chance.of(kVariables).substr(0, 3), chance.below(10),
                         chance.of(kVariables), chance.of(kVariables));
    default:
      return fmt::format("      {}(I,J)={}", chance.of(kVariables), expression(chance));
  }
}

std::string wave(Chance& chance) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += fmt::format("{:4}", static_cast<int>(chance.below(1999)) - 999);
  return text;
}

std::string control(const DeckWish& wish, unsigned account) {
  std::string text = fmt::format("//{:<8} JOB ({}),'G HICKS',MSGLEVEL=1\n", wish.job, account);
  if (!wish.work.empty()) text += "//*UTAH10 " + wish.work + "\n";
  return text + "// EXEC FORTGCLG,REGION=150K\n//FORT.SYSIN DD *\n";
}

// Typed job control of exactly `bytes`: comment cards pad it, and the account number takes the last few bytes.
std::optional<std::string> typedControl(std::size_t bytes, const DeckWish& wish) {
  constexpr std::array<unsigned, kShortest> kAccountNumbers{12, 123, 1234, 12345, 123456, 1234567, 12345678};
  for (const unsigned account : kAccountNumbers) {
    std::string text = control(wish, account);
    const std::size_t has = networkBytesOf(text);
    if (has > bytes) return {};
    std::size_t left = bytes - has;
    if (left != 0 && left < kShortest) continue;
    constexpr std::string_view kRemark =
        "//* OUTPUT TO UTAH-10, COMPUTER SCIENCE, MERRILL ENGINEERING BUILDING, SALT LAKE CITY, UT.";
    for (std::size_t cards = (left + kCardColumns + 1) / (kCardColumns + kRecord); cards > 0; --cards) {
      const std::size_t size = left / cards;
      std::string card{kRemark.substr(0, size - kRecord)};
      if (card.back() == ' ') card.back() = '.';  // a trailing blank would be dropped
      text += card + "\n";
      left -= size;
    }
    if (networkBytesOf(text) == bytes) return text;
  }
  return {};
}

std::string cards(std::size_t count, bool withControl, const DeckWish& wish) {
  Chance chance{wish.seed};
  std::string first = withControl ? control(wish, 1234) : std::string{};
  std::string text;
  for (std::size_t n = 1; n <= count; ++n) {
    const std::size_t end = first.find('\n');
    std::string card = first.substr(0, end);
    first.erase(0, end == std::string::npos ? end : end + 1);
    if (card.empty() && n == count) card = "/*";
    if (card.empty() && wish.kind == DeckKind::Waveform) {
      text += wave(chance) + "\n";
      continue;
    }
    if (card.empty()) card = statement(chance);
    card.resize(kText, ' ');
    text += fmt::format("{}{:.3}{:05}\n", card, wish.job + "XX", n * 10 % 100'000);
  }
  return text;
}

std::size_t bytesOfCards(std::size_t count) {
  return count * (kRecord + kCardColumns) + (count + kRecords - 1) / kRecords * kHeader;
}

// The largest number of cards that fits into so many bytes.
std::size_t cardsWithin(std::size_t bytes) {
  std::size_t count = bytes / (kRecord + kCardColumns);
  while (bytesOfCards(count) > bytes) --count;
  return count;
}

}  // namespace

std::size_t networkBytesOf(std::string_view file) {
  std::size_t bytes = 0, records = 0;
  while (!file.empty()) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    const std::size_t last = file.substr(0, end).find_last_not_of(" \r");
    file.remove_prefix(std::min(end + 1, file.size()));
    if (last == std::string_view::npos) continue;
    bytes += last + 1 + kRecord;
    ++records;
  }
  return bytes + (records + kRecords - 1) / kRecords * kHeader;
}

std::optional<std::vector<std::string>> deckOf(std::size_t networkBytes, const DeckWish& wish) {
  const std::size_t count = cardsWithin(networkBytes);
  if (bytesOfCards(count) == networkBytes && count > kRecords)
    return std::vector<std::string>{cards(count, true, wish)};
  if (networkBytes <= kMostControl) {
    auto typed = typedControl(networkBytes, wish);
    if (!typed) return {};
    return std::vector<std::string>{std::move(*typed)};
  }
  // With one card less, the job control has 82 or 91 bytes more.
  const std::size_t least = std::max(kUsualControl, networkBytesOf(control(wish, 12)) + kShortest);
  if (networkBytes <= least) return {};
  const std::size_t few = cardsWithin(networkBytes - least);
  auto typed = typedControl(networkBytes - bytesOfCards(few), wish);
  if (!typed) return {};
  std::vector<std::string> files{std::move(*typed)};
  if (few != 0) files.push_back(cards(few, false, wish));
  return files;
}

}  // namespace utah10
