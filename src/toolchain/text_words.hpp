// Text files and octal digits as words; private to this layer.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// Every line end (LF, CR LF, or CR alone) becomes CR LF; NULs fill the last word. Error::where is "byte n".
Expected<std::vector<Word36>> wordsOfText(std::string_view text);

struct TextOfWords {
  std::string text;             // with LF for CR LF unless `crlf`; NULs are dropped
  std::size_t lineNumbers = 0;  // SOS line numbers: words with bit 35 set, dropped with the tab after each
};
Expected<TextOfWords> textOfWords(std::span<const Word36> words, bool crlf);

// One word per line, twelve digits or LH,,RH; `;` begins a comment. Error::where is "file(line)".
Expected<std::vector<Word36>> wordsOfOctal(std::string_view name, std::string_view text);
std::string octalOfWords(std::span<const Word36> words);

}  // namespace utah10
