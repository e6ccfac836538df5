// Decks for the experiments: cards that look like those of the time, made so that a transfer has a wanted number of
// bytes on the network, as nearly as the protocol allows.
//
// The bytes are counted as both programs make them: records of two bytes and the text without blanks at its end,
// transactions with a header of nine bytes, RJS's with filler up to a multiple of nine, and one byte for the end of
// all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace utah10 {

// What RJS (truncated records) makes of a deck that stands in a file with lines.
std::uint64_t bytesOfSend(std::string_view deck);
// What CCN (truncated records, no separator) makes of the listing of a deck.
std::uint64_t bytesOfListing(std::string_view deck, std::string_view job, std::string_view programmer);

// A deck of a job of that name; the same seed, the same deck. Its job prints nothing but what it must.
std::string deckToSend(std::string_view job, std::uint64_t bytes, std::uint64_t seed);
// A deck for CCN's own card reader, whose listing is the wanted print.
std::string deckToList(std::string_view job, std::uint64_t bytes, std::uint64_t seed);

}  // namespace utah10
