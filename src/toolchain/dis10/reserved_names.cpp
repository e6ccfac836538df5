// Names that MACRO-10 interprets before it looks for a label.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "toolchain/device_names.hpp"
#include "toolchain/disassembly.hpp"
#include "toolchain/mnemonic_text.hpp"
#include "toolchain/radix50.hpp"
#include "utah10/toolchain/symbolic.hpp"

namespace utah10 {

namespace {

// Pseudo-operations of MACRO 47, 50 and 53, cut to six characters, and the names of UUOs and I/O instructions.
constexpr std::string_view kPseudo[] = {
    "ARRAY",  "ASCII",  "ASCIZ",  "ASSIGN", "ASUPPR", "BLOCK",  "BYTE",   "COMMEN", "DEC",    "DEFINE", "DEPHAS",
    "END",    "ENTRY",  "EXP",    "EXTERN", "HISEG",  "IF1",    "IF2",    "IFB",    "IFDEF",  "IFDIF",  "IFE",
    "IFG",    "IFGE",   "IFIDN",  "IFL",    "IFLE",   "IFN",    "IFNB",   "IFNDEF", "INTEGE", "INTERN", "IOWD",
    "IRP",    "IRPC",   "LALL",   "LINK",   "LIST",   "LIT",    "LNKEND", "LOC",    "MLOFF",  "MLON",   "NOSYM",
    "OCT",    "OPDEF",  "ORG",    "PAGE",   "PASS2",  "PHASE",  "POINT",  "PRGEND", "PRINTX", "PURGE",  "RADIX",
    "RADIX5", "RELOC",  "REMARK", "REPEAT", "RIM",    "RIM10",  "RIM10B", "SALL",   "SEARCH", "SEGMEN", "SIXBIT",
    "SQUOZE", "STOPI",  "SUBTTL", "SUPPRE", "SYN",    "TAPE",   "TITLE",  "TWOSEG", "UNIVER", "VAR",    "XALL",
    "XLIST",  "XPUNGE", "XWD",    ".ASSIG", ".COMMO", ".CREF",  ".DIREC", ".HWFRM", ".IF",    ".IFN",   ".LINK",
    ".LNKEN", ".MFRMT", ".NODDT", ".ORG",   ".REQUE", ".REQUI", ".TEXT",  ".XCREF", "ARG",    "CLEAR",  "CLEARI",
    "CLEARM", "CLEARB", "OR",     "ORI",    "ORM",    "ORB",    "RSW",    "JSYS",   "UJEN",   "CALL",   "INIT",
    "CALLI",  "OPEN",   "TTCALL", "RENAME", "IN",     "OUT",    "SETSTS", "STATO",  "GETSTS", "STATUS", "STATZ",
    "INBUF",  "OUTBUF", "INPUT",  "OUTPUT", "CLOSE",  "RELEAS", "MTAPE",  "UGETF",  "USETI",  "USETO",  "LOOKUP",
    "ENTER",  "UMOVE",  "UMOVEI", "UMOVEM", "UMOVES", "DFAD",   "DFSB",   "DFMP",   "DFDV",   "DMOVE",  "DMOVN",
    "FIX",    "DMOVEM", "DMOVNM", "FIXR",   "FLTR",   "MAP"};

// Devices whose codes agree with MACRO-10's; it recognises a name in an I/O instruction if no label has that name.
struct Device {
  std::uint32_t code;
  std::string_view name;
};
constexpr Device kMacroDevices[] = {
    {0000, "APR"}, {0004, "PI"},  {0060, "DLB"}, {0064, "DLC"}, {0070, "CLK"}, {0100, "PTP"}, {0104, "PTR"},
    {0120, "TTY"}, {0124, "LPT"}, {0130, "DIS"}, {0140, "PLT"}, {0170, "DSK"}, {0200, "DC"},  {0210, "UTC"},
    {0214, "UTS"}, {0220, "MTC"}, {0224, "MTS"}, {0230, "MTM"}, {0240, "DLS"}, {0250, "DPC"}, {0260, "MDF"},
    {0270, "DF"},  {0320, "DTC"}, {0324, "DTS"}, {0340, "TMC"}, {0344, "TMS"}};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool isReservedName(std::string_view name) {
  if (!isRadix50Name(name) || isDigit(name[0])) return true;
  if (name[0] == '.' && (name.size() == 1 || isDigit(name[1]))) return true;
  return isMnemonic(name) || std::find(std::begin(kPseudo), std::end(kPseudo), name) != std::end(kPseudo) ||
         deviceNamed(name).has_value();
}

std::string sourceDeviceName(DeviceCode device) {
  for (const Device& d : kMacroDevices)
    if (d.code == device.asWritten()) return std::string{d.name};
  return fmt::format("{:o}", device.asWritten());
}

}  // namespace utah10
