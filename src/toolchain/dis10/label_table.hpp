// Which symbols may stand for which addresses; private to the disassembler.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/image_symbols.hpp"

namespace utah10 {

// A symbol is a label if its name means one value only, no instruction or pseudo-operation has it, and its value is the
// address of a word of the image: in its own program, where programs are known, so that NLINES=144 is not taken for
// location 144.
class LabelTable {
 public:
  LabelTable(const std::vector<ImageSymbol>& symbols, const std::vector<Segment>& merged);

  // Globals first, then those DDT would print; empty if there are none.
  const std::vector<std::string>& at(VirtualAddress a) const;
  // NAME, or NAME+n with n at most `most`.
  struct Reference {
    std::string name;
    VirtualAddress address;
    std::string text;
  };
  std::optional<Reference> reference(VirtualAddress a, std::uint32_t most) const;
  // Whether the name of a device is taken by a label.
  bool has(const std::string& name) const { return values_.contains(name); }

 private:
  std::map<VirtualAddress, std::vector<std::string>> labels_;
  std::map<std::string, VirtualAddress> values_;
  std::vector<std::string> none_;
};

}  // namespace utah10
