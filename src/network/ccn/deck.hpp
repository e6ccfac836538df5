// What RJS and the 360/91 read off cards: JOB cards, and the cards that tell our model what a job does.
//
// Cards are EBCDIC without blanks at the end. A job begins with `//name JOB (account),programmer,...`. How long it runs
// and what it produces stands on comment cards of ours within it, which OS/360 would ignore:
//
//   //*UTAH10 TIME=12.5,LINES=2000,PUNCH=10
//
// TIME and WAIT in seconds; LINES, COLUMNS of print; PUNCH cards, or PUNCH=DECK for the job's own cards again; TERM the
// terminal its output goes to; LIST=NO without the listing of the deck. BYTES=n in place of LINES and LIST: what OS/360
// prints of a FORTRAN job, so long that the transactions of its print are n octets, truncated, without the end of data
// (at least about 500, or 1000 with separators). What is not understood is ignored.
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

// What a job does.
struct CcnWork {
  static constexpr unsigned kMost = 200'000;  // lines, cards
  static constexpr unsigned kMostColumns = 254;
  static constexpr unsigned kMostBytes = 20'000'000;

  Duration wait{};
  Duration execution{};
  unsigned lines = 0;
  unsigned columns = 0;
  unsigned punch = 0;
  unsigned bytes = 0;  // of print; 0: as many as come
  bool punchDeck = false;
  bool listDeck = true;
  std::string terminal;  // where output goes; empty: to the one it came from

  static CcnWork usual(const CcnBatchConfig& config);
  // Takes what the card says, if it is one of ours.
  void read(const Octets& card);
};

// Seconds with up to nine decimals: "12.5".
std::optional<Duration> secondsWritten(std::string_view text);

}  // namespace utah10
