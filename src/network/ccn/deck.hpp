// What RJS and the 360/91 read from cards: JOB cards, and the comment cards that define a job's work for the model.
//
// Cards are EBCDIC without trailing blanks. A job begins with `//name JOB (account),programmer,...`. Its running time
// and its output are set on comment cards of our own, which OS/360 would ignore:
//
//   //*UTAH10 TIME=12.5,LINES=2000,PUNCH=10
//
// TIME and WAIT are in seconds; LINES and COLUMNS give the size of the print; PUNCH is a number of cards, or DECK to
// punch the job's own cards; TERM names the terminal for the output; LIST=NO omits the listing of the deck. BYTES=n
// replaces LINES and LIST: the job prints what OS/360 prints for a FORTRAN job, so long that the transactions of the
// print, truncated and without the end of data, are n octets (at least about 500, or 1000 with separators). Unknown
// words are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "network/ccn/config.hpp"

namespace utah10 {

struct CcnJobCard {
  std::string name;        // up to 8 characters
  std::string programmer;  // the second operand, without quotes; may be empty
};
std::optional<CcnJobCard> jobCard(const Octets& card);

// The work that a job does.
struct CcnWork {
  static constexpr unsigned kMost = 200'000;  // lines, cards
  static constexpr unsigned kMostColumns = 254;
  static constexpr unsigned kMostBytes = 20'000'000;

  Duration wait{};
  Duration execution{};
  unsigned lines = 0;
  unsigned columns = 0;
  unsigned punch = 0;
  unsigned bytes = 0;  // size of the print; 0: as long as it comes out
  bool punchDeck = false;
  bool listDeck = true;
  std::string terminal;  // destination of the output; empty: the submitting terminal

  static CcnWork usual(const CcnBatchConfig& config);
  // Applies the card if it is a //*UTAH10 card.
  void read(const Octets& card);
};

// Reads seconds with up to nine decimals: "12.5".
std::optional<Duration> secondsWritten(std::string_view text);

}  // namespace utah10
