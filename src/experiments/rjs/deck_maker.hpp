// Card decks like those sent to UCLA-CCN: a stack that takes exactly a given number of network bytes.
//
// The composition of RFC 392's sends is derived from its tables; the paper does not state it. 33 of the 39 sends have
// 82 bytes for each of c cards (op code, count, 80 columns) and 9 for the header of each nine cards, nothing else.
// The small ones (219 to 233 bytes) are typed job control; the other three are sums of job control and a number of the
// first type: two files of a stack, each with its own transactions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

constexpr std::size_t kCardColumns = 80;

// Work of a job that prints one line at CCN: its output is no part of a measured send.
constexpr const char* kNoOutput = "LIST=NO,LINES=1,TERM=LOCAL";

enum class DeckKind : std::uint8_t {
  Fortran,  // a program with its sequence numbers in columns 73-80
  Waveform  // numbers, 20 to a card
};

struct DeckWish {
  std::string job = "UTAH1";  // name on the JOB card, up to 8 characters
  std::string work{};         // instructions to the model of the 360/91 (deck.hpp): "TIME=2,BYTES=16119"
  DeckKind kind = DeckKind::Fortran;
  std::uint64_t seed = 1;
};

// The files of a stack in the order of sending, as host text: one file if `networkBytes` is small or a number of full
// cards, else two, the first with the job control. Nothing if there are too few bytes for the job control.
std::optional<std::vector<std::string>> deckOf(std::size_t networkBytes, const DeckWish& wish);

// Network bytes of the file, as RJS counts them: lines without trailing blanks, nine per transaction, no filler,
// without the end of data. Lines must have no tabs and at most 80 columns.
std::size_t networkBytesOf(std::string_view file);

}  // namespace utah10
