// How the fields of a word are printed in the listing: a one bit at the right end of each field.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace utah10::macro10 {

using Form = std::uint64_t;

constexpr Form formOf(std::initializer_list<int> widths) {
  Form form = 0;
  int end = 36;
  for (const int w : widths) form |= Form{1} << (end -= w);
  return form;
}
inline constexpr Form kHalfForm = formOf({18, 18});
inline constexpr Form kInstructionForm = formOf({9, 4, 1, 4, 18});
inline constexpr Form kInOutForm = formOf({3, 7, 3, 1, 4, 18});
inline constexpr Form kPointerForm = formOf({6, 6, 2, 4, 18});
inline constexpr Form kAsciiForm = formOf({7, 7, 7, 7, 7});
inline constexpr Form kSixbitForm = formOf({6, 6, 6, 6, 6, 6});

}  // namespace utah10::macro10
