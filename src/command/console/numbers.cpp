#include "command/console/numbers.hpp"

#include <algorithm>
#include <array>

#include "utah10/word/pc_word.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

struct FlagName {
  std::uint32_t bit;
  std::string_view name;
};
constexpr FlagName kFlagNames[] = {{kPcOverflow, "overflow"},
                                   {kPcCarry0, "carry0"},
                                   {kPcCarry1, "carry1"},
                                   {kPcFloatOverflow, "float-overflow"},
                                   {kPcByteIncrement, "first-part"},
                                   {kPcUser, "user"},
                                   {kPcUserIo, "user-in-out"},
                                   {kPcCallFromMonitor, "call-from-monitor"},
                                   {kPcFloatUnderflow, "float-under"},
                                   {kPcNoDivide, "no-divide"}};

constexpr std::string_view kUnits[] = {"ns", "us", "ms", "s"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::size_t numberLength(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && (isDigit(text[n]) || text[n] == '.')) ++n;
  return n;
}

}  // namespace

std::string flagText(std::uint32_t flags) {
  std::string text = fmt::format("{:06o}", flags);
  for (const FlagName& f : kFlagNames)
    if ((flags & f.bit) != 0) text += fmt::format(" {}", f.name);
  return text;
}

Expected<std::uint64_t> parseCount(std::string_view text) {
  std::string_view digits = text;
  if (digits.ends_with('.')) digits.remove_suffix(1);
  const auto n = wholeNumber(digits);
  if (!n) return fail("", fmt::format("\"{}\" is not a count", text), "counts are decimal");
  return *n;
}

bool looksLikeDuration(std::string_view text) {
  const std::size_t n = numberLength(text);
  return n != 0 && std::find(std::begin(kUnits), std::end(kUnits), text.substr(n)) != std::end(kUnits);
}

}  // namespace utah10
