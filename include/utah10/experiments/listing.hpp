// Decks for CCN's own card reader, whose listing is a print of a wanted number of bytes on the network.
//
// The bytes are counted as CCN makes them: records of two bytes and the line without blanks at its end, transactions
// with a header of nine bytes; the end of data is not counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace utah10 {

// What CCN (truncated records, no separator) makes of the listing of a deck.
std::uint64_t bytesOfListing(std::string_view deck, std::string_view job, std::string_view programmer);

// The deck of a job of that name, whose listing is all it prints; the same seed, the same deck.
std::string deckToList(std::string_view job, std::uint64_t bytes, std::uint64_t seed);

}  // namespace utah10
