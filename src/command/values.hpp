// What users write for numbers, times and places, and how values are written back. Private to the command layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/session.hpp"
#include "trace/time_text.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/text.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

inline std::string octal(Word36 w) { return formatOctal(w); }
inline std::string octal(VirtualAddress a) { return formatOctal(a.half()); }
inline std::string halves(Word36 w) { return formatHalves(w); }
// Counts are decimal and wear a point.
inline std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{}. {}{}", n, what, n == 1 ? "" : "s");
}
std::string flagText(std::uint32_t flags);

// An expression of the toolchain's evaluator over the session's symbols.
Expected<Word36> evaluate(Session& session, std::string_view text);
// The same, for an address: at most 777777.
Expected<VirtualAddress> evaluateAddress(Session& session, std::string_view text);
// An instruction in symbols, or an expression.
Expected<Word36> instructionOrValue(Session& session, std::string_view text, VirtualAddress at);
// With the names of labels, and of accumulators that have one. `user`: by the symbols of user space.
std::string disassembled(Session& session, Word36 w, VirtualAddress at, bool user = false);
// "000143 LOOP+3", or the digits alone.
std::string placeName(Session& session, VirtualAddress a, bool user);
// "pi.mac(120): the line", or nothing if it is not known which line an address comes from.
std::string sourceText(Session& session, VirtualAddress a, bool user);
// An address, a name, or FILE:LINE, which may stand for several; an error if no word comes from there.
Expected<std::vector<VirtualAddress>> placesNamed(Session& session, std::string_view text, bool user);

// Decimal, with or without the point.
Expected<std::uint64_t> parseCount(std::string_view text);
// A number and a unit of time: 2.5s, 10ms, 3us, 40ns.
bool looksLikeDuration(std::string_view text);

// A device on the bus, by name or by its code as written.
Expected<DeviceCode> deviceCode(Session& session, std::string_view text);

// A register, or consecutive words of a space. Table: of a process that need not run, through its PSB (monitor space)
// or its page table (user space), whose core page is `table`.
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
  bool spaceGiven = false;  // by a prefix

  bool memory() const { return kind <= Kind::Physical; }
  // Whose symbols name it.
  bool user() const { return kind == Kind::User || kind == Kind::Upt || kind == Kind::Previous; }
};
// 100, 100-110, 100/10, u:100, e:100, p:100, prev:100, psb120:1000, upt44:1000, ac5, pc, flags, switches.
Expected<Place> parsePlace(Session& session, std::string_view text);
// Takes "u:" and the like off the text; kind, table and spaceGiven of the result are set.
Expected<Place> takeSpace(std::string_view& text);
std::string placeText(const Place& place, std::uint32_t n);

// Nothing if there is no word there (no memory, not mapped).
std::optional<Word36> readPlace(const Machine& machine, const Place& place, std::uint32_t n);
void writePlace(Machine& machine, const Place& place, std::uint32_t n, Word36 w);
// An error if some word of `place` does not exist.
Expected<void> checkPlace(const Machine& machine, const Place& place);

}  // namespace utah10
