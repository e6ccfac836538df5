// Memory as the protocol addresses it: by a reference to a word and a distance in bytes.
//
// A word is eight bytes, the most significant first, of which the first 28 bits are 0. A reference is the name of a
// place (e:001000, u:001000, p:001000, psb120:001000, ac5), or the address of a byte in hexadecimal, as `disassemble`
// returns it: eight times the address of the word; user space begins at word 2000000 (octal).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/debug/places.hpp"

namespace utah10 {

constexpr std::int64_t kBytesOfWord = 8;

// Error: it is no place in memory.
Expected<Place> referredPlace(Debugger& debugger, std::string_view reference);
// The same, moved by so many words; nothing: there is no such address.
std::optional<Place> movedBy(Place place, std::int64_t words);
// "0x1000" of a word's first byte.
std::string byteAddress(const Place& place);

std::string base64(const std::vector<std::uint8_t>& bytes);
Expected<std::vector<std::uint8_t>> fromBase64(std::string_view text);

}  // namespace utah10
