// Recorded input: arbitrary bytes as a file. An accepted file is written back with the same meaning.
#include <string>

#include "fuzz_check.hpp"
#include "trace/input_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  const std::string text{reinterpret_cast<const char*>(data), size};
  const auto inputs = parseInputFile("fuzz", text);
  if (!inputs) {
    FUZZ_CHECK(inputs.error().where.starts_with("fuzz"));
    return 0;
  }
  std::string again = inputFileHead();
  for (const TimedInput& in : *inputs) again += inputLine(in);
  const auto twice = parseInputFile("fuzz", again);
  FUZZ_CHECK(twice && twice->size() == inputs->size());
  for (std::size_t n = 0; n < inputs->size(); ++n) {
    FUZZ_CHECK((*twice)[n].position == (*inputs)[n].position && (*twice)[n].at == (*inputs)[n].at);
    FUZZ_CHECK((*twice)[n].input.keys == (*inputs)[n].input.keys && (*twice)[n].input.line == (*inputs)[n].input.line);
  }
  return 0;
}
