#include <algorithm>

#include "fuzz_check.hpp"
#include "utah10/toolchain/packing.hpp"

namespace {

using namespace utah10;

// Unpacked bytes pack to the same bytes, except where the packing allows alternatives.
bool exact(Packing packing) {
  return packing != Packing::PaperTape && packing != Packing::Alto && packing != Packing::CoreDump &&
         packing != Packing::Its;
}

void checkUnpack(std::span<const std::byte> bytes, Packing packing) {
  const auto words = unpackWords(bytes, packing);
  const auto offsets = wordOffsets(bytes, packing);
  FUZZ_CHECK(!offsets.empty() && offsets.back() <= bytes.size());
  if (!words) {
    FUZZ_CHECK(words.error().where.starts_with("byte "));
    return;
  }
  FUZZ_CHECK(offsets.size() == words->size() + 1);
  const auto packed = packWords(*words, packing);
  if (exact(packing)) FUZZ_CHECK(std::equal(packed.begin(), packed.end(), bytes.begin(), bytes.end()));
  const auto again = unpackWords(packed, packing);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(*again == *words);
}

void checkPack(std::span<const Word36> words, Packing packing) {
  const auto packed = packWords(words, packing);
  const auto again = unpackWords(packed, packing);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(std::equal(again->begin(), again->end(), words.begin(), words.end()));
  const auto plausible = plausiblePackings(packed);
  FUZZ_CHECK(words.empty() || std::find(plausible.begin(), plausible.end(), packing) != plausible.end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = fuzz::asBytes(data, size);
  const auto words = fuzz::asWords(data, size);
  for (const Packing packing : kPackings) {
    checkUnpack(bytes, packing);
    checkPack(words, packing);
  }
  const auto plausible = plausiblePackings(bytes);
  const auto found = detectPacking(bytes);
  FUZZ_CHECK(found.has_value() == !plausible.empty());
  if (found) FUZZ_CHECK(std::find(plausible.begin(), plausible.end(), *found) != plausible.end());
  return 0;
}
