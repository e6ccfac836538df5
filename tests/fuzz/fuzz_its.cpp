// ITS evacuated bytes, and host files of any form, detected by content.
#include <algorithm>

#include "fuzz_check.hpp"
#include "toolchain/host_form.hpp"

namespace {

using namespace utah10;

void checkItsBytes(std::span<const std::byte> bytes) {
  const auto words = unpackWords(bytes, Packing::Its);
  const auto offsets = wordOffsets(bytes, Packing::Its);
  FUZZ_CHECK(!offsets.empty() && offsets.back() == bytes.size());
  if (!words) {
    FUZZ_CHECK(words.error().where.starts_with("byte "));
    return;
  }
  FUZZ_CHECK(offsets.size() == words->size() + 1);
  FUZZ_CHECK(std::is_sorted(offsets.begin(), offsets.end()));
  const auto again = unpackWords(packWords(*words, Packing::Its), Packing::Its);
  FUZZ_CHECK(again.has_value() && *again == *words);
}

// A detected file can be read or gives an error with a position; what is read survives conversion in both directions.
void checkForm(std::span<const std::byte> bytes) {
  const auto found = detectHostForm("input", bytes);
  if (!found) {
    FUZZ_CHECK(found.error().where == "input" && !found.error().what.empty());
    return;
  }
  const auto read = readWords("input", bytes, found->form);
  if (!read) {
    FUZZ_CHECK(read.error().where.starts_with("input"));
    FUZZ_CHECK(read.error().text().find('\n') == std::string::npos);
    return;
  }
  FUZZ_CHECK(!contentsOf(read->words).empty());
  for (const Packing packing : kAllPackings) {
    const auto packed = writeWords(read->words, HostForm::packed(packing));
    FUZZ_CHECK(packed.has_value());
    const auto again = readWords("input", *packed, HostForm::packed(packing));
    FUZZ_CHECK(again.has_value() && again->words == read->words);
  }
  if (found->form.kind != HostFormKind::Text) return;
  const auto text = writeWords(read->words, found->form);
  FUZZ_CHECK(text.has_value());
  const auto again = readWords("input", *text, found->form);
  FUZZ_CHECK(again.has_value() && again->words == read->words);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = fuzz::asBytes(data, size);
  checkItsBytes(bytes);
  checkForm(bytes);
  const auto words = fuzz::asWords(data, size);
  const auto again = unpackWords(packWords(words, Packing::Its), Packing::Its);
  FUZZ_CHECK(again.has_value() && *again == words);
  return 0;
}
