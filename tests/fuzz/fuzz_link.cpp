#include "fuzz_image.hpp"
#include "utah10/toolchain/linker.hpp"

// The file is loaded twice, as a program and as a library: no crash, no endless chain; an image or one-line errors.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  const WordFile file{"input", fuzz::asWords(data, size)};
  Linker linker;
  linker.load(file);
  for (int i = 0; i < 2 && linker.wantsMore(); ++i) linker.search(file);
  linker.setOrigin(Linker::Segment::Low, "A");
  linker.takeRequests();
  LinkEnding ending;
  ending.symbols = static_cast<SymbolTable>(size % 3);
  ending.jobData = size % 3 == 0;
  const LinkResult result = linker.finish(ending);
  FUZZ_CHECK(result.image.has_value() == result.errors.empty());
  FUZZ_CHECK(!result.map.empty());
  for (const Error& e : result.errors) {
    FUZZ_CHECK(!e.what.empty());
    FUZZ_CHECK(e.text().find('\n') == std::string::npos);
  }
  if (result.image) fuzz::checkImage(*result.image);
  return 0;
}
