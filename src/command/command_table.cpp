#include "utah10/command/command_table.hpp"

#include "handlers.hpp"

namespace utah10 {

namespace {

constexpr Command kTable[] = {
    {"examine", "e ex", "[-m|-s|-a|-d|-h] [PLACE...]", "show registers and memory",
     "  -m as instructions, -s as SIXBIT, -a as ASCII, -d decimal, -h in halves. Without a place: PC, flags and\n"
     "  accumulators. Places: 100, 100-110, 100/10 (first and count), ac0-ac17, pc, flags, switches; u:100 is in the\n"
     "  user's space, p:100 in physical memory. Numbers are octal; a point makes them decimal.",
     "examine -m 100-110\nexamine ac0-ac3 pc", "ac0 pc flags switches -m -s -a -d -h", examineCommand},
    {"deposit", "d dep", "[-s|-a] PLACE VALUE", "put a value into a register or memory",
     "  VALUE is an instruction, an expression (12, 5,,100, 10. for decimal) or text in quotes, which fills as many\n"
     "  words as it needs: ASCII, or SIXBIT with -s. A range is filled with one value.",
     "deposit 100 MOVEI 1,5\ndeposit 1000-1007 0\ndeposit -s 1010 \"UTAH\"\ndeposit ac1 10.",
     "ac0 pc flags switches -s -a", depositCommand},
    {"load", "", "FILE", "put a program into memory",
     "  RIM10, RIM10B, SAV, SSAVE, SBLK and octal text are known by their content. start without an address starts it.",
     "load demo.oct", "FILE", loadCommand},
    {"start", "go", "[ADDRESS]", "start the machine at an address, or where the program loaded last begins",
     "  The START key: flags and devices stay as they are. Runs until something stops the machine.",
     "deposit 100 JRST 4,100\nstart 100", "", startCommand},
    {"continue", "c cont", "", "go on from where the machine stands", "",
     "deposit 100 JRST 4,100\ndeposit pc 100\ncontinue", "", continueCommand},
    {"step", "s", "[COUNT]", "execute one instruction or several, then show the next", "  COUNT is decimal.",
     "load demo.oct\ndeposit pc 100\nstep 5", "", stepCommand},
    {"run", "ru", "[COUNT | [for] TIME | until TIME | until CONDITION [within TIME]]",
     "go on, for so long or until something",
     "  COUNT is of instructions, decimal. TIME is virtual: 2.5s, 10ms, 3us; until TIME counts from power-on.\n"
     "  CONDITION: pc = 1234, ac 5 # 0, word 1000 > 5, word 1000 changes (joined by and), output \"text\", halt.",
     "load demo.oct\ndeposit pc 100\nrun 1000\nrun 2.5ms\nrun until word 1000 changes within 1s\nrun until pc = 102",
     "until for", runCommand},
    {"break", "br", "[ADDRESS [COUNT] [if CONDITION]]", "stop before the instruction at an address; alone, list",
     "  With a count, stops the COUNT-th time and each time after. CONDITION compares words: ac1 = 5, word 1000 # 0.",
     "break 102\nbreak 103 10 if ac1 > 5\nbreak", "", breakCommand},
    {"nobreak", "nobr", "[ADDRESS]", "remove a breakpoint, or all of them", "", "break 102\nnobreak 102\nnobreak",
     "all", noBreakCommand},
    {"execute", "xct", "INSTRUCTION", "execute one instruction without disturbing memory or PC", "",
     "execute MOVEI 1,100\nexecute 201040000005", "", executeCommand},
    {"reset", "", "", "the RESET key: processor, interrupts and devices; not memory", "", "reset", "", resetCommand},
    {"readin", "boot", "[DEVICE] [within TIME]", "the READ IN key: load from a device by hardware and run",
     "  The device is ptr unless another is given, by name or code.", "attach ptr demo.rim\nreadin ptr", "ptr",
     readInCommand},
    {"switches", "sw", "[SWITCH VALUE]", "show or set the console's switches",
     "  data WORD, address ADDRESS, read-in DEVICE; others are on or off: sing-inst, sing-cycle, par-stop, nxm-stop,\n"
     "  adr-inst, adr-fetch, adr-write, adr-stop, adr-break, fm-enb, trap-offset.",
     "switches data 123456\nswitches address 1000\nswitches adr-inst on\nswitches adr-stop on\nswitches",
     "data address read-in sing-inst sing-cycle par-stop nxm-stop adr-inst adr-fetch adr-write adr-stop adr-break "
     "fm-enb trap-offset",
     switchesCommand},
    {"attach", "at", "DRIVE FILE [ro] [create] [overlay CHANGES]", "put a host file on a drive",
     "  show media lists the drives. ro: write-protected; create: an empty medium if there is no such file; overlay:\n"
     "  the file is only read, changes go to CHANGES (disks and drums). ptr reads the file; ptp punches into it.",
     "attach ptr demo.rim\nattach ptp out.ptp", "ptr ptp FILE", attachCommand},
    {"detach", "det", "DRIVE", "take the medium off a drive", "", "attach ptr demo.rim\ndetach ptr", "ptr ptp",
     detachCommand},
    {"inject", "", "parity ADDRESS | DISK BLOCK FAULT [TIMES] | DRUM PLACE BITS [TIMES]", "make the hardware fail",
     "  parity: the word has bad parity until it is written. Disks: BLOCK counts sectors from 0, FAULT is "
     "sector-parity,\n"
     "  word-parity or header. Bryant drum: PLACE is a page, BITS those of its status word; DDC-10: PLACE is track "
     "times\n"
     "  52. plus sector, BITS those of CONI. BLOCK, PLACE and BITS are octal, TIMES (1 if not given) decimal.",
     "inject parity 1000", "parity", injectCommand},
    {"iotrace", "io", "[on [DEVICE...] | off]", "show every I/O transfer and interrupt as it happens",
     "  With the virtual time, PC and the names of the bits of CONO, CONI, CONSO and CONSZ. An asterisk marks "
     "transfers\n"
     "  of an interrupt cycle. show bits DEVICE lists the names.",
     "load demo.oct\ndeposit pc 200\niotrace on tty\nrun 200ms\niotrace off", "on off", ioTraceCommand},
    {"type", "send", "\"TEXT\"", "type on the guest's console",
     "  \\r return, \\n line feed, \\e escape, \\t tab, \\ooo octal. The guest gets the keys as fast as its line "
     "carries.",
     "type \"hello\\r\"", "", typeCommand},
    {"expect", "", "\"TEXT\" [within TIME]", "run until the guest prints TEXT; an error if it does not",
     "  TIME is virtual, 60 s if not given. Text printed since the last expect counts.",
     "load demo.oct\ndeposit pc 200\nexpect \"OK\" within 5s", "", expectCommand},
    {"show", "sh", "[TOPIC | DEVICE]", "show how the machine stands",
     "  Topics: config, devices, media, lines, memory, clock, pi, breakpoints, switches, symbols, version. A device's "
     "status\n"
     "  is shown with the names of its bits; bits DEVICE lists them.",
     "show devices\nshow tty\nshow bits tty\nshow media\nshow memory\nshow pi",
     "config devices media lines bits memory clock pi apr ptr ptp tty breakpoints switches symbols version",
     showCommand},
    {"history", "hist", "[--csv] [COUNT] | clear", "show the last instructions executed, oldest first",
     "  Each with its time, effective address, accumulator after it and last word on the memory bus.",
     "load demo.oct\ndeposit pc 100\nrun 100\nhistory 10\nhistory --csv 5", "clear --csv", historyCommand},
    {"counters", "", "[--csv | --json | clear]", "count instructions, memory cycles, interrupts and time",
     "  Exact since power-on or the last clear. Times are by mode: exec, user, interrupt level, stopped.",
     "load demo.oct\ndeposit pc 100\nrun 1000\ncounters\ncounters --json\ncounters clear", "clear --csv --json",
     countersCommand},
    {"save", "", "FILE", "write the whole machine to a snapshot file", "", "save here.snap", "FILE", saveCommand},
    {"restore", "get", "FILE [force]", "bring the machine back from a snapshot file",
     "  All or nothing: a file that is damaged or of another machine changes nothing, nor one whose packs have "
     "changed\n"
     "  since, or are not mounted, unless force is given.",
     "save here.snap\nrestore here.snap", "FILE", restoreCommand},
    {"hash", "", "", "show the hash of the machine's state",
     "  Equal hashes mean equal futures. Counters do not count.", "hash", "", hashCommand},
    {"back", "b", "[COUNT | TIME | until write PLACE | until read PLACE | until pc ADDRESS | until CONDITION]",
     "go back to where the machine was",
     "  COUNT is of instructions, TIME is virtual. until: to just before the last instruction that wrote or read "
     "PLACE\n"
     "  or stood at ADDRESS, or to where CONDITION became true (output \"text\": to just before it was printed). "
     "Disks,\n"
     "  tapes and paper go back, too. What was typed comes again when the machine runs on; a deposit, a key or a new\n"
     "  character makes it another story, and what was ahead is forgotten.",
     "set record on\nload demo.oct\ndeposit pc 100\nrun 1000\nback\nback 100\nback 10us\nback until write 1000\n"
     "back until pc 101",
     "until", backCommand},
    {"forward", "fw", "[COUNT]", "after back: go on to where the machine has been", "",
     "set record on\nload demo.oct\ndeposit pc 100\nrun 1000\nback 100\nforward 10\nforward", "", forwardCommand},
    {"timeline", "tl", "[--csv | --json]", "show how far back one can go", "", "set record on\ntimeline",
     "--csv --json", timelineCommand},
    {"record", "rec", "FILE | off", "write all that is typed, on every line, to a file for replay",
     "  Text: instructions executed, nanoseconds, line, keys.", "record keys.txt\ntype \"a\"\nrecord off", "off FILE",
     recordCommand},
    {"replay", "rep", "FILE", "give the input of a file again, each at its instruction",
     "  Before the first run, on the same machine with the same media: the end is the same.",
     "record keys2.txt\ntype \"a\"\nreplay keys2.txt\nrecord off", "FILE", replayCommand},
    {"symbol", "sym", "[NAME [VALUE]]", "define or show symbols for expressions", "",
     "symbol START 100\nsymbol\nexamine START", "", symbolCommand},
    {"evaluate", "eval =", "EXPRESSION | INSTRUCTION", "show a value in octal, halves, decimal and as an instruction",
     "", "evaluate MOVEI 1,5\nevaluate 100+10.", "", evaluateCommand},
    {"assert", "", "CONDITION", "an error unless the condition holds",
     "  For scripts: a comparison of words, accumulators, pc or flags.", "deposit 1000 5\nassert word 1000 = 5", "",
     assertCommand},
    {"do", "", "FILE", "perform the commands of a file",
     "  One a line; # at the start of a line and ; begin comments. The first error stops it.", "do demo.u10", "FILE",
     doCommand},
    {"echo", "", "TEXT", "print a line", "", "echo the machine is ready", "", echoCommand},
    {"set", "", "quiet on|off | history COUNT | record on|off|every COUNT|limit MEGABYTES",
     "set how the program behaves",
     "  quiet: say only what was asked for. history: how many instructions are kept. record: what back needs.",
     "set quiet off\nset history 4096\nset record every 1000000", "quiet history record", setCommand},
    {"help", "h ?", "[COMMAND]", "this list, or everything about a command", "", "help\nhelp examine", "COMMAND",
     helpCommand},
    {"quit", "q exit bye", "[CODE]", "leave the program, with an exit code", "", "quit 0", "", quitCommand},
};

}  // namespace

std::span<const Command> commandTable() { return kTable; }

}  // namespace utah10
