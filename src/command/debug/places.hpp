// Places: registers and words of memory, as examine, deposit, break and watch name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

class Debugger;
class Machine;

// The kinds Psb and Upt address the monitor space or user space of a process that need not be running, through its PSB
// or user page table in core page Place::table.
enum class PlaceKind : std::uint8_t { Exec, User, Previous, Psb, Upt, Physical, Ac, Pc, Flags, Switches };

// A register, or consecutive words of a space.
struct Place {
  PlaceKind kind = PlaceKind::Exec;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t table = 0;
  bool spaceGiven = false;  // a prefix names the space

  bool memory() const { return kind <= PlaceKind::Physical; }
  // Symbols of user space apply.
  bool user() const { return kind == PlaceKind::User || kind == PlaceKind::Upt || kind == PlaceKind::Previous; }
};
// 100, 100-110, 100/10, u:100, e:100, p:100, prev:100, psb120:1000, upt44:1000, ac5, ac0-17, pc, flags, switches.
Expected<Place> parsePlace(Debugger& debugger, std::string_view text);
// The word that an editor's user names: a register; a place with the name of its space; a label of the present space,
// with or without a distance; the name of an accumulator. Nothing: the text is an expression, or one after `=`.
std::optional<Place> placeShown(Debugger& debugger, std::string_view text);
// Several, with commas between them: ac1,ac5,100-110.
Expected<std::vector<Place>> parsePlaces(Debugger& debugger, std::string_view text);
// The contents of ac0 to ac17, pc, flags or switches; nothing if it is no such name.
std::optional<Word36> registerValue(const Machine& machine, std::string_view name);
// Removes a prefix such as "u:" from the text; sets kind, table and spaceGiven of the result.
Expected<Place> takeSpace(std::string_view& text);
std::string placeText(const Place& place, std::uint32_t n);

// The word; nothing if it does not exist (no memory, not mapped).
std::optional<Word36> readPlace(const Machine& machine, const Place& place, std::uint32_t n);
void writePlace(Machine& machine, const Place& place, std::uint32_t n, Word36 w);
// Fails if a word of `place` does not exist.
Expected<void> checkPlace(const Machine& machine, const Place& place);
// Stores a value in each word of the place; several values for a place of one word go to the words from there on.
Expected<void> deposit(Machine& machine, Place place, const std::vector<Word36>& values);

}  // namespace utah10
