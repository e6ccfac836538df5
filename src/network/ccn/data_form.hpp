// How the octets of NETRJS's data channels lie in the bytes of their connections.
//
// RFC 189 has bytes of 8 bits. The other forms are what RFC 392 proposed and nobody built; with them the machine at the
// other end is a PDP-10, whose words have 36 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/bit_string.hpp"
#include "network/ccn/octets.hpp"

namespace utah10 {

enum class CcnDataForm : std::uint8_t {
  Bytes,  // of 8 bits
  // Four octets to a byte of 32 bits. A transaction has as much filler as makes whole bytes, which its header declares;
  // the end of data is X'FE' and three zeros.
  Wide,
  // The same in words of 36 bits, at their left end: transactions as they lie in the core of a PDP-10.
  Words,
  // Decks and prints as TENEX keeps text: five ASCII characters to a word of 36 bits, the last bit zero. No transactions
  // and no records: CCN makes cards of the lines as RJS does, and lines of the print; nulls are ignored. The end is a
  // word of ones. Punched cards are sent as in Words.
  Text
};

// Bits of the bytes of a connection.
unsigned byteSizeOf(CcnDataForm form);
// Octets of a transaction are a multiple of this.
std::size_t wholeOctetsOf(CcnDataForm form);
// The bits of a number of whole bytes, and back. The octets must be a multiple of wholeOctetsOf().
BitString bitsOf(CcnDataForm form, const Octets& octets);
Octets octetsOf(CcnDataForm form, const BitString& bits);

// Text in words, without the word that ends it.
BitString textWords(std::string_view text);
// A word of ones.
BitString endOfText();

// Reads a deck in words of text as they come. Lines end with TENEX's EOL, with CR, LF or FF, or several of them.
class DeckText {
 public:
  void take(const BitString& words);
  bool ended() const { return ended_; }
  // The lines completed since the last call, without blank ones; tabs have become blanks.
  std::vector<Octets> lines();

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  void character(std::uint8_t c);
  void endOfLine();
  Octets line_;
  std::vector<Octets> complete_;
  bool ended_ = false;
};

}  // namespace utah10
