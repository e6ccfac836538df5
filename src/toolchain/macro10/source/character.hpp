// Characters as the scanner sees them: SIXBIT codes with a class, an operator level and a radix-50 value.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace utah10::macro10 {

// ASCII control characters, mainly line ends.
inline constexpr int kTab = 011;
inline constexpr int kLineFeed = 012;
inline constexpr int kVerticalTab = 013;
inline constexpr int kFormFeed = 014;
inline constexpr int kReturn = 015;
inline constexpr int kControlZ = 032;
inline constexpr int kContinue = 037;

constexpr bool isLineEnd(int ascii) { return ascii >= kLineFeed && ascii <= kFormFeed; }
constexpr bool isBreak(int ascii) { return ascii >= kLineFeed && ascii <= kReturn; }

// SIXBIT code of an ASCII character.
constexpr int six(char ascii) { return (ascii - 040) & 077; }
// A comment ends a statement like a line end, so both have the code of the semicolon.
inline constexpr int kEol = 033;

// The kind of atom a character can begin.
enum class AtomStart : std::uint8_t { Blank, Letter, Minus, At, Digit, Angle, Square, Quote, Caret, Period, Stray };

enum class Operator : std::uint8_t { None, Multiply, Divide, Add, Subtract, Shift, Or, And, Xor, Not };

struct CharClass {
  std::uint8_t level = 0;  // precedence of a binary operator; kCommaLevel for the comma
  AtomStart start = AtomStart::Letter;
  bool letter = false;  // A-Z . $ %
  bool digit = false;
  Operator op = Operator::None;
  constexpr bool inSymbol() const { return letter || digit; }
};
inline constexpr std::uint8_t kCommaLevel = 040;

// Indexed by SIXBIT code.
constexpr std::array<CharClass, 64> buildCharClasses() {
  std::array<CharClass, 64> t{};
  const auto at = [&](char c) -> CharClass& { return t[static_cast<std::size_t>(six(c))]; };
  for (char c = 'A'; c <= 'Z'; ++c) at(c).letter = true;
  for (char c = '0'; c <= '9'; ++c) at(c) = {0, AtomStart::Digit, false, true, Operator::None};
  at('$').letter = at('%').letter = true;
  at('.') = {0, AtomStart::Period, true, false, Operator::None};
  at(' ').start = AtomStart::Blank;
  at('+') = {1, AtomStart::Blank, false, false, Operator::Add};
  at('-') = {1, AtomStart::Minus, false, false, Operator::Subtract};
  at('*') = {2, AtomStart::Stray, false, false, Operator::Multiply};
  at('/') = {2, AtomStart::Stray, false, false, Operator::Divide};
  at('!') = {4, AtomStart::Stray, false, false, Operator::Or};
  at('&') = {4, AtomStart::Stray, false, false, Operator::And};
  at('_') = {010, AtomStart::Stray, false, false, Operator::Shift};
  at(',').level = kCommaLevel;
  for (const char c : std::string_view{"#:=?\\"}) at(c).start = AtomStart::Stray;
  at('"').start = at('\'').start = AtomStart::Quote;
  at('<').start = AtomStart::Angle;
  at('[').start = AtomStart::Square;
  at('^').start = AtomStart::Caret;
  at('@').start = AtomStart::At;
  return t;
}
inline constexpr std::array<CharClass, 64> kCharClasses = buildCharClasses();
// ^! and ^-
inline constexpr CharClass kXorClass{4, AtomStart::Stray, false, false, Operator::Xor};
inline constexpr CharClass kNotClass{4, AtomStart::Stray, false, false, Operator::Not};

constexpr int upper(int ascii) { return ascii >= 'a' && ascii <= 'z' ? ascii - 040 : ascii; }

}  // namespace utah10::macro10
