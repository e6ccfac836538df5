// MACRO-10's built-in operators: machine instructions, monitor calls and pseudo-operations.
//
// Instructions come from the instruction table of the word layer; this file adds the names defined by MACRO itself
// (synonyms, UUOs of the monitors, KI10 instructions, BBN's). Source: MACRO 50(334) and BBN's MACRO 47.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace utah10::macro10 {

enum class Pseudo : std::uint8_t {
  None,  // a machine instruction
  InOut,
  Array,
  Ascii,
  Asciz,
  Assign,
  Asuppress,
  Block,
  Byte,
  Comment,
  Common,
  Cref,
  Dec,
  Define,
  Dephase,
  Directive,
  End,
  Entry,
  Exp,
  Extern,
  Hiseg,
  If1,
  If2,
  Ifb,
  Ifnb,
  Ifdef,
  Ifndef,
  Ifdif,
  Ifidn,
  Ife,
  Ifg,
  Ifge,
  Ifl,
  Ifle,
  Ifn,
  If,
  Integer,
  Intern,
  Iowd,
  Irp,
  Irpc,
  Lall,
  Link,
  List,
  Lit,
  Lnkend,
  Loc,
  Mloff,
  Mlon,
  NoDdt,
  Nosym,
  Oct,
  Opdef,
  Org,
  Page,
  Pass2,
  Phase,
  Point,
  Prgend,
  Printx,
  Purge,
  Radix,
  Radix50,
  Reloc,
  Remark,
  Repeat,
  Request,
  Require,
  Rim,
  Rim10,
  Rim10b,
  Sall,
  Search,
  Sixbit,
  Stopi,
  Subttl,
  Suppress,
  Syn,
  Tape,
  Text,
  Title,
  Twoseg,
  Universal,
  Var,
  Xall,
  Xcref,
  Xlist,
  Xpunge,
  Xwd,
  HalfFormat,
  MultiFormat,
};

struct BuiltIn {
  std::string_view name;
  Pseudo pseudo = Pseudo::None;
  std::uint64_t code = 0;     // of an instruction: the word
  bool notInLiteral = false;  // skipped inside a literal
  bool noData = false;        // produces no data: not an operator in an address
  unsigned since = 47;        // first version with this name
  unsigned until = 99;        // last version with it
};

// The built-in with that name (six characters count), or null. Includes the KI10 instructions, as MACRO does.
const BuiltIn* findBuiltIn(std::uint64_t sixbit, unsigned version);

// CALLI, TTCALL and MTAPE functions: the word that a name stands for.
std::optional<std::uint64_t> monitorCall(std::string_view name);

// Device codes given to undefined symbols at the end of pass 1 if an I/O instruction occurred.
std::optional<unsigned> deviceCode(std::string_view name);

}  // namespace utah10::macro10
