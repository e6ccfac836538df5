// The monitor calls of TENEX: JSYS n, n below 1000, by number and by name, with the meaning of their accumulators.
//
// Numbers are those of TENEX 1.34 (roms/lib/stenex.mac); 1.28 has fewer. Arguments and results follow the call tables
// for the monitor's programmers; a call of which only name and number are known is marked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "utah10/word/instruction.hpp"

namespace utah10 {

// The type of a word in an accumulator.
enum class JsysType : std::uint8_t {
  Octal,         // printed as octal
  Halves,        // left,,right
  Number,        // decimal
  Character,     // a byte printed as a character
  Address,       // right half
  Designator,    // JFN, 100, 101, terminal line or byte pointer
  Jfn,           // JFN, possibly with flags in the left half; -1: all
  Text,          // byte pointer to a string (left half -1: first byte of an address), or a designator
  Pointer,       // byte pointer to where the call stores a string
  Fork,          // process handle
  PageIdent,     // process or JFN,,page
  Device,        // device designator
  Date,          // days,,seconds; -1 now
  Error,         // 600000+n in the right half
  Sixbit,        // six characters
  Channels,      // mask of pseudo-interrupt channels
  NameSource,    // GTJFN's AC 2: a string, or two JFNs
  GetFlags,      // GTJFN's AC 1
  OpenFlags,     // OPENF's AC 2
  CloseFlags,    // CLOSF's AC 1
  CloseAll,      // CLZFF's AC 1
  MapFlags,      // PMAP's AC 3
  AccessFlags,   // RPACS, SPACS
  FileStatus,    // GTSTS
  ForkFlags,     // CFORK's AC 1
  ForkStatus,    // RFSTS
  NumberFormat,  // NOUT's AC 3
};

struct JsysField {
  std::uint8_t ac = 0;
  JsysType type = JsysType::Octal;
  bool operator==(const JsysField&) const = default;
};

struct JsysFields {
  std::array<JsysField, 5> all{};
  std::uint8_t count = 0;
  constexpr std::span<const JsysField> span() const { return {all.data(), count}; }
};

// The meaning of the return address.
enum class JsysReturns : std::uint8_t {
  One,     // +1; an error is a pseudo-interrupt
  Skip,    // +1 error, its code in `errorAc`; +2 success
  Answer,  // +1 and +2 are alternative answers, neither an error
  Never,   // does not return by itself
};

struct JsysCall {
  std::uint16_t number = 0;
  std::string_view name;
  JsysFields arguments;
  JsysFields results;  // on success
  JsysReturns returns = JsysReturns::One;
  std::uint8_t errorAc = 0;  // AC of the error code; 0: none
  bool described = false;    // arguments and results are known
};

// Every named call, by number.
std::span<const JsysCall> jsysCalls();
// The number of the monitor call that an instruction makes: JSYS E with E below 1000. `e` is the computed address.
std::optional<std::uint32_t> jsysNumber(Instruction instruction, std::uint32_t e);
// Whether the instruction is a JRST that restores flags and goes to `pc`, as a monitor routine ends.
// `e` is the computed address.
bool restoresTo(Instruction instruction, std::uint32_t e, VirtualAddress pc);
// Null: no such call.
const JsysCall* jsysCall(std::uint32_t number);
const JsysCall* jsysCall(std::string_view name);  // case is ignored
// "BIN"; for a number without a name, "JSYS 236".
std::string jsysName(std::uint32_t number);

// "GJFX18" for 600076, ignoring the left half; empty if it is not a named error code.
std::string errorName(Word36 code);
// 600000+n; empty if there is no such name.
std::optional<std::uint32_t> errorNumber(std::string_view name);

}  // namespace utah10
