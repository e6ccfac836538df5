// Arbitrary words, with whatever symbol table they point to, disassemble to source that assembles to the same words.
#include "../toolchain/reassemble.hpp"
#include "fuzz_check.hpp"
#include "toolchain/disassembly.hpp"

// The first byte, times 20, is the load address; small values make the words cover location 116.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  if (size == 0) return 0;
  const std::uint32_t origin = data[0] * 020U;
  const auto words = fuzz::asWords(data + 1, size - 1);
  CoreImage image;
  image.format = "words";
  image.segments.push_back({VirtualAddress{origin}, words});
  DisassemblyOptions options;
  if (auto symbols = imageSymbols(image)) {
    options.symbols = std::move(*symbols);
  } else {
    FUZZ_CHECK(symbols.error().where == "location 116");
  }
  const auto assembled = test::reassemble(sourceOf(image, options));
  FUZZ_CHECK(assembled.problems.empty());
  FUZZ_CHECK(assembled.words.size() == words.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    FUZZ_CHECK(assembled.words.at(static_cast<std::uint32_t>(origin + i)) == words[i]);
  FUZZ_CHECK(listingOf(image, options).empty() == words.empty());
  return 0;
}
