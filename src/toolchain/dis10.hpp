// What the program dis10 does, without its command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/disassembly.hpp"
#include "toolchain/host_form.hpp"

namespace utah10 {

struct Dis10Request {
  std::filesystem::path in;
  std::optional<std::filesystem::path> symbols;  // a list, or a core image with a symbol table
  bool withoutSymbols = false;                   // not even the image's own
  bool plain = false;
  bool raw = false;              // not an image: words for `origin` on
  bool rel = false;              // the items of a relocatable file
  std::optional<HostForm> from;  // packing of raw words and REL files; found by content if not given
  VirtualAddress origin{0};
  AddressRange range{VirtualAddress{0}, VirtualAddress{VirtualAddress::kMask}};
};

struct Dis10Result {
  std::string text;
  std::vector<std::string> warnings;  // `file: what`
};

Expected<Dis10Result> disassembleFile(const Dis10Request& request);

}  // namespace utah10
