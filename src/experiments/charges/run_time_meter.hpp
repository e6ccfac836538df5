// The stretches of a monitor whose symbols are not known: what a process reads as its run time, when, and which calls
// it makes in between. Of the time that the monitor charges, only that of the program's own instructions is known.
#pragma once

#include <vector>

#include "experiments/charges/stretch_meter.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class RunTimeMeter final : public StretchMeter {
 public:
  // Connects the probe. The machine must outlive the meter.
  explicit RunTimeMeter(Machine& machine);
  ~RunTimeMeter() override;
  RunTimeMeter(const RunTimeMeter&) = delete;
  RunTimeMeter& operator=(const RunTimeMeter&) = delete;

  bool dormant() const override { return true; }  // what the monitor does with them is not known
  void pause() override { machine_.cpu().disconnect(*this); }
  void resume() override { machine_.cpu().connect(*this); }
  void instruction(const InstructionRecord& record) override;
  void message(const MessageRecord& record) override;

 private:
  struct Open {
    ChargedStretch stretch;
    bool reading = true;      // RUNTM has been called and has not returned
    bool begun = false;       // the first reading has been made
    std::uint64_t first = 0;  // the first reading
  };
  Open* open(ProcessId process);
  void onUser(const InstructionRecord& record);
  void onCall(const InstructionRecord& record);
  void onReading(Open& o, const InstructionRecord& record);

  Machine& machine_;
  std::vector<Open> open_;
  std::uint64_t ac1_ = 0;  // after the last instruction outside of user mode
};

}  // namespace utah10
