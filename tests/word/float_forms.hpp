// The three forms of a floating-point instruction as test parameters, by name.
#pragma once

#include <gtest/gtest.h>

#include "word/floating.hpp"

namespace utah10 {

inline void PrintTo(FloatForm form, std::ostream* out) {
  *out << (form == FloatForm::Plain ? "Plain" : form == FloatForm::Long ? "Long" : "Rounded");
}

namespace test {

inline auto floatForms() { return testing::Values(FloatForm::Plain, FloatForm::Long, FloatForm::Rounded); }
inline std::string floatFormName(const testing::TestParamInfo<FloatForm>& made) {
  return testing::PrintToString(made.param);
}

}  // namespace test
}  // namespace utah10
