// Dialogues of a system file: lines in the syntax of the prompt's commands type, expect and run.
//
//   type "SYSLOD\eG"
//   expect "INITIALIZING? " within 100s
//   run 50s
//
// Names in braces, as in "LOGIN {user} {password} 1", stand for values that are known when the dialogue is held. A #
// begins a comment line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct DialogueLine {
  enum class Verb : std::uint8_t { Type, Expect, Run };
  Verb verb = Verb::Type;
  std::string text;  // typed or expected
  Duration time{};   // of Run, and the patience of Expect
};
using Dialogue = std::vector<DialogueLine>;

// `names` may stand in braces. Errors: where is "line N".
Expected<Dialogue> parseDialogue(std::string_view text, const std::vector<std::string_view>& names);

}  // namespace utah10
