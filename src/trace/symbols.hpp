// Names and source lines of addresses, for everything that shows an address: one map for executive space, one for user
// space.
//
// Labels are symbols that name an address; other symbols (accumulators, masks, calls) have a value but never name an
// address. Files and lines are those of macro10's line tables, moved to where link10 put the words.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/address.hpp"

namespace utah10 {

struct SourceLine {
  std::string_view file;  // as given to macro10
  std::uint32_t line = 0;
  bool operator==(const SourceLine&) const = default;
};

class SymbolMap {
 public:
  enum class Kind : std::uint8_t { Label, Value, Hidden };  // hidden: to be typed, never to be shown
  // A label farther than this above its address does not name it.
  static constexpr std::uint32_t kReach = 01777;

  // A later definition of a name replaces the earlier one.
  void add(std::string_view name, Word36 value, Kind kind = Kind::Label);
  // A name that another program may have too: the first value stands for it, but every label names its address.
  void addLocal(std::string_view name, Word36 value, Kind kind);
  void addLine(VirtualAddress a, std::string_view file, std::uint32_t line);
  void clear();
  bool empty() const { return values_.empty(); }

  std::optional<Word36> value(std::string_view name) const;
  struct Near {
    std::string_view name;  // lives as long as the map stays as it is
    VirtualAddress address;
    std::uint32_t offset = 0;
  };
  // The label at or below an address; of several at one place the first in the alphabet.
  std::optional<Near> nearest(VirtualAddress a) const;
  // "LOOP+3", "LOOP", or nothing but octal digits.
  std::string text(VirtualAddress a) const;
  // The symbol that is no label and has this value, if there is just one: the name of an accumulator, say.
  std::optional<std::string_view> valueName(Word36 value) const;

  std::optional<SourceLine> line(VirtualAddress a) const;
  // Where the words of a line are; `file` may be given without its folder. Empty: none.
  std::vector<VirtualAddress> addresses(std::string_view file, std::uint32_t line) const;
  std::size_t lineCount() const { return lines_.size(); }
  // Sources as given to macro10.
  const std::vector<std::string>& files() const { return files_; }

  struct Symbol {
    Word36 value;
    Kind kind = Kind::Label;
  };
  const std::map<std::string, Symbol, std::less<>>& all() const { return values_; }

 private:
  struct Place {
    std::size_t file = 0;
    std::uint32_t line = 0;
  };
  std::map<std::string, Symbol, std::less<>> values_;
  std::multimap<std::uint32_t, std::string> labels_;  // by address
  std::multimap<std::uint64_t, std::string> named_;   // values that may be shown, by value
  std::vector<std::string> files_;
  std::map<std::uint32_t, Place> lines_;
};

class Symbols {
 public:
  SymbolMap exec;
  SymbolMap user;

  // The map that names an address of a space: user space without names of its own takes the other's.
  const SymbolMap& of(bool userSpace) const { return userSpace && !user.empty() ? user : exec; }
};

}  // namespace utah10
