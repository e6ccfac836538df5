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

class Statements;

// Assembles a pseudo-operation, whose name has been read. The table only carries it; nothing below the statements calls
// it.
using AssembleFunction = void (*)(Statements&);

struct BuiltIn {
  std::string_view name;
  AssembleFunction assemble = nullptr;  // null: a machine instruction
  std::uint64_t code = 0;               // of an instruction: the word
  bool inOut = false;                   // an I/O instruction
  bool notInLiteral = false;            // skipped inside a literal
  bool noData = false;                  // produces no data: not an operator in an address
  unsigned since = 47;                  // first version with this name
  unsigned until = 99;                  // last version with it
};

// The pseudo-operations.
std::span<const BuiltIn> pseudoOperations();

// The built-in with that name (six characters count), or null. Includes the KI10 instructions, as MACRO does.
const BuiltIn* findBuiltIn(std::uint64_t sixbit, unsigned version);

// CALLI, TTCALL and MTAPE functions: the word that a name stands for.
std::optional<std::uint64_t> monitorCall(std::string_view name);

// Device codes given to undefined symbols at the end of pass 1 if an I/O instruction occurred.
std::optional<unsigned> deviceCode(std::string_view name);

}  // namespace utah10::macro10
