// Words, names and times as text, and back.
//
// Shapes: octal in twelve digits or as LH,,RH (six and six); SIXBIT six characters a word, ASCII five seven-bit
// characters a word with bit 35 apart (SRM, Character Codes); durations as microseconds. Nothing here depends on a
// locale. Errors: the parsers and packers return Expected; formatting and unpacking cannot fail.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// 000000123456
std::string formatOctal(Word36 w);
// 123456
std::string formatOctal(HalfWord h);
// 000000,,123456
std::string formatHalves(Word36 w);

// A word from text: octal (`-17`, `777777777777`), decimal with a trailing point (`100.`), or two halves of either kind
// (`254000,,1000`, `-1,,377777`). A minus negates its own number, so `-1,,0` is 777777,,0. Positive numbers may use all
// the bits of the word or half; negative ones must fit as two's complement.
Expected<Word36> parseWord(std::string_view text);

// SIXBIT: codes 0-77 are the characters blank to underline (ASCII 40-137).
constexpr bool isSixbit(char c) { return c >= ' ' && c <= '_'; }
constexpr std::uint32_t sixbitCode(char c) { return (static_cast<unsigned char>(c) - 040U) & 077; }
constexpr char sixbitChar(std::uint32_t code) { return static_cast<char>((code & 077) + 040); }
// Up to six characters, left justified and filled with blanks. Lower case is not SIXBIT and is refused.
Expected<Word36> packSixbit(std::string_view text);
// Six characters, trailing blanks kept.
std::string unpackSixbit(Word36 w);
// The same without trailing blanks: a name.
std::string sixbitName(Word36 w);

// Seven-bit ASCII.
constexpr bool isAscii(char c) { return static_cast<unsigned char>(c) < 0200; }
// A character that shows: blank to tilde.
constexpr bool isPrintable(char c) { return c >= ' ' && c <= '~'; }
// Up to five characters, left justified and filled with NULs. Bit 35 is not part of a character (editors mark line
// numbers with it).
Expected<Word36> packAscii(std::string_view text, bool bit35 = false);
// Five characters, NULs kept.
std::string unpackAscii(Word36 w);
constexpr bool asciiBit35(Word36 w) { return w.bit(35); }

// `2.5s`, `100ms`, `16.67us`, `350ns`, with an optional minus. The unit is required; precision finer than a
// nanosecond and values longer than 292 years are errors.
Expected<Duration> parseDuration(std::string_view text);
// Microseconds with two decimals, a third only when it is not zero: 2.31, 16666.666.
std::string formatMicroseconds(Duration d);
// The same with its unit, 2.31us; parseDuration reads it back.
std::string formatDuration(Duration d);
// Time since power-on, or `never`.
std::string formatInstant(Instant t);

}  // namespace utah10
