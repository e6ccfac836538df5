// Decks and prints of CCN as files of somebody's: what has been read and what has been printed is handed over here.
//
// Every file has a serial number, which is part of the state of CCN: after going back in time the same deck comes again
// under the same number with the same contents, and whoever keeps them knows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/octets.hpp"

namespace utah10 {

struct CcnFile {
  enum class Kind : std::uint8_t { Deck, Print, Punch };

  std::uint64_t serial = 0;  // from 1 on
  Kind kind = Kind::Deck;
  std::string job;       // up to 8 characters A-Z 0-9 $ # @
  std::string terminal;  // a deck came from, output goes to
  // Decks and prints: ASCII-68 lines, each with its newline, form feeds before pages, a return before an overprint.
  // Punched cards: 80 octets each, as they are.
  Octets contents;
};

class CcnFiles {
 public:
  virtual ~CcnFiles() = default;
  virtual void keep(const CcnFile& file) = 0;
};

std::string_view nameOf(CcnFile::Kind kind);  // "deck", "print", "punch"

// Cards, EBCDIC, as lines; lines with ASA carriage control as a printer would have them.
Octets deckFile(const std::vector<Octets>& cards);
Octets printFile(const std::vector<Octets>& lines);
Octets punchFile(const std::vector<Octets>& cards);
// A host file as a deck: lines end with LF or CR LF, tabs go to the next column 8n+1, what is over 80 is cut.
std::vector<Octets> cardsOf(std::string_view hostFile);

}  // namespace utah10
