#include "command/prompt/command_table.hpp"

#include <algorithm>

#include "command/debug/commands.hpp"
#include "command/look/commands.hpp"
#include "command/net/commands.hpp"
#include "command/panel/commands.hpp"
#include "command/prompt/command_groups.hpp"
#include "command/prompt/commands.hpp"
#include "command/prompt/machine_room.hpp"
#include "command/prompt/session.hpp"
#include "command/terminals/commands.hpp"

namespace utah10 {

namespace {

// A handler takes the parts of the session that it needs.
struct SessionParts {
  Session& session;
  Arguments& arguments;

  operator Session&() const { return session; }
  operator Console&() const { return session.console(); }
  operator Debugger&() const { return session.debugger(); }
  operator Connections&() const { return session.connections(); }
  operator TerminalLines&() const { return session.lines(); }
  operator Probes&() const { return session.probes(); }
  operator Panel&() const { return session.panel(); }
  operator Arguments&() const { return arguments; }
};

template <class... Part>
Expected<void> call(Expected<void> (*handler)(Part&...), const SessionParts& parts) {
  return handler(static_cast<Part&>(parts)...);
}

template <auto handler>
Expected<void> with(Session& session, Arguments& arguments) {
  return call(handler, SessionParts{session, arguments});
}

constexpr Command kTable[] = {
    {"examine", "e ex", "[-m|-s|-a|-d|-h] [PLACE...]", "show registers and memory",
     "  -m as instructions, -s as SIXBIT, -a as ASCII, -d in decimal, -h as half words. Without a place: PC, flags\n"
     "  and accumulators. Places: 100, 100-110, 100/10 (address and count), ac0-17, pc, flags, switches; commas\n"
     "  join several. u:100 is a\n"
     "  user address, e:100 a monitor address, p:100 a physical address, prev:100 an address in the previous context.\n"
     "  psb120:100 and upt44:100 are translated by the PSB or user page table in that core page. ?? means not mapped.\n"
     "  Numbers are octal; a trailing point makes them decimal.",
     "examine -m 100-110\nexamine ac0-3,ac17 pc", "ac0 pc flags switches -m -s -a -d -h", with<examineCommand>, true},
    {"deposit", "d dep", "[-s|-a] PLACE VALUE", "store a value in a register or in memory",
     "  VALUE is an instruction, an expression (12, 5,,100, 10. for decimal) or text in quotes. Text is stored as\n"
     "  ASCII, or as SIXBIT with -s, in as many words as it needs. Each word of a range gets the same value.",
     "deposit 100 MOVEI 1,5\ndeposit 1000-1007 0\ndeposit -s 1010 \"UTAH\"\ndeposit ac1 10.",
     "ac0 pc flags switches -s -a", with<depositCommand>},
    {"x", "", "[/[COUNT][FORMAT]] [ADDRESS]", "show words from an address on, as GDB does",
     "  FORMAT: i instructions, o octal, d decimal, s ASCII, c SIXBIT, h half words. COUNT is decimal. Without an\n"
     "  address: from PC on.",
     "load demo.oct\nx 100\nx/3i 100", "", with<xCommand>, true},
    {"disassemble", "disas", "[PLACE]", "show words as instructions; without arguments, from PC on", "",
     "load demo.oct\ndisassemble 100-102", "", with<disassembleCommand>, true},
    {"where", "bt backtrace", "[all] [COUNT]", "show the calls that have led to the present instruction",
     "  The innermost first: where each stands, the routine it is in, and how that was entered: PUSHJ, JSP, JSR, JSA,\n"
     "  JSYS, interrupt or page trap. The calls are found by repeating the recorded history: the last 4 million\n"
     "  instructions, or, with all, everything recorded (set record on). COUNT: only so many.",
     "set record on\nload demo.oct\ndeposit pc 100\nstep 5\nwhere", "all", with<whereCommand>, true},
    {"load", "", "FILE", "load a program into memory",
     "  RIM, RIM10, RIM10B, SAV, SSAVE, EXE, SBLK, PDUMP and octal text are recognised by their content. What the file\n"
     "  holds after the program is left unread, and load says so. start without an address starts the program.",
     "load demo.oct", "FILE", with<loadCommand>},
    {"start", "go", "[ADDRESS]", "start the machine at an address, or at the start address of the program loaded",
     "  The START key: flags and devices do not change. Runs until something stops the machine.",
     "deposit 100 JRST 4,100\nstart 100", "", with<startCommand>},
    {"continue", "c cont fg", "", "resume the machine where it stopped", "",
     "deposit 100 JRST 4,100\ndeposit pc 100\ncontinue", "", with<continueCommand>, true},
    {"step", "s si stepi", "[COUNT | line [COUNT]]", "execute one or more instructions, then show the next",
     "  COUNT is decimal. step line runs until the source line changes.", "load demo.oct\ndeposit pc 100\nstep 5",
     "line", with<stepCommand>, true},
    {"next", "n ni nexti", "[COUNT]", "step, running over calls",
     "  A PUSHJ, JSP, JSR, JSA, JSYS, UUO or XCT runs until it returns to the next instruction, or up to three words\n"
     "  further on if it skips, in the same mode, process and interrupt level and, after a PUSHJ, at the same stack\n"
     "  depth.",
     "load demo.oct\ndeposit pc 100\nnext 2", "", with<nextCommand>, true},
    {"finish", "out fin", "[AC]", "run until the routine returns",
     "  Runs to the matching POPJ on the stack whose pointer is in AC; by default the value of the symbol P, or 17.",
     "deposit 100 PUSHJ 17,102\ndeposit 101 JRST 4,101\ndeposit 102 POPJ 17,\ndeposit ac17 1000\ndeposit pc 100\nstep\n"
     "finish",
     "", with<finishCommand>, true},
    {"until", "unt advance", "ADDRESS", "run to an address",
     "  ADDRESS may also be a symbol or FILE:LINE. run to ADDRESS does the same.",
     "load demo.oct\ndeposit pc 100\nuntil 102", "", with<untilCommand>, true},
    {"cycle", "cy", "[COUNT]", "run for one memory cycle, as with the SING CYCLE switch",
     "  Shows the memory address and memory indicator lights. The next command resumes in the middle of the\n"
     "  instruction.",
     "load demo.oct\ndeposit pc 100\ncycle 2", "", with<cycleCommand>},
    {"run", "ru",
     "[COUNT | [for] TIME | to ADDRESS | until TIME | until instruction N | until CONDITION [within TIME]]",
     "resume the machine, for a time or until a condition holds",
     "  COUNT is a decimal number of instructions. TIME is virtual: 2.5s, 10ms, 3us; until TIME counts from power-on.\n"
     "  CONDITION: pc = 1234, ac 5 # 0, word 1000 > 5, word 1000 changes (joined by and, or, not, parentheses),\n"
     "  output \"text\", halt. until instruction N counts from power-on or from the last counters clear.",
     "load demo.oct\ndeposit pc 100\nrun 1000\nrun 2.5ms\nrun until word 1000 changes within 1s\nrun until pc = 102",
     "until for", with<runCommand>, true},
    {"break", "br b bp hbreak", "[WHAT [process N] [job N] [fork N] [COUNT] [if CONDITION] [do COMMANDS]]",
     "set a breakpoint; without arguments, list them",
     "  Stops before the instruction at ADDRESS, u:ADDRESS, e:ADDRESS, p:ADDRESS, a range or FILE:LINE; or after an\n"
     "  event: opcode X, jsys [N], device NAME [cono coni datai datao ...] [bits MASK], fault [REASON...], reload,\n"
     "  level [N]. With COUNT it stops from the COUNT-th time on. CONDITION compares words, pc, flags, e, process,\n"
     "  level and user, as in ac1 = 5 or not word 1000 = 0. COMMANDS, in quotes, run at each stop; continue among\n"
     "  them resumes the machine. job (decimal) and fork (octal): as show forks prints them; all other users continue.",
     "break 102\nbreak 103 10 if ac1 > 5\nbreak opcode JFFO\nbreak device tty cono bits 10\nbreak fault copy-on-write\n"
     "break level 3 do \"examine ac1; continue\"\nbreak",
     "opcode jsys device fault reload level", with<breakCommand>, true},
    {"tbreak", "tb tbr thbreak", "WHAT ...", "set a breakpoint that is removed after its first stop", "", "tbreak 102",
     "", with<tbreakCommand>, true},
    {"watch", "wa", "[write|read|change] PLACE ... | coni DEVICE [BITS] ...",
     "stop after words are read, written or changed",
     "  PLACE is an address or range, possibly in a space (u:, e:, p:), an accumulator or flags. Default: change.\n"
     "  Shows the old and the new word, the instruction and the time. process, job, fork, COUNT, if and do follow as\n"
     "  in break.",
     "watch write 1000-1007\nwatch change ac5 if pc # 102\nwatch coni tty 10", "write read change coni flags",
     with<watchCommand>, true},
    {"nobreak", "nobr", "[ADDRESS | #NUMBER]", "remove a breakpoint; without arguments, all breakpoints and watches",
     "", "break 102\nnobreak 102\nnobreak", "all", with<noBreakCommand>, true},
    {"delete", "del", "NUMBER", "remove a breakpoint or watch by its number", "", "break 102\ndelete 1", "",
     with<deleteCommand>, true},
    {"enable", "en", "[NUMBER]", "enable a breakpoint or watch; without arguments, all", "",
     "break 102\ndisable 1\nenable 1", "", with<enableCommand>, true},
    {"disable", "dis", "[NUMBER]", "disable a breakpoint or watch but keep it; without arguments, all", "",
     "break 102\ndisable 1", "", with<disableCommand>, true},
    {"execute", "xct", "INSTRUCTION", "execute one instruction without storing it in memory or changing PC", "",
     "execute MOVEI 1,100\nexecute 201040000005", "", with<executeCommand>},
    {"reset", "", "", "the RESET key: reset processor, interrupts and devices, but not memory", "", "reset", "",
     with<resetCommand>},
    {"readin", "boot", "[DEVICE] [within TIME]",
     "the READ IN key: load a program from a device by hardware and start it",
     "  DEVICE is a name or a device code; the default is ptr.", "attach ptr demo.rim\nreadin ptr", "ptr",
     with<readInCommand>},
    {"switches", "sw", "[SWITCH VALUE]", "show or set the console switches",
     "  data WORD, address ADDRESS, read-in DEVICE. The others are on or off: sing-inst, sing-cycle, par-stop,\n"
     "  nxm-stop, adr-inst, adr-fetch, adr-write, adr-stop, adr-break, fm-enb, trap-offset.",
     "switches data 123456\nswitches address 1000\nswitches adr-inst on\nswitches adr-stop on\nswitches",
     "data address read-in sing-inst sing-cycle par-stop nxm-stop adr-inst adr-fetch adr-write adr-stop adr-break "
     "fm-enb trap-offset",
     with<switchesCommand>},
    {"attach", "at", "DRIVE FILE [ro] [create] [overlay CHANGES] | imp udp:LPORT:HOST:RPORT [OPTION...]",
     "mount a host file on a drive, or connect an IMP to the host cable",
     "  show media lists the drives. ro: write-protect it. create: create an empty medium if FILE does not exist.\n"
     "  overlay: only read FILE and write changes to CHANGES (disks and drums). ptr reads FILE; ptp punches it.\n"
     "  imp: connect a simulated IMP over UDP (SIMH H316 format) and run in real time; an empty HOST is this host.\n"
     "  The socket is bound to loopback unless the option listen-all is present. wait: the IMP's ready line is down\n"
     "  until its first datagram. toggle: make it send one. limit WORDS: longest message it takes, default 443.\n"
     "  odd: pad only messages that do not end at a word boundary.",
     "attach ptr demo.rim\nattach ptp out.ptp", "ptr ptp imp FILE", with<attachCommand>},
    {"detach", "det", "DRIVE | imp", "unmount the medium of a drive, or disconnect the IMP", "",
     "attach ptr demo.rim\ndetach ptr", "ptr ptp imp", with<detachCommand>},
    {"machine", "mach", "[NAME]", "list the machines on the network, or select one",
     "  With utah10 net. All machines run when one does. Commands are about the selected one, which has the keyboard;\n"
     "  what another one prints on its console appears when it is selected.",
     "machine", "", with<machineCommand>, true},
    {"console", "", "[NAME]", "select a machine and resume all, at its console", "  As machine NAME and continue.",
     "deposit 100 JRST 4,100\ndeposit pc 100\nconsole", "", with<consoleCommand>, true},
    {"net", "", "[links | hosts | why [HOST] | messages [COUNT] | clear | VIEW | ACTION] [on CABLE] [--csv | --json]",
     "show the network as the machine sees it, or make parts of it fail",
     "  Alone: ready lines, messages by type, dropped messages. links: the links that await a RFNM, and since when.\n"
     "  why HOST (octal): why a host does not answer: who dropped ready and when, and what the IMP reported last.\n"
     "  messages: the last messages, decoded. A network from the machine file has the further views imps, lines,\n"
     "  reach, outstanding, journal, connections, services, jobs, and the actions cut A B, join A B, loss A B N\n"
     "  (frames of 10000), delay A B TIME, imp N down, imp N up, host NAME down, host NAME up. A and B are IMPs by\n"
     "  number or name.",
     "net", "links hosts why dead messages clear cut join loss delay imp host --csv --json", with<netCommand>, true},
    {"deck", "", "[FILE [TERMINAL [HOST]]]", "feed a file to the card reader of a host",
     "  As in deck myjob.txt NETUTAH1. HOST runs the service netrjs; the default is UCLA-CCN. The output of the jobs\n"
     "  goes to TERMINAL; LOCAL, the default, is the host's own printer, which writes to the folder that the key\n"
     "  `decks` of the machine file names. Without FILE: list the hosts that have a card reader.",
     "deck", "FILE", with<deckCommand>},
    {"pace", "", "[real | max | auto | RATE]", "keep virtual time from running ahead of the host's clock",
     "  RATE: virtual seconds per second, as in 2.0. max: no limit. auto, the default: real time while an IMP is\n"
     "  attached, and when you have booted a system at a terminal and continue it; a run with an end of its own, such as\n"
     "  run 40s, has no limit then. The pace does not affect results.",
     "pace 2.0\npace auto\npace", "real max auto", with<paceCommand>, true},
    {"capture", "capt", "[FILE | off]", "write the messages on the IMP cable to a new pcap file",
     "  For Wireshark with tools/utah10.lua. Each message is written at once. A capture takes no virtual time.",
     "capture messages.pcap\ncapture\ncapture off", "FILE off", with<captureCommand>, true},
    {"inject", "", "parity ADDRESS | DISK BLOCK FAULT [TIMES] | DRUM PLACE BITS [TIMES]", "make the hardware fail",
     "  parity: the word has bad parity until it is written. Disks: BLOCK counts sectors from 0; FAULT is\n"
     "  sector-parity, word-parity or header. Bryant drum: PLACE is a page, BITS are bits of its status word. DDC-10:\n"
     "  PLACE is track times 52. plus sector, BITS are bits of CONI. BLOCK, PLACE and BITS are octal; TIMES is\n"
     "  decimal, default 1.",
     "inject parity 1000", "parity", with<injectCommand>},
    {"iotrace", "io", "[on [DEVICE...] | off]", "show every I/O transfer and interrupt as it happens",
     "  With virtual time, PC and the bits of CONO, CONI, CONSO and CONSZ by name. An asterisk marks transfers in an\n"
     "  interrupt cycle. show bits DEVICE lists the names.",
     "load demo.oct\ndeposit pc 200\niotrace on tty\nrun 200ms\niotrace off", "on off", with<ioTraceCommand>, true},
    {"trace", "tr", "[FILE [replace] [filter EXPRESSION] | off]",
     "write a trace of the run to a file; without arguments, show its status",
     "  Records every instruction, memory cycle, I/O transfer, interrupt, pager action, event and message with its\n"
     "  virtual time, or those that match EXPRESSION: memory, pc 100-177, user, level 5, opcode JSYS, device tty,\n"
     "  address 1000, write, fault, time 1s-2s and others, joined by & | ! and parentheses. replace: FILE may exist.",
     "load demo.oct\ndeposit pc 100\ntrace demo.trace filter instruction | write & address 1000\nrun "
     "1000\ntrace\ntrace off",
     "FILE off filter", with<traceCommand>, true},
    {"jsystrace", "strace jsys", "on [WHICH...] | count [monitor] | summary [--csv|--json] | off",
     "show monitor calls (JSYS) with arguments, result and time",
     "  WHICH: process N (PSB page); calls BIN,BOUT or calls not BIN; monitor (include the monitor's own calls,\n"
     "  indented); whole (print each call as one line, when it returns); csv or json (one line per call, at its\n"
     "  return); to FILE (new). count collects totals without printing calls; summary prints the totals; off ends the\n"
     "  trace and lists calls that have not returned. Own time counts only while the process is mapped and no\n"
     "  interrupt is held.",
     "jsystrace on calls not TIME\nrun 1000\njsystrace summary\njsystrace off", "on off count summary",
     with<jsysTraceCommand>, true},
    {"access", "", "on [virtual] | off | uninitialised [all] [--csv|--json]",
     "record the readers, writers and executions of each word",
     "  The commands who and coverage use these records. virtual: record virtual addresses of each process instead of\n"
     "  core addresses. uninitialised: list words that were read while still zero and before any write since access\n"
     "  on; with all, also words that held something before, such as a program loaded earlier.",
     "load demo.oct\naccess on\ndeposit pc 100\nrun 1000\naccess uninitialised\naccess off", "on off uninitialised",
     with<accessCommand>, true},
    {"who", "", "PLACE", "show what read, wrote and executed a word last, when, and how often",
     "  After access on. u:1234 is a user address, p:1234 a core address. Reports whether a channel or the console\n"
     "  has changed the word since.",
     "load demo.oct\naccess on\ndeposit pc 100\nrun 1000\nwho 1000\nwho p:100-102", "", with<whoCommand>, true},
    {"coverage", "cover", "[--csv | --json] | source FILE [user]", "show which words were executed, by page and label",
     "  After access on. source: the lines of a source file with their execution counts, if its line table is loaded.",
     "load demo.oct\nsymbol LOOP 100\naccess on\ndeposit pc 100\nrun 1000\ncoverage", "--csv --json source",
     with<coverageCommand>, true},
    {"type", "send", "[LINE] \"TEXT\"", "type on the guest's console or on a terminal line",
     "  \\r return, \\n line feed, \\e escape, \\t tab, \\ooo octal. The guest receives the keys at the speed of the\n"
     "  line. LINE is tty0, tty1 ...; the first use connects the script to the line, hangup disconnects it. A line\n"
     "  that a telnet caller uses is not available.",
     "type \"hello\\r\"", "", with<typeCommand>, true},
    {"expect", "", "[LINE] \"TEXT\" [within TIME]", "run until the guest prints TEXT; fail if it does not",
     "  TIME is virtual, default 60 s. Text printed since the last expect on that line is searched first.",
     "load demo.oct\ndeposit pc 200\nexpect \"OK\" within 5s", "", with<expectCommand>, true},
    {"log", "", "[LINE [FILE | off]]", "write the output on a terminal line to a new file, or show it",
     "  Parity and nulls are removed. Without FILE: show the output since the script connected to the line. Without\n"
     "  arguments: list the lines. back does not shorten the file: output that is printed again appears twice.",
     "log", "", with<logCommand>, true},
    {"hangup", "", "[LINE]", "disconnect the script from a terminal line, or from all", "", "hangup", "",
     with<hangUpCommand>, true},
    {"put", "", "FILE [NAME] [form FORM] [on LINE | as USER PASSWORD]", "copy a host file into the running TENEX",
     "  NAME is TENEX's name for it, by default that of FILE. The user at EXEC's prompt on the console, or on LINE, runs\n"
     "  the program TAPE, which reads FILE from a tape on a free transport; as: a user who logs in on a free line for\n"
     "  it. Text becomes text of 7 bits with CR LF, everything else words of 36 bits; FORM names the host file's form\n"
     "  (text, data8 ...: pack10 --help) if its contents do not show it.",
     "put hi.mac\nput hi.sav <GUEST>HELLO.SAV\nput hi.mac as GUEST GUEST", "FILE form on as text data8",
     with<putCommand>},
    {"get", "", "NAME [FILE] [form FORM] [on LINE | as USER PASSWORD]", "copy a file of the running TENEX to the host",
     "  The reverse of put. FILE must be new; by default it has the file's name in lower case. A file of 7-bit bytes is\n"
     "  written as text, any other as data8.",
     "get VERSE.TXT\nget <SUBSYS>CALC.SAV calc.sav", "form on as text data8", with<getCommand>},
    {"show", "sh", "[TOPIC | DEVICE]", "show the state of the machine",
     "  Topics: config, devices, media, lines, memory, clock, pi, breakpoints, switches, symbols, version, forks (of\n"
     "  TENEX, with their jobs). The status of a device is shown with its bits by name; bits DEVICE lists the names.",
     "show devices\nshow tty\nshow bits tty\nshow media\nshow memory\nshow pi",
     "config devices media lines bits memory clock pi apr ptr ptp tty breakpoints switches symbols version forks",
     with<showCommand>, true},
    {"info", "i", "[TOPIC]", "show registers, breakpoints, callers and other state, as GDB does",
     "  Topics: registers [PLACE...], breakpoints, stack, line [PLACE], symbol VALUE, and those of show.",
     "info registers ac1\ninfo breakpoints", "registers breakpoints stack line symbol devices", with<infoCommand>,
     true},
    {"panel", "",
     "[list | press KEY | set CONTROL on|off|N | page NAME [window] | png FILE [replace] [scale N] | sound on|off | announce "
     "on|off | wait [TIME] | close]",
     "show the front panel in a window, as text or as a picture",
     "  Alone: opens the window. list: every lamp with its brightness in hundredths, and every switch, key and knob.\n"
     "  A lamp is as bright as the share of virtual time during which it was on since the panel was last looked at.\n"
     "  press and set work without a window, too: press start, set sing inst on, set speed coarse 3. page: teletype,\n"
     "  printer, tape or none, below the panel; with window, in a window of its own. announce: say on the terminal\n"
     "  what the window's focus is on. wait: until the window is closed.",
     "panel list\npanel set data 35 on\npanel set speed coarse 3\npanel press examine this\npanel page tape\npanel page teletype window",
     "list press set page png sound announce wait close", with<panelCommand>},
    {"history", "hist", "[--csv] [COUNT] | clear", "show the last instructions executed, oldest first",
     "  Each with its time, effective address, resulting accumulator and last word on the memory bus.",
     "load demo.oct\ndeposit pc 100\nrun 100\nhistory 10\nhistory --csv 5", "clear --csv", with<historyCommand>, true},
    {"counters", "", "[clear | on [by SPLIT] | off | time [WHAT] | every TIME FILE | every off] [--csv | --json]",
     "count instructions, memory cycles, interrupts and time",
     "  Exact since power-on or the last clear. Times are given by mode: exec, user, interrupt level, stopped. on\n"
     "  starts an account of all time and off ends it. time shows the account by WHAT: instruction, cycle, pager,\n"
     "  fault, interrupt, jsys or io; each sums to the time elapsed. SPLIT is any of mode,process,level,symbol. every\n"
     "  samples the counters at intervals of virtual time into a new FILE: CSV, or JSON lines if its name ends in\n"
     "  .json or .jsonl.",
     "load demo.oct\ndeposit pc 100\ncounters on by mode\nrun 1000\ncounters\ncounters time instruction\n"
     "counters --json\ncounters clear\ncounters off",
     "clear on off time every by instruction cycle pager fault interrupt jsys io --csv --json", with<countersCommand>,
     true},
    {"profile", "prof", "[on [by process] | off | clear | callgrind FILE | folded FILE | calls NAME | COUNT | by WHAT]",
     "show the time spent in each routine",
     "  Exclusive and inclusive time, instructions and calls of every routine, for user mode, exec mode and each PI\n"
     "  level. The exclusive times sum to the time elapsed. PUSHJ, JSP, JSR, JSA, UUOs, JSYS, interrupts and page\n"
     "  traps count as calls. COUNT is a decimal number of rows; WHAT is routine, label, line or process. calls NAME\n"
     "  shows the callers and callees of a routine. callgrind writes for KCachegrind, folded for flame graphs; with\n"
     "  replace behind it, FILE may exist.",
     "load demo.oct\ndeposit pc 100\nprofile on\nrun 1000\nprofile 5\nprofile by label --csv\nprofile callgrind "
     "demo.callgrind\nprofile off",
     "on off clear callgrind folded calls by --csv --json", with<profileCommand>, true},
    {"save", "", "FILE [replace]", "save the state of the whole machine in a snapshot file",
     "  replace: FILE may exist. A device, a pipe or a link is never replaced.",
     "save here.snap\nsave here.snap replace", "FILE", with<saveCommand>, true},
    {"restore", "", "FILE [force]", "restore the machine from a snapshot file",
     "  Restores everything or nothing. A file that is damaged or belongs to a different machine is refused. A file\n"
     "  whose packs have changed since or are not mounted is refused too, unless the option force is present.",
     "save there.snap\nrestore there.snap", "FILE", with<restoreCommand>},
    {"hash", "", "", "show a hash of the machine's state",
     "  Machines with equal hashes behave identically from then on. The hash does not include counters.", "hash", "",
     with<hashCommand>, true},
    {"symbols", "symbol-file add-symbol-file", "FILE [user]", "load symbols and source lines from a file",
     "  FILE is a debug file of link10, an image with a symbol table, or a list of names and values. The symbols are\n"
     "  for exec space, or for user space with user. load X.sav loads X.debug from the same folder automatically.\n"
     "  symbols none removes all symbols.",
     "symbols none", "FILE user none", with<symbolsCommand>, true},
    {"list", "l", "[ADDRESS | NAME | FILE:LINE]", "show source lines around a place; without arguments, around PC",
     "  With the addresses of their words. => marks the line of PC, * a line with a breakpoint. If there are no\n"
     "  source lines, instructions are shown. set sources DIR names the folder of the source files.",
     "load demo.oct\nlist 102", "", with<listCommand>, true},
    {"back", "reverse-stepi rsi",
     "[COUNT | TIME | until write PLACE | until read PLACE | until pc ADDRESS | until CONDITION]",
     "go back to an earlier state of the machine",
     "  COUNT is a number of instructions, TIME is virtual. until: go to just before the last instruction that wrote\n"
     "  or read PLACE or was at ADDRESS, or to where CONDITION became true (output \"text\": just before it was\n"
     "  printed). Disks, tapes and paper go back as well. Recorded input is replayed when the machine runs on. A\n"
     "  deposit, a console key or new input starts a new history and discards the recorded future.",
     "set record on\nload demo.oct\ndeposit pc 100\nrun 1000\nback\nback 100\nback 10us\nback until write 1000\n"
     "back until pc 101",
     "until", with<backCommand>, true},
    {"forward", "fw", "[COUNT]", "after back: go forward again through the recorded history", "",
     "set record on\nload demo.oct\ndeposit pc 100\nrun 1000\nback 100\nforward 10\nforward", "", with<forwardCommand>,
     true},
    {"timeline", "tl", "[--csv | --json]", "show how far back the recorded history reaches", "",
     "set record on\ntimeline", "--csv --json", with<timelineCommand>, true},
    {"record", "rec", "FILE | off", "write the input of all lines to a file for replay",
     "  A text file: instructions executed, nanoseconds, line, keys.", "record keys.txt\ntype \"a\"\nrecord off",
     "off FILE", with<recordCommand>, true},
    {"replay", "rep", "FILE", "replay the input in a file, each item at its instruction",
     "  Use it before the first run, on the same machine with the same media; the run then ends in the same state.",
     "record keys2.txt\ntype \"a\"\nreplay keys2.txt\nrecord off", "FILE", with<replayCommand>, true},
    {"symbol", "sym", "[NAME [VALUE]]", "define or show symbols for expressions", "",
     "symbol START 100\nsymbol\nexamine START", "", with<symbolCommand>, true},
    {"evaluate", "eval = print p inspect output", "EXPRESSION | INSTRUCTION",
     "show a value in octal, halves, decimal and as an instruction",
     "  Operators bind as in MACRO-10: unary minus, then & and ! (or), then * and /, then + and -, then ,, between\n"
     "  halves; those of one level go from left to right. Parentheses group. ac1, pc, flags and switches are the\n"
     "  contents of registers, unless there is a symbol of that name.",
     "evaluate MOVEI 1,5\nevaluate 2+3*4\nevaluate 100+10.", "", with<evaluateCommand>, true},
    {"assert", "", "CONDITION", "fail unless the condition holds",
     "  For scripts. CONDITION compares words, accumulators, pc or flags.", "deposit 1000 5\nassert word 1000 = 5", "",
     with<assertCommand>, true},
    {"do", "source", "FILE", "run the commands in a file",
     "  One command per line; # at the start of a line and ; begin comments. The first error ends the file.",
     "do demo.u10", "FILE", with<doCommand>, true},
    {"echo", "", "TEXT", "print a line", "", "echo the machine is ready", "", with<echoCommand>, true},
    {"set", "", "quiet on|off | history COUNT | sources DIR | record on|off|every COUNT|limit MEGABYTES",
     "set options of the program",
     "  quiet: print only the output of commands. history: number of instructions to keep. sources: folder of source\n"
     "  files. record: keep the checkpoints and input that back needs.",
     "set quiet off\nset history 4096\nset record every 1000000", "quiet history sources record", with<setCommand>,
     true},
    {"dap", "", "[PORT]", "let an editor debug this machine, by the Debug Adapter Protocol",
     "  Waits at a port of the loopback network, any free one without PORT, until one editor has come and gone; ^C ends\n"
     "  it. The editor attaches with the token that is printed, or with that of the variable UTAH10_DAP_TOKEN.",
     "dap 4711", "", with<dapCommand>},
    {"help", "h ?", "[COMMAND | GROUP | all]", "list the commands by group, or describe one",
     "  GROUP: a line for each command of the group. all: a line for each command.", "help\nhelp tracing\nhelp examine",
     "COMMAND all running breakpoints memory tracing travel media terminals network scripts", with<helpCommand>, true},
    {"quit", "q exit bye", "[--now | in TIME] [CODE]", "stop TENEX in order and exit the program, with an exit code",
     "  Users are told and logged out, and their files reach the pack, if it is one that is kept. Callers on terminal\n"
     "  lines have 10 s for what they have not saved, or TIME. --now or now: end at once; what TENEX has not written\n"
     "  is lost.",
     "quit --now 0", "--now in", with<quitCommand>, true},
};

constexpr CommandGroup kGroups[] = {
    {"running", "Running the machine",
     "Load a program, start it, and run it for some time, to some place or one instruction at a time.",
     "load readin start continue run step next finish until cycle execute reset switches panel pace"},
    {"breakpoints", "Breakpoints and watches",
     "Stop the machine at an instruction, at an event, or when a word is touched.",
     "break tbreak watch nobreak delete enable disable"},
    {"memory", "Registers, memory and symbols", "Show and change the state of the machine; give addresses names.",
     "examine deposit x disassemble list where show info symbols symbol evaluate"},
    {"tracing", "Tracing and measuring", "Record what the machine does, and count where its time goes.",
     "history iotrace trace jsystrace access who coverage counters profile"},
    {"travel", "Snapshots and time travel",
     "Save the machine and restore it. With `set record on` the machine can go back to any earlier instruction.",
     "save restore hash back forward timeline record replay"},
    {"media", "Media and hardware faults", "Put host files on drives, and make the hardware fail.",
     "attach detach inject"},
    {"terminals", "Terminal lines and files of TENEX",
     "Type and read on the terminal lines of the guest, from a script; copy files into and out of a running TENEX.",
     "type expect log hangup put get"},
    {"network", "Network and card readers", "Look at the IMP's cable and the modelled network; submit decks to a host.",
     "net capture deck"},
    {"machines", "Several machines", "With `utah10 net`: choose the machine that commands are about.",
     "machine console"},
    {"scripts", "Scripts and the program itself", "Perform files of commands, check results, and set up the program.",
     "do assert echo set dap help quit"},
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
