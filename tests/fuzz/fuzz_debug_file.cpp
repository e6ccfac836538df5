// Debug files and line tables: either an error with a position, or a file that survives writing and reading unchanged.
#include <string_view>

#include "fuzz_image.hpp"
#include "toolchain/debug_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (const auto table = parseLineTable("input", text); !table) {
    fuzz::checkError(table.error(), "input");
  } else {
    const std::string written = writeLineTable(*table);
    const auto again = parseLineTable("again", written);
    FUZZ_CHECK(again.has_value());
    FUZZ_CHECK(writeLineTable(*again) == written);
  }
  const auto file = parseDebugFile("input", text);
  if (!file) {
    fuzz::checkError(file.error(), "input");
    return 0;
  }
  const auto again = parseDebugFile("again", writeDebugFile(*file));
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(again->lines == file->lines && again->programs.size() == file->programs.size());
  return 0;
}
