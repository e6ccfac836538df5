// Expressions and instructions with the debugger's symbols: what is typed, and how words and addresses are shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

class Debugger;

// Evaluates an expression.
Expected<Word36> evaluate(Debugger& debugger, std::string_view text);
// The same; names of registers, such as ac5, pc or $pc, that are no symbols stand for their contents.
Expected<Word36> evaluateWithRegisters(Debugger& debugger, std::string_view text);
// The same, for an address: at most 777777.
Expected<VirtualAddress> evaluateAddress(Debugger& debugger, std::string_view text);
// Assembles a symbolic instruction, or evaluates an expression.
Expected<Word36> instructionOrValue(Debugger& debugger, std::string_view text, VirtualAddress at);
// Disassembles with names of labels and accumulators. `user`: with the symbols of user space.
std::string disassembled(Debugger& debugger, Word36 w, VirtualAddress at, bool user = false);
// "000143 LOOP+3", or the digits alone.
std::string placeName(Debugger& debugger, VirtualAddress a, bool user);
// "pi.mac(120): the line", or empty if the source line of the address is not known.
std::string sourceText(Debugger& debugger, VirtualAddress a, bool user);
// The instruction at PC as one line, `000105/ 254200000105  JRST 4,105`, followed by its source line if it is known.
std::string nextInstruction(Debugger& debugger);
// The address of a number, a name, or FILE:LINE, which may have several; an error if the line generates no word.
Expected<std::vector<VirtualAddress>> placesNamed(Debugger& debugger, std::string_view text, bool user);
// What a user who looks at a variable wants to see: the word at the place that the text names (places.hpp); else the
// value of the expression.
Expected<Word36> shownValue(Debugger& debugger, std::string_view text);
// A text with the values of the expressions in its braces: "sum is {ac1}". Text in braces that is none stays.
std::string messageText(Debugger& debugger, std::string_view text);
// Finds a device on the bus by name or by its code in octal.
Expected<DeviceCode> deviceCode(Debugger& debugger, std::string_view text);

}  // namespace utah10
