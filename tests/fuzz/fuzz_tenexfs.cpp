// A pack with words overwritten at places given by the input: the check neither crashes nor hangs, and a repaired pack
// checks clean.
#include <algorithm>

#include "fuzz_check.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace {

std::vector<utah10::Word36> goodPack() {
  using namespace utah10;
  auto pack = TenexPack::make("RP02", Word36{});
  FUZZ_CHECK(pack && pack->makeDirectory({"A", "B", 0, {}, 1}));
  FileContents c;
  c.words.assign(1200, Word36{1});
  for (const char* name : {"X", "Y", "Y"}) FUZZ_CHECK(pack->write({"A", name, "Z", 0}, c));
  return {pack->words().begin(), pack->words().end()};
}

}  // namespace

// Eight bytes per word: three give the address, from the index's track on, five the value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  static std::vector<Word36> words = goodPack();  // good again after each input
  std::vector<std::pair<std::size_t, Word36>> before;
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    std::uint64_t value = 0;
    for (std::size_t k = 3; k < 8; ++k) value = value << 8 | data[i + k];
    const std::size_t where = std::size_t{data[i]} << 16 | std::size_t{data[i + 1]} << 8 | data[i + 2];
    Word36& word = words[15000 * 128 + where % (50 * 512)];
    before.emplace_back(&word - words.data(), word);
    word = Word36{value};
  }
  auto pack = TenexPack::of(words);
  for (auto w = before.rbegin(); w != before.rend(); ++w) words[w->first] = w->second;
  FUZZ_CHECK(pack);
  (void)pack->directories();
  if (const auto files = pack->files("A"))
    for (const TenexFile& f : *files) (void)pack->read(f.name);
  (void)pack->check(true);
  const PackReport after = pack->check();
  const bool unusable = after.directories == 0;  // too damaged to load
  // The damage can make a directory look like one that is left alone.
  const bool large = std::ranges::any_of(
      after.errors, [](const std::string& e) { return e.find("more than eight pages") != std::string::npos; });
  FUZZ_CHECK(unusable || large || after.clean());
  return 0;
}
