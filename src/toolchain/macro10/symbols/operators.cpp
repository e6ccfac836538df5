#include "toolchain/macro10/symbols/operators.hpp"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/symbols/symbol_table.hpp"
#include "utah10/word/instruction.hpp"
#include "utah10/word/isa.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint64_t operation(std::uint32_t opcode, std::uint32_t ac = 0) {
  return Instruction::of(opcode, AcNo{ac}).word().bits();
}

struct Extra {
  std::string_view name;
  std::uint64_t word;
};

// Alternative names, UUOs, KI10 instructions.
constexpr Extra kExtra[] = {
    {"Z", 0},
    {"RESET.", operation(015)},
    {"IN.", operation(016)},
    {"OUT.", operation(017)},
    {"DATA.", operation(020)},
    {"FIN.", operation(021)},
    {"RTB.", operation(022)},
    {"WTB.", operation(023)},
    {"MTOP.", operation(024)},
    {"SLIST.", operation(025)},
    {"INF.", operation(026)},
    {"OUTF.", operation(027)},
    {"NLI.", operation(031)},
    {"NLO.", operation(032)},
    {"CALL", operation(040)},
    {"INIT", operation(041)},
    {"CALLI", operation(047)},
    {"OPEN", operation(050)},
    {"TTCALL", operation(051)},
    {"RENAME", operation(055)},
    {"IN", operation(056)},
    {"OUT", operation(057)},
    {"SETSTS", operation(060)},
    {"STATO", operation(061)},
    {"GETSTS", operation(062)},
    {"STATUS", operation(062)},
    {"STATZ", operation(063)},
    {"INBUF", operation(064)},
    {"OUTBUF", operation(065)},
    {"INPUT", operation(066)},
    {"OUTPUT", operation(067)},
    {"CLOSE", operation(070)},
    {"RELEAS", operation(071)},
    {"MTAPE", operation(072)},
    {"UGETF", operation(073)},
    {"USETI", operation(074)},
    {"USETO", operation(075)},
    {"LOOKUP", operation(076)},
    {"ENTER", operation(077)},
    {"UJEN", operation(0100)},
    {"DFAD", operation(0110)},
    {"DFSB", operation(0111)},
    {"DFMP", operation(0112)},
    {"DFDV", operation(0113)},
    {"DMOVE", operation(0120)},
    {"DMOVN", operation(0121)},
    {"FIX", operation(0122)},
    {"DMOVEM", operation(0124)},
    {"DMOVNM", operation(0125)},
    {"FIXR", operation(0126)},
    {"FLTR", operation(0127)},
    {"MAP", operation(0257)},
    {"ARG", operation(0320)},
    {"CLEAR", operation(0400)},
    {"CLEARI", operation(0401)},
    {"CLEARM", operation(0402)},
    {"CLEARB", operation(0403)},
    {"OR", operation(0434)},
    {"ORI", operation(0435)},
    {"ORM", operation(0436)},
    {"ORB", operation(0437)},
    {"HALT", operation(0254, 4)},
    {"JEN", operation(0254, 012)},
    {"JRSTF", operation(0254, 2)},
    {"JCRY", operation(0255, 6)},
    {"JCRY0", operation(0255, 4)},
    {"JCRY1", operation(0255, 2)},
    {"JOV", operation(0255, 010)},
    {"JFOV", operation(0255, 1)},
};

using Table = std::unordered_map<std::uint64_t, BuiltIn>;

void addInstructions(Table& t) {
  for (std::uint32_t op = 0; op < kInsnTable.size(); ++op) {
    const std::string_view name = kInsnTable[op].mnemonic.view();
    if (!name.empty()) t.emplace(nameOf(name), BuiltIn{name, nullptr, operation(op)});
  }
  for (const Extra& e : kExtra) t.emplace(nameOf(e.name), BuiltIn{e.name, nullptr, e.word});
  const auto inOut = [&](std::string_view name, IoFunction function) {
    t.emplace(nameOf(name), BuiltIn{name, nullptr, Instruction::io(function).word().bits(), true});
  };
  for (std::size_t f = 0; f < kIoMnemonic.size(); ++f) inOut(kIoMnemonic[f], static_cast<IoFunction>(f));
  inOut("RSW", IoFunction::Datai);
}

Table buildTable() {
  Table t;
  addInstructions(t);
  for (const BuiltIn& b : pseudoOperations()) t.emplace(nameOf(b.name), b);
  return t;
}

// CALLI functions from -1 up; two never had a name.
constexpr std::string_view kCalli[] = {
    "LIGHTS", "RESET",  "DDTIN",  "SETDDT", "DDTOUT", "DEVCHR", "DDTGT",  "GETCHR", "DDTRL",  "WAIT",   "CORE",
    "EXIT",   "UTPCLR", "DATE",   "LOGIN",  "APRENB", "LOGOUT", "SWITCH", "REASSI", "TIMER",  "MSTIME", "GETPPN",
    "TRPSET", "TRPJEN", "RUNTIM", "PJOB",   "SLEEP",  "SETPOV", "PEEK",   "GETLIN", "RUN",    "SETUWP", "REMAP",
    "GETSEG", "GETTAB", "SPY",    "SETNAM", "TMPCOR", "DSKCHR", "SYSSTR", "JOBSTR", "STRUUO", "SYSPHY", "FRECHN",
    "DEVTYP", "DEVSTS", "DEVPPN", "SEEK",   "RTTRP",  "LOCK",   "JOBSTS", "LOCATE", "WHERE",  "DEVNAM", "CTLJOB",
    "GOBSTR", "",       "",       "HPQ",    "HIBER",  "WAKE",   "CHGPPN", "SETUUO", "DEVGEN", "OTHUSR", "CHKACC",
    "DEVSIZ", "DAEMON", "JOBPEK", "ATTACH", "DAEFIN", "FRCUUO", "DEVLNM", "PATH.",  "METER.", "MTCHR.", "JBSET.",
    "POKE.",  "TRMNO.", "TRMOP.", "RESDV.", "UNLOK.", "DISK.",  "DVRST.", "DVURS.", "XTTSK.", "CAL11.", "MTAID.",
    "IONDX.", "CNECT.", "MVHDR.", "ERLST.", "SENSE.", "CLRST.", "PIINI.", "PISYS.", "DEBRK.", "PISAV.", "PIRST.",
    "IPCFR.", "IPCFS.", "IPCFQ.", "PAGE.",  "SUSET.", "COMPT.", "TYPST.",
};

constexpr std::string_view kTtcall[] = {"INCHRW", "OUTCHR", "INCHRS", "OUTSTR", "INCHWL", "INCHSL", "GETLCH",
                                        "SETLCH", "RESCAN", "CLRBFI", "CLRBFO", "SKPINC", "SKPINL", "IONEOU"};

constexpr Extra kMtape[] = {{"MTWAT.", 0},   {"MTREW.", 1},   {"MTEOF.", 3},    {"MTSKR.", 6},
                            {"MTBSR.", 7},   {"MTEOT.", 010}, {"MTUNL.", 011},  {"MTBLK.", 013},
                            {"MTSKF.", 016}, {"MTBSF.", 017}, {"MTDEC.", 0100}, {"MTIND.", 0101}};

constexpr Extra kDevices[] = {
    {"ADC", 024},   {"ADC2", 030},  {"APR", 0},     {"CCI", 014},   {"CDP", 0110},  {"CDR", 0114},  {"CLK", 070},
    {"CLK2", 074},  {"CPA", 0},     {"CR", 0150},   {"CR2", 0154},  {"DC", 0200},   {"DC2", 0204},  {"DCSA", 0300},
    {"DCSB", 0304}, {"DDC", 0270},  {"DDC2", 0274}, {"DF", 0270},   {"DIS", 0130},  {"DIS2", 0134}, {"DLB", 060},
    {"DLB2", 0160}, {"DLC", 064},   {"DLC2", 0164}, {"DLS", 0240},  {"DLS2", 0244}, {"DPC", 0250},  {"DPC2", 0254},
    {"DPC3", 0260}, {"DPC4", 0264}, {"DSI", 0464},  {"DSI2", 0474}, {"DSK", 0170},  {"DSK2", 0174}, {"DSS", 0460},
    {"DSS2", 0470}, {"DTC", 0320},  {"DTC2", 0330}, {"DTS", 0324},  {"DTS2", 0334}, {"LPT", 0124},  {"LPT2", 0234},
    {"MDF", 0260},  {"MDF2", 0264}, {"MTC", 0220},  {"MTM", 0230},  {"MTS", 0224},  {"PAG", 010},   {"PI", 04},
    {"PLT", 0140},  {"PLT2", 0144}, {"PTP", 0100},  {"PTR", 0104},  {"TMC", 0340},  {"TMC2", 0350}, {"TMS", 0344},
    {"TMS2", 0354}, {"TTY", 0120},  {"UTC", 0210},  {"UTS", 0214},
};

}  // namespace

const BuiltIn* findBuiltIn(std::uint64_t sixbit, unsigned version) {
  static const Table table = buildTable();
  const auto it = table.find(sixbit);
  if (it == table.end() || version < it->second.since || version > it->second.until) return nullptr;
  return &it->second;
}

std::optional<std::uint64_t> monitorCall(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (std::size_t i = 0; i < std::size(kCalli); ++i)
    if (kCalli[i] == name) return operation(047) | ((i + 0777777) & 0777777);  // the first is -1
  for (std::size_t i = 0; i < std::size(kTtcall); ++i)
    if (kTtcall[i] == name) return operation(051, static_cast<std::uint32_t>(i));
  for (const Extra& e : kMtape)
    if (e.name == name) return operation(072) | e.word;
  return std::nullopt;
}

std::optional<unsigned> deviceCode(std::string_view name) {
  for (const Extra& e : kDevices)
    if (e.name == name) return static_cast<unsigned>(e.word);
  return std::nullopt;
}

}  // namespace utah10::macro10
