// Decks of cards as people sent them to UCLA-CCN: a stack whose sending is exactly so many network bytes.
//
// What the bytes of RFC 392's sends were follows from its tables (derived: nobody says it). 33 of the 39 sends have 82
// bytes for each of c cards (op code, count, 80 columns) and 9 for the header of each nine of them, nothing else. The
// small ones (219 to 233 bytes) are job control, typed; the other three are sums of one of those and a number of the
// first kind: two files of a stack, each with transactions of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

enum class DeckKind : std::uint8_t {
  Fortran,  // a program with its sequence numbers in columns 73-80
  Waveform  // numbers, 20 to a card
};

struct DeckWish {
  std::string job = "UTAH1";  // name on the JOB card, up to 8 characters
  std::string work{};         // what our model of the 360/91 is told (deck.hpp): "TIME=2,BYTES=16119"
  DeckKind kind = DeckKind::Fortran;
  std::uint64_t seed = 1;
};

// Files of a stack in the order of sending, host text. One if `networkBytes` is a number of full cards or small, else
// two, the first with the job control. Nothing if there is no such stack: too few bytes for the job control.
std::optional<std::vector<std::string>> deckOf(std::size_t networkBytes, const DeckWish& wish);

// What sending the file is, in RJS's count: lines without blanks at their ends, nine to a transaction, no filler, the
// end of data not counted. Lines must have no tabs and no more than 80 columns.
std::size_t networkBytesOf(std::string_view file);

}  // namespace utah10
