// fmt formatters for the types of this layer. The only header that brings fmt in: include it where text is made.
//
// Words are twelve octal digits, or LH,,RH with {:h}; half words and virtual addresses six digits, physical addresses
// six or more, page numbers three or more, accumulators as many as needed, device codes three as written (000-774).
// Durations and instants are microseconds (text.hpp). Width, fill and alignment are those of a string.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "utah10/word/address.hpp"
#include "utah10/word/text.hpp"
#include "utah10/word/virtual_time.hpp"
#include "utah10/word/word36.hpp"

namespace utah10::detail {

// Formats as the string `Text` makes of the value.
template <class T, std::string (*Text)(T)>
struct StringFormatter : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(T value, Context& ctx) const {
    return fmt::formatter<std::string_view>::format(Text(value), ctx);
  }
};

inline std::string virtualText(VirtualAddress a) { return fmt::format("{:06o}", a.bits()); }
inline std::string physicalText(PhysicalAddress a) { return fmt::format("{:06o}", a.bits()); }
inline std::string pageText(PageNo p) { return fmt::format("{:03o}", p.number()); }
inline std::string acText(AcNo a) { return fmt::format("{:o}", a.number()); }
inline std::string deviceText(DeviceCode d) { return fmt::format("{:03o}", d.asWritten()); }
inline std::string halfText(HalfWord h) { return formatOctal(h); }

}  // namespace utah10::detail

template <>
struct fmt::formatter<utah10::Word36> : fmt::formatter<std::string_view> {
  constexpr auto parse(fmt::format_parse_context& ctx) {
    auto it = ctx.begin();
    if (it != ctx.end() && *it == 'h' && it + 1 != ctx.end() && it[1] == '}') {
      halves_ = true;
      return it + 1;
    }
    return fmt::formatter<std::string_view>::parse(ctx);
  }
  template <class Context>
  auto format(utah10::Word36 w, Context& ctx) const {
    return fmt::formatter<std::string_view>::format(halves_ ? utah10::formatHalves(w) : utah10::formatOctal(w), ctx);
  }

 private:
  bool halves_ = false;
};

template <>
struct fmt::formatter<utah10::HalfWord> : utah10::detail::StringFormatter<utah10::HalfWord, utah10::detail::halfText> {
};
template <>
struct fmt::formatter<utah10::VirtualAddress>
    : utah10::detail::StringFormatter<utah10::VirtualAddress, utah10::detail::virtualText> {};
template <>
struct fmt::formatter<utah10::PhysicalAddress>
    : utah10::detail::StringFormatter<utah10::PhysicalAddress, utah10::detail::physicalText> {};
template <>
struct fmt::formatter<utah10::PageNo> : utah10::detail::StringFormatter<utah10::PageNo, utah10::detail::pageText> {};
template <>
struct fmt::formatter<utah10::AcNo> : utah10::detail::StringFormatter<utah10::AcNo, utah10::detail::acText> {};
template <>
struct fmt::formatter<utah10::DeviceCode>
    : utah10::detail::StringFormatter<utah10::DeviceCode, utah10::detail::deviceText> {};
template <>
struct fmt::formatter<utah10::Duration> : utah10::detail::StringFormatter<utah10::Duration, utah10::formatDuration> {};
template <>
struct fmt::formatter<utah10::Instant> : utah10::detail::StringFormatter<utah10::Instant, utah10::formatInstant> {};
