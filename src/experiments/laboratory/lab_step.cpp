#include "experiments/laboratory/lab_step.hpp"

namespace utah10 {

namespace {

void fill(std::string& text, const LabValues& values) {
  for (const auto& [name, value] : values) {
    const std::string braced = "{" + std::string{name} + "}";
    for (std::size_t at = text.find(braced); at != std::string::npos; at = text.find(braced, at + value.size()))
      text.replace(at, braced.size(), value);
  }
}

}  // namespace

LabSteps filled(LabSteps steps, const LabValues& values) {
  for (LabStep& s : steps)
    for (std::string* text : {&s.keys, &s.until, &s.otherwise}) fill(*text, values);
  return steps;
}

// A last step that waits for nothing takes the wait over, so that the text is searched from its keys on.
LabSteps awaiting(LabSteps steps, LabStep last) {
  if (steps.empty() || !steps.back().until.empty() || steps.back().think != Duration{}) {
    steps.push_back(std::move(last));
    return steps;
  }
  last.keys = std::move(steps.back().keys);
  steps.back() = std::move(last);
  return steps;
}

}  // namespace utah10
