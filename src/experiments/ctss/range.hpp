// The factors of the memo's argument: the machines and programs on which the desk calculator is measured in turn.
#pragma once

#include <string>
#include <vector>

#include "experiments/ctss/uses.hpp"

namespace utah10 {

struct CtssCase {
  std::string change;  // from the first case; empty: that one
  CtssSettings settings;
  CtssCondition condition;
};

// The baseline plus one case per changed factor.
std::vector<CtssCase> ctssCases(const CtssSettings& given);

}  // namespace utah10
