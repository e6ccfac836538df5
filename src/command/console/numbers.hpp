// Parsing and printing of numbers, times and places. Private to the command layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/prompt/session.hpp"
#include "trace/time_text.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/text.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

inline std::string octal(Word36 w) { return formatOctal(w); }
inline std::string octal(VirtualAddress a) { return formatOctal(a.half()); }
inline std::string halves(Word36 w) { return formatHalves(w); }
// Counts are decimal and are printed with a trailing point.
inline std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{}. {}{}", n, what, n == 1 ? "" : "s");
}
std::string flagText(std::uint32_t flags);

// Evaluates an expression with the session's symbols.
Expected<Word36> evaluate(Session& session, std::string_view text);
// The same, for an address: at most 777777.
Expected<VirtualAddress> evaluateAddress(Session& session, std::string_view text);
// Assembles a symbolic instruction, or evaluates an expression.
Expected<Word36> instructionOrValue(Session& session, std::string_view text, VirtualAddress at);
// Disassembles with names of labels and accumulators. `user`: with the symbols of user space.
std::string disassembled(Session& session, Word36 w, VirtualAddress at, bool user = false);
// "000143 LOOP+3", or the digits alone.
std::string placeName(Session& session, VirtualAddress a, bool user);
// "pi.mac(120): the line", or empty if the source line of the address is not known.
std::string sourceText(Session& session, VirtualAddress a, bool user);
// The address of a number, a name, or FILE:LINE, which may have several; an error if the line generates no word.
Expected<std::vector<VirtualAddress>> placesNamed(Session& session, std::string_view text, bool user);

// Parses a decimal count, with or without the point.
Expected<std::uint64_t> parseCount(std::string_view text);
// A number and a unit of time: 2.5s, 10ms, 3us, 40ns.
bool looksLikeDuration(std::string_view text);

// Finds a device on the bus by name or by its code in octal.
Expected<DeviceCode> deviceCode(Session& session, std::string_view text);

// A register, or consecutive words of a space. The kinds Psb and Upt address the monitor space or user space of a
// process that need not be running, through its PSB or user page table in core page `table`.
struct Place {
  enum class Kind : std::uint8_t {
    Exec,
    User,
    Previous,
    Psb,
    Upt,
    Physical,
    Ac,
    Pc,
    Flags,
    Switches
  } kind = Kind::Exec;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t table = 0;
  bool spaceGiven = false;  // a prefix names the space

  bool memory() const { return kind <= Kind::Physical; }
  // Symbols of user space apply.
  bool user() const { return kind == Kind::User || kind == Kind::Upt || kind == Kind::Previous; }
};
// 100, 100-110, 100/10, u:100, e:100, p:100, prev:100, psb120:1000, upt44:1000, ac5, pc, flags, switches.
Expected<Place> parsePlace(Session& session, std::string_view text);
// Removes a prefix such as "u:" from the text; sets kind, table and spaceGiven of the result.
Expected<Place> takeSpace(std::string_view& text);
std::string placeText(const Place& place, std::uint32_t n);

// The word; nothing if it does not exist (no memory, not mapped).
std::optional<Word36> readPlace(const Machine& machine, const Place& place, std::uint32_t n);
void writePlace(Machine& machine, const Place& place, std::uint32_t n, Word36 w);
// Fails if a word of `place` does not exist.
Expected<void> checkPlace(const Machine& machine, const Place& place);

}  // namespace utah10
