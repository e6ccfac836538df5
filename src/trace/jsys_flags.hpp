// Bits of the words that calls take, by bit number; a word is printed as the names of its bits, joined by bars. Private
// to the trace layer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "utah10/word/word36.hpp"

namespace utah10::jsys {

struct Bit {
  std::uint8_t number;
  std::string_view name;
};

inline constexpr Bit kGet[] = {
    {0, "output"},        {1, "new"},           {2, "old"},      {3, "print"},    {4, "confirm"},    {5, "temporary"},
    {6, "retype"},        {7, "no-share"},      {8, "deleted"},  {9, "this-jfn"}, {10, "other-jfn"}, {11, "stars"},
    {12, "output-stars"}, {13, "return-flags"}, {14, "scratch"}, {16, "jfns"},    {17, "short"}};
inline constexpr Bit kOpen[] = {{18, "halt-on-error"}, {19, "read"},     {20, "write"},  {21, "execute"},
                                {22, "append"},        {23, "per-page"}, {24, "call"},   {25, "thawed"},
                                {26, "wait"},          {27, "no-dates"}, {28, "no-wait"}};
inline constexpr Bit kClose[] = {{0, "keep"}, {1, "wait"}};
inline constexpr Bit kCloseAll[] = {{0, "not-below"}, {1, "not-at"},     {2, "no-release"},
                                    {3, "no-close"},  {4, "unrestrict"}, {5, "despite-maps"}};
inline constexpr Bit kMap[] = {{2, "read"}, {3, "write"}, {4, "execute"}, {9, "copy-on-write"}};
inline constexpr Bit kAccess[] = {{2, "read"}, {3, "write"},         {4, "execute"}, {5, "exists"},
                                  {8, "trap"}, {9, "copy-on-write"}, {10, "private"}};
inline constexpr Bit kStatus[] = {{0, "open"},         {1, "read"},           {2, "write"},      {3, "execute"},
                                  {4, "pointer"},      {5, "per-page"},       {6, "call"},       {7, "long"},
                                  {8, "end-of-file"},  {9, "error"},          {10, "named"},     {11, "stars"},
                                  {12, "being-typed"}, {13, "halt-on-error"}, {14, "no-window"}, {15, "past-maximum"},
                                  {16, "size-fixed"},  {17, "restricted"}};
inline constexpr Bit kFork[] = {{0, "share-map"}, {1, "pass-capabilities"}, {3, "set-acs"}, {4, "start"}};
inline constexpr Bit kNumber[] = {{0, "unsigned"}, {1, "sign"},     {2, "right"},
                                  {3, "zeros"},    {4, "overflow"}, {5, "stars"}};

// "read|write"; unnamed bits of `mask` follow in octal. Empty if none of them is on.
std::string names(Word36 w, std::uint64_t mask, std::span<const Bit> bits);

}  // namespace utah10::jsys
