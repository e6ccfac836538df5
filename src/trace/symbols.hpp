// Names and source lines of addresses, for all output that shows addresses: one map for executive space, one for user
// space.
//
// Labels are symbols that name an address; other symbols (accumulators, masks, calls) have a value but never name an
// address. Files and lines come from macro10's line tables, relocated by link10.
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
  std::string_view file;  // path passed to macro10
  std::uint32_t line = 0;
  bool operator==(const SourceLine&) const = default;
};

enum class SymbolKind : std::uint8_t { Label, Value, Hidden };  // hidden: accepted as input, never printed
class SymbolMap {
 public:
  // Longest distance at which a label still names an address above it.
  static constexpr std::uint32_t kReach = 01777;

  // A later definition of a name replaces the earlier one.
  void add(std::string_view name, Word36 value, SymbolKind kind = SymbolKind::Label);
  // Adds a name that other programs may also have: the first value is used for it, but every label names its address.
  void addLocal(std::string_view name, Word36 value, SymbolKind kind);
  void addLine(VirtualAddress a, std::string_view file, std::uint32_t line);
  void clear();
  bool empty() const { return values_.empty(); }

  std::optional<Word36> value(std::string_view name) const;
  struct Near {
    std::string_view name;  // valid until the map changes
    VirtualAddress address;
    std::uint32_t offset = 0;
  };
  // The label at or below an address; of several at one place, the first in the alphabet.
  std::optional<Near> nearest(VirtualAddress a) const;
  // "LOOP+3", "LOOP", or only octal digits.
  std::string text(VirtualAddress a) const;
  // The non-label symbol with this value if there is exactly one, for instance the name of an accumulator.
  std::optional<std::string_view> valueName(Word36 value) const;

  std::optional<SourceLine> line(VirtualAddress a) const;
  // The addresses of a line's words; `file` may omit its folder. Empty: none.
  std::vector<VirtualAddress> addresses(std::string_view file, std::uint32_t line) const;
  std::size_t lineCount() const { return lines_.size(); }
  // Source paths as passed to macro10.
  const std::vector<std::string>& files() const { return files_; }

  struct Symbol {
    Word36 value;
    SymbolKind kind = SymbolKind::Label;
  };
  const std::map<std::string, Symbol, std::less<>>& all() const { return values_; }

 private:
  struct LineOfFile {
    std::size_t file = 0;
    std::uint32_t line = 0;
  };
  std::map<std::string, Symbol, std::less<>> values_;
  std::multimap<std::uint32_t, std::string> labels_;  // by address
  std::multimap<std::uint64_t, std::string> named_;   // printable values, by value
  std::vector<std::string> files_;
  std::map<std::uint32_t, LineOfFile> lines_;
};

class Symbols {
 public:
  SymbolMap exec;
  SymbolMap user;

  bool monitor = false;  // the executive map is a monitor's: user space has other programs

  // The map for addresses of a space: user space without names of its own uses the executive map, unless that is a
  // monitor's.
  const SymbolMap& of(bool userSpace) const { return userSpace && (monitor || !user.empty()) ? user : exec; }
};

}  // namespace utah10
