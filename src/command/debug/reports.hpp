// What `show` shows of the debugger's own state.
#pragma once

namespace utah10 {

class Console;
class Debugger;

void listBreakpoints(Debugger& debugger, Console& console);
void listSymbols(Debugger& debugger, Console& console);
void showSwitches(Debugger& debugger, Console& console);

}  // namespace utah10
