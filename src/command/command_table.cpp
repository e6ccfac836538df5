#include "command/command_table.hpp"

#include <algorithm>

#include "command/command_groups.hpp"
#include "command/handlers.hpp"

namespace utah10 {

namespace {

constexpr Command kTable[] = {
    {"examine", "e ex", "[-m|-s|-a|-d|-h] [PLACE...]", "show registers and memory",
     "  -m as instructions, -s as SIXBIT, -a as ASCII, -d decimal, -h in halves. Without a place: PC, flags and\n"
     "  accumulators. Places: 100, 100-110, 100/10 (first and count), ac0-ac17, pc, flags, switches; u:100 is in the\n"
     "  user's space, e:100 in the monitor's, p:100 in core, prev:100 in the previous context; psb120:100 and "
     "upt44:100 go\n"
     "  through the tables in those core pages. ?? is not mapped. Numbers are octal; a point makes them decimal.",
     "examine -m 100-110\nexamine ac0-ac3 pc", "ac0 pc flags switches -m -s -a -d -h", examineCommand, true},
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
     "deposit 100 JRST 4,100\ndeposit pc 100\ncontinue", "", continueCommand, true},
    {"step", "s", "[COUNT | line [COUNT]]", "execute one instruction or several, then show the next",
     "  COUNT is decimal. step line goes on to a word of another source line.", "load demo.oct\ndeposit pc 100\nstep 5",
     "line", stepCommand, true},
    {"next", "n", "[COUNT]", "step, but over calls",
     "  A PUSHJ, JSP, JSR, JSA, JSYS, UUO or XCT runs until the instruction behind it, or up to three further on if "
     "it\n"
     "  skips, in the same mode, process and level and, after a PUSHJ, with the stack as deep.",
     "load demo.oct\ndeposit pc 100\nnext 2", "", nextCommand, true},
    {"finish", "out", "[AC]", "run until the routine returns",
     "  By the POPJ that belongs to it, on the stack of AC: the value of P if that is a symbol, else 17.",
     "deposit 100 PUSHJ 17,102\ndeposit 101 JRST 4,101\ndeposit 102 POPJ 17,\ndeposit ac17 1000\ndeposit pc 100\nstep\n"
     "finish",
     "", finishCommand, true},
    {"until", "unt", "ADDRESS", "run to an address", "  An address, a name or FILE:LINE; run to ADDRESS is the same.",
     "load demo.oct\ndeposit pc 100\nuntil 102", "", untilCommand, true},
    {"cycle", "cy", "[COUNT]", "go on by one memory cycle, as the SING CYCLE switch does",
     "  Shows the memory address and memory indicator lights. The instruction goes on where it stands.",
     "load demo.oct\ndeposit pc 100\ncycle 2", "", cycleCommand},
    {"run", "ru",
     "[COUNT | [for] TIME | to ADDRESS | until TIME | until instruction N | until CONDITION [within TIME]]",
     "go on, for so long or until something",
     "  COUNT is of instructions, decimal. TIME is virtual: 2.5s, 10ms, 3us; until TIME counts from power-on.\n"
     "  CONDITION: pc = 1234, ac 5 # 0, word 1000 > 5, word 1000 changes (and, or, not, parentheses), output "
     "\"text\",\n"
     "  halt; N counts all instructions since power-on or since the counters were cleared.",
     "load demo.oct\ndeposit pc 100\nrun 1000\nrun 2.5ms\nrun until word 1000 changes within 1s\nrun until pc = 102",
     "until for", runCommand, true},
    {"break", "br", "[WHAT [process N] [COUNT] [if CONDITION] [do COMMANDS]]", "stop the run; alone, list",
     "  Before the instruction at ADDRESS, u:ADDRESS, e:ADDRESS, p:ADDRESS, a range or FILE:LINE; or after one that "
     "did\n"
     "  something: opcode X, jsys [N], device NAME [cono coni datai datao ...] [bits MASK], fault [REASON...], "
     "reload,\n"
     "  level [N]. With a count, the COUNT-th time and each time after. CONDITION compares words, pc, flags, e, "
     "process,\n"
     "  level, user: ac1 = 5 or not word 1000 = 0. COMMANDS in quotes are performed when it stops; continue goes on.",
     "break 102\nbreak 103 10 if ac1 > 5\nbreak opcode JFFO\nbreak device tty cono bits 10\nbreak fault copy-on-write\n"
     "break level 3 do \"examine ac1; continue\"\nbreak",
     "opcode jsys device fault reload level", breakCommand, true},
    {"tbreak", "tb", "WHAT ...", "the same as break, for one stop", "", "tbreak 102", "", tbreakCommand, true},
    {"watch", "wa", "[write|read|change] PLACE ... | coni DEVICE [BITS] ...", "stop after words are touched or change",
     "  PLACE may be a range, in a space (u:, e:, p:), an accumulator or flags; change, unless another is said. Shows "
     "old\n"
     "  and new word, by which instruction and when. The terms of break may follow.",
     "watch write 1000-1007\nwatch change ac5 if pc # 102\nwatch coni tty 10", "write read change coni flags",
     watchCommand, true},
    {"nobreak", "nobr", "[ADDRESS | #NUMBER]", "remove a breakpoint, or all of them and all watches", "",
     "break 102\nnobreak 102\nnobreak", "all", noBreakCommand, true},
    {"delete", "del", "NUMBER", "remove a breakpoint or watch by its number", "", "break 102\ndelete 1", "",
     deleteCommand, true},
    {"enable", "en", "[NUMBER]", "let a breakpoint or watch work again; alone, all", "",
     "break 102\ndisable 1\nenable 1", "", enableCommand, true},
    {"disable", "dis", "[NUMBER]", "keep a breakpoint or watch without its working; alone, all", "",
     "break 102\ndisable 1", "", disableCommand, true},
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
    {"attach", "at", "DRIVE FILE [ro] [create] [overlay CHANGES] | imp udp:LPORT:HOST:RPORT [OPTION...]",
     "put a host file on a drive, or an IMP at the end of the cable",
     "  show media lists the drives. ro: write-protected; create: an empty medium if there is no such file; overlay:\n"
     "  the file is only read, changes go to CHANGES (disks and drums). ptr reads the file; ptp punches into it.\n"
     "  imp: a simulated IMP over UDP (H316 format), from then on in real time; an empty HOST is this one. Binds to "
     "loopback\n"
     "  unless listen-all is given. wait: its ready line is down until it has said something; toggle: make it say\n"
     "  something; limit WORDS it takes, 443; odd: pad only what is no whole word.",
     "attach ptr demo.rim\nattach ptp out.ptp", "ptr ptp imp FILE", attachCommand},
    {"detach", "det", "DRIVE | imp", "take the medium off a drive, or the IMP off the cable", "",
     "attach ptr demo.rim\ndetach ptr", "ptr ptp imp", detachCommand},
    {"net", "", "[links | hosts | why [HOST] | messages [COUNT] | clear | VIEW | ACTION] [on CABLE] [--csv | --json]",
     "show the network as the machine sees it, or make it fail",
     "  Ready lines, messages by type, what was dropped. links: who waits for which RFNM since when. why HOST (octal): "
     "the\n"
     "  story of a host that does not answer: who dropped ready when, what the IMP last said. messages: the last "
     "ones,\n"
     "  decoded. Of a network from the machine file also the views imps, lines, reach, outstanding, journal, "
     "connections,\n"
     "  services, jobs, and the actions cut A B, join A B, loss A B N (frames of 10000), delay A B TIME, imp N down, "
     "imp N up,\n"
     "  host NAME down, host NAME up; IMPs by number or name.",
     "net", "links hosts why dead messages clear cut join loss delay imp host --csv --json", netCommand, true},
    {"deck", "", "[FILE [TERMINAL [HOST]]]", "have a host's card reader read a file of yours",
     "  deck myjob.txt NETUTAH1. The host runs netrjs (UCLA-CCN if none is named). Its jobs' output goes to TERMINAL: "
     "LOCAL is\n"
     "  the host's own printer, that is the folder `decks` of the machine file. Alone: which hosts have a reader.",
     "deck", "FILE", deckCommand},
    {"pace", "", "[real | off | auto | RATE]", "keep virtual time from running ahead of the host's clock",
     "  RATE: virtual seconds a second, 2.0. auto, the default: real while the IMP is attached. Changes no result.",
     "pace 2.0\npace auto\npace", "real off auto", paceCommand, true},
    {"capture", "capt", "[FILE | off]", "write the messages of the IMP's cable to a new pcap file as they pass",
     "  For Wireshark with tools/utah10.lua. Each is in the file at once; the machine is not slowed down.",
     "capture messages.pcap\ncapture\ncapture off", "FILE off", captureCommand, true},
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
     "load demo.oct\ndeposit pc 200\niotrace on tty\nrun 200ms\niotrace off", "on off", ioTraceCommand, true},
    {"trace", "tr", "[FILE [filter EXPRESSION] | off]", "write records of the run into a file; alone, tell about it",
     "  Every instruction, memory cycle, transfer, interrupt, pager action, event and message with its virtual time, "
     "or\n"
     "  what EXPRESSION wants: memory, pc 100-177, user, level 5, opcode JSYS, device tty, address 1000, write, "
     "fault,\n"
     "  time 1s-2s, ... joined by & | ! ( )..",
     "load demo.oct\ndeposit pc 100\ntrace demo.trace filter instruction | write & address 1000\nrun "
     "1000\ntrace\ntrace off",
     "FILE off filter", traceCommand, true},
    {"jsystrace", "strace jsys", "on [WHICH...] | count [monitor] | summary [--csv|--json] | off",
     "show TENEX calls with arguments, result and time",
     "  WHICH: process N (PSB page); calls BIN,BOUT or calls not BIN; monitor (its own calls, indented); whole (no "
     "call\n"
     "  cut in two); csv or json (a line a call, at its end); to FILE (new). count adds up without showing; summary\n"
     "  shows the sums; off ends it with the calls that have not returned. Own time is that with the process's pages\n"
     "  mapped and no interrupt held.",
     "jsystrace on calls not TIME\nrun 1000\njsystrace summary\njsystrace off", "on off count summary",
     jsysTraceCommand, true},
    {"access", "", "on [virtual] | off | uninitialised [all] [--csv|--json]",
     "note who reads, writes and executes each word",
     "  From now on, for who and coverage. virtual: words of each process's spaces instead of core. uninitialised: "
     "words\n"
     "  that were zero and read before anybody wrote them since; all: whatever they held, as a program loaded before.",
     "load demo.oct\naccess on\ndeposit pc 100\nrun 1000\naccess uninitialised\naccess off", "on off uninitialised",
     accessCommand, true},
    {"who", "", "PLACE", "show who read, wrote and executed a word last, when, and how often",
     "  After access on. u:1234 is in the user's space, p:1234 in core. Says if a channel or the console changed it "
     "since.",
     "load demo.oct\naccess on\ndeposit pc 100\nrun 1000\nwho 1000\nwho p:100-102", "", whoCommand, true},
    {"coverage", "cover", "[--csv | --json] | source FILE [user]", "show what was executed, by page and label",
     "  After access on. source: the lines of a source with how often each was executed, if its line table is loaded.",
     "load demo.oct\nsymbol LOOP 100\naccess on\ndeposit pc 100\nrun 1000\ncoverage", "--csv --json source",
     coverageCommand, true},
    {"type", "send", "[LINE] \"TEXT\"", "type on the guest's console or on a terminal line",
     "  \\r return, \\n line feed, \\e escape, \\t tab, \\ooo octal. The guest gets the keys as fast as its line\n"
     "  carries. LINE is tty0, tty1 ...: the first word to it calls, hangup leaves; no line that telnet is at.",
     "type \"hello\\r\"", "", typeCommand, true},
    {"expect", "", "[LINE] \"TEXT\" [within TIME]", "run until the guest prints TEXT; an error if it does not",
     "  TIME is virtual, 60 s if not given. Text printed since the last expect (on that line) counts.",
     "load demo.oct\ndeposit pc 200\nexpect \"OK\" within 5s", "", expectCommand, true},
    {"log", "", "[LINE [FILE | off]]", "write what the guest prints on a terminal line to a new file, or show it",
     "  Without parity and nulls. Without FILE: all it has printed since a script is at the line. Alone: the lines.\n"
     "  The file keeps what it has when back goes back: what is printed again stands there twice.",
     "log", "", logCommand, true},
    {"hangup", "", "[LINE]", "the script leaves a terminal line, or all of them", "", "hangup", "", hangUpCommand,
     true},
    {"show", "sh", "[TOPIC | DEVICE]", "show how the machine stands",
     "  Topics: config, devices, media, lines, memory, clock, pi, breakpoints, switches, symbols, version. A device's "
     "status\n"
     "  is shown with the names of its bits; bits DEVICE lists them.",
     "show devices\nshow tty\nshow bits tty\nshow media\nshow memory\nshow pi",
     "config devices media lines bits memory clock pi apr ptr ptp tty breakpoints switches symbols version",
     showCommand, true},
    {"history", "hist", "[--csv] [COUNT] | clear", "show the last instructions executed, oldest first",
     "  Each with its time, effective address, accumulator after it and last word on the memory bus.",
     "load demo.oct\ndeposit pc 100\nrun 100\nhistory 10\nhistory --csv 5", "clear --csv", historyCommand, true},
    {"counters", "", "[clear | on [by SPLIT] | off | time [WHAT] | every TIME FILE | every off] [--csv | --json]",
     "count instructions, memory cycles, interrupts and time",
     "  Exact since power-on or the last clear. Times are by mode: exec, user, interrupt level, stopped. From on to "
     "off\n"
     "  the time of everything is kept: time shows it by WHAT: instruction, cycle, pager, fault, interrupt, jsys or "
     "io;\n"
     "  each sums to the time elapsed. SPLIT: any of mode,process,level,symbol. every writes intervals of virtual "
     "time\n"
     "  to a new FILE: CSV, or JSON lines if its name ends in .json or .jsonl.",
     "load demo.oct\ndeposit pc 100\ncounters on by mode\nrun 1000\ncounters\ncounters time instruction\n"
     "counters --json\ncounters clear\ncounters off",
     "clear on off time every by instruction cycle pager fault interrupt jsys io --csv --json", countersCommand, true},
    {"profile", "prof", "[on [by process] | off | clear | callgrind FILE | folded FILE | calls NAME | COUNT | by WHAT]",
     "show where the time goes, by routine",
     "  Exclusive and inclusive time, instructions and calls of every routine, for user, exec and each PI level; the "
     "sum "
     "is\n"
     "  the time elapsed. PUSHJ, JSP, JSR, JSA, UUOs, JSYS, interrupts and page traps are calls. COUNT (decimal) rows; "
     "by\n"
     "  routine, label, line or process; --csv and --json; calls NAME: who calls it, whom it calls. callgrind writes "
     "for\n"
     "  KCachegrind, folded for flame graphs.",
     "load demo.oct\ndeposit pc 100\nprofile on\nrun 1000\nprofile 5\nprofile by label --csv\nprofile callgrind "
     "demo.callgrind\nprofile off",
     "on off clear callgrind folded calls by --csv --json", profileCommand, true},
    {"save", "", "FILE", "write the whole machine to a snapshot file", "", "save here.snap", "FILE", saveCommand, true},
    {"restore", "get", "FILE [force]", "bring the machine back from a snapshot file",
     "  All or nothing: a file that is damaged or of another machine changes nothing, nor one whose packs have "
     "changed\n"
     "  since, or are not mounted, unless force is given.",
     "save here.snap\nrestore here.snap", "FILE", restoreCommand},
    {"hash", "", "", "show the hash of the machine's state",
     "  Equal hashes mean equal futures. Counters do not count.", "hash", "", hashCommand, true},
    {"symbols", "", "FILE [user]", "take symbols and source lines from a file",
     "  A debug file of link10, an image with a symbol table, or a list of names and values; for executive space, or "
     "for\n"
     "  the user's. load takes X.debug beside X.sav by itself. none instead of FILE forgets them.",
     "symbols none", "FILE user none", symbolsCommand, true},
    {"list", "l", "[ADDRESS | NAME | FILE:LINE]", "show source lines around a place; alone, around PC",
     "  With the addresses of their words; => marks the line PC is in, * one with a breakpoint. Without source lines,\n"
     "  instructions. set sources DIR tells where sources are.",
     "load demo.oct\nlist 102", "", listCommand, true},
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
     "until", backCommand, true},
    {"forward", "fw", "[COUNT]", "after back: go on to where the machine has been", "",
     "set record on\nload demo.oct\ndeposit pc 100\nrun 1000\nback 100\nforward 10\nforward", "", forwardCommand, true},
    {"timeline", "tl", "[--csv | --json]", "show how far back one can go", "", "set record on\ntimeline",
     "--csv --json", timelineCommand, true},
    {"record", "rec", "FILE | off", "write all that is typed, on every line, to a file for replay",
     "  Text: instructions executed, nanoseconds, line, keys.", "record keys.txt\ntype \"a\"\nrecord off", "off FILE",
     recordCommand, true},
    {"replay", "rep", "FILE", "give the input of a file again, each at its instruction",
     "  Before the first run, on the same machine with the same media: the end is the same.",
     "record keys2.txt\ntype \"a\"\nreplay keys2.txt\nrecord off", "FILE", replayCommand, true},
    {"symbol", "sym", "[NAME [VALUE]]", "define or show symbols for expressions", "",
     "symbol START 100\nsymbol\nexamine START", "", symbolCommand, true},
    {"evaluate", "eval =", "EXPRESSION | INSTRUCTION", "show a value in octal, halves, decimal and as an instruction",
     "", "evaluate MOVEI 1,5\nevaluate 100+10.", "", evaluateCommand, true},
    {"assert", "", "CONDITION", "an error unless the condition holds",
     "  For scripts: a comparison of words, accumulators, pc or flags.", "deposit 1000 5\nassert word 1000 = 5", "",
     assertCommand, true},
    {"do", "", "FILE", "perform the commands of a file",
     "  One a line; # at the start of a line and ; begin comments. The first error stops it.", "do demo.u10", "FILE",
     doCommand, true},
    {"echo", "", "TEXT", "print a line", "", "echo the machine is ready", "", echoCommand, true},
    {"set", "", "quiet on|off | history COUNT | sources DIR | record on|off|every COUNT|limit MEGABYTES",
     "set how the program behaves",
     "  quiet: say only what was asked for. history: how many instructions are kept. sources: a folder of source "
     "files.\n"
     "  record: what back needs.",
     "set quiet off\nset history 4096\nset record every 1000000", "quiet history sources record", setCommand, true},
    {"help", "h ?", "[COMMAND]", "this list, or everything about a command", "", "help\nhelp examine", "COMMAND",
     helpCommand, true},
    {"quit", "q exit bye", "[CODE]", "leave the program, with an exit code", "", "quit 0", "", quitCommand, true},
};

constexpr CommandGroup kGroups[] = {
    {"Running the machine",
     "Load a program, start it, and run it for some time, to some place or one instruction at a time.",
     "load readin start continue run step next finish until cycle execute reset switches pace"},
    {"Breakpoints and watches", "Stop the machine at an instruction, at an event, or when a word is touched.",
     "break tbreak watch nobreak delete enable disable"},
    {"Registers, memory and symbols", "Show and change the state of the machine; give addresses names.",
     "examine deposit show list symbols symbol evaluate"},
    {"Tracing and measuring", "Record what the machine does, and count where its time goes.",
     "history iotrace trace jsystrace access who coverage counters profile"},
    {"Snapshots and time travel",
     "Save the machine and restore it. With `set record on` the machine can go back to any earlier instruction.",
     "save restore hash back forward timeline record replay"},
    {"Media and hardware faults", "Put host files on drives, and make the hardware fail.", "attach detach inject"},
    {"Terminal lines", "Type and read on the terminal lines of the guest, from a script.", "type expect log hangup"},
    {"Network and card readers", "Look at the IMP's cable and the modelled network; submit decks to a host.",
     "net capture deck"},
    {"Scripts and the program itself", "Perform files of commands, check results, and set up the program.",
     "do assert echo set help quit"},
};

// How often the groups name a command.
constexpr int timesGrouped(std::string_view command) {
  int times = 0;
  for (const CommandGroup& g : kGroups)
    for (std::string_view rest = g.commands; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      times += rest.substr(0, end) == command ? 1 : 0;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  return times;
}

constexpr bool everyCommandInOneGroup() {
  std::size_t names = 0;
  for (const CommandGroup& g : kGroups) names += static_cast<std::size_t>(std::ranges::count(g.commands, ' ')) + 1;
  return names == std::size(kTable) &&
         std::ranges::all_of(kTable, [](const Command& c) { return timesGrouped(c.name) == 1; });
}
static_assert(everyCommandInOneGroup(), "kGroups names each command of kTable once, and nothing else");

}  // namespace

std::span<const Command> commandTable() { return kTable; }
std::span<const CommandGroup> commandGroups() { return kGroups; }

}  // namespace utah10
