// Selects the symbols that may label addresses. Private to the disassembler.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/image_symbols.hpp"

namespace utah10 {

// A symbol is a label if its name has one value only, is not an instruction or pseudo-operation, and its value is the
// address of a word of the image; where programs are known, of a word in its own program, so that NLINES=144 does not
// label location 144.
class LabelTable {
 public:
  LabelTable(const std::vector<ImageSymbol>& symbols, const std::vector<Segment>& merged);

  // Globals first, then the symbols DDT prints; empty if there are none.
  const std::vector<std::string>& at(VirtualAddress a) const;
  // NAME, or NAME+n with n no larger than `most`.
  struct Reference {
    std::string name;
    VirtualAddress address;
    std::string text;
  };
  std::optional<Reference> reference(VirtualAddress a, std::uint32_t most) const;
  // Whether a label has the same name as a device.
  bool has(const std::string& name) const { return values_.contains(name); }

 private:
  std::map<VirtualAddress, std::vector<std::string>> labels_;
  std::map<std::string, VirtualAddress> values_;
  std::vector<std::string> none_;
};

}  // namespace utah10
