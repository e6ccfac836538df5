// Command text: splitting a line into commands, words and quoted strings.
//
// Quotes are double; inside them \r \n \t \e \b \a \\ \" and \ooo (octal) stand for characters. A semicolon outside
// quotes ends a command, or begins a comment in a script; # begins one at the start of a line. Errors: an unclosed
// quote, an unknown escape; Error::where is empty and the caller fills it in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"
#include "word/letters.hpp"

namespace utah10 {

struct Argument {
  std::string text;
  bool quoted = false;
};

// Takes the words of one command's arguments one at a time.
class Arguments {
 public:
  explicit Arguments(std::string_view text);

  bool atEnd() const { return text_.empty(); }
  // The remaining text, unprocessed.
  std::string_view rest() const { return text_; }
  std::string_view takeRest();
  // The next word without taking it; empty at the end.
  std::string_view peek() const;
  Expected<Argument> next();
  // Takes the next word if it is `word`, in any case.
  bool take(std::string_view word);
  // Fails if arguments are left over, and names them.
  Expected<void> finish() const;

 private:
  std::string_view text_;
};

// `[within TIME]` behind a text that is expected of the guest.
constexpr Duration kExpectPatience = seconds(60);
Expected<Duration> takePatience(Arguments& arguments);

// The line without comment and surrounding blanks.
std::string_view withoutComment(std::string_view line);
// The commands of `text`, cut at semicolons and newlines outside quotes.
std::vector<std::string_view> splitCommands(std::string_view text);
// Replaces the escapes inside a quoted string by their characters.
Expected<std::string> unescape(std::string_view text);
// The reverse, for messages.
std::string escaped(std::string_view text);

}  // namespace utah10
