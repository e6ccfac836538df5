// A DECtape with words overwritten at places given by the input: the check neither crashes nor hangs, a repaired tape
// checks clean, and all its files can be read.
#include "fuzz_check.hpp"
#include "toolchain/tenexfs/tenex_tape.hpp"

namespace {

std::vector<utah10::Word36> goodTape() {
  using namespace utah10;
  TenexTape tape = TenexTape::make();
  const std::vector<Word36> words(700, Word36{1});
  for (const char* name : {"A", "B", "C", "D"}) FUZZ_CHECK(tape.write({name, "X"}, words));
  FUZZ_CHECK(tape.remove({"B", "X"}));
  return {tape.words().begin(), tape.words().end()};
}

}  // namespace

// Seven bytes per word: two give the place, five the value. An even place is a word of the directory, an odd one the
// first word of one of the first 64 blocks, which the files have.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  static const std::vector<Word36> good = goodTape();
  std::vector<Word36> words = good;
  for (std::size_t i = 0; i + 7 <= size; i += 7) {
    std::uint64_t value = 0;
    for (std::size_t k = 2; k < 7; ++k) value = value << 8 | data[i + k];
    const std::size_t where = std::size_t{data[i]} << 8 | data[i + 1];
    words[where % 2 == 0 ? 100 * 128 + where / 2 % 128 : where / 2 % 64 * 128] = Word36{value};
  }
  auto tape = TenexTape::of(std::move(words));
  if (!tape) return 0;  // no directory any more
  for (const TapeFile& f : tape->files()) (void)tape->read(f.name);
  (void)tape->label();
  (void)tape->check(true);
  FUZZ_CHECK(tape->check().clean());
  for (const TapeFile& f : tape->files()) FUZZ_CHECK(tape->read(f.name));
  return 0;
}
