// Who hears of the processor's conditions.
#pragma once

namespace utah10 {

// Is told, after the change, whenever a condition of the processor has changed. It only looks.
class ConditionListener {
 public:
  virtual ~ConditionListener() = default;
  virtual void conditionsChanged() = 0;
};

}  // namespace utah10
