// Letters made of strokes, drawn by us: the engraved legends, the teletype and the line printer.
//
// A letter is 6 wide and 8 high, x to the right and y downwards from the top of a capital; the next one begins 8 on.
// Lower case is drawn as smaller capitals, and what has no letter as an empty box.
#pragma once

#include <string_view>

namespace utah10 {

struct StrokeFont {
  static constexpr double kWidth = 6, kHeight = 8, kAdvance = 8;
};

// The strokes of a letter, separated by blanks; each is a row of points, two digits each: x, y. Empty: a blank.
std::string_view strokesOf(char letter);

}  // namespace utah10
