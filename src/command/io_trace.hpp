// The probe behind `iotrace`. Private to the command layer.
#pragma once

#include <set>
#include <string>

#include "command/session.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

class IoTrace final : public Probe {
 public:
  explicit IoTrace(Session& session);
  ~IoTrace() override;
  IoTrace(const IoTrace&) = delete;
  IoTrace& operator=(const IoTrace&) = delete;

  // Indexes of device codes to show; none: all.
  void only(std::set<unsigned> devices) { devices_ = std::move(devices); }
  std::string describe() const;

  // Says what repeats have been held back; when a run ends.
  void settle();

  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;

 private:
  Session& session_;
  void show(Instant at, std::string text);
  std::string place(std::uint64_t pcWord) const;

  std::set<unsigned> devices_;
  // A program that polls repeats itself: the same line is counted instead of shown again.
  std::string last_;
  Instant lastAt_ = kPowerOn;
  std::uint64_t repeats_ = 0;
};

}  // namespace utah10
