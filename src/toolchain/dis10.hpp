// The work of the dis10 program, without its command line.
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
  std::optional<std::filesystem::path> symbols;  // a symbol list, or a core image with a symbol table
  bool withoutSymbols = false;                   // ignore even the image's own table
  bool plain = false;
  bool raw = false;              // not an image: words to be placed from `origin` on
  bool rel = false;              // the items of a relocatable file
  std::optional<HostForm> from;  // packing of raw words and REL files; default: detected by content
  VirtualAddress origin{0};
  AddressRange range{VirtualAddress{0}, VirtualAddress{VirtualAddress::kMask}};
};

struct Dis10Result {
  std::string text;
  std::vector<std::string> warnings;  // `file: what`
};

Expected<Dis10Result> disassembleFile(const Dis10Request& request);

}  // namespace utah10
