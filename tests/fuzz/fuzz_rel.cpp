#include "fuzz_check.hpp"
#include "utah10/toolchain/rel_file.hpp"

// Decoding never crashes; decoded items can be encoded and described, and decode to the same items.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  const auto items = decodeRel(WordFile{"input", fuzz::asWords(data, size)});
  if (!items) {
    FUZZ_CHECK(items.error().where.starts_with("input"));
    FUZZ_CHECK(items.error().text().find('\n') == std::string::npos);
    return 0;
  }
  bool index = false;  // its length depends on where it begins
  for (const RelItem& i : *items) {
    FUZZ_CHECK(!describeRel(i).empty());
    index = index || i.is(RelType::Index);
  }
  if (index) return 0;
  const auto again = decodeRel(WordFile{"again", encodeRel(*items)});
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(again->size() == items->size());
  for (std::size_t i = 0; i < items->size(); ++i) {
    FUZZ_CHECK((*again)[i].type == (*items)[i].type);
    FUZZ_CHECK((*again)[i].words == (*items)[i].words);
    FUZZ_CHECK((*again)[i].relocation == (*items)[i].relocation);
  }
  return 0;
}
