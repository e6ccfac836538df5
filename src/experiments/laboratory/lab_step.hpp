// Dialogues with the guest: what a user types, and what must be printed before the next step.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// Time limit of a step, far above what any machine needs.
constexpr Duration kStepPatience = seconds(600);

// Keys, then the text to wait for before the next step may begin, then a time to think.
struct LabStep {
  std::string keys;
  std::string until{};  // empty: the next step does not wait
  Duration think{};
  std::string otherwise{};  // an alternative to `until`
  Duration patience = kStepPatience;
};
using LabSteps = std::vector<LabStep>;

// What stands for a name in braces, as in "LOGIN {user} {password} 1".
using LabValues = std::vector<std::pair<std::string_view, std::string>>;
LabSteps filled(LabSteps steps, const LabValues& values);

// The steps, then waiting for the texts of `last`, which has no keys.
LabSteps awaiting(LabSteps steps, LabStep last);

}  // namespace utah10
