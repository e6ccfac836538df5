#include <algorithm>
#include <array>

#include "network/ccn/os_listing.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

constexpr std::size_t kRows = 5;
constexpr std::size_t kColumns = 5;
constexpr std::size_t kCard = 80;

struct Letter {
  char c;
  std::array<std::uint8_t, kRows> rows;  // five bits per row, the leftmost column in the highest bit
};

constexpr Letter kLetters[] = {
    {'A', {016, 021, 037, 021, 021}}, {'B', {036, 021, 036, 021, 036}}, {'C', {017, 020, 020, 020, 017}},
    {'D', {036, 021, 021, 021, 036}}, {'E', {037, 020, 036, 020, 037}}, {'F', {037, 020, 036, 020, 020}},
    {'G', {017, 020, 023, 021, 017}}, {'H', {021, 021, 037, 021, 021}}, {'I', {037, 004, 004, 004, 037}},
    {'J', {007, 002, 002, 022, 014}}, {'K', {021, 022, 034, 022, 021}}, {'L', {020, 020, 020, 020, 037}},
    {'M', {021, 033, 025, 021, 021}}, {'N', {021, 031, 025, 023, 021}}, {'O', {016, 021, 021, 021, 016}},
    {'P', {036, 021, 036, 020, 020}}, {'Q', {016, 021, 025, 022, 015}}, {'R', {036, 021, 036, 022, 021}},
    {'S', {017, 020, 016, 001, 036}}, {'T', {037, 004, 004, 004, 004}}, {'U', {021, 021, 021, 021, 016}},
    {'V', {021, 021, 021, 012, 004}}, {'W', {021, 021, 025, 033, 021}}, {'X', {021, 012, 004, 012, 021}},
    {'Y', {021, 012, 004, 004, 004}}, {'Z', {037, 002, 004, 010, 037}}, {'0', {016, 023, 025, 031, 016}},
    {'1', {004, 014, 004, 004, 016}}, {'2', {036, 001, 016, 020, 037}}, {'3', {036, 001, 016, 001, 036}},
    {'4', {022, 022, 037, 002, 002}}, {'5', {037, 020, 036, 001, 036}}, {'6', {016, 020, 036, 021, 016}},
    {'7', {037, 001, 002, 004, 004}}, {'8', {016, 021, 016, 021, 016}}, {'9', {016, 021, 017, 001, 016}},
    {'$', {017, 024, 016, 005, 036}}, {'#', {012, 037, 012, 037, 012}}, {'@', {016, 021, 027, 020, 016}},
};

void separatorPage(const CcnJob& job, std::vector<Octets>& lines) {
  lines.push_back(ebcdic("1"));
  for (int copy = 0; copy < 2; ++copy) {
    for (const std::string& row : blockLetters(job.card.name)) lines.push_back(ebcdic(" " + row));
    lines.push_back(ebcdic("-"));
  }
  lines.push_back(ebcdic(fmt::format("0JOB {:<8}  {}  TERMINAL {}", job.card.name, job.card.programmer, job.terminal)));
}

// The n-th line of a job's print: its number and a rotating alphabet.
Octets line(const CcnJob& job, unsigned n, char control) {
  std::string text = fmt::format("{}LINE {:06} OF {:<8} ", control, n, job.card.name);
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  for (std::size_t i = n; text.size() <= job.work.columns; ++i) text += kAlphabet[i % kAlphabet.size()];
  text.resize(job.work.columns + 1);
  return ebcdic(text);
}

}  // namespace

std::vector<std::string> blockLetters(std::string_view text) {
  std::vector<std::string> rows(kRows);
  for (const char c : text) {
    const auto* letter = std::ranges::find(kLetters, c, &Letter::c);
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t k = 0; k < kColumns; ++k) {
        const bool ink = letter != std::end(kLetters) && (letter->rows[r] >> (kColumns - 1 - k) & 1) != 0;
        rows[r] += ink ? c : ' ';
      }
      rows[r] += "  ";
    }
  }
  for (std::string& row : rows) row.erase(row.find_last_not_of(' ') + 1);
  return rows;
}

std::vector<Octets> printOf(const CcnJob& job, unsigned pageLines) {
  std::vector<Octets> lines;
  if (job.separators) separatorPage(job, lines);
  if (job.work.bytes != 0) {
    for (Octets& line : ccn::osListing(job, lines)) lines.push_back(std::move(line));
    return lines;
  }
  const auto control = [&](std::size_t n) { return n % std::max(pageLines, 1u) == 0 ? '1' : ' '; };
  for (std::size_t i = 0; job.work.listDeck && i < job.deck.size(); ++i) {
    Octets card = ebcdic(std::string(1, control(i)));
    card.insert(card.end(), job.deck[i].begin(), job.deck[i].end());
    lines.push_back(std::move(card));
  }
  for (unsigned n = 0; n < job.work.lines; ++n) lines.push_back(line(job, n + 1, control(n)));
  return lines;
}

std::vector<Octets> punchOf(const CcnJob& job) {
  std::vector<Octets> cards;
  if (!job.work.punchDeck && job.work.punch == 0) return cards;
  if (job.separators) cards.push_back(ebcdic(fmt::format("{:*<80}", job.card.name)));
  for (std::size_t i = 0; job.work.punchDeck && i < job.deck.size(); ++i) cards.push_back(job.deck[i]);
  for (unsigned n = 0; n < job.work.punch; ++n)
    cards.push_back(ebcdic(fmt::format("CARD {:06} OF {:<8}{:52}{:08}", n + 1, job.card.name, "", n + 1)));
  for (Octets& card : cards) card.resize(kCard, kEbcdicBlank);
  return cards;
}

}  // namespace utah10
