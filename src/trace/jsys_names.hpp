// The monitor calls of TENEX: JSYS n, n below 1000, by number and by name, with what their accumulators mean.
//
// Numbers are those of TENEX 1.34 (roms/lib/stenex.mac); 1.28 has fewer. Arguments and results are those that the call
// tables of the monitor's programmers give; a call of which only name and number are known says so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "utah10/word/word36.hpp"

namespace utah10 {

// What a word in an accumulator stands for.
enum class JsysType : std::uint8_t {
  Octal,         // a word as it is
  Halves,        // left,,right
  Number,        // decimal
  Character,     // a byte to be read as a character
  Address,       // right half
  Designator,    // JFN, 100, 101, terminal line or byte pointer
  Jfn,           // with bits in the left half that a call may use; -1 all
  Text,          // byte pointer (left half -1: to the first of an address) to a string that is there; or a designator
  Pointer,       // byte pointer to where something is put
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

// What the place of the return says.
enum class JsysReturns : std::uint8_t {
  One,     // +1; an error is a pseudo-interrupt
  Skip,    // +1 error, its code in `errorAc`; +2 success
  Answer,  // +1 and +2 are two answers, neither an error
  Never,   // unless something else makes it
};

struct JsysCall {
  std::uint16_t number = 0;
  std::string_view name;
  JsysFields arguments;
  JsysFields results;  // at success
  JsysReturns returns = JsysReturns::One;
  std::uint8_t errorAc = 0;  // where the error code is; 0: nowhere
  bool described = false;    // arguments and results are known
};

// Every call that has a name, by number.
std::span<const JsysCall> jsysCalls();
// The number of the monitor call that an instruction is: JSYS E with E below 1000. `e` as it was computed.
std::optional<std::uint32_t> jsysNumber(Word36 instruction, std::uint32_t e);
// JRST that restores flags, going there (of `pcWord` only the address counts): how a monitor's routine ends. `e` as it
// was computed.
bool restoresTo(Word36 instruction, std::uint32_t e, std::uint64_t pcWord);
// Null: no such call.
const JsysCall* jsysCall(std::uint32_t number);
const JsysCall* jsysCall(std::string_view name);  // in any case
// "BIN"; a number without a name is "JSYS 236".
std::string jsysName(std::uint32_t number);

// "GJFX18" for 600076, whatever is in the left half; empty: no error code that has a name.
std::string errorName(Word36 code);
// 600000+n; nothing: no such name.
std::optional<std::uint32_t> errorNumber(std::string_view name);

}  // namespace utah10
