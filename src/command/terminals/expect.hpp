// A dialogue with the guest in virtual time: waits for what it prints on the console or on a terminal line.
#pragma once

#include <string>

#include "command/console/arguments.hpp"
#include "command/console/transcript.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class Console;
class Debugger;
class LineTap;

// The output of the guest on the console or on a terminal line.
struct GuestOutput {
  std::string place;  // " on tty3"; empty for the console
  Transcript& transcript;
  std::size_t& expected;  // position where the last expect stopped reading
};
GuestOutput outputOn(Console& console);
GuestOutput outputOn(LineTap& line);

// Types on the console.
void typeKeys(Debugger& debugger, const std::string& keys);
// Succeeds at once if the text has been printed since the last expect; runs the machine if not. Error: `patience` of
// virtual time has passed, or something else has stopped the machine.
Expected<void> expectText(Debugger& debugger, const GuestOutput& output, const std::string& text,
                          Duration patience = kExpectPatience);

}  // namespace utah10
