// The words of a password's block in the index. Private to tenexfs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/word36.hpp"

namespace utah10::tenexfs {

// Text, five characters a word, with at least one null at the end: 1.28 to 1.33.
std::vector<Word36> textPassword(std::string_view password);
// Two words of 35 bits: a polynomial of the password over the integers modulo 2^64 - 59 (1.34, after G. B. Purdy,
// Communications of the ACM 17, 1974, 442).
std::vector<Word36> hashedPassword(std::string_view password);
// The text of such words; none if they are a hash.
std::optional<std::string> passwordText(const std::vector<Word36>& words);

}  // namespace utah10::tenexfs
