#include "command/prompt/foreign_names.hpp"

#include <algorithm>

#include "command/console/suggestion.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr ForeignName kForeign[] = {
    // SIMH
    {"ie iexamine id ideposit", "examine PLACE shows words, deposit PLACE VALUE changes one"},
    {"asn assign deas deassign",
     "drives keep their names; attach DRIVE FILE mounts a file, show media lists the drives"},
    {"dump", "save FILE keeps the whole machine; examine shows words"},
    {"noexpect nosend", "expect and send act once, so that there is nothing to remove"},
    {"sleep", "run 2s lets 2 s of virtual time pass"},
    {"throttle", "pace real, pace max or pace RATE"},
    {"debug nodebug", "iotrace shows transfers, jsystrace monitor calls, trace FILE everything"},
    {"goto if else on noon return shift call proceed",
     "scripts have no jumps; expect and assert end one that fails, break WHAT do \"COMMANDS\" reacts to an event"},
    {"cd pwd dir ls cat cp copy rm mv rename mkdir rmdir ! shell", "the prompt runs no commands of the host"},
    {"version", "show version"},
    // GDB
    {"r", "start begins the program, continue resumes it, run 2s runs it for 2 s"},
    {"f", "finish runs to the return of the routine, where shows its callers"},
    {"jump j", "start ADDRESS"},
    {"kill", "reset is the RESET key, quit leaves the program"},
    {"frame up down", "where shows all callers; examine and list take any address"},
    {"rwatch", "watch read PLACE"},
    {"awatch", "watch read PLACE and watch write PLACE"},
    {"rbreak", "break ADDRESS, once for each routine"},
    {"clear", "nobreak ADDRESS, or delete NUMBER"},
    {"condition", "break ADDRESS if CONDITION; break lists the breakpoints"},
    {"ignore", "break ADDRESS COUNT stops from the COUNT-th time on"},
    {"commands", "break ADDRESS do \"COMMANDS\""},
    {"catch tcatch", "break jsys, break fault, break level, break device or break opcode"},
    {"handle signal", "break level N stops at an interrupt, break fault at a page fault"},
    {"display undisplay", "break ADDRESS do \"examine PLACE\" shows a word at each stop"},
    {"thread inferior",
     "break ADDRESS job N; examine psb30:100 is in the monitor space of a process, upt44:100 in user space"},
    {"checkpoint restart", "save FILE and restore FILE; set record on, then back"},
    {"reverse-step rs reverse-next rn reverse-continue rc reverse-finish",
     "back goes back one instruction, back until write PLACE to an event"},
    {"file exec-file", "load FILE"},
    {"directory", "set sources DIR"},
    {"find", "there is no search of memory; back until write PLACE finds when a word was written"},
    {"ptype whatis", "evaluate shows a word in every form"},
    {"printf", "echo TEXT"},
    {"define document", "do FILE runs the commands in a file"},
    {"tui layout", "list shows source lines around PC"},
    {"target", "utah10 boot and utah10 --machine FILE start a machine"},
    {"make", "macro10 and link10 make a program, on the host"},
    {"ddt", "on TENEX, EXEC's DDT command; break, examine and step are here"},
};

}  // namespace

std::span<const ForeignName> foreignNames() { return kForeign; }

std::string_view foreignPointer(std::string_view name) {
  for (const ForeignName& f : kForeign)
    if (std::ranges::any_of(wordsOf(f.names), [&](std::string_view n) { return sameWord(n, name); })) return f.pointer;
  return {};
}

}  // namespace utah10
