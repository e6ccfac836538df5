// The probe behind `iotrace`. Private to the command layer.
#pragma once

#include <set>
#include <string>

#include "utah10/machine/probe.hpp"

namespace utah10 {

class Console;
class Debugger;

// Prints every transfer on the I/O bus and every interrupt. Connected for its lifetime.
class IoTrace final : public Probe {
 public:
  IoTrace(Debugger& debugger, Console& console);
  ~IoTrace() override;
  IoTrace(const IoTrace&) = delete;
  IoTrace& operator=(const IoTrace&) = delete;

  // Indexes of the device codes to show; empty: all.
  void only(std::set<unsigned> devices) { devices_ = std::move(devices); }
  std::string describe() const;

  // Reports suppressed repeats; call it at the end of a run.
  void settle();

  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;

 private:
  Debugger& debugger_;
  Console& console_;
  void show(Instant at, std::string text);
  std::string place(PcWord at) const;

  std::set<unsigned> devices_;
  // A polling program repeats itself: equal lines are counted instead of printed.
  std::string last_;
  Instant lastAt_ = kPowerOn;
  std::uint64_t repeats_ = 0;
};

}  // namespace utah10
