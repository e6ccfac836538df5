// The lamps of the processor's conditions, and of the ready lines of host and IMP. Exact: the processor tells of each
// change, and a ready line remembers its latest changes.
#pragma once

#include "command/panel/bit_times.hpp"
#include "command/panel/lamps.hpp"
#include "machine/condition_listener.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class Apr;
class HostLink;

class ConditionLamps final : public ConditionListener {
 public:
  // Both must outlive this. `cable`: to the IMP; null: there is none.
  ConditionLamps(Machine& machine, const HostLink* cable);
  ~ConditionLamps() override;
  ConditionLamps(const ConditionLamps&) = delete;
  ConditionLamps& operator=(const ConditionLamps&) = delete;

  void conditionsChanged() override;
  // After each slice of a run: takes the changes of the ready lines.
  void look();
  // Ends the frame, sets the lamps, and begins the next frame.
  void endFrame(const LampList& lamps, LampLevels& levels);

 private:
  std::uint64_t conditions() const;

  Machine& machine_;
  Apr* apr_;
  const HostLink* cable_;
  BitTimes conditions_, ready_;
  Instant looked_;
};

}  // namespace utah10
