#include <string>

#include "fuzz_check.hpp"
#include "utah10/toolchain/assembler.hpp"

// A universal file of arbitrary words, searched by programs that use every name it could define: no crash; either the
// file is refused in one line or the program is assembled with it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  if (size == 0) return 0;
  const std::vector<Word36> words = fuzz::asWords(data + 1, size - 1);
  AssemblerOptions o;
  o.version = (data[0] & 1) != 0 ? MacroVersion::V53 : MacroVersion::V50;
  o.listing = o.crossReference = true;
  o.characterLimit = std::uint64_t{1} << 18;
  if ((data[0] & 2) != 0) o.preload = {"U"};
  o.findUniversal = [&](std::string_view) -> Expected<std::optional<std::vector<Word36>>> { return words; };
  // The entries found are kept in another universal and written again.
  std::string text = (data[0] & 4) != 0 ? "\tUNIVERSAL V\n" : "\tTITLE T\n";
  text += "\tSEARCH U\n";
  for (const char* name : {"A", "B", "C", "M", "X"}) {
    text += std::string{"\t"} + name + " 1,2\n\tMOVE 1,[" + name + "(2)]\nIFDEF " + name + ",<Z=" + name + "+1>\n";
    text += std::string{"\tEXP -"} + name + "\n\tPURGE " + name + "\n";
  }
  text += "\tOPDEF Q [A B]\n\tSYN M,N\n\tN <1>,(2)\n\tINTERN A,B\n\tEND A\n";
  const SourceText source{"unv.mac", text};
  const AssemblyResult r = assemble({&source, 1}, o);
  for (const AssemblyMessage& m : r.messages) {
    FUZZ_CHECK(!m.text.empty());
    FUZZ_CHECK(m.text.find('\n') == std::string::npos);
  }
  FUZZ_CHECK(r.errors != 0 || r.rel.empty() || decodeRel({"rel", encodeRel(r.rel)}).has_value());
  return 0;
}
