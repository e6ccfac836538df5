// Hands out the decks that CCN has read and the output it has printed, so that the owner can keep them as files.
//
// Every file has a serial number, which is part of CCN's state: after travelling back in time, the same deck comes
// again under the same number with the same contents, so the owner recognises it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/octets.hpp"

namespace utah10 {

enum class CcnFileKind : std::uint8_t { Deck, Print, Punch };
struct CcnFile {
  std::uint64_t serial = 0;  // counts from 1
  CcnFileKind kind = CcnFileKind::Deck;
  std::string job;       // up to 8 characters A-Z 0-9 $ # @
  std::string terminal;  // the submitting terminal of a deck, the destination of an output
  // Decks and prints: ASCII-68 lines, each with its newline, a form feed before a page, a carriage return before an
  // overprint. Punched cards: 80 octets each, unchanged.
  Octets contents;
};

class CcnFiles {
 public:
  virtual ~CcnFiles() = default;
  virtual void keep(const CcnFile& file) = 0;
};

std::string_view nameOf(CcnFileKind kind);  // "deck", "print", "punch"

// EBCDIC cards as text lines; lines with ASA carriage control as a printer would show them.
Octets deckFile(const std::vector<Octets>& cards);
Octets printFile(const std::vector<Octets>& lines);
Octets punchFile(const std::vector<Octets>& cards);
// A host file as a deck: lines end with LF or CR LF, tabs advance to the next column 8n+1, columns after 80 are cut.
std::vector<Octets> cardsOf(std::string_view hostFile);

}  // namespace utah10
